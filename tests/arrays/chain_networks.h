// Networks whose steps follow each other along one large tensor, so that kernels take several of them.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"

namespace diagc::arrays {

struct ChainNetwork {
  Network network;
  Order order;
};

/// A tensor of `axes` axes of random extents and smaller ones that are multiplied with it one after the other: each sums labels, shares some with it
/// that stay, and brings new ones.
inline ChainNetwork chain_network(std::mt19937& random, std::size_t axes, std::size_t steps,
                                  std::uint64_t most_extent) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  ChainNetwork own;
  Network& network = own.network;
  std::vector<Label> now;
  const auto new_label = [&](std::uint64_t extent) {
    network.extents.push_back(extent);
    return static_cast<Label>(network.extents.size() - 1);
  };
  for (std::size_t axis = 0; axis < axes; ++axis) now.push_back(new_label(2 + below(most_extent)));
  network.tensors.push_back(now);
  for (std::size_t step = 0; step < steps; ++step) {
    std::ranges::shuffle(now, random);
    std::vector<Label> other;
    const std::size_t summed = std::min(below(3), now.size() - 3), batch = below(2);
    for (std::size_t k = 0; k < summed; ++k) {
      other.push_back(now.back());
      now.pop_back();
    }
    for (std::size_t k = 0; k < batch; ++k) other.push_back(now[k]);
    for (std::size_t k = 0; k < std::max<std::size_t>(summed, 1); ++k) {
      const Label label = new_label(1 + below(3));
      other.push_back(label);
      now.push_back(label);
    }
    std::ranges::shuffle(other, random);
    network.tensors.push_back(other);
    own.order.steps.push_back({static_cast<std::uint32_t>(step == 0 ? 0 : steps + step),
                               static_cast<std::uint32_t>(step + 1)});
  }
  // What is not open is summed where nothing else has it.
  for (const Label label : now)
    if (below(4) > 0) network.open.push_back(label);
  std::ranges::shuffle(network.open, random);
  if (below(2) == 0) own.order.sliced.push_back(static_cast<Label>(below(network.extents.size())));
  return own;
}

/// c[x n m] = sum over k, q, l of a[x k q] b[k l n] d[q l m]: two steps whose rows, columns and summed values are all many. Axes lie in any order.
inline ChainNetwork wide_chain_network(std::mt19937& random, std::uint64_t x, std::uint64_t k) {
  constexpr Label ax = 0, ak = 1, aq = 2, al = 3, an = 4, am = 5;
  ChainNetwork own{{{x, k, 4, 3, 8, 24}, {{ax, ak, aq}, {ak, al, an}, {aq, al, am}}, {ax, an, am}},
                   {{{0, 1}, {3, 2}}, {}}};
  for (std::vector<Label>& labels : own.network.tensors) std::ranges::shuffle(labels, random);
  std::ranges::shuffle(own.network.open, random);
  return own;
}

}  // namespace diagc::arrays
