#include "physics/networks/distributed.h"

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/device/step_seconds.h"
#include "physics/networks/device_execution.h"
#include "physics/networks/device_ranks.h"
#include "physics/networks/outer_labels.h"
#include "physics/networks/planned.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

namespace {

/// Copies for a library of matrix products need memory, and what a chain of steps reads lives until its end: where there is too little memory,
/// kernels take all steps, and each one of them.
void take_device(Distributed& distributed, Element element, std::uint64_t memory) {
  const arrays::Distribution& distribution = distributed.distribution;
  const arrays::RankPlan ranks = arrays::rank_plan(distribution, is_complex(element));
  const auto find = [&] {
    const arrays::DevicePlan plan =
        arrays::device_plan(ranks, device_element(element), distributed.device->limits);
    distributed.peak_bytes = device_peak_bytes(plan, ranks.tensors.size());
    distributed.seconds =
        arrays::device_seconds(plan, distribution.slices) + distribution.exchange_seconds;
  };
  find();
  const auto with = [&](const arrays::DeviceLimits& limits) {
    auto setup = std::make_shared<DeviceSetup>(*distributed.device);
    setup->limits = limits;
    distributed.device = setup;
    find();
  };
  arrays::DeviceLimits limits = distributed.device->limits;
  if (distributed.peak_bytes > memory && limits.library != arrays::LibrarySteps::none) {
    limits.library = arrays::LibrarySteps::none;
    with(limits);
  }
  if (distributed.peak_bytes > memory) {
    limits.least_exchange = std::numeric_limits<double>::infinity();
    with(limits);
  }
  if (distributed.peak_bytes > memory && limits.fuse) {
    limits.fuse = false;
    with(limits);
  }
}

/// The choice with places, and without where it passes the memory; `least` becomes what is needed, if that is less.
std::optional<Distributed> within(Distributed distributed, Element element, std::uint64_t memory,
                                  const std::shared_ptr<const DeviceSetup>& device,
                                  std::uint64_t& least) {
  distributed.device = device;
  if (device) {
    take_device(distributed, element, memory);
  } else {
    distributed.peak_bytes = distributed.distribution.peak * distributed.distribution.element_bytes;
    distributed.seconds = distributed.distribution.seconds;
  }
  distributed.memory = memory;
  least = std::min(least, distributed.peak_bytes);
  if (distributed.peak_bytes > memory) return std::nullopt;
  return distributed;
}

[[noreturn]] void too_little_for_devices(const std::string& what, std::uint64_t needed,
                                         std::uint64_t memory, std::uint32_t devices) {
  throw std::runtime_error(
      fmt::format("{} takes {} bytes on each of {} devices, {} more than the {} of --memory", what,
                  needed, devices, needed - memory, memory));
}

arrays::Plan plan_of_slices(const arrays::Network& network, const arrays::Order& order,
                            const std::vector<arrays::Label>& outer) {
  return arrays::make_plan(network, order, {}, arrays::slice_loops(network, order, outer));
}

arrays::DeviceRates rates_of(const std::shared_ptr<const DeviceSetup>& device) {
  return device ? device->limits.rates : arrays::DeviceRates{};
}

/// That the ranks are expected to take: where they run on processors, a share of what one core takes.
double seconds_of(const Distributed& distributed) {
  return distributed.device ? distributed.seconds
                            : planned_seconds(distributed.plan) /
                                  static_cast<double>(distributed.distribution.devices());
}

/// Whether enough labels are left by the slices. Throws std::runtime_error where there would not be enough without slices.
bool can_divide(const arrays::Network& network, const arrays::Order& order,
                const arrays::DeviceGrid& grid) {
  try {
    arrays::divide(network, order, grid);
    return true;
  } catch (const std::runtime_error&) {
    arrays::divide(network, {order.steps, {}}, grid);
    return false;
  }
}

/// The network and order that ranks share, and how.
struct Sharing {
  const arrays::Network& network;
  Element element;
  std::uint64_t memory;
  std::uint32_t devices;
  arrays::DistributionRule rule = arrays::DistributionRule::cheapest;
  std::shared_ptr<const DeviceSetup> device = {};
};

/// What keeps choices from fitting.
struct Refusals {
  std::uint64_t least = ~std::uint64_t{0};  ///< bytes that are needed
  std::string reason = {};
};

/// Shards become smaller until all that are there at once fit. Nothing where that does not help.
std::optional<Distributed> fitting_outer(const Sharing& sharing, const arrays::Order& order,
                                         const std::vector<arrays::Label>& outer,
                                         Refusals& refusals) {
  const arrays::DeviceModel model = device_model(sharing.element, rates_of(sharing.device));
  const arrays::DeviceGrid grid = arrays::make_grid(sharing.devices, model.devices_of_node);
  const arrays::DistributionElement own = distribution_element(sharing.element);
  const arrays::DividedNetwork divided = arrays::divide(sharing.network, order, grid, outer);
  arrays::DistributeOptions options;
  options.rule = sharing.rule;
  for (options.most_elements = sharing.memory / own.bytes; options.most_elements > 0;
       options.most_elements /= 2) {
    Distributed distributed;
    distributed.order = order;
    distributed.outer = outer;
    try {
      distributed.choice = arrays::distribute(divided, grid, model, own, options);
    } catch (const std::runtime_error& error) {
      if (refusals.reason.empty()) refusals.reason = error.what();
      return std::nullopt;
    }
    distributed.distribution = arrays::describe(divided, grid, model, own, distributed.choice);
    // Half of what the largest shard is, so that every round changes something.
    options.most_elements = std::min(options.most_elements, distributed.distribution.largest_shard);
    if (auto found = within(std::move(distributed), sharing.element, sharing.memory, sharing.device,
                            refusals.least)) {
      found->plan = plan_of_slices(sharing.network, order, outer);
      return found;
    }
  }
  return std::nullopt;
}

/// With sums that end early.
std::optional<Distributed> fitting_loops(const Sharing& sharing, const arrays::Order& order,
                                         Refusals& refusals) {
  auto found = fitting_outer(sharing, order, {}, refusals);
  if (!found) return found;
  const auto outer = outer_of_long_run(
      sharing.network, order, arrays::slice_loops(sharing.network, order), seconds_of(*found));
  Refusals others;
  if (outer.size() > arrays::slice_loops(sharing.network, order).outer.size()) {
    if (auto sliced = fitting_outer(sharing, order, outer, others)) return sliced;
  }
  return found;
}

/// Whether a plan with loops on devices is expected to spend a good part of its time on beginning kernels, which searches do not count.
bool has_many_launches(const Distributed& distributed) {
  constexpr double good_part = 0.3;
  if (!distributed.device || distributed.plan.loops.empty()) return false;
  double launches = 0;
  for (const arrays::DistributedStep& step : distributed.distribution.steps) {
    launches += step.runs * (step.once ? 1 : static_cast<double>(distributed.distribution.slices));
  }
  return launches * arrays::launch_seconds() > good_part * distributed.distribution.seconds;
}

}  // namespace

