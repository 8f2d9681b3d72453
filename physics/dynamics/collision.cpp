#include "physics/dynamics/collision.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "physics/dynamics/mixed_collision.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

/// to(l, m) = Δ A_lm x(l, m), with bands: what integrates a row to its own time; `of_column`: −Δ A_ml x(l, m), what integrates a column to its time.
void weigh_block(const Collocation& collocation, std::size_t bands, double length, const Block& x,
                 bool of_column, const Block& to) {
  const std::size_t size = collocation.order * bands;
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      const std::size_t l = row / bands, m = column / bands;
      const double factor =
          of_column ? -length * collocation.integral(m, l) : length * collocation.integral(l, m);
      to.set(row, column, factor * x.at(row, column));
    }
  }
}

/// A matrix of nodes, as what it does to rows of all bands: [node][node] to [node][band][node][band].
void set_for_bands(std::span<const double> of_nodes, std::size_t order, std::size_t bands,
                   const Block& to) {
  for (std::size_t l = 0; l < order; ++l) {
    for (std::size_t m = 0; m < order; ++m) {
      for (std::size_t a = 0; a < bands; ++a)
        to.set(l * bands + a, m * bands + a, of_nodes[l * order + m]);
    }
  }
}

void copy_block(std::size_t rows, const Block& from, const Block& to) {
  std::memcpy(to.re, from.re, rows * from.stride * sizeof(double));
  std::memcpy(to.im, from.im, rows * from.stride * sizeof(double));
}

/// What all k points of a thread use in turn.
struct CollisionMemory {
  WeightedSelfEnergy weighted;
  HistorySums sums;
  BlockRows blocks;
  MixedMemory mixed;
  CollisionMemory(const TwoTime& past)
      : weighted(past, past.block_size()),
        sums(past, past.block_size()),
        blocks(1, 2, past.block_size(), past.block_size()),
        mixed(past) {}
};

void collide_point(const TwoTime& past, double length, const PanelRows& panel,
                   PanelRows& self_energy, std::size_t k, CollisionMemory& memory) {
  const std::size_t panels = past.panels(), size = past.block_size(), own = panels + 1;
  HistorySums& sums = memory.sums;
  sums.clear();
  memory.weighted.fill(past, self_energy, k);
  add_history(past, k, memory.weighted, panel, sums);
  const Block within = memory.blocks.at(0, 0), of_columns = memory.blocks.at(0, 1);
  weigh_block(past.collocation(), past.bands(), length, self_energy.spectral.at(k, own), false,
              within);
  if (past.branch()) {
    collide_mixed(past, k, memory.weighted, within, panel, self_energy, sums, memory.mixed);
  }
  sums.turn_back();
  for (std::size_t block = 0; block <= own; ++block) {
    const std::size_t columns = block == panels ? past.bands() : size;
    add_product(size, size, columns, within, panel.lesser.at(k, block), sums.lesser.at(0, block));
    add_product(size, size, columns, within, panel.spectral.at(k, block),
                sums.spectral.at(0, block));
  }
  weigh_block(past.collocation(), past.bands(), length, panel.spectral.at(k, own), true,
              of_columns);
  add_product(size, size, size, self_energy.lesser.at(k, own), of_columns, sums.lesser.at(0, own));
  add_product(size, size, size, self_energy.spectral.at(k, own), of_columns,
              sums.spectral.at(0, own));
  for (std::size_t block = 0; block <= own; ++block) {
    copy_block(size, sums.lesser.at(0, block), self_energy.lesser.at(k, block));
    copy_block(size, sums.spectral.at(0, block), self_energy.spectral.at(k, block));
  }
}

}  // namespace

void collide(const TwoTime& past, double length, const PanelRows& panel, PanelRows& self_energy,
             unsigned threads) {
  const std::size_t points = past.points();
  const std::size_t parts = std::min<std::size_t>(points, std::max(threads, 1U));
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    CollisionMemory memory(past);
    for (std::size_t k = points * part / parts; k < points * (part + 1) / parts; ++k) {
      collide_point(past, length, panel, self_energy, k, memory);
    }
  });
}

PanelRows continued_collisions(const TwoTime& past, const PanelRows& previous, double length) {
  const Collocation& collocation = past.collocation();
  const std::size_t order = collocation.order, bands = past.bands(), size = past.block_size();
  const std::size_t panels = past.panels();
  std::vector<double> points, behind_start(1, 0.0);
  for (const double node : collocation.nodes) {
    behind_start.push_back(node * length / past.length(panels - 1));
    points.push_back(1 + behind_start.back());
  }
  const BlockRows matrices(1, 2, size, size);
  const Block matrix = matrices.at(0, 0), of_own = matrices.at(0, 1);
  const Continuation continuation(collocation.nodes, continued_degree(order));
  set_for_bands(continuation.at(points), order, bands, matrix);
  const auto of_times = interpolation(collocation.nodes, behind_start);
  set_for_bands(std::span(of_times).subspan(order), order, bands, of_own);
  const auto continued = [&](const BlockRows& from) {
    BlockRows to(past.points(), panels + 2, size, size);
    for (std::size_t k = 0; k < past.points(); ++k) {
      // The panel before stood behind a column of its T⁺, which is none of this one.
      for (std::size_t block = 0; block < panels; ++block) {
        const std::size_t source = block + 1 < panels ? block : panels;
        add_product(size, size, size, matrix, from.at(k, source), to.at(k, block));
      }
      const BlockRows at_rows(1, 1, size, size);
      add_product(size, size, size, of_own, from.at(k, panels), at_rows.at(0, 0));
      for (std::size_t row = 0; row < size; ++row) {
        for (std::size_t column = 0; column < bands + size; ++column) {
          Complex value = 0;
          for (std::size_t m = 0; m < order; ++m) {
            value += of_times[column / bands * order + m] *
                     at_rows.at(0, 0).at(row, m * bands + column % bands);
          }
          if (column < bands) {
            to.at(k, panels).set(row, column, value);
          } else {
            to.at(k, panels + 1).set(row, column - bands, value);
          }
        }
      }
    }
    return to;
  };
  PanelRows result{continued(previous.lesser), continued(previous.spectral)};
  if (!past.branch()) return result;
  const std::size_t width = previous.mixed.columns();
  result.mixed = BlockRows(past.points(), 1, size, width);
  for (std::size_t k = 0; k < past.points(); ++k) {
    add_product(size, size, width, matrix, previous.mixed.at(k, 0), result.mixed.at(k, 0));
  }
  return result;
}

}  // namespace diagc::dynamics
