// Random networks, small enough to be summed directly.
#pragma once

#include <algorithm>
#include <random>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"

namespace diagc::arrays {

struct RandomSizes {
  std::uint32_t extent = 4, tensors = 7;  ///< at most
};

/// Up to 8 labels and tensors of up to 4 axes: labels in many tensors, twice in one, in one, in none, open ones, numbers, parts that share no
/// label.
inline Network random_network(std::mt19937& random, RandomSizes most = {}) {
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  Network network;
  const std::uint32_t labels = 1 + below(8);
  for (std::uint32_t l = 0; l < labels; ++l) network.extents.push_back(1 + below(most.extent));
  const std::uint32_t tensors = below(most.tensors + 1);
  for (std::uint32_t t = 0; t < tensors; ++t) {
    auto& axes = network.tensors.emplace_back();
    for (std::uint32_t axis = below(5); axis > 0; --axis) axes.push_back(below(labels));
  }
  for (Label label = 0; label < labels; ++label) {
    if (below(4) == 0)
      network.open.insert(
          network.open.begin() + below(static_cast<std::uint32_t>(network.open.size() + 1)), label);
  }
  return network;
}

/// A random regular graph: tensors are vertices, labels edges.
inline Network regular(std::uint32_t vertices, std::uint32_t degree, std::uint64_t extent,
                       std::mt19937& random) {
  Network network;
  std::vector<std::uint32_t> ends;
  for (std::uint32_t end = 0; end < vertices * degree; ++end) ends.push_back(end / degree);
  std::ranges::shuffle(ends, random);
  network.tensors.resize(vertices);
  for (std::size_t k = 0; k + 1 < ends.size(); k += 2) {
    if (ends[k] == ends[k + 1]) continue;
    for (const std::uint32_t vertex : {ends[k], ends[k + 1]})
      network.tensors[vertex].push_back(static_cast<Label>(network.extents.size()));
    network.extents.push_back(extent);
  }
  return network;
}

inline Order random_order(const Network& network, std::mt19937& random) {
  Order order;
  std::vector<std::uint32_t> left(network.tensors.size());
  for (std::uint32_t t = 0; t < left.size(); ++t) left[t] = t;
  const auto take = [&] {
    const auto which = left.begin() + static_cast<std::ptrdiff_t>(random() % left.size());
    const std::uint32_t value = *which;
    left.erase(which);
    return value;
  };
  for (auto next = static_cast<std::uint32_t>(left.size()); left.size() > 1; ++next) {
    const std::uint32_t a = take();
    order.steps.push_back({a, take()});
    left.push_back(next);
  }
  return order;
}

}  // namespace diagc::arrays
