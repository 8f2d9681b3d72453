// Walkers of one order in the memory of a device.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "diagc/kernel.h"
#include "physics/series/sampling/order_walkers.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::integrate {

/// All blocks are stepped by one launch: the first call of walk() for a stretch makes it for all blocks, and the sums of the others wait until
/// they are asked for. `kernel` has target cuda; `shared` must live as long. Throws what
/// runtime/cuda throws, and std::runtime_error where a kernel of another schedule than straight is to be fused.
template <class T>
std::unique_ptr<OrderWalkers> cuda_walkers(const SharedTables<T>& shared, const Kernel& kernel,
                                           const std::vector<double>& params, std::uint64_t seed,
                                           const std::vector<std::uint32_t>& blocks, int device,
                                           GpuForm form, bool use_cache, std::stop_token stop);

/// See SharedWalkerTables::source.
template <class T>
std::string cuda_step_source(const SharedTables<T>& shared, const Kernel& kernel,
                             std::size_t params, int device);

/// That of GpuForm::automatic: never automatic.
GpuForm gpu_form(const Kernel& kernel);

}  // namespace diagc::integrate
