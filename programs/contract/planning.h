// The plan that a command line of diagc contract asks for.
#pragma once

#include <cstdint>
#include <memory>

#include "physics/networks/plan_file.h"
#include "physics/networks/planned.h"
#include "programs/contract/options.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Of the slowest of these devices; an H200's where none is there.
arrays::DeviceRates rates_of(const std::vector<int>& devices);

/// The devices of --target cuda; null where processors contract. Throws UsageError for what are no numbers of devices.
std::shared_ptr<const networks::DeviceSetup> device_of(const Options& options);

/// What is given, or 80 % of what is free, of devices where there is least. Throws what runtime/cuda throws.
std::uint64_t memory_limit(const Options& options, const networks::DeviceSetup* device = nullptr);

arrays::SearchOptions search_options(const Options& options, std::uint64_t seed);

/// Of the order that is given or, with `search` or without one, found. Throws Failure where no plan keeps the memory.
networks::Planned plan(const Options& options, const Subject& subject, std::uint64_t seed,
                       bool search);

/// The file of --load-plan, for so many ranks; 0: for one processor or slices of devices. Throws Failure where it is not for this contraction.
networks::PlanFile read_plan_file(const Options& options, const Subject& subject,
                                  std::uint32_t ranks);

}  // namespace diagc::contract
