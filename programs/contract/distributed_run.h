// Contractions on simulated ranks: their plan, as text and carried out.
#pragma once

#include <string>

#include "physics/networks/distributed.h"
#include "physics/networks/part_file.h"
#include "programs/contract/options.h"
#include "programs/contract/report.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Throws UsageError for options that do not go with --simulate, for --target cuda and for --devices.
void check_distributed(const Options& options);

/// Throws Failure where the network cannot be shared among so many, or does not fit their memory.
networks::Distributed plan_distributed(const Options& options, const Subject& subject);

/// Network, order, memory and exchanges in a few lines.
std::string distribution_summary(const Subject& subject, const networks::Distributed& distributed);

/// A line for every step that is shared or exchanges something, in the order in which they are taken: values, the labels that are distributed by
/// axis of the grid, exchanges of the result with bytes, expected seconds of one slice.
std::string distribution_text(const Subject& subject, const networks::Distributed& distributed);

struct RankRun {
  networks::PartFile part;
  Outcome outcome;
};
RankRun contract_on_ranks(const Subject& subject, const networks::Distributed& distributed);

}  // namespace diagc::contract
