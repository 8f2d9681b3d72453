// Contractions on ranks, of this process or of several: their plan, and as text.
#pragma once

#include <memory>
#include <string>

#include "physics/networks/distributed.h"
#include "programs/contract/options.h"
#include "programs/contract/processes.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Throws UsageError for options that do not go with --simulate, for --target cuda and for --devices.
void check_distributed(const Options& options);

/// Those of one of several processes: as many ranks as there are, or the given number of them; files are written by the first one alone. Throws
/// UsageError for options that do not go with several.
Options shared_options(const Options& options, const Processes& processes);

/// Throws Failure where the network cannot be shared among so many, or does not fit their memory. With `device` ranks are its devices; `of_one_device` as in
/// distribute_search().
networks::Distributed plan_distributed(
    const Options& options, const Subject& subject,
    const std::shared_ptr<const networks::DeviceSetup>& device = {},
    const arrays::Order* of_one_device = nullptr);

/// The first process plans, and all others get its plan. With --target cuda every process is a rank, on the device that its place on its machine
/// says, of those of --devices or all.
networks::Distributed plan_distributed(const Options& options, const Subject& subject,
                                       Processes& processes);

/// For --save-plan.
std::string distributed_plan_text(const Subject& subject, const networks::Distributed& distributed);

/// Network, order, memory and exchanges in a few lines.
std::string distribution_summary(const Subject& subject, const networks::Distributed& distributed);

}  // namespace diagc::contract
