// Samples from trees of one order in the memory of a device: independent ones, or Markov chains.
#pragma once

#include <memory>
#include <string>

#include "physics/series/sampling/tree/tree_population.h"

namespace diagc::series {

/// What steps of a term are made for.
template <class T>
StepShape tree_shape(const SharedTables<T>& shared, const lattice::Space& space,
                     const TreeIntegrand& integrand, std::uint32_t lanes);

/// The kernel has target cuda; `shared` and `space` must live as long. Throws as device_population() does.
template <class T>
std::unique_ptr<TreePopulation> device_tree_population(const SharedTables<T>& shared,
                                                       const lattice::Space& space,
                                                       const TreeIntegrand& integrand,
                                                       const OrderOptions& options);

/// See SharedTreeTables::source.
template <class T>
std::string cuda_tree_source(const SharedTables<T>& shared, const lattice::Space& space,
                             const TreeIntegrand& integrand, int device);

}  // namespace diagc::series
