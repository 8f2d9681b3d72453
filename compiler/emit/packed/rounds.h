// Rounds of packed tasks: between two barriers of a block its warps compute tasks that do not depend on each other, and fetch what
// the next round reads. Numbers stand in slots of shared memory; a number without a slot is fetched anew: a known one from where it
// came, a computed one from a row of the workspace, into which it is stored in the round after its own.
#pragma once

#include "compiler/emit/packed/tasks.h"
#include "compiler/schedule/schedule.h"

namespace diagc {

struct PackedRoundOptions {
  std::uint32_t slots;  ///< for numbers, without those that stay (1 and −0)
  double wanted;        ///< costs of a round's tasks together, where as many are ready
  const std::atomic<bool>* stop = nullptr;
};

/// A number that gets a place.
struct Placed {
  Scalar scalar;
  Slot slot;
};

struct PackedRound {
  std::vector<std::uint32_t> tasks;
  std::vector<Placed> results;
  std::vector<Placed> fetched;  ///< for the next round
  std::vector<Scalar> kept;     ///< computed in the round before, to be stored in their rows
};

struct PackedRounds {
  std::vector<PackedRound> rounds;  ///< the first one only fetches
  std::vector<std::uint32_t>
      row;                  ///< by computed scalar (from `known` on): of the workspace, or no_slot
  std::uint32_t rows = 0;   ///< of the workspace
  std::uint32_t slots = 0;  ///< that are used, from 0 on
  std::uint64_t fetches = 0, keeps = 0;  ///< numbers
};

/// A task may read a sixth of `slots` at most. `cost` is by task.
PackedRounds packed_rounds(const PairSums& sums, const std::vector<PackedTask>& tasks,
                           const std::vector<double>& cost, const PackedRoundOptions& options);

}  // namespace diagc
