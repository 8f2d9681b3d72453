// Everything that samples from trees of one order look up, in the precision of the kernel.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/series/sampling/step_tables.h"
#include "physics/series/sampling/tree/tree_weight.h"

namespace diagc::series {

/// What samples are drawn from.
struct TreePlan {
  TreeLinks links;
  double size = 0;           ///< average of |f| / w, by which counts are measured; 0: not known
  double normalisation = 0;  ///< λ of Markov chains; 0: independent samples
};

/// One cycle of the moves of Markov chains (step/tree_memory.h).
std::vector<std::uint8_t> tree_moves(std::uint32_t m, const lattice::Space& space);

/// The parents of vertices 2, 3, … of a shape from the lowest bit on, each in as many bits as the number of a lower vertex takes.
std::uint32_t packed_parents(const std::vector<std::uint8_t>& parents);

/// Pointers into this object and into `shared`, which live as long as the pointers are used.
template <class T>
class TreeTables {
 public:
  /// `use`: the first of 64 numbers that random numbers of this order alone are made with.
  TreeTables(const SharedTables<T>& shared, const TreePlan& plan, const std::vector<double>& params,
             std::uint64_t seed, std::uint32_t use, std::uint32_t m, bool alike,
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
  TreePointers<T> pointers_{};
};

}  // namespace diagc::series
