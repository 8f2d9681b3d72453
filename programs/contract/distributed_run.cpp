#include "programs/contract/distributed_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "physics/networks/checksum.h"
#include "physics/networks/device_rates.h"
#include "physics/networks/order_file.h"
#include "programs/command/command.h"
#include "programs/command/progress.h"
#include "programs/command/used_devices.h"
#include "programs/contract/planning.h"
#include "runs/report/number_text.h"
#include "runtime/system/thread_pool.h"

namespace diagc::contract {

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
}

Options shared_options(const Options& options, const Processes& processes) {
  if (processes.size() == 1) return options;
  const auto size = static_cast<std::int64_t>(processes.size());
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
    own.check = own.profile = false;
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
                                     file.outer, file.choice, device);
    }
    if (!options.order.empty())
      return of_order(networks::read_order(read_source(options.order), subject.network));
    if (subject.network.order && options.moves == 0) return of_order(*subject.network.order);
    Progress progress;
    progress.stage("searching an order");
    arrays::SearchOptions search =
        search_options(options, static_cast<std::uint64_t>(options.seed));
    search.sums_end_early = true;
    return networks::distribute_search(network, search, subject.element, memory, ranks,
                                       available_threads(), device, of_one_device);
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
                              networks::PlanForm::panels, distributed.outer, distributed.choice});
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
    // All processes plan for the slowest device.
    const arrays::DeviceRates own = rates_of(device->devices);
    const auto slowest = [&](double rate) {
      constexpr double unit = networks::unit_of_rates;
      return unit * static_cast<double>(processes.least(static_cast<std::uint64_t>(rate / unit)));
    };
    device->limits.rates = {slowest(own.arithmetic), slowest(own.memory)};
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
    return networks::distribute_as(network, plan.order, subject.element, memory, ranks, plan.outer,
                                   plan.choice, device);
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

std::string distribution_summary(const Subject& subject, const networks::Distributed& distributed) {
  const arrays::Network& network = subject.network.network;
  const arrays::Distribution& plan = distributed.distribution;
  const arrays::OrderCost cost = networks::cost(distributed);
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
  text += fmt::format(
      "model    {} on {}, {:.2g} % of it exchanges, which is all that their overlap "
      "with arithmetic could save\n",
      seconds_text(distributed.seconds),
      distributed.device && distributed.device->limits.rates != arrays::DeviceRates{}
          ? "these devices"
          : "H200s",
      distributed.seconds > 0 ? 100 * plan.exchange_seconds / distributed.seconds : 0);
  return text;
}

}  // namespace diagc::contract
