// Walkers at any points in the memory of a device.
#pragma once

#include <memory>
#include <string>

#include "diagc/kernel.h"
#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/points/point_form.h"
#include "physics/series/sampling/step_tables.h"

namespace diagc::series {

/// `kernel` has target cuda; the others must live as long. Throws as device_population() does.
template <class T>
std::unique_ptr<OrderPopulation> device_point_population(const SharedTables<T>& shared,
                                                         const lattice::Model& model,
                                                         const Kernel& kernel,
                                                         const PointForm& form,
                                                         const OrderOptions& options);

/// See SharedWalkerTables::source.
template <class T>
std::string cuda_point_source(const SharedTables<T>& shared, const lattice::Model& model,
                              const Kernel& kernel, const PointForm& form, int device);

}  // namespace diagc::series
