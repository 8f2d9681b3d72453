// Contractions that several devices share, each with a limit of memory.
#pragma once

#include <cstdint>
#include <memory>

#include "compiler/arrays/distribute/distribute.h"
#include "physics/networks/planned.h"

namespace diagc::networks {

struct Distributed {
  arrays::Order order;
  std::vector<arrays::Label> outer;  ///< labels of slices; other sliced ones have loops within
  arrays::Plan plan;  ///< of the same slices, for one device: how slices make a result
  arrays::DistributionChoice choice;
  arrays::Distribution distribution;
  /// Expected of all slices, by the model of devices: with steps that share kernels where ranks run on devices, step by step else.
  double seconds = 0;
  std::uint64_t peak_bytes = 0;                    ///< of all shards that a device has at once
  std::uint64_t memory = 0;                        ///< that a device may take
  std::shared_ptr<const DeviceSetup> device = {};  ///< where ranks run; null: on processors
};

/// What its order costs with the loops of its plan.
arrays::OrderCost cost(const Distributed& distributed);

/// What elements are in a distribution whose result is read by whole_value(): parts of floating-point sums may stay to the end.
arrays::DistributionElement distribution_element(Element element);

/// Times are those of devices of these rates, in the precision of the element.
arrays::DeviceModel device_model(Element element, const arrays::DeviceRates& rates = {});

/// What the functions below are given as `device` are devices of this process, one for every rank; then `memory` is each one's.
///
/// What is chosen for an order. Sums end early where that is wanted and there is memory for them, and on devices where that is expected to be faster.
/// Throws std::runtime_error where a device needs more than `memory` bytes, and where the network cannot be shared
/// among so many.
Distributed distribute_order(const arrays::Network& network, const arrays::Order& order,
                             Element element, std::uint64_t memory, std::uint32_t devices,
                             arrays::DistributionRule rule = arrays::DistributionRule::cheapest,
                             const std::shared_ptr<const DeviceSetup>& device = {},
                             bool sums_end_early = true);

/// The same for an order that is searched: sliced as far as the memory of all devices together demands, or as that of one, whichever is faster. The
/// latter need not be searched where it is given, as that of plan_search(). Sums end early where `options` has them so and, on devices,
/// launches do not cost more than that brings.
Distributed distribute_search(const arrays::Network& network, arrays::SearchOptions options,
                              Element element, std::uint64_t memory, std::uint32_t devices,
                              unsigned threads,
                              const std::shared_ptr<const DeviceSetup>& device = {},
                              const arrays::Order* of_one_device = nullptr);

/// That choice again, as from a file.
Distributed distribute_as(const arrays::Network& network, const arrays::Order& order,
                          Element element, std::uint64_t memory, std::uint32_t devices,
                          const std::vector<arrays::Label>& outer,
                          const arrays::DistributionChoice& choice,
                          const std::shared_ptr<const DeviceSetup>& device = {});

}  // namespace diagc::networks
