// What plans of one processor, of a device and of several ranks say alike of a single step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compiler/arrays/order.h"
#include "compiler/arrays/step_shape.h"
#include "programs/command/command.h"

namespace diagc::contract {

/// The labels of every value, without those of extent 1.
inline std::vector<arrays::Labels> shown_labels(const arrays::Network& network,
                                                const arrays::Order& order) {
  std::vector<arrays::Labels> labels = arrays::value_labels(network, order);
  for (arrays::Labels& own : labels)
    std::erase_if(own, [&](arrays::Label label) { return network.extents[label] == 1; });
  return labels;
}

/// The step that makes the value of `--step`. Throws UsageError where none does.
template <class Steps>
auto step_of(const Steps& steps, std::int64_t value, std::size_t tensors, std::size_t values) {
  const auto found =
      std::ranges::find_if(steps, [&](const auto& step) { return std::int64_t{step.c} == value; });
  if (found != steps.end()) return found;
  throw UsageError(
      steps.empty()
          ? fmt::format("found --step {}, expected it without: the plan has no steps", value)
          : fmt::format("found --step {}, expected the number of a step's value, {} to {}", value,
                        tensors, values - 1));
}

/// A line for every label of a step: its name, extent and group, and where it is.
template <class Name, class Place>
std::string label_table(const arrays::Network& network, const arrays::StepShape& shape,
                        const Name& name, const Place& place) {
  std::string text = fmt::format("  {:<10} {:>8}  {:<7} {}\n", "label", "extent", "group", "place");
  for (const auto& [group, members] :
       {std::pair{"batch", &shape.batch}, std::pair{"m", &shape.rows},
        std::pair{"n", &shape.columns}, std::pair{"k", &shape.summed}}) {
    for (const arrays::Label label : *members)
      text += fmt::format("  {:<10} {:>8}  {:<7} {}\n", name(label), network.extents[label], group,
                          place(label));
  }
  return text;
}

}  // namespace diagc::contract
