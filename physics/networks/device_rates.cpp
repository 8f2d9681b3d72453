#include "physics/networks/device_rates.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace diagc::networks {

namespace {

// As the driver says of an H200: 132 multiprocessors at 1980 MHz, 6016 bits at 3201 MHz, twice a cycle.
constexpr double multiprocessor_cycles = 132 * 1980e6, memory_rate = 2 * 3201e6 * 6016 / 8;

}  // namespace

arrays::DeviceRates device_rates(std::span<const cuda::DeviceInfo> devices) {
  constexpr double none = std::numeric_limits<double>::infinity();
  arrays::DeviceRates slowest{none, none};
  for (const cuda::DeviceInfo& device : devices) {
    if (device.memory_rate == 0) return {};
    slowest.arithmetic = std::min(
        slowest.arithmetic, device.multiprocessors * device.clock * 1e6 / multiprocessor_cycles);
    slowest.memory = std::min(slowest.memory, device.memory_rate / memory_rate);
  }
  if (devices.empty()) return {};
  const auto rounded = [](double rate) {
    return std::max(std::round(rate / unit_of_rates), 1.0) * unit_of_rates;
  };
  return {rounded(slowest.arithmetic), rounded(slowest.memory)};
}

}  // namespace diagc::networks
