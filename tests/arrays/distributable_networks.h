// Random networks that several devices can share.
#pragma once

#include <algorithm>
#include <random>

#include "compiler/arrays/network.h"

namespace diagc::arrays {

/// `tensors` tensors; labels of extents 2, 4, 2·3 and 3, most of them in two tensors, some in one or three, some open; at least six that are even.
/// The result is one number or has few axes.
inline Network distributable_network(std::mt19937& random, std::uint32_t tensors,
                                     std::uint32_t labels) {
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  constexpr std::uint64_t extents[] = {2, 2, 2, 2, 4, 6, 3};
  Network network;
  network.tensors.resize(tensors);
  for (Label label = 0; label < labels; ++label) {
    network.extents.push_back(label < 6 ? 2 : extents[below(7)]);
    const std::uint32_t count = std::min(tensors, below(10) < 7 ? 2 : 1 + below(3));
    std::vector<std::uint32_t> owners;
    while (owners.size() < count) {
      const std::uint32_t tensor = below(tensors);
      if (std::ranges::count(owners, tensor) > 0) continue;
      owners.push_back(tensor);
      auto& axes = network.tensors[tensor];
      axes.insert(axes.begin() + below(static_cast<std::uint32_t>(axes.size() + 1)), label);
    }
    if (below(10) == 0) network.open.push_back(label);
  }
  // A diagonal now and then.
  if (below(4) == 0 && !network.tensors[0].empty())
    network.tensors[0].push_back(network.tensors[0][0]);
  std::ranges::shuffle(network.open, random);
  return network;
}

}  // namespace diagc::arrays
