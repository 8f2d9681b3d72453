#include "physics/networks/rank_gradient.h"

#include <complex>
#include <memory>
#include <type_traits>

#include "compiler/arrays/device/gradient_ranks.h"
#include "physics/networks/device_ranks.h"
#include "physics/networks/environments.h"
#include "physics/networks/processor_ranks.h"
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
    for (const arrays::Label label : plan.places[tensor])
      if (label != arrays::no_label) labels.push_back(label);
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
  const auto labels = arrays::value_labels(network, distribution.divided.order);
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

}  // namespace

std::uint64_t rank_gradient_bytes(const arrays::Distribution& distribution, bool is_complex,
                                  const DeviceSetup* setup) {
  const arrays::GradientRanks plan = plan_of(distribution, is_complex);
  if (setup == nullptr) return processor_rank_peak(plan.ranks) * bytes_of_rank_number(is_complex);
  return rank_peak_bytes(plan.ranks,
                         is_complex ? arrays::DeviceElement::c128 : arrays::DeviceElement::f64,
                         setup->limits);
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
