// Plans of contractions on ranks as text: what every step has on which rank, what is exchanged, what that is expected to take and what it took.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "physics/networks/distributed.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Seconds that ranks took, all slices together: by step of the distribution, the longest of the ranks of one process.
struct StepTimes {
  std::vector<double> steps, exchanges;  ///< empty: not measured
  std::uint64_t slices = 0;              ///< in which that was
};

/// A line for every step that is shared or exchanges something, in the order in which they are taken: values, the labels that are distributed by
/// axis of the grid, exchanges of the result with bytes, seconds of one slice, expected and, where there are times, measured.
std::string distribution_text(const Subject& subject, const networks::Distributed& distributed,
                              const StepTimes& times = {});

/// Everything about the step that makes `value`: its arrays and what a rank has of them, groups and places of its labels, exchanges. Throws
/// UsageError where no step does.
std::string distributed_step_text(const Subject& subject, const networks::Distributed& distributed,
                                  std::int64_t value);

}  // namespace diagc::contract
