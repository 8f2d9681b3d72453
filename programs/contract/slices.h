// Slices of a contraction as a run takes them: some of them for a part file, or all; with checkpoints, and up to a time.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "physics/networks/distributed.h"
#include "physics/networks/part_file.h"
#include "programs/contract/distribution_table.h"
#include "programs/contract/plan_table.h"
#include "programs/contract/processes.h"
#include "programs/contract/report.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

struct SliceOptions {
  std::string slices;      ///< `a..b`, a part; empty: all
  std::string checkpoint;  ///< path; empty: none
  bool resume = false;
  double seconds = 0;  ///< at most, with a checkpoint; 0: no limit
};

/// First and one past the last of `a..b`; b may be left out. Throws UsageError where that is no part of `slices`.
std::pair<std::uint64_t, std::uint64_t> parse_slices(const std::string& text, std::uint64_t slices);

/// What the slices give. Throws Failure where they are stopped by the clock or by a signal, and says how to go on.
/// `times`, where wanted, become those of the kernels.
networks::PartFile run_slices(const Subject& subject, const networks::Planned& planned,
                              const SliceOptions& options, KernelTimes* times = nullptr);

/// The same on ranks that share every slice: what they have sent, for the slices that were taken.
struct SharedSlices {
  networks::PartFile part;
  RankReport ranks;
  StepTimes times;
  bool is_stopped = false;  ///< by the first process, which says so
};

/// All processes get the same. The first one shows progress, has the checkpoint and says when slices are stopped: it throws, the others do not.
SharedSlices run_shared_slices(const Subject& subject, const networks::Distributed& distributed,
                               Processes& processes, const SliceOptions& options);

/// The parts of one contraction, all slices once; what is missing is named.
networks::PartFile add_parts(const std::vector<std::string>& paths);

/// The value of all slices.
Outcome outcome_of(const networks::PartFile& part);

}  // namespace diagc::contract
