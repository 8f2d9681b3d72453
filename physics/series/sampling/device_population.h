// Walkers of one order in the memory of a device.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "diagc/kernel.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/step_tables.h"
#include "runtime/cuda/device.h"

namespace diagc::series {

/// The fewest steps of a stretch on a device: starting fewer takes longer than making them.
constexpr std::uint32_t gpu_stretch = 256;

/// `kernel` has target cuda; `shared` must live as long. Throws what runtime/cuda throws, and std::runtime_error where a kernel of
/// another schedule than straight is to be fused.
template <class T>
std::unique_ptr<OrderPopulation> device_population(const SharedTables<T>& shared,
                                                   const lattice::Space& space,
                                                   const Kernel& kernel,
                                                   const OrderOptions& options);

/// See SharedWalkerTables::source.
template <class T>
std::string cuda_step_source(const SharedTables<T>& shared, const Kernel& kernel, int device);

/// Throws std::runtime_error unless the graph may stand inside of a step.
void check_straight(const Kernel& kernel);

/// The source of a step, compiled for a device.
std::string step_cubin(const cuda::Device& device, const std::string& source,
                       const std::string& name, bool use_cache, std::stop_token stop);

/// The form that GpuForm::automatic stands for: fused or split.
GpuForm gpu_form(const Kernel& kernel);

}  // namespace diagc::series
