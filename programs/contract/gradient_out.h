// The file of `diagc contract --gradient`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compiler/arrays/order.h"
#include "compiler/arrays/reverse_sweep.h"
#include "physics/networks/device_gradient.h"
#include "physics/networks/rank_gradient.h"
#include "programs/contract/options.h"
#include "programs/contract/processes.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Throws UsageError where the network, its element or other options allow none.
void check_gradient(const Options& options, const Subject& subject);

/// How derivatives are swept by the target of the options.
struct GradientWork {
  arrays::ReverseSweep sweep;  ///< on processors
  networks::DeviceSweep device_sweep;
  std::optional<networks::DeviceSetup> device;  ///< of the latter; else on processors
  std::uint64_t bytes = 0, memory = 0;          ///< at most, and their limit
};

/// Where it takes more than the memory, another order is searched, whose values are smaller. Throws Failure where that is of no help, or where the order is
/// given.
GradientWork plan_gradient(const Options& options, const Subject& subject,
                           networks::Planned& planned);

/// What it takes.
std::string gradient_text(const GradientWork& work);

/// The environments of all tensors, in the precision of the element.
void write_gradient(const Options& options, const Subject& subject, const arrays::Order& order,
                    const GradientWork& work);

/// The same on ranks that share every slice.
struct RankGradientWork {
  networks::RankSweep sweep;
  std::optional<networks::DeviceSetup> setup;  ///< of devices; else on processors
};

/// As that of one processor or device. All processes call it.
RankGradientWork plan_gradient(const Options& options, const Subject& subject, Processes& processes,
                               networks::Distributed& distributed);

std::string gradient_text(const RankGradientWork& work);

/// All processes call it, and the first one writes.
void write_gradient(const Options& options, const Subject& subject, const RankGradientWork& work,
                    Processes& processes);

}  // namespace diagc::contract
