// The walkers of one order whose points are joined by lines of several kinds.
//
// p = Σ_k |f_k| + λ w is sampled, f_k being the outputs and w = Π_v P_v the weight of links from every point's parent (chain_weight.h; points
// at their parent's time have links of a displacement alone). A step gives λw/p, and for each measured component Σ_k f_k φ_k / p with the
// factors φ_k of EndPhases: the component is λ times the ratio of their averages. estimate() is that of the main component,
// further_estimates() are those of all.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "physics/series/sampling/order_population.h"
#include "physics/series/sampling/points/point_form.h"

namespace diagc::series {

/// What the orders of a job have in common.
class SharedPointTables {
 public:
  virtual ~SharedPointTables() = default;
  virtual const LinkClasses& classes() const = 0;
  /// Walkers around this kernel; those of a kernel of target cuda are in the memory of a device. These tables and `form` must live as long.
  virtual std::unique_ptr<OrderPopulation> make(const Kernel& kernel, const PointForm& form,
                                                const OrderOptions& options) const = 0;
  /// See SharedWalkerTables::source.
  virtual std::string source(const Kernel& kernel, const PointForm& form, int device) const = 0;
};

/// Of the model's lines.
std::unique_ptr<SharedPointTables> shared_point_tables(const lattice::Model& model,
                                                       diagc::Precision precision,
                                                       std::uint32_t link_bins);

}  // namespace diagc::series
