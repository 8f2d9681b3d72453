// How a network is contracted: steps on buffers whose places are known before anything is allocated.
//
// Slices are taken one after the other; what no sliced label reaches is computed once, before them. In a slice, and before them, there may be loops over
// labels whose sums end at a step (slice_loops.h): kernels within are taken for each of the label's values, and the value that the last one
// writes is added up. A step is a contraction of two values
// with four groups of axes: batch (in both and the result), rows (of one operand), columns (of the other) and summed (in neither's result).
// A kernel takes one step, or several tile by tile (place.h). Operands are read where they are, by strides: no transposed array is ever written.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/place.h"
#include "compiler/arrays/slice_loops.h"

namespace diagc::arrays {

/// One axis of a contraction; strides in elements, 0 where an array does not have it.
struct PlanAxis {
  std::uint64_t extent = 1;
  std::uint64_t a = 0, b = 0, c = 0;
};

struct PlanStep {
  std::uint32_t a = 0, b = 0, c = 0;  ///< values: tensors of the network first, then results
  /// The last axis of a group varies fastest; rows are a's, columns b's. Of a step in tiles, those that every tile has.
  std::vector<PlanAxis> batch, rows, columns, summed;
  /// Of tiles: strides of the kernel's outer axes in b, 0 for those that it does not have.
  std::vector<std::uint64_t> outer;
  bool once = false;  ///< before the slices
  double runs = 1;    ///< in a slice or before them: for so many values of labels of loops

  double log2_macs = 0;  ///< sums of one operand alone before the product
};

/// What one call computes.
struct PlanKernel {
  std::size_t first = 0, count = 1;  ///< of Plan::steps
  KernelForm form = KernelForm::panels;
  bool once = false;
  double runs = 1;
  double seconds = 0;  ///< expected on one core, of one run, by the model of place()
  /// Whether its result is added up over loops; then all but the first are written to `partial`, of the arena, and added to what is there.
  bool adds = false;
  std::uint64_t partial = 0;
  /// Whether an array of the arena has what rounding has taken from that sum so far.
  bool is_compensated = false;
  std::uint64_t compensation = 0;

  // Of tiles. Strides of a are those in what the first step reads, of c in the result of the last; in between, steps have strides in tiles.
  std::vector<PlanAxis> outer;
  std::vector<PlanAxis> lanes;  ///< fastest in the result, and, unless relaid, in what is read
  std::vector<Label> outer_labels, lane_labels;
  std::uint64_t blocks = 1;  ///< that lanes are cut into
  bool relaid = false;       ///< lanes are brought together as tiles are copied
  bool copied = false;       ///< tiles are copied before the first step
  std::vector<PlanAxis>
      copies;  ///< axes of the copy beside the lanes; a: in what is read, c: in the tile
  std::uint64_t tile_elements = 0;  ///< of the largest tile, gaps between its lanes among them
};

struct PlanValue {
  /// Of a result's axes, the last one fastest; of a tensor as in the network. Results have none of extent 1.
  std::vector<Label> labels;
  std::uint64_t elements = 1;  ///< of a tensor all of it, of a result in one slice
  std::uint64_t offset = 0;    ///< of a result that is stored, in the arena, in elements
  bool stored = true;          ///< false: in tiles only
};

struct Plan {
  std::vector<PlanStep> steps;      ///< those before the slices first
  std::vector<PlanKernel> kernels;  ///< of all steps, in their order
  std::vector<PlanLoop> loops;      ///< of kernels, by first one, those around others first
  std::vector<PlanValue> values;
  std::uint64_t arena = 0;  ///< elements that all results together need, each while it lives
  std::uint64_t element_bytes = 0;  ///< that tiles are made for; 0: any, there are none
  std::uint64_t slices = 1;
  std::vector<Label> sliced;  ///< labels of slices: open ones first; the last one fastest
  std::uint32_t result =
      0;  ///< the value that is the sum of one slice, up to the order of its axes
};

/// Sums over loops of so many terms need no compensation: their rounding is no more than that of sums within a step, most of which are longer.
inline constexpr double few_terms = 32;

/// Results begin at multiples of so many elements.
inline constexpr std::uint64_t plan_alignment = 64;

/// All sums over sliced labels are those of slices. Kernels as place() finds them, in an order that needs little memory: of several operands the one whose computation needs most beside what it
/// leaves is computed first. Every label must stand in a tensor, and there must be at least one tensor. Throws std::runtime_error where sizes pass 2^63
/// elements.
Plan make_plan(const Network& network, const Order& order, const PlaceOptions& options = {});

/// With these loops, which must be of the order.
Plan make_plan(const Network& network, const Order& order, const PlaceOptions& options,
               const SliceLoops& loops);

}  // namespace diagc::arrays
