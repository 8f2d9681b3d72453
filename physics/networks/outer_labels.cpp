#include "physics/networks/outer_labels.h"

#include <cmath>
#include <optional>

#include "compiler/arrays/label_sets.h"

namespace diagc::networks {

namespace {

/// What the device with most slices does of all products.
double products_of_device(const arrays::Network& network, const arrays::Order& order,
                          const arrays::SliceLoops& loops, std::uint32_t devices) {
  const double slices = std::exp2(loops.log2_slices), share = std::ceil(slices / devices) / slices;
  const auto labels = arrays::value_labels(network, order);
  double products = 0;
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    const auto [a, b] = order.steps[s];
    std::uint32_t place = loops.home[network.tensors.size() + s];
    double log2_products = loops.log2_runs(place);
    for (const arrays::Label label : arrays::united(labels[a], labels[b]))
      log2_products += std::log2(static_cast<double>(network.extents[label]));
    while (place >= arrays::SliceLoops::first_loop)
      place = loops.loops[place - arrays::SliceLoops::first_loop].around;
    products += std::exp2(log2_products) * (place == arrays::SliceLoops::once ? 1 : share);
  }
  return products;
}

}  // namespace

std::vector<arrays::Label> outer_of_devices(const arrays::Network& network,
                                            const arrays::Order& order, arrays::SliceLoops loops,
                                            std::uint32_t devices) {
  if (devices == 1) return loops.outer;
  double least = products_of_device(network, order, loops, devices);
  while (true) {
    std::optional<arrays::SliceLoops> best;
    for (const arrays::SliceLoop& loop : loops.loops) {
      if (loop.around >= arrays::SliceLoops::first_loop) continue;
      std::vector<arrays::Label> outer = loops.outer;
      outer.push_back(loop.label);
      arrays::SliceLoops with = arrays::slice_loops(network, order, outer);
      const double products = products_of_device(network, order, with, devices);
      if (products >= least) continue;
      least = products;
      best = std::move(with);
    }
    if (!best) return loops.outer;
    loops = std::move(*best);
  }
}

std::vector<arrays::Label> outer_of_long_run(const arrays::Network& network,
                                             const arrays::Order& order, arrays::SliceLoops loops,
                                             double seconds) {
  constexpr double seconds_of_slice = 10, most_products = 1.01;
  const double most = arrays::cost(network, order, loops).log10_macs + std::log10(most_products);
  std::vector<arrays::Label> outer = loops.outer;
  while (seconds / std::exp2(loops.log2_slices) > seconds_of_slice) {
    std::optional<arrays::SliceLoops> best;
    double least = most;
    for (const arrays::SliceLoop& loop : loops.loops) {
      if (loop.around >= arrays::SliceLoops::first_loop) continue;
      outer.push_back(loop.label);
      arrays::SliceLoops with = arrays::slice_loops(network, order, outer);
      const double products = arrays::cost(network, order, with).log10_macs;
      if (products <= least) {
        least = products;
        best = std::move(with);
      }
      outer.pop_back();
    }
    if (!best) break;
    loops = std::move(*best);
    outer = loops.outer;
  }
  return outer;
}

}  // namespace diagc::networks
