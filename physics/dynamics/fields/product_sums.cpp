#include "physics/dynamics/fields/product_sums.h"

#include <cstring>

namespace diagc::dynamics {

namespace {

void clear_all(const BlockRows& rows) {
  if (rows.bytes() > 0) std::memset(rows.at(0, 0).re, 0, rows.bytes());
}

/// Blocks that a thread reads stored rows into.
struct Scratch {
  BlockRows blocks;
  explicit Scratch(std::size_t order) : blocks(1, 6, order, order) {}
  Block at(std::size_t number) const { return blocks.at(0, number); }
};

}  // namespace

LeftFactor::LeftFactor(const TwoTime& past) {
  const std::size_t order = past.collocation().order;
  for (BlockRows* part : {&spectral, &lesser, &lesser_turned, &spectral_turned})
    *part = BlockRows(1, past.panels(), order, order);
  within = BlockRows(1, 1, order, order);
  if (past.branch()) mixed_turned = BlockRows(1, 1, past.branch()->nodes(), order);
}

void LeftFactor::fill(const TwoTime& past, double length, const FieldRows& of, std::size_t k) {
  const Collocation& collocation = past.collocation();
  const std::size_t order = collocation.order, panels = past.panels();
  rows = &of;
  point = k;
  for (std::size_t panel = 0; panel < panels; ++panel) {
    const Block d = of.spectral.at(k, panel), l = of.lesser.at(k, panel);
    for (std::size_t row = 0; row < order; ++row) {
      for (std::size_t column = 0; column < order; ++column) {
        const double weight = past.length(panel) * collocation.weight(column);
        const Complex of_spectral = weight * d.at(row, column);
        const Complex of_lesser = weight * l.at(row, column);
        spectral.at(0, panel).set(row, column, of_spectral);
        lesser.at(0, panel).set(row, column, of_lesser);
        spectral_turned.at(0, panel).set(column, row, -of_spectral);
        lesser_turned.at(0, panel).set(column, row, of_lesser);
      }
    }
  }
  const Block own = of.spectral.at(k, panels);
  for (std::size_t row = 0; row < order; ++row) {
    for (std::size_t column = 0; column < order; ++column) {
      within.at(0, 0).set(row, column,
                          length * collocation.integral(row, column) * own.at(row, column));
    }
  }
  if (!past.branch()) return;
  const ImaginaryBranch& branch = *past.branch();
  const Block mixed = of.mixed.at(k, 0);
  for (std::size_t node = 0; node < branch.nodes(); ++node) {
    for (std::size_t row = 0; row < order; ++row) {
      mixed_turned.at(0, 0).set(branch.nodes() - 1 - node, row,
                                Complex(0, -branch.weights[node]) * mixed.at(row, node));
    }
  }
}

ProductSums::ProductSums(const TwoTime& past) {
  const std::size_t order = past.collocation().order;
  for (BlockRows* part : {&lesser, &spectral, &turned, &turned_negative})
    *part = BlockRows(1, past.panels() + 1, order, order);
  if (past.branch()) mixed = BlockRows(1, 1, order, past.branch()->nodes());
}

void ProductSums::clear() {
  for (const BlockRows* part : {&lesser, &spectral, &turned, &turned_negative, &mixed})
    clear_all(*part);
}

void ProductSums::turn_back() {
  const std::size_t order = lesser.rows();
  for (std::size_t block = 0; block < lesser.blocks(); ++block) {
    const Block to = lesser.at(0, block);
    for (std::size_t row = 0; row < order; ++row) {
      for (std::size_t column = 0; column < order; ++column) {
        to.set(column, row,
               to.at(column, row) + turned.at(0, block).at(row, column) -
                   turned_negative.at(0, block).at(row, column));
      }
    }
  }
  clear_all(turned);
  clear_all(turned_negative);
}

void add_stored_columns(const TwoTime& past, const LeftFactor& left, const RightFactor& right,
                        ProductSums& sums) {
  const Collocation& collocation = past.collocation();
  const std::size_t order = collocation.order, panels = past.panels(), k = left.point;
  const Scratch scratch(order);
  const BlockRows& turned = right.sign > 0 ? sums.turned : sums.turned_negative;
  const auto add = [&](const Block& a, const Block& b, const Block& to) {
    add_product(order, order, order, a, b, to);
  };
  for (std::size_t p = 0; p < panels; ++p) {
    const Block s = left.spectral.at(0, p);
    // Blocks in single precision are read one by one.
    const std::size_t together = p < past.compacted() ? 1 : p;
    for (std::size_t q = 0; q < p; q += together) {
      past.field_code().add(
          {.lesser = past.lesser_of_field(right.place, p, k, q, scratch.at(0)),
           .spectral = past.spectral_of_field(right.place, p, k, q, scratch.at(1)),
           .lesser_adjoint = past.lesser_of_field(right.adjoint_place, p, k, q, scratch.at(2)),
           .spectral_adjoint = past.spectral_of_field(right.adjoint_place, p, k, q, scratch.at(3)),
           .factor = s,
           .spectral_turned = left.spectral_turned.at(0, q),
           .lesser_turned = left.lesser_turned.at(0, q),
           .lesser_sums = sums.lesser.at(0, q),
           .spectral_sums = sums.spectral.at(0, q),
           .turned_sums = turned.at(0, p)},
          order, order, together);
    }
    const Block l = past.lesser_of_field(right.place, p, k, p, scratch.at(0));
    const Block d = past.spectral_of_field(right.place, p, k, p, scratch.at(1));
    add(s, l, sums.lesser.at(0, p));
    // Within a panel the columns' quadratures have weights Δ A_js.
    const Block of_columns = scratch.at(4), rest = scratch.at(5);
    for (std::size_t row = 0; row < order; ++row) {
      for (std::size_t column = 0; column < order; ++column) {
        const double share = collocation.integral(column, row) / collocation.weight(row);
        of_columns.set(row, column, -share * d.at(row, column));
        rest.set(row, column, (1 - share) * d.at(row, column));
      }
    }
    add(left.lesser.at(0, p), of_columns, sums.lesser.at(0, p));
    add(s, rest, sums.spectral.at(0, p));
  }
  if (!past.branch()) return;
  const ImaginaryBranch& branch = *past.branch();
  const std::size_t nodes = branch.nodes();
  const BlockRows& of_branch =
      (right.bosonic ? -1 : 1) * right.sign > 0 ? sums.turned : sums.turned_negative;
  for (std::size_t p = 0; p < panels; ++p) {
    const FieldRows& stored = past.rows(p).fields[right.place];
    const FieldRows& adjoint = past.rows(p).fields[right.adjoint_place];
    add_product(order, order, nodes, left.spectral.at(0, p), stored.mixed.at(k, 0),
                sums.mixed.at(0, 0));
    add_product(order, nodes, order, adjoint.mixed.at(k, 0), left.mixed_turned.at(0, 0),
                of_branch.at(0, p), true);
  }
  add_product(order, nodes, nodes, left.rows->mixed.at(k, 0),
              branch.field_continuations.at(right.place).at(k, 0), sums.mixed.at(0, 0));
}

void add_rows_of_panel(const TwoTime& past, const LeftFactor& left, const RightFactor& right,
                       ProductSums& sums) {
  const std::size_t order = past.collocation().order, k = left.point;
  const Block within = left.within.at(0, 0);
  for (std::size_t block = 0; block <= past.panels(); ++block) {
    add_product(order, order, order, within, right.rows->lesser.at(k, block),
                sums.lesser.at(0, block));
    add_product(order, order, order, within, right.rows->spectral.at(k, block),
                sums.spectral.at(0, block));
  }
  if (!past.branch()) return;
  add_product(order, order, past.branch()->nodes(), within, right.rows->mixed.at(k, 0),
              sums.mixed.at(0, 0));
}

void add_own_columns(const TwoTime& past, const LeftFactor& left, const RightFactor& right,
                     ProductSums& sums) {
  const std::size_t order = past.collocation().order, own = past.panels(), k = left.point;
  const BlockRows& turned = right.sign > 0 ? sums.turned : sums.turned_negative;
  for (std::size_t q = 0; q < own; ++q) {
    add_product(order, order, order, right.adjoint_rows->lesser.at(k, q),
                left.spectral_turned.at(0, q), turned.at(0, own), true);
    add_product(order, order, order, right.adjoint_rows->spectral.at(k, q),
                left.lesser_turned.at(0, q), turned.at(0, own), true);
  }
  if (!past.branch()) return;
  const BlockRows& of_branch =
      (right.bosonic ? -1 : 1) * right.sign > 0 ? sums.turned : sums.turned_negative;
  add_product(order, past.branch()->nodes(), order, right.adjoint_rows->mixed.at(k, 0),
              left.mixed_turned.at(0, 0), of_branch.at(0, own), true);
}

void add_own_block(const TwoTime& past, double length, const LeftFactor& left,
                   const RightFactor& right, ProductSums& sums) {
  const Collocation& collocation = past.collocation();
  const std::size_t order = collocation.order, own = past.panels(), k = left.point;
  const Scratch scratch(order);
  const Block of_columns = scratch.at(0), d = right.rows->spectral.at(k, own);
  for (std::size_t row = 0; row < order; ++row) {
    for (std::size_t column = 0; column < order; ++column) {
      of_columns.set(row, column, -length * collocation.integral(column, row) * d.at(row, column));
    }
  }
  add_product(order, order, order, left.rows->lesser.at(k, own), of_columns,
              sums.lesser.at(0, own));
  add_product(order, order, order, left.rows->spectral.at(k, own), of_columns,
              sums.spectral.at(0, own));
}

}  // namespace diagc::dynamics
