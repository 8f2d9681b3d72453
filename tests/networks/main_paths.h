// Random networks whose order is one path of main operands.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "physics/networks/execute.h"

namespace diagc::networks {

using arrays::Label;
using arrays::Network;
using arrays::Order;

struct Path {
  Network network;
  Order order;
};

/// Two steps with axes that neither sums nor adds, and so many of them that they are loops around tiles; one operand has both, one has one of them.
inline Path batch_path() {
  Path path;
  path.network.extents = {64, 20, 16, 3, 6, 20};
  path.network.tensors = {{0, 2, 1, 5}, {1, 2, 0, 3}, {3, 1, 4}};
  path.network.open = {4, 0, 1, 5};
  path.order.steps = {{0, 1}, {3, 2}};
  return path;
}

/// A large tensor that small ones are multiplied into, one after the other: they have some of its labels, which are summed or stay as batch,
/// and new ones. Now and then a label is sliced or open. Every other path begins with a very long label; in every fourth all extents are 2.
inline Path random_path(int run, std::mt19937& random) {
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  Path path;
  Network& network = path.network;
  std::vector<Label> live;
  const auto add_label = [&] {
    constexpr std::uint64_t extents[] = {2, 2, 2, 3, 4, 5};
    network.extents.push_back(run % 4 == 2 ? 2 : extents[below(6)]);
    return static_cast<Label>(network.extents.size() - 1);
  };
  const auto elements = [&] { return *element_count(network, live); };
  const std::uint64_t size = 3000;
  if (run % 2 == 1) {
    network.extents.push_back(2100 + below(100));
    live.push_back(0);
  }
  while (elements() < size) live.push_back(add_label());
  network.tensors.push_back(live);
  const std::uint32_t steps = 1 + below(7);
  for (std::uint32_t step = 0; step < steps; ++step) {
    std::vector<Label> axes;
    for (std::uint32_t k = 1 + below(3); k > 0 && !live.empty(); --k) {
      const auto which = live.begin() + below(static_cast<std::uint32_t>(live.size()));
      if (std::ranges::count(axes, *which) > 0 || network.extents[*which] > 2000) continue;
      axes.push_back(*which);
      if (below(3) > 0 && elements() > size / 8) live.erase(which);
    }
    for (std::uint32_t k = below(3); k > 0 && elements() < 4 * size; --k) {
      axes.push_back(add_label());
      live.insert(live.begin() + below(static_cast<std::uint32_t>(live.size() + 1)), axes.back());
    }
    std::ranges::shuffle(axes, random);
    network.tensors.push_back(axes);
  }
  if (below(2) == 0) {
    for (const Label label : live)
      if (below(2) == 0) network.open.push_back(label);
    std::ranges::shuffle(network.open, random);
  }
  const auto tensors = static_cast<std::uint32_t>(network.tensors.size());
  for (std::uint32_t step = 0; step + 1 < tensors; ++step)
    path.order.steps.push_back({step == 0 ? 0 : tensors + step - 1, step + 1});
  if (below(4) == 0)
    path.order.sliced.push_back(below(static_cast<std::uint32_t>(network.extents.size())));
  return path;
}

template <class Value, class F>
std::vector<ScaledArray<Value>> numbers_of(const Network& network, std::mt19937& random,
                                           const F& number) {
  std::vector<ScaledArray<Value>> tensors;
  for (const auto& axes : network.tensors) {
    auto& own = tensors.emplace_back();
    own.values.resize(*element_count(network, axes));
    for (Value& value : own.values) value = number(random);
  }
  return tensors;
}

}  // namespace diagc::networks
