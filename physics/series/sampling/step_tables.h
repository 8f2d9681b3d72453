// Everything that steps of one order look up, in the precision of the kernel.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "physics/lattice/propagator_table.h"
#include "physics/lattice/space.h"
#include "physics/series/sampling/chain_weight.h"
#include "physics/series/sampling/pair_codes.h"
#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::series {

/// Where the bytes of a table are to be read: at their own address, or in the memory of a device after copying them there.
using PlaceTable = std::function<const void*(const void* data, std::size_t bytes)>;
inline const void* in_place(const void* data, std::size_t) { return data; }

/// In units of 2⁻³², for comparison with 32 random bits.
std::uint32_t threshold_bits(double threshold);

template <class T>
const T* placed(const std::vector<T>& table, const PlaceTable& place) {
  return static_cast<const T*>(place(table.data(), table.size() * sizeof(T)));
}

/// Numbers that begin at a line of cache: records of 16 and 32 bytes then never lie in two.
template <class T>
struct alignas(64) CacheLine {
  T numbers[64 / sizeof(T)] = {};
};

/// What all orders of a job share: propagators and geometry.
template <class T>
class SharedTables {
 public:
  /// `derivative`, where there is one, has the rows and intervals of `table`.
  SharedTables(const lattice::Space& space, const lattice::PropagatorTable& table,
               std::uint32_t link_bins, const lattice::PropagatorTable* derivative = nullptr);
  /// Of any tables of equal rows and intervals.
  SharedTables(const lattice::Space& space, std::span<const lattice::PropagatorTable* const> tables,
               std::uint32_t link_bins);

  StepShape shape(std::uint32_t order, std::uint32_t lanes) const;
  const LinkClasses& classes() const { return classes_; }
  const PairCodes& codes() const { return codes_; }
  /// The cell of a link, from codes and times in ticks.
  std::uint32_t cell(std::uint32_t anchor_before, std::uint32_t code_after,
                     std::uint32_t ticks) const;
  /// Adds |f| / weight of one walker, in units of 2⁻²⁰, to the cells of its links, [vertex − 1][cell]. `integers(row)`: as the walker's
  /// block has them, rows of times, codes and anchors.
  template <class Integers>
  void count_links(std::uint32_t order, const Integers& integers, T f, T weight,
                   std::span<std::int64_t> counts) const {
    const std::uint32_t vertices = order + 1;
    const std::uint32_t anchors = codes_.one_code() ? vertices : 2 * vertices;
    const auto share = static_cast<std::int64_t>(
        std::ldexp(std::abs(static_cast<double>(f)) / static_cast<double>(weight), 20));
    for (std::uint32_t v = 1; v <= order; ++v) {
      const std::uint32_t at =
          cell(integers(anchors + v - 1), integers(vertices + v), integers(v) - integers(v - 1));
      counts[std::size_t{v - 1} * classes_.cells() + at] += share;
    }
  }
  /// Of StepPointers, TreePointers and PointPointers, what all orders share.
  template <class Pointers>
  void fill(Pointers& pointers, const PlaceTable& place = in_place) const;

 private:
  PairCodes codes_;
  LinkClasses classes_;
  StepShape shape_;
  std::vector<CacheLine<T>> coefficients_;
  std::vector<T> equal_time_, equal_derivative_;  ///< [code]; of the first table, of the second
  std::vector<T> equal_times_;                    ///< [table][code]
  std::vector<std::uint32_t> row_, link_class_, first_draw_, landing_code_, landing_anchor_,
      root_threshold_, root_alias_, root_code_, root_anchor_;
};

/// An entry of LinkDraws as steps read it.
struct alignas(16) DrawEntry {
  std::uint32_t threshold, own, alias, classes;
};

/// The entries of a link's draws.
std::vector<DrawEntry> draw_entries(const LinkClasses& classes, const PairCodes& codes,
                                    const LinkDraws& draws);

/// What steps of one order do and draw from.
struct StepPlan {
  std::vector<LinkDistribution> links;  ///< of vertex 1, 2, …
  std::vector<std::uint8_t> moves;      ///< one cycle
  std::uint32_t shift_ticks = 0;        ///< the largest shift of a time, of 2³² that are β
  double normalisation = 1;             ///< λ
};

/// Pointers into this object and into `shared`, which live as long as the pointers are used.
/// `stream`: 64 uses of random numbers, of which vertices have one each; an order of chains has that of its own number.
template <class T, class Pointers = StepPointers<T>>
class StepTables {
 public:
  StepTables(const SharedTables<T>& shared, const StepPlan& plan, const std::vector<double>& params,
             std::uint64_t seed, std::uint32_t stream, const PlaceTable& place = in_place);
  StepTables(const StepTables&) = delete;
  const Pointers& pointers() const { return pointers_; }

 private:
  std::vector<std::vector<T>> densities_;
  std::vector<std::vector<DrawEntry>> draws_;
  std::vector<StepLink<T>> links_;
  std::vector<std::uint8_t> moves_;
  std::vector<T> params_;
  Pointers pointers_{};
};

}  // namespace diagc::series
