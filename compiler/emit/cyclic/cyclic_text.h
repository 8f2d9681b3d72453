// CUDA C++ of an array graph along one cyclic axis: all threads of a block compute one configuration, whose arrays stand in the block's memory.
#pragma once

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include "compiler/arrays/cyclic_plan.h"
#include "compiler/emit/cuda/program.h"
#include "compiler/emit/cyclic/cyclic_grid.h"

namespace diagc {

/// What the source defines, in a text that has struct Complex (re, im), block_sync() for all threads of a block, and Long before it:
///
///   enum : unsigned { POINTS, APART, ARRAYS, NUMBERS, THREADS };
///   void evaluate_cyclic(Complex *values, Complex *numbers, const Complex *roots)
///
/// `values`: ARRAYS arrays, APART numbers apart; number spread(k) of an array is that of point k. Inputs stand where `input_places` says, which are
/// overwritten, outputs where `output_places` does: places of arrays, or among the NUMBERS numbers where a value has no axis. Threads meet before
/// the function returns, and have to before it is called. A block has THREADS threads.
///
/// Where all that is done are transforms of all arrays, a map of their numbers at a point, and inverses of its results, which take the lowest places,
/// `is_map` says so, and the source has the map:
///
///   void map_point(Complex (&x)[ARRAYS], const Complex *numbers)
struct CyclicText {
  static constexpr std::size_t threads = 256;
  std::string source;
  std::size_t points = 1, apart = 1, arrays = 0, numbers = 0;
  std::vector<std::size_t> input_places, output_places;
  std::vector<std::complex<double>> roots;  ///< what the parameter points to
  std::vector<std::size_t> extents;         ///< of the axis
  bool is_map = false;
};

/// Bodies of the plan's steps are taken as they are. Throws std::runtime_error, "found …, expected …", where a plan has what no kernel
/// is made for: sums that are no transforms, several axes, axes whose lengths have prime factors above `largest_radix`.
CyclicText cyclic_text(const arrays::CyclicPlan& plan, const CudaOptions& options);

}  // namespace diagc
