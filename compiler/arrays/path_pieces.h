// The cheapest cut of a path of main operands into kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/label_sets.h"
#include "compiler/arrays/place.h"

namespace diagc::arrays {

/// values[0] is a tensor, step k makes values[k + 1] of values[k] and others[k].
struct MainPath {
  std::vector<std::uint32_t> values, others;
};

/// Steps first … last − 1 of a path.
struct PathPiece {
  std::size_t first = 0, last = 0;
  KernelForm form = KernelForm::panels;
  Labels lanes;  ///< those that all steps of its segment leave alone
  std::uint64_t block = 0;
  Labels batch;        ///< ascending; of tiles: axes of other operands that are loops around tiles
  double seconds = 0;  ///< expected, without
  double relayout_seconds = 0;  ///< what another order of axes of the value that is read takes
};

/// `labels` and `homes` are of all values: labels without those of extent 1, and the loop over sliced labels that a step is in (slice_loops.h), which
/// is that of all steps of a kernel.
std::vector<PathPiece> cheapest_pieces(const MainPath& path, const std::vector<double>& extents,
                                       const std::vector<Labels>& labels,
                                       const std::vector<std::uint32_t>& homes,
                                       const PlaceOptions& options);

/// Any cut of a path: a segment is a step alone, or kernels of so many steps each that have lanes in common.
struct PathCut {
  std::vector<std::vector<std::size_t>> segments;  ///< steps of each kernel; empty: a step alone
};

/// What a cut takes by the same model, infinitely long where no kernels carry it out: what cheapest_pieces() makes as small as can be.
double cut_seconds(const MainPath& path, const std::vector<double>& extents,
                   const std::vector<Labels>& labels, const std::vector<std::uint32_t>& homes,
                   const PlaceOptions& options, const PathCut& cut);

}  // namespace diagc::arrays
