// Walkers of one order in the memory of a device.
#pragma once

#include <memory>
#include <string>

#include "diagc/kernel.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/step_tables.h"

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

/// The form that GpuForm::automatic stands for: fused or split.
GpuForm gpu_form(const Kernel& kernel);

}  // namespace diagc::series
