// Which axes the values of a distributed contraction have, and which operand of a step has the rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "compiler/arrays/distribute/distribution.h"
#include "compiler/arrays/label_sets.h"

namespace diagc::networks {

/// Axes of all values: each label once, those of extent 1 left out; of results batch, rows and columns, of which there are at least as many.
struct ValueAxes {
  std::vector<std::vector<arrays::Label>> axes;
  std::vector<std::array<std::uint32_t, 2>> operands;  ///< by step: what has the rows, the columns

  explicit ValueAxes(const arrays::DividedNetwork& divided) {
    const arrays::Network& network = divided.network;
    const auto labels = arrays::value_labels(network, divided.order);
    const auto add = [&](std::vector<arrays::Label>& to, arrays::Label label, std::size_t value) {
      if (network.extents[label] > 1 && arrays::has(labels[value], label) &&
          std::ranges::count(to, label) == 0)
        to.push_back(label);
    };
    for (std::size_t t = 0; t < network.tensors.size(); ++t) {
      auto& own = axes.emplace_back();
      for (const arrays::Label label : network.tensors[t]) add(own, label, t);
    }
    for (std::size_t s = 0; s < divided.order.steps.size(); ++s) {
      auto [a, b] = divided.order.steps[s];
      const std::size_t c = network.tensors.size() + s;
      double sizes[2] = {1, 1};
      for (const arrays::Label label : labels[c]) {
        const bool in_a = arrays::has(labels[a], label), in_b = arrays::has(labels[b], label);
        if (in_a != in_b) sizes[in_b] *= static_cast<double>(network.extents[label]);
      }
      if (sizes[0] > sizes[1]) std::swap(a, b);
      operands.push_back({a, b});
      std::vector<arrays::Label> own;
      for (const arrays::Label label : axes[a]) {
        if (arrays::has(labels[b], label)) add(own, label, c);
      }
      for (const std::uint32_t operand : {a, b}) {
        for (const arrays::Label label : axes[operand]) add(own, label, c);
      }
      axes.push_back(std::move(own));
    }
  }
};

}  // namespace diagc::networks
