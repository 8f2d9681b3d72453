// A reverse sweep through an order whose sums end early: what is computed when, and how much is there at a time.
//
// The derivative with respect to an operand of a step is the one with respect to the result, contracted with the other operand. It needs the
// operands once more, so that a sweep goes forward through the steps of a place (slice_loops.h) and then back. A loop is met twice: forward for
// the value that it sums, of which alone something is left, and back, where each iteration is taken forward again and then back. Derivatives with respect
// to what a loop reads from outside are summed over its iterations. Where there is memory, a loop keeps the values of all iterations, and nothing
// is taken forward again.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/slice_loops.h"

namespace diagc::arrays {

/// A step, or a loop.
struct SweepUnit {
  bool is_loop = false;
  std::uint32_t number = 0;  ///< of the step in the order, or of the loop's place
  std::uint32_t makes = 0;   ///< the value of the step, or the one that the loop sums
  std::vector<std::uint32_t>
      reads;  ///< values of steps that are its place's own, and that nothing else there reads
};

/// What is taken together, in the sequence forward. A unit that makes `end` is only needed by those that are outside.
struct SweepPlace {
  std::vector<SweepUnit> units;
  std::vector<Label> labels;  ///< whose values the iterations run over, the last one fastest
  std::uint64_t iterations = 1;
  std::uint32_t end = 0;           ///< the value that is summed
  std::vector<std::uint32_t> own;  ///< values of steps that every iteration has anew
  bool is_kept = false;            ///< the values of all iterations
};

/// How a place is taken forward.
enum class SweepPass : std::uint8_t {
  value,  ///< for what it sums; its own values are given up as soon as they are read
  keep,   ///< that, and its own values stay
  again   ///< for its own values alone
};

struct ReverseSweep {
  std::vector<SweepPlace> places;    ///< numbered as in SliceLoops; the slices are a loop of `once`
  std::vector<std::uint32_t> owner;  ///< by value of a step: the place that has it among its own
  double elements = 0;  ///< of values and derivatives that are there at a time, at most
  double products = 0;  ///< multiplications with addition, all of them

  /// Whether a unit is left out, as nobody asks for what it makes.
  bool is_left_out(const SweepPlace& place, const SweepUnit& unit, SweepPass pass) const {
    return pass == SweepPass::again && unit.makes == place.end;
  }
};

/// Keeps the values of those loops whose repetition takes most, as long as `elements` does not pass `most_elements`. The network has no open labels.
ReverseSweep reverse_sweep(const Network& network, const Order& order, const SliceLoops& loops,
                           double most_elements);

}  // namespace diagc::arrays
