// How the steps of a tile kernel are put into loops.
//
// A tile goes through several steps. Axes that consecutive steps leave in place are loops around all of these steps, a *nest*: what lies between
// its steps is then so small that it stays in the nearest cache. Between nests there are whole tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/plan.h"

namespace diagc {

/// An axis with its strides in what is read and what is written, and in the step's own numbers, which lie as [batch][summed][column].
struct NestAxis {
  std::uint64_t extent = 1, read = 0, write = 0, number = 0;
};

std::uint64_t values_of(const std::vector<NestAxis>& axes);

struct NestValue {
  std::uint64_t read = 0, write = 0, number = 0;
};

/// All values of some axes, those of the last axis next to each other.
std::vector<NestValue> values_in(const std::vector<NestAxis>& axes);

struct NestStep {
  std::vector<NestAxis> kept;  ///< batch and rows, without the loops around the nest
  std::vector<NestAxis> columns, summed;
  bool takes_three = false;  ///< three real products for a complex one
  std::uint64_t held = 0;    ///< numbers of what it leaves within the nest, all rows of lanes
};

/// A loop around a nest.
struct NestLoop {
  std::uint64_t extent = 1, read = 0, write = 0;
  std::vector<std::uint64_t> numbers;  ///< stride in the numbers of each step
};

struct TileNest {
  std::size_t first = 0;        ///< step of the kernel
  std::vector<NestLoop> loops;  ///< the slowest in what is read first
  std::vector<NestStep> steps;
};

/// Of a kernel in tiles. Strides, and `held`, are in numbers: `parts` of them an element, `row_numbers` from one row of lanes to the next in what
/// lies between two steps of a nest, which holds at most `near_bytes` there. Nests are cut where the least crosses from one to the next.
/// `copy`: a step before all others, which counts as one, or null.
std::vector<TileNest> tile_nests(const arrays::Plan& plan, const arrays::PlanKernel& kernel,
                                 std::uint64_t row_numbers, std::uint64_t parts,
                                 std::uint64_t number_bytes, std::uint64_t near_bytes,
                                 const NestStep* copy = nullptr);

}  // namespace diagc
