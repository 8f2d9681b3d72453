// Random networks that ranks share, in an order and a distribution of their own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>

#include "compiler/arrays/distribute/distribute.h"
#include "compiler/arrays/plan.h"
#include "tests/arrays/distributable_networks.h"
#include "tests/arrays/random_networks.h"
#include "tests/contract_devices/loop_networks.h"

namespace diagc::arrays {

/// Links are fast, so that much is exchanged; or slow.
inline DeviceModel random_model(std::mt19937& random) {
  DeviceModel model;
  const auto rate = [&] { return std::exp2(static_cast<double>(random() % 7)); };
  model.arithmetic_rate = 4 * rate();
  model.memory_rate = rate();
  model.near = {4 * rate(), 0};
  model.far = {2 * rate(), 0};
  return model;
}

struct SharedNetwork {
  Network network;
  Order order;
  std::vector<Label> outer;  ///< of slices; sums over other sliced labels end early
  Distribution distribution;

  Plan plan() const { return make_plan(network, order, {}, slice_loops(network, order, outer)); }
};

/// How a random network is made.
struct SharedNetworkForm {
  bool is_closed = false;
  bool has_loops = false;  ///< sums that end early, sometimes beside slices
};

inline SharedNetwork shared_network(std::mt19937& random, std::uint32_t ranks,
                                    std::uint32_t of_node, const DistributionElement& element,
                                    SharedNetworkForm form = {}) {
  SharedNetwork own;
  while (true) {
    own.network = form.has_loops
                      ? distributable_network(random, 5 + random() % 4, 10 + random() % 4)
                      : distributable_network(random, 3 + random() % 5, 8 + random() % 4);
    if (form.is_closed) own.network.open.clear();
    own.order = random_order(own.network, random);
    const unsigned one_of = form.has_loops ? 2 : 6, most = form.has_loops ? 4 : 2;
    for (Label label = 6; label < own.network.extents.size() && own.order.sliced.size() < most;
         ++label)
      if (random() % one_of == 0) own.order.sliced.push_back(label);
    own.outer = own.order.sliced;
    if (!form.has_loops) break;
    own.outer.clear();
    if (random() % 3 == 0 && !own.order.sliced.empty()) own.outer = {own.order.sliced[0]};
    if (networks::repeats_little(slice_loops(own.network, own.order, own.outer))) break;
  }
  const DeviceGrid grid = make_grid(ranks, of_node);
  const DividedNetwork divided = divide(own.network, own.order, grid, own.outer);
  const DeviceModel model = random_model(random);
  DistributeOptions options;
  if (random() % 3 > 0) {
    std::uint64_t largest = 0;
    for (const auto& labels : value_labels(own.network, own.order))
      largest = std::max(largest, *element_count(own.network, labels));
    options.most_elements = largest / ranks + 1;
  }
  while (true) {
    try {
      own.distribution = describe(divided, grid, model, element,
                                  distribute(divided, grid, model, element, options));
      return own;
    } catch (const std::runtime_error&) {
      options.most_elements *= 2;
    }
  }
}

}  // namespace diagc::arrays
