// The file of `diagc contract --gradient`.
#pragma once

#include "compiler/arrays/order.h"
#include "physics/networks/distributed.h"
#include "programs/contract/options.h"
#include "programs/contract/processes.h"
#include "programs/contract/subject.h"

namespace diagc::contract {

/// Throws UsageError where the network, its element or other options allow none.
void check_gradient(const Options& options, const Subject& subject);

/// The environments of all tensors, in the precision of the element, by the target of the options. Throws Failure where they take more than the memory.
void write_gradient(const Options& options, const Subject& subject, const arrays::Order& order);

/// The same on ranks that share every slice; all processes call it, and the first one writes.
void write_gradient(const Options& options, const Subject& subject,
                    const networks::Distributed& distributed, Processes& processes);

}  // namespace diagc::contract
