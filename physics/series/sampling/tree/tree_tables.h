// Everything that samples from trees of one order look up, in the precision of the kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "physics/series/sampling/step_tables.h"
#include "physics/series/sampling/tree/sobol_draws.h"
#include "physics/series/sampling/tree/tree_weight.h"

namespace diagc::series {

/// Of mixed precision: how often the average of |f| / w a sample may have of it that is not evaluated again. One of some hundreds has more.
constexpr double most_in_single_precision = 8;

/// What samples are drawn from.
struct TreePlan {
  TreeLinks links;
  double size = 0;           ///< average of |f| / w, by which counts are measured; 0: not known
  double normalisation = 0;  ///< λ of Markov chains; 0: independent samples
  /// The step of the first point of Sobol's sequence that independent samples are drawn by; nothing: they are drawn by random numbers.
  std::optional<std::uint64_t> sobol = {};
};

/// The random numbers of an order, and the groups that take them.
struct TreeNumbers {
  std::uint64_t seed = 1;
  std::uint32_t use = 0;  ///< the first of 64 that are this order's alone
  /// Of draws by Sobol's sequence: log2 of the members of a group; groups have numbers below `groups`.
  std::uint32_t group_bits = 0, groups = 0;
};

/// One cycle of the moves of Markov chains (step/tree_memory.h).
std::vector<std::uint8_t> tree_moves(std::uint32_t m, const lattice::Space& space);

/// Pointers into this object and into `shared`, which live as long as the pointers are used.
template <class T>
class TreeTables {
 public:
  TreeTables(const SharedTables<T>& shared, const TreePlan& plan, const std::vector<double>& params,
             const TreeNumbers& numbers, std::uint32_t m, bool alike,
             const std::vector<std::uint8_t>& moves, const PlaceTable& place = in_place);
  TreeTables(const TreeTables&) = delete;
  const TreePointers<T>& pointers() const { return pointers_; }

 private:
  struct alignas(16) ShapeEntry {
    std::uint32_t threshold, own, alias, nothing;
  };
  static std::vector<ShapeEntry> shape_entries(std::uint32_t m, double alpha);

  std::vector<ShapeEntry> shapes_;
  std::vector<T> root_density_, density_;
  std::vector<DrawEntry> draws_;
  std::vector<T> params_;
  std::vector<std::uint8_t> moves_;
  std::optional<SobolDraws> sobol_;
  TreePointers<T> pointers_{};
};

}  // namespace diagc::series
