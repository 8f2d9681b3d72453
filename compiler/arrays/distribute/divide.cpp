#include "compiler/arrays/distribute/divide.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::arrays {

DividedNetwork divide(const Network& network, const Order& order, const DeviceGrid& grid) {
  return divide(network, order, grid, order.sliced);
}

DividedNetwork divide(const Network& network, const Order& order, const DeviceGrid& grid,
                      const std::vector<Label>& outer) {
  if (network.tensors.size() < 2) {
    throw std::runtime_error(
        fmt::format("found a network of {} tensor{}, expected two or more to contract on several "
                    "devices",
                    network.tensors.size(), network.tensors.size() == 1 ? "" : "s"));
  }
  std::map<std::uint32_t, std::uint32_t> axes_of_length, parts_of_length;
  for (const GridAxis& axis : grid.axes) ++axes_of_length[axis.length];
  std::vector<bool> is_sliced(network.extents.size());
  for (const Label label : order.sliced) is_sliced[label] = true;

  DividedNetwork divided;
  std::vector<std::vector<Label>> parts(network.extents.size());
  const auto add = [&](Label label, std::uint64_t extent) {
    divided.part.push_back(static_cast<std::uint32_t>(parts[label].size()));
    parts[label].push_back(static_cast<Label>(divided.network.extents.size()));
    divided.network.extents.push_back(extent);
    divided.origin.push_back(label);
  };
  for (Label label = 0; label < network.extents.size(); ++label) {
    std::uint64_t rest = network.extents[label];
    if (!is_sliced[label]) {
      for (const auto& [length, count] : axes_of_length) {
        for (std::uint32_t part = 0; part < count && rest % length == 0; ++part, rest /= length) {
          add(label, length);
          ++parts_of_length[length];
        }
      }
    }
    if (rest > 1 || parts[label].empty()) add(label, rest);
  }
  std::uint64_t most = 1;
  bool is_enough = true;
  for (const auto& [length, count] : axes_of_length) {
    const std::uint32_t found = std::min(parts_of_length[length], count);
    is_enough = is_enough && found == count;
    for (std::uint32_t part = 0; part < found; ++part) most *= length;
  }
  if (!is_enough) {
    throw std::runtime_error(fmt::format(
        "found {} devices, expected at most {}: the extents of the labels that are not sliced have "
        "no more factors to divide among them",
        grid.devices(), most));
  }
  const auto divide_axes = [&](const std::vector<Label>& axes) {
    std::vector<Label> result;
    for (const Label label : axes)
      result.insert(result.end(), parts[label].begin(), parts[label].end());
    return result;
  };
  for (const auto& axes : network.tensors) divided.network.tensors.push_back(divide_axes(axes));
  divided.network.open = divide_axes(network.open);
  divided.order.steps = order.steps;
  std::vector<Label> sliced = order.sliced;
  std::ranges::stable_partition(
      sliced, [&](Label label) { return std::ranges::count(network.open, label) > 0; });
  for (const Label label : sliced) divided.order.sliced.push_back(parts[label][0]);
  std::vector<Label> own_outer;
  for (const Label label : outer) own_outer.push_back(parts[label][0]);
  divided.loops = slice_loops(divided.network, divided.order, own_outer);
  return divided;
}

}  // namespace diagc::arrays
