#include "compiler/arrays/distribute/order_values.h"

#include <cmath>

namespace diagc::arrays {

double size_of(const Network& network, const Labels& labels) {
  double product = 1;
  for (const Label label : labels) product *= static_cast<double>(network.extents[label]);
  return product;
}

OrderValues::OrderValues(const DividedNetwork& divided, const DeviceGrid& grid,
                         const DeviceModel& model, const DistributionElement& element,
                         double most_elements)
    : labels(value_labels(divided.network, divided.order)),
      times(divided.network.tensors.size(), 1),
      exchange_times(divided.network.tensors.size(), 1),
      guarded(labels.size()),
      ends(divided.network.extents.size(), ends_last) {
  const auto& steps = divided.order.steps;
  const auto tensors = static_cast<std::uint32_t>(divided.network.tensors.size());
  for (const Labels& own : labels) sizes.push_back(size_of(divided.network, own));
  for (std::uint32_t t = 0; t < tensors; ++t) {
    alone.push_back(0);
    fits.push_back(sizes[t] <= most_elements);
  }
  const double operations = element.is_complex ? 8 : 2;
  for (std::uint32_t s = 0; s < steps.size(); ++s) {
    const auto& [a, b] = steps[s];
    const std::uint32_t c = tensors + s;
    const Labels both = united(labels[a], labels[b]);
    for (const Label label : without(both, labels[c])) ends[label] = s;
    times.push_back(std::round(std::exp2(divided.loops.log2_runs(divided.loops.home[c]))));
    exchange_times.push_back(
        std::round(std::exp2(divided.loops.log2_runs(owner(divided.loops, c)))));
    fits.push_back(fits[a] && fits[b] && sizes[c] <= most_elements);
    alone.push_back(
        alone[a] + alone[b] +
        step_seconds(model, operations * size_of(divided.network, both),
                     static_cast<double>(element.bytes) * (sizes[a] + sizes[b] + sizes[c])));
  }
  for (std::size_t s = steps.size(); s-- > 0;) {
    const auto& [a, b] = steps[s];
    const double devices = grid.devices();
    const auto guard = [&](std::uint32_t own, std::uint32_t other) {
      Labels kept = guarded[tensors + s];
      if (16 * sizes[other] * devices >= sizes[own]) kept = united(kept, labels[other]);
      guarded[own] = common(kept, labels[own]);
    };
    guard(a, b);
    guard(b, a);
  }
}

}  // namespace diagc::arrays
