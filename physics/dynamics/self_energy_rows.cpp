#include "physics/dynamics/self_energy_rows.h"

#include <algorithm>
#include <cstring>

#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

/// A pair of times, as places in a block.
struct Place {
  std::size_t row = 0, column = 0;  ///< nodes
};

/// Complex numbers in memory that FFTW may use vectors on.
class PairBuffer {
 public:
  PairBuffer(std::size_t bands, const Interaction& interaction)
      : values_{nullptr, bands, interaction.pairs(), interaction.distance()},
        memory_(2 * values_.size()) {
    values_.numbers = reinterpret_cast<Complex*>(memory_.data());
  }
  const PairValues& values() const { return values_; }
  void clear() const { std::memset(memory_.data(), 0, memory_.size() * sizeof(double)); }

 private:
  PairValues values_;
  Numbers memory_;
};

void gather_pairs(const ColumnRows& panel, std::size_t points, std::size_t block,
                  std::span<const Place> places, const PairValues& lesser,
                  const PairValues& greater) {
  const std::size_t bands = lesser.bands;
  for (std::size_t k = 0; k < points; ++k) {
    const Block l = panel.lesser.at(k, block), d = panel.spectral.at(k, block);
    for (std::size_t pair = 0; pair < places.size(); ++pair) {
      for (std::size_t a = 0; a < bands; ++a) {
        for (std::size_t b = 0; b < bands; ++b) {
          const std::size_t row = places[pair].row * bands + a;
          const std::size_t column = places[pair].column * bands + b;
          const Complex value = l.at(row, column);
          lesser.at(a, b, pair)[k] = value;
          greater.at(a, b, pair)[k] = value + d.at(row, column);
        }
      }
    }
  }
}

void scatter_pairs(const PairValues& lesser, const PairValues& greater, std::size_t points,
                   std::size_t block, std::span<const Place> places,
                   const ColumnRows& self_energy) {
  const std::size_t bands = lesser.bands;
  for (std::size_t k = 0; k < points; ++k) {
    const Block l = self_energy.lesser.at(k, block), d = self_energy.spectral.at(k, block);
    for (std::size_t pair = 0; pair < places.size(); ++pair) {
      for (std::size_t a = 0; a < bands; ++a) {
        for (std::size_t b = 0; b < bands; ++b) {
          const std::size_t row = places[pair].row * bands + a;
          const std::size_t column = places[pair].column * bands + b;
          const Complex value = lesser.at(a, b, pair)[k];
          l.set(row, column, value);
          d.set(row, column, greater.at(a, b, pair)[k] - value);
        }
      }
    }
  }
}

/// Σ^⌉ of row l at all nodes of the imaginary branch.
void mixed_row(const Model& model, const ImaginaryBranch& branch, std::size_t row, double time,
               const BlockRows& panel, const BlockRows& self_energy) {
  const Interaction& interaction = *model.interaction;
  const std::size_t bands = model.bands, nodes = branch.nodes(), most = interaction.pairs();
  const PairBuffer lesser(bands, interaction), greater(bands, interaction);
  const std::vector<double> vertices(most, model.vertex(time) * branch.vertex);
  for (std::size_t first = 0; first < nodes; first += most) {
    const std::size_t count = std::min(most, nodes - first);
    if (count < most) {
      lesser.clear();
      greater.clear();
    }
    const auto each = [&](auto action) {
      for (std::size_t k = 0; k < panel.points(); ++k) {
        for (std::size_t pair = 0; pair < count; ++pair) {
          for (std::size_t a = 0; a < bands; ++a) {
            for (std::size_t b = 0; b < bands; ++b) action(k, pair, a, b);
          }
        }
      }
    };
    each([&](std::size_t k, std::size_t pair, std::size_t a, std::size_t b) {
      const Block mixed = panel.at(k, 0);
      const std::size_t node = first + pair, backwards = nodes - 1 - node;
      lesser.values().at(a, b, pair)[k] = mixed.at(row * bands + a, node * bands + b);
      greater.values().at(a, b, pair)[k] = -mixed.at(row * bands + a, backwards * bands + b);
    });
    interaction.self_energy(vertices, lesser.values(), greater.values());
    each([&](std::size_t k, std::size_t pair, std::size_t a, std::size_t b) {
      self_energy.at(k, 0).set(row * bands + a, (first + pair) * bands + b,
                               lesser.values().at(a, b, pair)[k]);
    });
  }
}

}  // namespace

void self_energy_of_columns(const Model& model, std::span<const double> times,
                            std::span<const ColumnBlock> columns, const ColumnRows& panel,
                            const ColumnRows& self_energy, unsigned threads) {
  const Interaction& interaction = *model.interaction;
  const std::size_t order = times.size(), most = interaction.pairs(), points = model.points();
  std::vector<Place> places;
  for (std::size_t row = 0; row < order; ++row) {
    for (std::size_t column = 0; column < order; ++column) places.push_back({row, column});
  }
  const std::size_t batches = (places.size() + most - 1) / most;
  ThreadPool::shared().run(threads, columns.size(), [&](std::size_t part) {
    const ColumnBlock& block = columns[part];
    const PairBuffer lesser(model.bands, interaction), greater(model.bands, interaction);
    std::vector<double> vertices(most);
    for (std::size_t batch = 0; batch < batches; ++batch) {
      const std::size_t count = std::min(most, places.size() - batch * most);
      const std::span<const Place> own(places.data() + batch * most, count);
      if (count < most) {
        lesser.clear();
        greater.clear();
        std::ranges::fill(vertices, 0);
      }
      for (std::size_t pair = 0; pair < count; ++pair) {
        vertices[pair] =
            model.vertex(times[own[pair].row]) * model.vertex(block.times[own[pair].column]);
      }
      gather_pairs(panel, points, block.place, own, lesser.values(), greater.values());
      interaction.self_energy(vertices, lesser.values(), greater.values());
      scatter_pairs(lesser.values(), greater.values(), points, block.place, own, self_energy);
    }
  });
}

void mixed_self_energy(const Model& model, const ImaginaryBranch& branch,
                       std::span<const double> times, const BlockRows& panel,
                       BlockRows& self_energy, unsigned threads) {
  ThreadPool::shared().run(threads, times.size(), [&](std::size_t row) {
    mixed_row(model, branch, row, times[row], panel, self_energy);
  });
}

void self_energy_rows(const Model& model, const TwoTime& past, std::span<const double> times,
                      const PanelRows& panel, PanelRows& self_energy, unsigned threads) {
  const std::size_t order = past.collocation().order, panels = past.panels();
  std::vector<ColumnBlock> columns;
  for (std::size_t block = 0; block < panels; ++block) {
    columns.push_back({block, std::span(past.times()).subspan(block * order, order)});
  }
  columns.push_back({panels + 1, times});
  self_energy_of_columns(
      model, times, columns, {BlockTable(panel.lesser), BlockTable(panel.spectral)},
      {BlockTable(self_energy.lesser), BlockTable(self_energy.spectral)}, threads);
  if (past.branch()) {
    mixed_self_energy(model, *past.branch(), times, panel.mixed, self_energy.mixed, threads);
  }
}

}  // namespace diagc::dynamics
