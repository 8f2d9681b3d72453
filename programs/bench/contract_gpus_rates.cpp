#include "programs/bench/contract_gpus_rates.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "physics/networks/device_execution.h"
#include "physics/networks/device_ranks.h"
#include "physics/networks/distributed.h"
#include "physics/networks/planned.h"
#include "physics/networks/result_shards.h"
#include "programs/bench/contract_tensors.h"
#include "programs/command/command.h"
#include "programs/contract/planning.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/thread_pool.h"

namespace diagc::bench {

namespace {

struct Plans {
  networks::Planned alone;
  networks::Distributed shared;
};

contract::Options options_for(const std::vector<int>& devices, const std::string& memory) {
  contract::Options options;
  options.target = "cuda";
  options.memory = memory;
  for (const int device : devices)
    options.devices += (options.devices.empty() ? "" : ",") + std::to_string(device);
  return options;
}

Plans plans_of(const ContractCase& one, const contract::Subject& subject, const std::string& memory,
               const std::vector<int>& devices) {
  const arrays::Network& network = subject.network.network;
  const contract::Options options = options_for(devices, memory);
  const auto first = contract::device_of(options_for({devices.front()}, memory)),
             all = contract::device_of(options);
  const std::uint64_t limit = contract::memory_limit(options, all.get());
  const auto ranks = static_cast<std::uint32_t>(devices.size());
  const unsigned threads = available_threads();
  // One device alone sums over all slices at last, as several do: a slice is then as short.
  constexpr bool early = false;
  try {
    if (memory.empty()) {
      const arrays::Order order = order_of(one, subject, /*sums_end_early=*/false);
      return {networks::plan_order(network, order, subject.element, limit, threads, first, early),
              networks::distribute_order(network, order, subject.element, limit, ranks,
                                         arrays::DistributionRule::cheapest, all, early)};
    }
    arrays::SearchOptions search = contract::search_options(options, 1);
    search.sums_end_early = early;
    return {
        networks::plan_search(network, search, subject.element, limit, threads, first),
        networks::distribute_search(network, search, subject.element, limit, ranks, threads, all)};
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", one.name, error.what()));
  }
}

/// What so many slices send, and what came before them.
double bytes_of(const arrays::Distribution& distribution, double slices) {
  double elements = 0;
  for (const arrays::DistributedStep& step : distribution.steps)
    for (const arrays::Exchange& exchange : step.exchanges)
      elements +=
          step.exchange_runs * (step.once ? 1 : slices) * static_cast<double>(exchange.elements);
  return elements * static_cast<double>(distribution.element_bytes);
}

template <class Value>
ContractGpusRates measured_devices(const contract::Subject& subject, const Plans& plans,
                                   int rounds) {
  const arrays::Network& network = subject.network.network;
  const arrays::Distribution& distribution = plans.shared.distribution;
  ContractGpusRates rates;
  const arrays::OrderCost cost = networks::cost(plans.shared);
  rates.log2_macs_alone = networks::cost(network, plans.alone).log10_macs * std::log2(10.0);
  rates.log2_macs = cost.log10_macs * std::log2(10.0);
  rates.log2_width = cost.log2_width;
  rates.slices_alone = plans.alone.plan.slices;
  rates.slices = distribution.slices;
  rates.peak_bytes_alone = static_cast<double>(plans.alone.peak_bytes);
  rates.peak_bytes = static_cast<double>(plans.shared.peak_bytes);
  rates.expected = networks::planned_seconds(plans.alone.plan) / plans.shared.seconds;

  const auto tensors = tensors_of<Value>(*subject.values);
  const auto seconds_of = [](auto& execution) {
    const auto begin = std::chrono::steady_clock::now();
    execution.slice(0);
    return seconds_since(begin);
  };
  // One after the other: each has all of the limit.
  std::vector<double> alone, shared, busy, exchange;
  {
    networks::DeviceExecution<Value> execution(network, plans.alone.plan, tensors,
                                               *plans.alone.device, available_threads());
    execution.slice(0);
    for (int round = 0; round < rounds; ++round) alone.push_back(seconds_of(execution));
  }
  const arrays::RankPlan plan = arrays::rank_plan(distribution, !std::is_floating_point_v<Value>);
  networks::DeviceRanks<Value> run(plan, tensors, *plans.shared.device);
  networks::RankSlices<Value> execution(plan, run);
  execution.slice(0);
  for (int round = 0; round < rounds; ++round) shared.push_back(seconds_of(execution));
  // Times of launches take some time themselves.
  run.time_launches(true);
  for (int round = 0; round < rounds; ++round) {
    execution.slice(0);
    busy.push_back(run.seconds().busy);
    exchange.push_back(run.seconds().exchanging);
  }
  rates.alone = median(alone) * static_cast<double>(rates.slices_alone);
  rates.seconds = median(shared) * static_cast<double>(rates.slices);
  rates.busy = median(busy) * static_cast<double>(rates.slices);
  rates.exchange = median(exchange) * static_cast<double>(rates.slices);
  rates.planned_bytes = bytes_of(distribution, 2 * rounds + 1);
  rates.counted_bytes = static_cast<double>(run.counts().sent.elements) * sizeof(Value);
  rates.links = run.link_name();
  return rates;
}

}  // namespace

ContractGpusRates measure_contraction_on_gpus(const ContractCase& one, const std::string& memory,
                                              int rounds, const std::vector<int>& devices) {
  const contract::Subject subject = contract::read_subject(one.subject);
  if (subject.element != networks::Element::f32 && subject.element != networks::Element::c64)
    throw UsageError("found elements other than f32 and c64 with --contract, expected one of them");
  const Plans plans = plans_of(one, subject, memory, devices);
  return subject.element == networks::Element::f32
             ? measured_devices<float>(subject, plans, rounds)
             : measured_devices<std::complex<float>>(subject, plans, rounds);
}

}  // namespace diagc::bench