arrays::DistributionElement distribution_element(Element element) {
  return {element_bytes(element), is_complex(element), is_floating(element)};
}

arrays::DeviceModel device_model(Element element, const arrays::DeviceRates& rates) {
  return arrays::device_model(is_single(element) || element == Element::count, rates);
}

arrays::OrderCost cost(const Distributed& distributed) {
  const arrays::DividedNetwork& divided = distributed.distribution.divided;
  return arrays::cost(divided.network, divided.order, divided.loops);
}

Distributed distribute_order(const arrays::Network& network, const arrays::Order& order,
                             Element element, std::uint64_t memory, std::uint32_t devices,
                             arrays::DistributionRule rule,
                             const std::shared_ptr<const DeviceSetup>& device,
                             bool sums_end_early) {
  const Sharing sharing{network, element, memory, devices, rule, device};
  Refusals refusals;
  std::optional<Distributed> found;
  if (sums_end_early) found = fitting_loops(sharing, order, refusals);
  // Loops have more launches.
  if (!found || (device && !found->plan.loops.empty())) {
    auto outside = fitting_outer(sharing, order, order.sliced, refusals);
    if (!found || (outside && outside->seconds < found->seconds)) found = std::move(outside);
  }
  if (found) return std::move(*found);
  if (refusals.least == ~std::uint64_t{0}) throw std::runtime_error(refusals.reason);
  too_little_for_devices("this order", refusals.least, memory, devices);
}

