#include "compiler/arrays/distribute/grid.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::arrays {

namespace {

std::vector<std::uint32_t> prime_factors(std::uint32_t number) {
  std::vector<std::uint32_t> factors;
  for (std::uint32_t p = 2; number > 1; ++p) {
    for (; number % p == 0; number /= p) factors.push_back(p);
  }
  return factors;
}

}  // namespace

std::uint32_t DeviceGrid::devices() const {
  std::uint32_t product = 1;
  for (const GridAxis& axis : axes) product *= axis.length;
  return product;
}

std::vector<std::uint32_t> DeviceGrid::indices(std::uint32_t device) const {
  std::vector<std::uint32_t> result(axes.size());
  for (std::size_t axis = axes.size(); axis-- > 0; device /= axes[axis].length)
    result[axis] = device % axes[axis].length;
  return result;
}

std::uint32_t DeviceGrid::device(const std::vector<std::uint32_t>& indices) const {
  std::uint32_t number = 0;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    number = number * axes[axis].length + indices[axis];
  return number;
}

DeviceGrid make_grid(std::uint32_t devices, std::uint32_t devices_of_node) {
  if (devices == 0 || devices > most_devices) {
    throw std::runtime_error(
        fmt::format("found {} devices, expected 1 to {}", devices, most_devices));
  }
  const std::uint32_t in_node = std::min(devices, devices_of_node);
  if (devices % in_node != 0) {
    throw std::runtime_error(fmt::format(
        "found {} devices in nodes of {}, expected a whole number of nodes", devices, in_node));
  }
  DeviceGrid grid;
  for (const std::uint32_t length : prime_factors(devices / in_node))
    grid.axes.push_back({length, true});
  for (const std::uint32_t length : prime_factors(in_node)) grid.axes.push_back({length, false});
  return grid;
}

DeviceModel h200(bool single_precision) {
  DeviceModel model;
  model.arithmetic_rate = single_precision ? 45e12 : 27e12;
  model.memory_rate = 3.8e12;
  model.launch = 4e-6;
  model.near = {360e9, 5e-6};
  model.far = {40e9, 10e-6};
  model.devices_of_node = 8;
  model.negligible = 20e-6;
  return model;
}

DeviceModel device_model(bool single_precision, const DeviceRates& rates) {
  DeviceModel model = h200(single_precision);
  model.arithmetic_rate *= rates.arithmetic;
  model.memory_rate *= rates.memory;
  return model;
}

}  // namespace diagc::arrays
