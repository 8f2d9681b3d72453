// Chains of steps that one kernel takes on a device: a tile of the first operand is read once, its values stay in shared memory from step to
// step, and what the last step makes is written once.
//
// Every step reads what the one before it makes, as its larger operand. Labels that the first operand and the result have and that no other
// operand touches are lanes: a block takes some of them with all that the other operands touch. Values between the steps are not scaled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/arrays/device/device_step.h"

namespace diagc::arrays {

/// Numbers that threads read from shared memory at once, of so many bytes together.
inline constexpr std::uint64_t pack_bytes = 16;

/// Steps of a chain at most; that of struct ChainArrays in device/text/chain.cuh.
inline constexpr std::size_t most_chain_steps = 8;

/// Accesses of threads to shared memory or the nearest cache that an H200 makes a second, of 4 bytes each.
inline constexpr double device_access_rate = 5e12;

/// A step within a tile. Strides in c and a are those of the buffers in shared memory, but for the result, and for the first operand where that is
/// not copied. The other operand is copied there once, with the columns fastest; strides in b are those of the copy.
struct ChainStage {
  std::vector<PlanAxis> rows, columns, summed;  ///< fastest last; rows have strides in b
  std::vector<PlanAxis> other;                  ///< of the copy, fastest last; b: in the operand
  std::uint64_t other_at = 0;  ///< where the copy begins, in elements from the first buffer on
  HeldSums held;               ///< rows of a thread read the same of b
  /// So many of a thread's rows lie side by side in a and in c; the others are count_of(rows) · row_pack / held.rows apart.
  std::uint64_t row_pack = 1;
};

struct DeviceChain {
  std::vector<ChainStage> stages;
  std::vector<PlanAxis>
      tiles;  ///< lanes that are outside; a: in the first operand, c: in the result
  std::uint64_t held[2] =
      {};  ///< elements of the two buffers between the steps, with places that stay free so that threads meet different banks
  /// How a tile of the first operand is copied to shared memory, fastest last; a: in the operand, c: in the copy. None where it stays where it is.
  std::vector<PlanAxis> first;
  std::uint64_t first_at = 0;  ///< where that copy begins, in elements from the first buffer on
  bool is_far = false;         ///< offsets do not fit 32 bits
  double moved = 0;            ///< bytes that go to the device's memory or come from there
  double seconds = 0;          ///< expected on a device of some rates, without that of the launch

  std::uint64_t shared_elements() const;  ///< buffers and copies of a block
};

/// Elements of the first operand that are copied at once: as many as lie side by side in both places, up to a pack.
std::uint64_t packed_firsts(const DeviceChain& chain, DeviceElement element);

/// Columns that a thread reads from the copy at once: as many as whole packs make up all and a thread's own.
std::uint64_t packed_columns(const ChainStage& stage, DeviceElement element);

/// The fastest tiles of a chain of one step or more; none where no tile fits. Other operands must be read by no step of the chain before they are made.
std::optional<DeviceChain> device_chain(const Network& network, const Plan& plan,
                                        std::span<const DeviceStep> steps, DeviceElement element,
                                        const DeviceRates& rates);

/// A range of the steps of a path that becomes one kernel.
struct ChainPiece {
  std::size_t first = 0, count = 1;
  std::optional<DeviceChain> chain;  ///< none: the step has its own form
};

/// The cut of a path that takes the least time. In the path every step reads the result of the one before it as its larger operand, and no other
/// step does. Steps have their expected seconds.
std::vector<ChainPiece> cheapest_chains(const Network& network, const Plan& plan,
                                        std::span<const DeviceStep> path, DeviceElement element,
                                        const DeviceRates& rates);

}  // namespace diagc::arrays