Distributed distribute_search(const arrays::Network& network, arrays::SearchOptions options,
                              Element element, std::uint64_t memory, std::uint32_t devices,
                              unsigned threads, const std::shared_ptr<const DeviceSetup>& device,
                              const arrays::Order* of_one_device) {
  const auto parallel = [&](std::size_t parts, const std::function<void(std::size_t)>& body) {
    ThreadPool::shared().run(threads, parts, body);
  };
  const arrays::SearchOptions given = options;
  options.times = step_times(element, true, devices, rates_of(device));
  const Sharing sharing{network, element, memory, devices, {}, device};
  Refusals refusals;
  const arrays::DeviceGrid grid = arrays::make_grid(devices, device_model(element).devices_of_node);
  bool has_labels = true;
  const auto shared = [&](const arrays::Order& order) -> std::optional<Distributed> {
    has_labels = can_divide(network, order, grid);
    if (!has_labels) return std::nullopt;
    return options.sums_end_early ? fitting_loops(sharing, order, refusals)
                                  : fitting_outer(sharing, order, order.sliced, refusals);
  };
  double limit = std::floor(std::log2(static_cast<double>(memory) /
                                      static_cast<double>(element_bytes(element)) * devices));
  std::uint64_t moves = options.moves == 0 ? arrays::default_moves(network) : options.moves;
  if (options.moves == 0 && limit >= 0) {
    arrays::SearchOptions quick = options;
    quick.most_log2_elements = limit;
    quick.moves = moves / 20;
    if (const auto first = shared(arrays::search_order(network, quick, parallel)))
      moves = moves_of_search(network, seconds_of(*first));
  }
  options.moves = moves;
  std::optional<Distributed> best, outside;
  std::optional<arrays::Order> order;
  // Loops may need more memory than slices: smaller values are tried a few times.
  constexpr int most_limits_of_loops = 4;
  int limits_of_loops = 0;
  for (; limit >= 0 && has_labels && limits_of_loops < most_limits_of_loops; limit -= 1) {
    arrays::SearchOptions own = options;
    own.most_log2_elements = limit;
    // What has been found is gone on with, by fewer moves.
    if (order) own.moves = std::max<std::uint64_t>(moves / 5, 1);
    order = order ? arrays::improve_order(network, *order, own, parallel)
                  : arrays::search_order(network, own, parallel);
    best = shared(*order);
    if (best) break;
    if (!options.sums_end_early || !has_labels) continue;
    auto other = fitting_outer(sharing, *order, order->sliced, refusals);
    if (other && (!outside || other->seconds < outside->seconds)) outside = std::move(other);
    if (outside) ++limits_of_loops;
  }
  if (outside && (!best || outside->seconds < best->seconds)) best = std::move(outside);
  if (best && !best->order.sliced.empty() && devices > 1) {
    // Orders with slices fall into few kinds, whose costs differ by factors: that for the memory of one device may be of a better one.
    options.most_log2_elements = std::max(limit - std::ceil(std::log2(devices)), 0.0);
    const auto other =
        shared(of_one_device != nullptr ? *of_one_device
                                        : arrays::search_order(network, options, parallel));
    if (other && other->seconds < best->seconds) best = other;
  }
  if (best && options.sums_end_early && has_many_launches(*best)) {
    options = given;
    options.sums_end_early = false;
    options.moves = moves;
    try {
      auto outside = distribute_search(network, options, element, memory, devices, threads, device);
      if (outside.seconds < best->seconds) return outside;
    } catch (const std::runtime_error&) {
      // Without loops there is too little memory.
    }
  }
  if (best) return std::move(*best);
  if (refusals.least == ~std::uint64_t{0}) {
    throw std::runtime_error(fmt::format(
        "found --memory of {} bytes for each of {} devices, expected more: labels that are left by "
        "so many slices cannot be shared among them",
        memory, devices));
  }
  too_little_for_devices("the smallest contraction found", refusals.least, memory, devices);
}

Distributed distribute_as(const arrays::Network& network, const arrays::Order& order,
                          Element element, std::uint64_t memory, std::uint32_t devices,
                          const std::vector<arrays::Label>& outer,
                          const arrays::DistributionChoice& choice,
                          const std::shared_ptr<const DeviceSetup>& device) {
  const arrays::DeviceModel model = device_model(element, rates_of(device));
  const arrays::DeviceGrid grid = arrays::make_grid(devices, model.devices_of_node);
  Distributed distributed;
  distributed.order = order;
  distributed.outer = outer;
  distributed.choice = choice;
  distributed.distribution = arrays::describe(arrays::divide(network, order, grid, outer), grid,
                                              model, distribution_element(element), choice);
  std::uint64_t least = ~std::uint64_t{0};
  auto found = within(std::move(distributed), element, memory, device, least);
  if (!found) too_little_for_devices("this plan", least, memory, devices);
  found->plan = plan_of_slices(network, order, outer);
  return std::move(*found);
}

}  // namespace diagc::networks
