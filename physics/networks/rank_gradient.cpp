#include "physics/networks/rank_gradient.h"

#include <algorithm>
#include <complex>
#include <memory>
#include <type_traits>

#include "compiler/arrays/device/gradient_ranks.h"
#include "physics/networks/device_execution.h"
#include "physics/networks/device_ranks.h"
#include "physics/networks/environments.h"
#include "physics/networks/processor_ranks.h"
#include "physics/networks/rank_peak.h"
#include "physics/networks/rank_values.h"
#include "physics/networks/result_shards.h"
#include "physics/networks/slice_result.h"

namespace diagc::networks {

namespace {

std::uint64_t bytes_of_rank_number(bool is_complex) {
  return is_complex ? sizeof(std::complex<double>) : sizeof(double);
}

arrays::GradientRanks plan_of(arrays::Distribution distribution, bool is_complex) {
  distribution.element_bytes = bytes_of_rank_number(is_complex);
  return arrays::gradient_ranks(distribution, is_complex);
}

std::uint64_t bytes_of(const arrays::GradientRanks& plan, bool is_complex,
                       const DeviceSetup* setup) {
  if (setup == nullptr) return processor_rank_peak(plan.ranks) * bytes_of_rank_number(is_complex);
  return rank_peak_bytes(plan.ranks,
                         is_complex ? arrays::DeviceElement::c128 : arrays::DeviceElement::f64,
                         setup->limits);
}

/// Multiplications of a rank, in all slices.
double products(const arrays::RankPlan& plan) {
  const RankValues values(plan);
  double all = 0;
  for (std::size_t s = 0; s < plan.plan.steps.size(); ++s) {
    const arrays::PlanStep& step = plan.plan.steps[s];
    double own = step.runs * (step.once ? 1 : static_cast<double>(plan.plan.slices));
    const linear::Contraction shape = values.contraction(s);
    for (const auto* group : {&shape.batch, &shape.rows, &shape.columns, &shape.summed})
      for (const linear::Axis& axis : *group) own *= static_cast<double>(axis.extent);
    all += own;
  }
  return all;
}

/// A derivative of all ranks together: labels that lie across ranks first.
struct WholeDerivative {
  std::vector<arrays::Label> labels;
  ResultShards places;

  WholeDerivative(const arrays::GradientRanks& plan, std::size_t tensor)
      : labels(labels_of(plan, tensor)),
        places(plan.ranks, plan.derivatives[tensor], plan.places[tensor], labels) {}

