#include "physics/dynamics/history.h"

#include <algorithm>
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

/// Columns of blocks that are gone through together: what their sums and factors take, six blocks each, stays in the second level of a cache.
std::size_t strip_blocks(std::size_t size) {
  constexpr std::size_t cached_bytes = 256 * 1024;
  return std::max<std::size_t>(cached_bytes / (6 * 2 * sizeof(double) * size * padded(size)), 1);
}

void clear_rows(const BlockRows& rows) {
  const Block first = rows.at(0, 0);
  std::memset(first.re, 0, rows.bytes());
}

}  // namespace

WeightedSelfEnergy::WeightedSelfEnergy(const TwoTime& past, std::size_t rows) {
  const std::size_t size = past.block_size(), panels = past.panels();
  for (BlockRows* blocks : {&spectral, &lesser}) *blocks = BlockRows(1, panels, rows, size);
  for (BlockRows* blocks : {&lesser_turned, &spectral_turned}) {
    *blocks = BlockRows(1, panels, size, rows);
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
      for (std::size_t row = 0; row < spectral.rows(); ++row) {
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

HistorySums::HistorySums(const TwoTime& past, std::size_t rows) {
  const std::size_t size = past.block_size(), blocks = past.panels() + 2;
  for (BlockRows* sums : {&lesser, &spectral}) *sums = BlockRows(1, blocks, rows, size);
  lesser_turned = BlockRows(1, blocks, size, rows);
}

void HistorySums::clear() {
  for (const BlockRows* rows : {&lesser, &spectral, &lesser_turned}) clear_rows(*rows);
}

void HistorySums::turn_back() {
  for (std::size_t block = 0; block < lesser.blocks(); ++block) {
    const Block from = lesser_turned.at(0, block), to = lesser.at(0, block);
    for (std::size_t row = 0; row < lesser_turned.rows(); ++row) {
      for (std::size_t column = 0; column < lesser_turned.columns(); ++column) {
        to.re[column * to.stride + row] += from.re[row * from.stride + column];
        to.im[column * to.stride + row] += from.im[row * from.stride + column];
      }
    }
  }
}

void add_history(const TwoTime& past, std::size_t k, const WeightedSelfEnergy& self_energy,
                 const PanelRows& panel, HistorySums& sums) {
  const std::size_t size = past.block_size(), panels = past.panels();
  const std::size_t rows = self_energy.spectral.rows();
  const auto multiply = [&](const Block& a, const Block& b, const Block& to) {
    add_product(rows, size, size, a, b, to);
  };
  /// to += conj(a) b, of so many rows of a: what is turned.
  const auto multiply_turned = [&](std::size_t of_a, const Block& a, const Block& b,
                                   const Block& to) {
    add_product(of_a, size, rows, a, b, to, true);
  };
  const BlockRows scratch(1, 2, size, size), doubles(1, 2, size, size);
  const std::size_t strip = strip_blocks(size);
  for (std::size_t first = 0; first < panels; first += strip) {
    const std::size_t last = std::min(first + strip, panels);
    for (std::size_t p = first; p < panels; ++p) {
      const auto lesser_at = [&](std::size_t q) {
        return past.lesser_block(p, k, q, doubles.at(0, 0));
      };
      const auto spectral_at = [&](std::size_t q) {
        return past.spectral_block(p, k, q, doubles.at(0, 1));
      };
      const Block s = self_energy.spectral.at(0, p);
      // Blocks in single precision are read one by one.
      const std::size_t end = std::min(p, last), together = p < past.compacted() ? 1 : end - first;
      for (std::size_t q = first; q < end; q += together) {
        const Block l = lesser_at(q), d = spectral_at(q);
        past.history_code().add({.lesser = l,
                                 .spectral = d,
                                 .lesser_adjoint = l,
                                 .spectral_adjoint = d,
                                 .factor = s,
                                 .spectral_turned = self_energy.spectral_turned.at(0, q),
                                 .lesser_turned = self_energy.lesser_turned.at(0, q),
                                 .lesser_sums = sums.lesser.at(0, q),
                                 .spectral_sums = sums.spectral.at(0, q),
                                 .turned_sums = sums.lesser_turned.at(0, p)},
                                rows, size, together);
      }
      if (p >= last) continue;
      split_own_block(past.collocation(), past.bands(), spectral_at(p), scratch.at(0, 0),
                      scratch.at(0, 1));
      multiply(s, lesser_at(p), sums.lesser.at(0, p));
      multiply(self_energy.lesser.at(0, p), scratch.at(0, 0), sums.lesser.at(0, p));
      multiply(s, scratch.at(0, 1), sums.spectral.at(0, p));
    }
  }
  // Columns of T⁺ and of the panel itself, whose values at stored nodes are adjoints of rows.
  const Block of_edge = sums.lesser_turned.at(0, panels);
  const Block own = sums.lesser_turned.at(0, panels + 1);
  for (std::size_t q = 0; q < panels; ++q) {
    const Block s = self_energy.spectral_turned.at(0, q), l = self_energy.lesser_turned.at(0, q);
    multiply_turned(past.bands(), past.edge().lesser.at(k, q), s, of_edge);
    multiply_turned(past.bands(), past.edge().spectral.at(k, q), l, of_edge);
    multiply_turned(rows, panel.lesser.at(k, q), s, own);
    multiply_turned(rows, panel.spectral.at(k, q), l, own);
  }
}

double history_operations(std::size_t panels, std::size_t block_size, std::size_t rows) {
  const auto n = static_cast<double>(panels), size = static_cast<double>(block_size);
  const auto all = static_cast<double>(rows);
  return 8 * all * size * (size * (4 * n * (n - 1) / 2 + 3 * n) + 2 * n * all);
}

}  // namespace diagc::dynamics
