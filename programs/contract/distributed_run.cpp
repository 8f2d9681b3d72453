#include "programs/contract/distributed_run.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "physics/networks/checksum.h"
#include "physics/networks/order_file.h"
#include "programs/command/command.h"
#include "programs/command/progress.h"
#include "programs/command/used_devices.h"
#include "programs/contract/planning.h"
#include "runs/report/number_text.h"
#include "runtime/system/thread_pool.h"

namespace diagc::contract {

namespace {

using arrays::DistributedStep;
using arrays::Label;

/// A label of the divided network: that of the file, with a number where it has several parts.
std::string part_name(const Subject& subject, const arrays::DividedNetwork& divided, Label label) {
  const Label origin = divided.origin[label];
  const std::string& name = subject.network.label_names[origin];
  return std::ranges::count(divided.origin, origin) == 1
             ? name
             : fmt::format("{}.{}", name, divided.part[label]);
}

/// By axis of the grid; `-` where devices have the same.
std::string placement_text(const Subject& subject, const arrays::DividedNetwork& divided,
                           const arrays::Placement& placement) {
  std::string text;
  for (const Label label : placement) {
    text += text.empty() ? "" : " ";
    text += label == arrays::no_label ? "-" : part_name(subject, divided, label);
  }
  return text;
}

std::string short_seconds(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  return seconds >= 1e-3 ? fmt::format("{:.3g} ms", 1e3 * seconds)
                         : fmt::format("{:.3g} us", 1e6 * seconds);
}

}  // namespace

void check_distributed(const Options& options) {
  if (options.target == "cpu" && !options.devices.empty()) {
    throw UsageError(
        fmt::format("found --devices {} without --target cuda, expected both", options.devices));
  }
  if (options.simulate == 0) return;
  if (options.target == "cuda") {
    throw UsageError(
        "found --simulate with --target cuda, expected it without: ranks are simulated on "
        "processors");
  }
  if (options.simulate > arrays::most_devices) {
    throw UsageError(fmt::format("found --simulate {}, expected 1 to {}", options.simulate,
                                 arrays::most_devices));
  }
  if (!options.gradient.empty() || options.profile || options.step >= 0) {
    throw UsageError("found --simulate with --gradient, --profile or --step, expected it without");
  }
}

Options shared_options(const Options& options, const Processes& processes) {
  if (processes.size() == 1) return options;
  const auto size = static_cast<std::int64_t>(processes.size());
  if (!options.gradient.empty() || options.profile || options.step >= 0) {
    throw UsageError(
        fmt::format("found {} processes of MPI with --gradient, --profile or --step, expected one "
                    "process",
                    size));
  }
  if (options.simulate % size != 0) {
    throw UsageError(fmt::format(
        "found --simulate {} with {} processes of MPI, expected a multiple of their number",
        options.simulate, size));
  }
  Options own = options;
  if (own.simulate == 0 && own.target == "cpu") own.simulate = size;
  if (!processes.is_first()) {
    own.save_order.clear();
    own.save_plan.clear();
    own.output.clear();
    own.check = false;
  }
  return own;
}

namespace {

networks::Distributed plan_ranks(const Options& options, const Subject& subject,
                                 std::uint32_t ranks, std::uint64_t memory,
                                 const std::shared_ptr<const networks::DeviceSetup>& device,
                                 const arrays::Order* of_one_device = nullptr) {
  const arrays::Network& network = subject.network.network;
  const auto of_order = [&](const arrays::Order& order) {
    return networks::distribute_order(network, order, subject.element, memory, ranks,
                                      arrays::DistributionRule::cheapest, device);
  };
  try {
    if (!options.load_plan.empty()) {
      const networks::PlanFile file = read_plan_file(options, subject, ranks);
      return networks::distribute_as(network, file.order, subject.element, memory, ranks,
                                     file.choice, device);
    }
    if (!options.order.empty())
      return of_order(networks::read_order(read_source(options.order), subject.network));
    if (subject.network.order && options.moves == 0) return of_order(*subject.network.order);
    Progress progress;
    progress.stage("searching an order");
    return networks::distribute_search(
        network, search_options(options, static_cast<std::uint64_t>(options.seed)), subject.element,
        memory, ranks, available_threads(), device, of_one_device);
  } catch (const InputError&) {
    throw;
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

}  // namespace

networks::Distributed plan_distributed(const Options& options, const Subject& subject,
                                       const std::shared_ptr<const networks::DeviceSetup>& device,
                                       const arrays::Order* of_one_device) {
  const auto ranks = static_cast<std::uint32_t>(device ? device->devices.size() : options.simulate);
  // Without a limit that is given, all ranks share what the machine has.
  std::uint64_t memory = memory_limit(options, device.get());
  if (options.memory.empty() && !device) memory /= ranks;
  return plan_ranks(options, subject, ranks, memory, device, of_one_device);
}

std::string distributed_plan_text(const Subject& subject,
                                  const networks::Distributed& distributed) {
  return networks::plan_text({networks::network_digest(subject.network.network), subject.element,
                              distributed.order,
                              static_cast<std::uint32_t>(distributed.distribution.devices()),
                              networks::PlanForm::panels, distributed.choice});
}

networks::Distributed plan_distributed(const Options& options, const Subject& subject,
                                       Processes& processes) {
  if (processes.size() == 1) return plan_distributed(options, subject);
  std::shared_ptr<networks::DeviceSetup> device;
  std::uint32_t ranks = processes.size();
  if (options.target == "cuda") {
    device = std::make_shared<networks::DeviceSetup>(*device_of(options));
    runs::RunDevices wanted{runs::RunTarget::cuda, {}, {}};
    if (!options.devices.empty()) wanted.devices = device->devices;
    device->devices = used_devices(wanted, 0).gpus;
  } else {
    ranks = static_cast<std::uint32_t>(options.simulate);
  }
  std::uint64_t memory = processes.least(memory_limit(options, device.get()));
  if (options.memory.empty() && !device) memory /= ranks;
  if (processes.is_first()) {
    networks::Distributed distributed = plan_ranks(options, subject, ranks, memory, device);
    processes.of_first(distributed_plan_text(subject, distributed));
    return distributed;
  }
  const std::string text = processes.of_first({});
  const arrays::Network& network = subject.network.network;
  try {
    // A process that has read another file than the first one finds it here.
    const networks::PlanFile plan =
        networks::read_plan("the first process's plan", text, subject.network.source->path(),
                            network, subject.element, ranks);
    return networks::distribute_as(network, plan.order, subject.element, memory, ranks, plan.choice,
                                   device);
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

std::string distribution_summary(const Subject& subject, const networks::Distributed& distributed) {
  const arrays::Network& network = subject.network.network;
  const arrays::Distribution& plan = distributed.distribution;
  const arrays::OrderCost cost = arrays::cost(network, distributed.order);
  std::string text =
      fmt::format("network  {} tensors, {} labels, {} open\n", network.tensors.size(),
                  network.extents.size(), network.open.size());
  text += fmt::format("order    10^{:.2f} products, largest value 2^{:.2f} elements, {} slice{}\n",
                      cost.log10_macs, cost.log2_width, plan.slices, plan.slices == 1 ? "" : "s");
  const double shard = static_cast<double>(plan.largest_shard * plan.element_bytes);
  text += fmt::format("{}  {}, each with {} at most, largest shard {}\n",
                      distributed.device ? "devices" : "ranks  ", plan.devices(),
                      bytes_text(static_cast<double>(distributed.peak_bytes)), bytes_text(shard));
  text += fmt::format("planned  {:.0f} bytes sent, {:.0f} of them between nodes\n", plan.bytes,
                      plan.far_bytes);
  text +=
      fmt::format("model    {} on H200s, {:.2g} % of it exchanges\n", short_seconds(plan.seconds),
                  plan.seconds > 0 ? 100 * plan.exchange_seconds / plan.seconds : 0);
  return text;
}

std::string distribution_text(const Subject& subject, const networks::Distributed& distributed) {
  const arrays::Distribution& plan = distributed.distribution;
  const auto is_alone = [](const DistributedStep& step) {
    return step.exchanges.empty() &&
           std::ranges::all_of(step.on, [](Label label) { return label == arrays::no_label; });
  };
  std::size_t width = 12;
  for (const DistributedStep& step : plan.steps)
    width = std::max(width, placement_text(subject, plan.divided, step.on).size());
  std::string text = fmt::format("{:>6} {:>6} {:>6}  {:<{}} {:>10}  exchanges\n", "value", "left",
                                 "right", "distributed", width, "expected");
  std::size_t alone = 0;
  struct Total {
    std::size_t exchanges = 0;
    double bytes = 0, seconds = 0;
  };
  std::map<std::string, Total> totals;
  for (const DistributedStep& step : plan.steps) {
    if (is_alone(step)) {
      ++alone;
      continue;
    }
    text += fmt::format("{:>6} {:>6} {:>6}  {:<{}} {:>10}", step.c, step.a, step.b,
                        placement_text(subject, plan.divided, step.on), width,
                        short_seconds(step.seconds));
    const char* before = "  ";
    for (const arrays::Exchange& exchange : step.exchanges) {
      const char* name = arrays::exchange_names[static_cast<std::size_t>(exchange.kind)];
      const auto bytes = static_cast<double>(exchange.elements * plan.element_bytes);
      text += fmt::format("{}{} to {}: {:.0f} bytes, {}", before, name,
                          placement_text(subject, plan.divided, exchange.to), bytes,
                          short_seconds(exchange.seconds));
      before = "; ";
      const double times = step.once ? 1 : static_cast<double>(plan.slices);
      Total& total = totals[name];
      ++total.exchanges;
      total.bytes += times * bytes;
      total.seconds += times * exchange.seconds;
    }
    text += step.once ? "  once\n" : "\n";
  }
  text += fmt::format("{} of {} steps are the same on every rank\n", alone, plan.steps.size());
  for (const auto& [name, total] : totals) {
    text += fmt::format("{}: {} step{}, {:.0f} bytes, {}\n", name, total.exchanges,
                        total.exchanges == 1 ? "" : "s", total.bytes, short_seconds(total.seconds));
  }
  // The same order by simpler rules.
  text += fmt::format("this plan: {}", short_seconds(plan.seconds));
  for (const auto& [rule, name] :
       {std::pair{arrays::DistributionRule::prefix, "labels that live longest"},
        {arrays::DistributionRule::when_forced, "redistributed only when forced"}}) {
    std::string seconds = "does not fit";
    try {
      const auto other = networks::distribute_order(
          subject.network.network, distributed.order, subject.element, distributed.memory,
          static_cast<std::uint32_t>(plan.devices()), rule, distributed.device);
      seconds = short_seconds(other.distribution.seconds);
    } catch (const std::runtime_error&) {
      // As the text says.
    }
    text += fmt::format("; {}: {}", name, seconds);
  }
  return text + "\n";
}

}  // namespace diagc::contract