 private:
  static std::vector<arrays::Label> labels_of(const arrays::GradientRanks& plan,
                                              std::size_t tensor) {
    std::vector<arrays::Label> labels;
    const std::vector<arrays::Label>& of_tensor = plan.network.tensors[tensor];
    for (const arrays::Label label : plan.places[tensor])
      if (std::ranges::count(of_tensor, label) > 0) labels.push_back(label);
    const auto& of_shard = plan.ranks.plan.values[plan.derivatives[tensor]].labels;
    labels.insert(labels.end(), of_shard.begin(), of_shard.end());
    return labels;
  }
};

template <class V>
Gradient sweep(const arrays::Distribution& distribution, const TensorValues& values,
               const DeviceSetup* setup, unsigned threads, RankLinks* links, RankCounts* counts) {
  const arrays::GradientRanks plan = plan_of(distribution, !std::is_floating_point_v<V>);
  std::vector<ScaledArray<V>> tensors = scaled_tensors<V>(values);
  const std::size_t count = tensors.size();
  tensors.push_back({{V(1)}, 0});
  std::unique_ptr<RankRun<V>> run;
  if (setup != nullptr) {
    run = std::make_unique<DeviceRanks<V>>(plan.ranks, tensors, *setup, 0, links);
  } else {
    run = processor_ranks(plan.ranks, tensors, threads, 0, links);
  }
  std::vector<WholeDerivative> derivatives;
  for (std::size_t t = 0; t < count; ++t) derivatives.emplace_back(plan, t);
  const arrays::Network& network = distribution.divided.network;
  auto labels = arrays::value_labels(network, distribution.divided.order);
  for (std::size_t t = 0; t < count; ++t)
    labels[t].insert(labels[t].begin(), plan.kept[t].begin(), plan.kept[t].end());
  Environments<V> environments(network);
  for (std::uint64_t slice = 0; slice < plan.ranks.plan.slices; ++slice) {
    run->take(slice);
    const std::vector<std::uint64_t> starts = slice_starts(plan.network, plan.ranks.plan, slice);
    for (std::size_t t = 0; t < count; ++t) {
      const ScaledArray<V> whole = whole_value(*run, derivatives[t].places);
      environments.add(t, starts[t], labels[t], derivatives[t].labels, whole.values.data(),
                       whole.exponent);
    }
  }
  if (counts != nullptr) *counts = run->counts();
  return environments.gradient();
}

/// A sweep with what it is expected to cost: seconds on devices, multiplications on processors.
struct RankCandidate {
  RankSweep sweep;
  double cost = 0;
  arrays::SliceLoops loops;
};

RankCandidate rank_candidate(const arrays::Network& network, const Distributed& distributed,
                             const std::vector<arrays::Label>& outer, bool is_complex,
                             const DeviceSetup* setup) {
  const Element element = is_complex ? Element::c128 : Element::f64;
  const arrays::DeviceGrid& grid = distributed.distribution.grid;
  RankCandidate found;
  found.sweep.distribution = arrays::describe(
      arrays::divide(network, distributed.order, grid, outer), grid,
      device_model(element, setup == nullptr ? arrays::DeviceRates{} : setup->limits.rates),
      {element_bytes(element), is_complex}, distributed.choice);
  found.loops = arrays::slice_loops(network, distributed.order, outer);
  found.sweep.loops = found.loops.loops.size();
  const arrays::GradientRanks plan = arrays::gradient_ranks(found.sweep.distribution, is_complex);
  found.sweep.bytes = bytes_of(plan, is_complex, setup);
  found.cost =
      setup == nullptr
          ? products(plan.ranks)
          : device_seconds(arrays::device_plan(plan.ranks, device_element(element), setup->limits),
                           plan.ranks.plan.slices);
  return found;
}

}  // namespace

RankSweep rank_sweep(const arrays::Network& network, const Distributed& distributed,
                     bool is_complex, const DeviceSetup* setup) {
  const auto of = [&](const std::vector<arrays::Label>& outer) {
    return rank_candidate(network, distributed, outer, is_complex, setup);
  };
  const auto labels = arrays::value_labels(network, distributed.order);
  RankCandidate best = of(distributed.order.sliced), next = of(distributed.outer);
  while (true) {
    const bool fits = next.sweep.bytes <= distributed.memory;
    if (fits && (next.cost < best.cost || best.sweep.bytes > distributed.memory)) best = next;
    if (fits || next.loops.loops.empty()) return std::move(best.sweep);
    // What sums hold is least where the largest of them are those of slices.
    const auto largest =
        std::ranges::max_element(next.loops.loops, {}, [&](const arrays::SliceLoop& loop) {
          return *arrays::element_count(network, labels[loop.end]);
        });
    std::vector<arrays::Label> outer = next.loops.outer;
    outer.push_back(largest->label);
    next = of(outer);
  }
}

std::uint64_t rank_gradient_bytes(const arrays::Distribution& distribution, bool is_complex,
                                  const DeviceSetup* setup) {
  return bytes_of(plan_of(distribution, is_complex), is_complex, setup);
}

double rank_gradient_sent(const arrays::Distribution& distribution, bool is_complex) {
  const arrays::GradientRanks plan = plan_of(distribution, is_complex);
  const auto elements = static_cast<double>(arrays::sent_elements(plan.ranks, true)) +
                        static_cast<double>(plan.ranks.plan.slices) *
                            static_cast<double>(arrays::sent_elements(plan.ranks, false));
  return elements * static_cast<double>(bytes_of_rank_number(is_complex));
}

Gradient rank_gradient(const arrays::Distribution& distribution, const TensorValues& values,
                       const DeviceSetup* setup, unsigned threads, RankLinks* links,
                       RankCounts* counts) {
  return values.is_complex
             ? sweep<std::complex<double>>(distribution, values, setup, threads, links, counts)
             : sweep<double>(distribution, values, setup, threads, links, counts);
}

}  // namespace diagc::networks
