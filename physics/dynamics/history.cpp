#include "physics/dynamics/history.h"

#include <cstring>

namespace diagc::dynamics {

namespace {

/// The two parts of D(Q, Q): of the columns' quadratures, w^j_s / w_s D(s, j), negated, and the rest of it.
void split_own_block(const Collocation& collocation, std::size_t bands, const Block& spectral,
                     const Block& column_part, const Block& rest) {
  const std::size_t size = collocation.order * bands;
  for (std::size_t row = 0; row < size; ++row) {
    const std::size_t s = row / bands;
    for (std::size_t column = 0; column < size; ++column) {
      const double share = collocation.integral(column / bands, s) / collocation.weight(s);
      const Complex value = spectral.at(row, column);
      column_part.set(row, column, -share * value);
      rest.set(row, column, (1 - share) * value);
    }
  }
}

void clear_rows(const BlockRows& rows) {
  const Block first = rows.at(0, 0);
  std::memset(first.re, 0, rows.bytes());
}

}  // namespace

WeightedSelfEnergy::WeightedSelfEnergy(const TwoTime& past) {
  const std::size_t size = past.block_size();
  for (BlockRows* rows : {&spectral, &lesser, &lesser_turned, &spectral_turned}) {
    *rows = BlockRows(1, past.panels(), size, size);
  }
}

void WeightedSelfEnergy::fill(const TwoTime& past, const PanelRows& self_energy, std::size_t k) {
  const Collocation& collocation = past.collocation();
  const std::size_t size = past.block_size(), bands = past.bands();
  std::vector<double> weights(size);
  for (std::size_t panel = 0; panel < past.panels(); ++panel) {
    for (std::size_t column = 0; column < size; ++column) {
      weights[column] = past.length(panel) * collocation.weight(column / bands);
    }
    const auto weigh = [&](const Block& from, const Block& to, double sign, const Block& turned) {
      for (std::size_t row = 0; row < size; ++row) {
        for (std::size_t column = 0; column < size; ++column) {
          const std::size_t at = row * from.stride + column;
          const double re = from.re[at] * weights[column], im = from.im[at] * weights[column];
          to.re[at] = re;
          to.im[at] = im;
          turned.re[column * turned.stride + row] = sign * re;
          turned.im[column * turned.stride + row] = sign * im;
        }
      }
    };
    weigh(self_energy.spectral.at(k, panel), spectral.at(0, panel), -1,
          spectral_turned.at(0, panel));
    weigh(self_energy.lesser.at(k, panel), lesser.at(0, panel), 1, lesser_turned.at(0, panel));
  }
}

HistorySums::HistorySums(const TwoTime& past) {
  const std::size_t size = past.block_size();
  for (BlockRows* rows : {&lesser, &spectral, &lesser_turned}) {
    *rows = BlockRows(1, past.panels() + 2, size, size);
  }
}

void HistorySums::clear() {
  for (const BlockRows* rows : {&lesser, &spectral, &lesser_turned}) clear_rows(*rows);
}

void HistorySums::turn_back() {
  const std::size_t size = lesser.rows();
  for (std::size_t block = 0; block < lesser.blocks(); ++block) {
    const Block from = lesser_turned.at(0, block), to = lesser.at(0, block);
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t column = 0; column < size; ++column) {
        to.re[column * to.stride + row] += from.re[row * from.stride + column];
        to.im[column * to.stride + row] += from.im[row * from.stride + column];
      }
    }
  }
}

void add_history(const TwoTime& past, std::size_t k, const WeightedSelfEnergy& self_energy,
                 const PanelRows& panel, HistorySums& sums) {
  const std::size_t size = past.block_size(), panels = past.panels();
  const auto multiply = [&](const Block& a, const Block& b, const Block& to) {
    add_product(size, size, size, a, b, to);
  };
  /// to += conj(a) b, of so many rows: what is turned.
  const auto multiply_turned = [&](std::size_t rows, const Block& a, const Block& b,
                                   const Block& to) {
    add_product(rows, size, size, a, b, to, true);
  };
  const BlockRows scratch(1, 2, size, size), doubles(1, 2, size, size);
  for (std::size_t p = 0; p < panels; ++p) {
    const auto lesser_at = [&](std::size_t q) {
      return past.lesser_block(p, k, q, doubles.at(0, 0));
    };
    const auto spectral_at = [&](std::size_t q) {
      return past.spectral_block(p, k, q, doubles.at(0, 1));
    };
    const Block s = self_energy.spectral.at(0, p);
    for (std::size_t q = 0; q < p; ++q) {
      const Block l = lesser_at(q), d = spectral_at(q);
      multiply(s, l, sums.lesser.at(0, q));
      multiply(s, d, sums.spectral.at(0, q));
      const Block turned = sums.lesser_turned.at(0, p);
      multiply_turned(size, l, self_energy.spectral_turned.at(0, q), turned);
      multiply_turned(size, d, self_energy.lesser_turned.at(0, q), turned);
    }
    split_own_block(past.collocation(), past.bands(), spectral_at(p), scratch.at(0, 0),
                    scratch.at(0, 1));
    multiply(s, lesser_at(p), sums.lesser.at(0, p));
    multiply(self_energy.lesser.at(0, p), scratch.at(0, 0), sums.lesser.at(0, p));
    multiply(s, scratch.at(0, 1), sums.spectral.at(0, p));
  }
  // Columns of T⁺ and of the panel itself, whose values at stored nodes are adjoints of rows.
  const Block of_edge = sums.lesser_turned.at(0, panels);
  const Block own = sums.lesser_turned.at(0, panels + 1);
  for (std::size_t q = 0; q < panels; ++q) {
    const Block s = self_energy.spectral_turned.at(0, q), l = self_energy.lesser_turned.at(0, q);
    multiply_turned(past.bands(), past.edge().lesser.at(k, q), s, of_edge);
    multiply_turned(past.bands(), past.edge().spectral.at(k, q), l, of_edge);
    multiply_turned(size, panel.lesser.at(k, q), s, own);
    multiply_turned(size, panel.spectral.at(k, q), l, own);
  }
}

double history_operations(std::size_t panels, std::size_t block_size) {
  const auto n = static_cast<double>(panels), size = static_cast<double>(block_size);
  return 8 * size * size * size * (4 * n * (n - 1) / 2 + 3 * n + 2 * n);
}

}  // namespace diagc::dynamics
