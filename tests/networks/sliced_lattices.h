// Lattices whose sums over sliced bonds end early.
#pragma once

#include <cstdint>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "physics/networks/tensor_values.h"

namespace diagc::networks {

struct Lattice {
  arrays::Network network;
  arrays::Order order;
};

/// A lattice of side × side sites, both halves site by site, then together. Of so many bonds one is sliced.
inline Lattice lattice(std::uint32_t side, std::uint64_t extent, arrays::Label every) {
  Lattice own;
  arrays::Network& network = own.network;
  network.tensors.resize(std::size_t{side} * side);
  const auto bond = [&](std::uint32_t a, std::uint32_t b) {
    const auto label = static_cast<arrays::Label>(network.extents.size());
    network.tensors[a].push_back(label);
    network.tensors[b].push_back(label);
    network.extents.push_back(extent);
    if (label % every == 0) own.order.sliced.push_back(label);
  };
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      const std::uint32_t site = x * side + y;
      if (y + 1 < side) bond(site, site + 1);
      if (x + 1 < side) bond(site, site + side);
    }
  }
  const auto sites = static_cast<std::uint32_t>(network.tensors.size());
  std::uint32_t next = sites;
  const auto join = [&](std::uint32_t value, std::uint32_t other) {
    own.order.steps.push_back({value, other});
    return next++;
  };
  std::uint32_t left = 0, right = sites - 1;
  for (std::uint32_t site = 1; site < sites / 2; ++site) left = join(left, site);
  for (std::uint32_t site = sites - 1; site-- > sites / 2;) right = join(right, site);
  join(left, right);
  return own;
}

inline TensorValues random_values(const arrays::Network& network, unsigned seed) {
  Fill fill;
  fill.kind = Fill::Kind::random;
  fill.seed = seed;
  return filled(network, fill, false);
}

}  // namespace diagc::networks
