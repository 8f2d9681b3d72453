#include "physics/networks/planned.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/device/step_seconds.h"
#include "compiler/arrays/machine_times.h"
#include "physics/networks/device_execution.h"
#include "physics/networks/distributed.h"
#include "physics/networks/execute.h"
#include "physics/networks/outer_labels.h"
#include "runtime/system/thread_pool.h"

namespace diagc::networks {

namespace {

[[noreturn]] void too_little_memory(std::uint64_t needed, std::uint64_t memory,
                                    const std::string& what) {
  throw std::runtime_error(fmt::format("{} takes {} bytes, {} more than the {} of --memory", what,
                                       needed, needed - memory, memory));
}

}  // namespace

std::uint64_t peak_bytes(const arrays::Network& network, const arrays::Plan& plan, Element element,
                         unsigned threads) {
  switch (element) {
    case Element::f32:
      return peak_bytes<float>(network, plan, threads);
    case Element::f64:
      return peak_bytes<double>(network, plan, threads);
    case Element::c64:
      return peak_bytes<std::complex<float>>(network, plan, threads);
    case Element::c128:
      return peak_bytes<std::complex<double>>(network, plan, threads);
    case Element::count:
      return peak_bytes<linear::Residue>(network, plan, threads);
    case Element::tropical:
      break;
  }
  return peak_bytes<linear::Tropical>(network, plan, threads);
}

namespace {

/// Whether a step is large enough that packed panels for it are worth their memory.
bool has_large_step(const arrays::Network& network, const arrays::Order& order) {
  constexpr double large = 1 << 24;
  const auto labels = arrays::value_labels(network, order);
  return std::ranges::any_of(order.steps, [&](const auto& step) {
    std::vector<arrays::Label> both;
    std::ranges::set_union(labels[step[0]], labels[step[1]], std::back_inserter(both));
    double products = 1;
    for (const arrays::Label label : both) products *= static_cast<double>(network.extents[label]);
    return products >= large;
  });
}

arrays::PlaceOptions place_options(const arrays::Network& network, const arrays::Order& order,
                                   Element element) {
  return {.element_bytes = element_bytes(element),
          .is_complex = is_complex(element),
          .products = is_floating(element) && has_large_step(network, order),
          .compensated = is_single(element)};
}

/// Axes lie as they do for kernels of one step on processors: those that live long are fastest, which neighbouring threads then read together.
Planned plan_for_device(const arrays::Network& network, const arrays::Order& order,
                        const std::vector<arrays::Label>& outer, Element element,
                        const std::shared_ptr<const DeviceSetup>& device) {
  const arrays::PlaceOptions place{
      .element_bytes = element_bytes(element), .is_complex = is_complex(element), .fuse = false};
  arrays::SliceLoops loops = arrays::slice_loops(network, order, outer);
  arrays::Plan plan = arrays::make_plan(network, order, place, loops);
  Planned planned{order, std::move(loops), std::move(plan), 0, PlanForm::device, device};
  const arrays::DevicePlan own =
      arrays::device_plan(network, planned.plan, device_element(element), device->limits);
  for (arrays::PlanKernel& kernel : planned.plan.kernels) kernel.seconds = 0;
  for (const arrays::DeviceStep& step : own.steps)
    planned.plan.kernels[step.kernel].seconds += step.seconds;
  planned.peak_bytes = device_peak_bytes(own, network.tensors.size());
  return planned;
}

Planned plan_of_form(const arrays::Network& network, const arrays::Order& order,
                     const std::vector<arrays::Label>& outer, PlanForm form, Element element,
                     unsigned threads) {
  arrays::PlaceOptions place;
  if (form != PlanForm::panels) place = place_options(network, order, element);
  place.compensated = is_single(element);
  if (form == PlanForm::steps) place.fuse = false;
  arrays::SliceLoops loops = arrays::slice_loops(network, order, outer);
  arrays::Plan plan = arrays::make_plan(network, order, place, loops);
  Planned planned{order, std::move(loops), std::move(plan), 0, form};
  planned.peak_bytes = peak_bytes(network, planned.plan, element, threads);
  return planned;
}

/// Copies for a library of matrix products need memory, and what a chain of steps reads lives until its end: where there is too little memory,
/// kernels take all steps, and each one of them.
Planned fitting_plan_for_device(const arrays::Network& network, const arrays::Order& order,
                                const std::vector<arrays::Label>& outer, Element element,
                                std::uint64_t memory,
                                const std::shared_ptr<const DeviceSetup>& device) {
  Planned planned = plan_for_device(network, order, outer, element, device);
  arrays::DeviceLimits limits = device->limits;
  const auto with = [&] {
    auto setup = std::make_shared<DeviceSetup>(*device);
    setup->limits = limits;
    return plan_for_device(network, order, outer, element, setup);
  };
  if (planned.peak_bytes > memory && limits.library != arrays::LibrarySteps::none) {
    limits.library = arrays::LibrarySteps::none;
    planned = with();
  }
  if (planned.peak_bytes > memory && limits.fuse) {
    limits.fuse = false;
    planned = with();
  }
  return planned;
}

/// The fastest form of a plan that fits, else the one that needs least: tiles of several steps may hold more at once than steps alone, and
/// tiles take buffers.
Planned fitting_form(const arrays::Network& network, const arrays::Order& order,
                     const std::vector<arrays::Label>& outer, Element element, std::uint64_t memory,
                     unsigned threads, const std::shared_ptr<const DeviceSetup>& device) {
  if (device) return fitting_plan_for_device(network, order, outer, element, memory, device);
  Planned best;
  for (const PlanForm form : {PlanForm::fused, PlanForm::steps, PlanForm::panels}) {
    Planned planned = plan_of_form(network, order, outer, form, element, threads);
    if (planned.peak_bytes <= memory) return planned;
    if (best.peak_bytes == 0 || planned.peak_bytes < best.peak_bytes) best = std::move(planned);
  }
  return best;
}

/// What the sums of loops hold is least where the largest of them become those of slices, one after the other. Else the plan that needs least.
Planned fitting_loops(const arrays::Network& network, Planned planned, Element element,
                      std::uint64_t memory, unsigned threads,
                      const std::shared_ptr<const DeviceSetup>& device) {
  std::vector<arrays::Label> outer = planned.loops.outer;
  while (planned.peak_bytes > memory && !planned.loops.loops.empty()) {
    const auto largest = std::ranges::max_element(
        planned.loops.loops, {},
        [&](const arrays::SliceLoop& loop) { return planned.plan.values[loop.end].elements; });
    outer.push_back(largest->label);
    Planned next = fitting_form(network, planned.order, outer, element, memory, threads, device);
    planned = std::move(next);
  }
  return planned;
}

/// The plan of a given order that fits, else one that needs little.
Planned fitting_plan(const arrays::Network& network, const arrays::Order& order, Element element,
                     std::uint64_t memory, unsigned threads,
                     const std::shared_ptr<const DeviceSetup>& device, bool sums_end_early) {
  const auto outer = sums_end_early ? std::vector<arrays::Label>() : order.sliced;
  return fitting_loops(network,
                       fitting_form(network, order, outer, element, memory, threads, device),
                       element, memory, threads, device);
}

std::uint32_t devices_of(const std::shared_ptr<const DeviceSetup>& device) {
  return device ? static_cast<std::uint32_t>(device->devices.size()) : 1;
}

/// With slices between which a long run may be cut, and which devices share.
Planned with_slices(const arrays::Network& network, Planned planned, Element element,
                    std::uint64_t memory, unsigned threads,
                    const std::shared_ptr<const DeviceSetup>& device) {
  auto outer =
      outer_of_long_run(network, planned.order, planned.loops, planned_seconds(planned.plan));
  outer = outer_of_devices(network, planned.order,
                           arrays::slice_loops(network, planned.order, outer), devices_of(device));
  if (outer.size() == planned.loops.outer.size()) return planned;
  Planned sliced = fitting_form(network, planned.order, outer, element, memory, threads, device);
  return sliced.peak_bytes <= memory ? sliced : planned;
}

/// Whether a plan for a device is expected to spend a good part of its time on beginning kernels.
bool has_many_launches(const arrays::Plan& plan) {
  constexpr double good_part = 0.3;
  double seconds = 0;
  for (const arrays::PlanKernel& kernel : plan.kernels) {
    if (kernel.seconds > 0)
      seconds += arrays::launch_seconds() * kernel.runs *
                 (kernel.once ? 1 : static_cast<double>(plan.slices));
  }
  return seconds > good_part * planned_seconds(plan);
}

}  // namespace

arrays::OrderCost cost(const arrays::Network& network, const Planned& planned) {
  return arrays::cost(network, planned.order, planned.loops);
}

double planned_seconds(const arrays::Plan& plan, std::uint32_t devices) {
  const double most = std::ceil(static_cast<double>(plan.slices) / devices);
  double seconds = 0;
  for (const arrays::PlanKernel& kernel : plan.kernels)
    seconds += kernel.seconds * kernel.runs * (kernel.once ? 1 : most);
  return seconds;
}

arrays::StepTimes step_times(Element element, bool on_devices, std::uint32_t devices,
                             const arrays::DeviceRates& rates) {
  if (on_devices) {
    return arrays::device_times(device_model(element, rates), element_bytes(element),
                                is_complex(element), devices);
  }
  return arrays::processor_times({.element_bytes = element_bytes(element),
                                  .is_complex = is_complex(element),
                                  .products = is_floating(element)});
}

Planned plan_order(const arrays::Network& network, const arrays::Order& order, Element element,
                   std::uint64_t memory, unsigned threads,
                   const std::shared_ptr<const DeviceSetup>& device, bool sums_end_early) {
  Planned planned = fitting_plan(network, order, element, memory, threads, device, sums_end_early);
  if (planned.peak_bytes > memory) too_little_memory(planned.peak_bytes, memory, "this order");
  if (!sums_end_early) return planned;
  planned = with_slices(network, std::move(planned), element, memory, threads, device);
  const std::uint32_t devices = devices_of(device);
  if (devices == 1 || planned.loops.loops.empty()) return planned;
  // A loop that no slices divide is taken by one device alone.
  Planned outside = fitting_form(network, order, order.sliced, element, memory, threads, device);
  const bool is_faster = outside.peak_bytes <= memory && planned_seconds(outside.plan, devices) <
                                                             planned_seconds(planned.plan, devices);
  return is_faster ? outside : planned;
}

Planned plan_as(const arrays::Network& network, const arrays::Order& order, PlanForm form,
                const std::vector<arrays::Label>& outer, Element element, std::uint64_t memory,
                unsigned threads, const std::shared_ptr<const DeviceSetup>& device) {
  if ((form == PlanForm::device) != (device != nullptr)) {
    throw std::runtime_error(
        device ? "found a plan for processors, expected one for a device (--target cuda)"
               : "found a plan for a device, expected one for processors (--target cpu)");
  }
  Planned planned = device ? fitting_plan_for_device(network, order, outer, element, memory, device)
                           : plan_of_form(network, order, outer, form, element, threads);
  if (planned.peak_bytes > memory) too_little_memory(planned.peak_bytes, memory, "this plan");
  return planned;
}

namespace {

/// Powers of two by which the results of a sliced plan pass the room for them, to the nearest one.
double bits_beyond(const Planned& planned, Element element, std::uint64_t memory) {
  const auto results = static_cast<double>(planned.plan.arena * element_bytes(element));
  const double room =
      static_cast<double>(memory) - (static_cast<double>(planned.peak_bytes) - results);
  if (planned.order.sliced.empty() || room <= 0 || results <= room) return 0;
  return std::round(std::log2(results / room));
}

}  // namespace

std::uint64_t moves_of_search(const arrays::Network& network, double expected_seconds) {
  constexpr double moves_of_second = 1e7, share_of_run = 0.1, most = 3e7;
  return std::max(arrays::default_moves(network),
                  static_cast<std::uint64_t>(
                      std::min(expected_seconds * share_of_run * moves_of_second, most)));
}

Planned plan_search(const arrays::Network& network, arrays::SearchOptions options, Element element,
                    std::uint64_t memory, unsigned threads,
                    const std::shared_ptr<const DeviceSetup>& device) {
  const auto parallel = [&](std::size_t parts, const std::function<void(std::size_t)>& body) {
    ThreadPool::shared().run(threads, parts, body);
  };
  const bool early = options.sums_end_early;
  const std::uint32_t devices = devices_of(device);
  const auto seconds_of = [&](const Planned& planned) {
    return planned_seconds(planned.plan, devices);
  };
  // With all loops that the search counts.
  const auto planned_with = [&](const arrays::Order& order) {
    const auto outer = early ? std::vector<arrays::Label>() : order.sliced;
    return fitting_form(network, order, outer, element, memory, threads, device);
  };
  options.times = step_times(element, device != nullptr, 1,
                             device ? device->limits.rates : arrays::DeviceRates{});
  std::uint64_t moves = options.moves == 0 ? arrays::default_moves(network) : options.moves;
  const auto finished = [&](Planned planned) {
    if (!early) return planned;
    return with_slices(network, std::move(planned), element, memory, threads, device);
  };
  double limit = std::floor(
      std::log2(static_cast<double>(memory) / static_cast<double>(element_bytes(element))));
  if (limit >= 0) {
    // A short search says how much more than its largest value a slice holds, so that a long one is hardly ever repeated.
    arrays::SearchOptions quick = options;
    quick.most_log2_elements = limit;
    quick.moves = moves / 20;
    if (quick.moves > 0) {
      const Planned first = planned_with(arrays::search_order(network, quick, parallel));
      limit = std::max(limit - bits_beyond(first, element, memory), 0.0);
      if (options.moves == 0) moves = moves_of_search(network, planned_seconds(first.plan));
    }
  }
  options.moves = moves;
  std::optional<arrays::Order> order;
  std::optional<Planned> fewer_loops;  // the fastest of those that fit without some loops
  std::uint64_t least = ~std::uint64_t{0};
  // Values of a slice are fewer, and smaller, than the memory holds: the limit falls until their places fit.
  for (; limit >= 0; limit -= 1) {
    options.most_log2_elements = limit;
    Planned planned = planned_with(order ? arrays::improve_order(network, *order, options, parallel)
                                         : arrays::search_order(network, options, parallel));
    if (planned.peak_bytes <= memory) {
      planned = finished(std::move(planned));
      if (fewer_loops && seconds_of(planned) > seconds_of(*fewer_loops)) break;
      // Searches count no launches, which loops have more of, and no devices that have nothing to do.
      constexpr double good_share = 0.8;
      const bool is_idle =
          planned_seconds(planned.plan) < good_share * devices * seconds_of(planned);
      const bool may_be_slow = device && early && (has_many_launches(planned.plan) || is_idle);
      if (!may_be_slow || planned.loops.loops.empty()) return planned;
      fewer_loops = std::move(planned);
      break;
    }
    // What has been found is gone on with, by fewer moves.
    if (!order) options.moves = std::max<std::uint64_t>(moves / 5, 1);
    order = planned.order;
    least = std::min(least, planned.peak_bytes);
    const std::uint64_t results = planned.plan.arena * element_bytes(element);
    if (planned.peak_bytes - results > memory)
      break;  // tensors, result and panels alone are too much
    if (planned.loops.loops.empty()) continue;
    planned = fitting_loops(network, std::move(planned), element, memory, threads, device);
    least = std::min(least, planned.peak_bytes);
    if (planned.peak_bytes > memory) continue;
    planned = finished(std::move(planned));
    if (!fewer_loops || seconds_of(planned) < seconds_of(*fewer_loops))
      fewer_loops = std::move(planned);
  }
  if (early) {
    // An order that lacks memory for its loops may be a bad one without them.
    options.sums_end_early = false;
    options.moves = moves;
    try {
      Planned outside = plan_search(network, options, element, memory, threads, device);
      if (!fewer_loops || seconds_of(outside) < seconds_of(*fewer_loops)) return outside;
    } catch (const std::runtime_error&) {
      if (!fewer_loops) throw;
    }
    return std::move(*fewer_loops);
  }
  if (least == ~std::uint64_t{0}) {
    least = planned_with(arrays::search_order(network, options, parallel)).peak_bytes;
  }
  too_little_memory(least, memory, "the smallest contraction found");
}

}  // namespace diagc::networks
