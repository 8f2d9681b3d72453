// Networks of which the device memory that is taken is held against what is planned.
#pragma once

#include <memory>

#include "compiler/arrays/device/device_plan.h"
#include "tests/arrays/chain_networks.h"
#include "tests/contract_devices/setup.h"
#include "tests/contract_devices/subjects.h"

namespace diagc::networks {

struct MemorySubject {
  bool is_chain;  ///< large steps, one after the other; else a random network with slices
  arrays::ChainNetwork own;
  std::shared_ptr<DeviceSetup> setup;

  MemorySubject(std::mt19937& random, bool chain)
      : is_chain(chain),
        setup(std::make_shared<DeviceSetup>(chain ? test_setup_without_tables() : test_setup())) {
    if (chain) {
      own = arrays::chain_network(random, 7, 4, 5);
    } else {
      own.network = plannable_network(random, {.extent = 24, .tensors = 6});
      own.order = sliced_order(own.network, random);
    }
  }

  /// Those by tables have one code for all networks.
  bool compiles_soon(const arrays::DevicePlan& plan) const {
    return is_chain || std::ranges::all_of(plan.launches, [](const arrays::DeviceLaunch& launch) {
             return launch.form == arrays::DeviceForm::grouped ||
                    launch.form == arrays::DeviceForm::tables ||
                    launch.form == arrays::DeviceForm::sum;
           });
  }

  std::vector<ScaledArray<double>> tensors() const {
    std::vector<ScaledArray<double>> all;
    for (const auto& axes : own.network.tensors)
      all.push_back({std::vector<double>(*element_count(own.network, axes), 0.5), 0});
    return all;
  }
};

}  // namespace diagc::networks
