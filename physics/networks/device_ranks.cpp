#include "physics/networks/device_ranks.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/device/rank_plan.h"
#include "physics/networks/device_execution.h"
#include "physics/networks/exponent_field.h"
#include "physics/networks/result_shards.h"
#include "physics/networks/slice_result.h"
#include "physics/networks/tensor_stride.h"
#include "runtime/cuda/device_links.h"

namespace diagc::networks {

namespace {

using arrays::DeviceForm;
using arrays::DeviceLaunch;
using arrays::DeviceStep;
using arrays::Label;

/// What a rank has of a tensor: all of its axes but those that lie across ranks, in C order.
template <class Value>
std::vector<Value> tensor_shard(const arrays::Network& network, const std::vector<Label>& labels,
                                const arrays::Placement& placement,
                                const std::vector<std::uint32_t>& indices,
                                const std::vector<Value>& values) {
  std::uint64_t start = 0, stride = 1, elements = 1;
  for (std::size_t axis = 0; axis < placement.size(); ++axis) {
    if (placement[axis] != arrays::no_label)
      start += indices[axis] * tensor_stride(network, labels, placement[axis]);
  }
  std::vector<CopyAxis> axes;
  for (std::size_t axis = labels.size(); axis-- > 0;) {
    const std::uint64_t extent = network.extents[labels[axis]];
    if (std::ranges::count(placement, labels[axis]) == 0) {
      axes.push_back({extent, stride, elements});
      elements *= extent;
    }
    stride *= extent;
  }
  std::ranges::reverse(axes);
  std::vector<Value> shard(elements);
  for_each_element(axes,
                   [&](std::uint64_t from, std::uint64_t to) { shard[to] = values[start + from]; });
  return shard;
}

}  // namespace

std::uint64_t rank_peak_bytes(const arrays::Distribution& distribution,
                              arrays::DeviceElement element, const arrays::DeviceLimits& limits) {
  const bool is_complex =
      element == arrays::DeviceElement::c64 || element == arrays::DeviceElement::c128;
  const arrays::RankPlan plan = arrays::rank_plan(distribution, is_complex);
  return device_peak_bytes(arrays::device_plan(plan, element, limits), plan.tensors.size());
}

template <class Value>
struct DeviceRanks<Value>::Implementation {
  Implementation(const arrays::Distribution& own_distribution,
                 const std::vector<ScaledArray<Value>>& own_tensors, const DeviceSetup& setup,
                 std::uint32_t prime)
      : distribution(own_distribution),
        tensors(own_tensors),
        ranks(static_cast<std::uint32_t>(distribution.devices())),
        plan(arrays::rank_plan(distribution, is_complex(kind_of<Value>()))),
        device_plan(arrays::device_plan(plan, device_element(kind_of<Value>()), setup.limits)),
        result(distribution, plan.result, plan.plan.values[plan.plan.result].labels) {
    if (setup.devices.size() != ranks) {
      throw std::logic_error(
          fmt::format("found {} devices for {} ranks", setup.devices.size(), ranks));
    }
    for (const arrays::GridAxis& axis : distribution.grid.axes)
      if (!axis.between_nodes) ranks_of_node *= axis.length;
    std::vector<cuda::Device> devices;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      devices.emplace_back(setup.devices[rank]);
      programs.push_back(std::make_unique<DeviceProgram>(device_plan, tensors.size(), setup,
                                                         setup.devices[rank], prime));
      streams.push_back(&programs.back()->stream());
      write_tensors(rank);
    }
    links = cuda::device_links(devices);
    // Tensors lie there with all of their slices.
    for (std::size_t value = tensors.size(); value < plan.plan.values.size(); ++value)
      counts.largest_shard = std::max(counts.largest_shard, plan.plan.values[value].elements);
    counts.peak = device_plan.elements;
    exponents.assign(ranks, std::vector<std::int64_t>(plan.plan.values.size()));
    for (auto& own : exponents)
      for (std::size_t t = 0; t < tensors.size(); ++t) own[t] = tensors[t].exponent;
    run(true, std::vector<std::uint64_t>(tensors.size()));
  }

  void write_tensors(std::uint32_t rank) {
    const std::vector<std::uint32_t> indices = distribution.grid.indices(rank);
    for (std::uint32_t t = 0; t < tensors.size(); ++t) {
      const std::vector<Value> shard =
          tensor_shard(distribution.divided.network, distribution.divided.network.tensors[t],
                       plan.tensors[t], indices, tensors[t].values);
      programs[rank]->write_tensor(t, shard.data(), shard.size() * sizeof(Value),
                                   ExponentField<Value>::of(shard));
    }
  }

  SliceSum slice(std::uint64_t number) {
    run(false, slice_starts(plan.network, plan.plan, number));
    const std::uint32_t value = plan.plan.result;
    std::vector<ScaledArray<Value>> shards;
    for (const std::uint32_t rank : result.ranks) {
      ScaledArray<Value>& shard = shards.emplace_back();
      shard.exponent = exponents[rank][value];
      shard.values.resize(plan.plan.values[value].elements);
      programs[rank]->read(value, shard.values.data(), shard.values.size() * sizeof(Value));
    }
    return whole_result(number, result, std::move(shards));
  }

  /// All devices take every launch before any takes the next one; the host waits for them at exchanges alone.
  void run(bool once, const std::vector<std::uint64_t>& starts) {
    for (auto& program : programs) program->begin(once, starts);
    for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
      const DeviceLaunch& launch = device_plan.launches[l];
      if (launch.once != once) continue;
      if (launch.form == DeviceForm::exchange) {
        exchange(l);
        continue;
      }
      for (auto& program : programs) program->launch(l);
      launched.push_back(l);
    }
    wait();
  }

  std::int64_t power(std::uint32_t rank, std::uint32_t value) const {
    return exponents[rank][value] + ExponentField<Value>::power(programs[rank]->most()[value]);
  }

  /// Then exponents are those after all that has been launched.
  void wait() {
    for (auto& program : programs) program->wait();
    for (const std::size_t l : launched) {
      const DeviceLaunch& launch = device_plan.launches[l];
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = device_plan.steps[s];
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
          exponents[rank][step.c] = power(rank, step.a) + power(rank, step.b);
      }
    }
    launched.clear();
  }

  void exchange(std::size_t l) {
    const DeviceStep& step = device_plan.steps[device_plan.launches[l].first];
    const arrays::RankExchange& own = plan.exchanges[step.number];
    wait();
    // All pieces are brought to the exponent of the largest number of all ranks.
    std::int64_t common = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      if (!has_scale<Value> || programs[rank]->most()[step.a] != 0)
        common = std::max(common, power(rank, step.a));
    }
    if (common == std::numeric_limits<std::int64_t>::min()) common = 0;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      programs[rank]->pack(l, exponents[rank][step.a] - common);
      exponents[rank][step.c] = common;
    }
    std::vector<cuda::DeviceTransfer> transfers;
    for (std::uint32_t to = 0; to < ranks; ++to) {
      const std::uint32_t number = own.wanted[to];
      for (std::size_t place = 0; place < own.senders[to].size(); ++place) {
        const std::uint32_t from = own.senders[to][place];
        if (from == to) {
          programs[to]->keep_own(l, number, place);
          continue;
        }
        transfers.push_back({from, to, programs[from]->packed(l, number),
                             programs[to]->arrival(l, place), own.piece * sizeof(Value)});
        ++counts.sent.messages;
        counts.sent.elements += own.piece;
        if (from / ranks_of_node != to / ranks_of_node) counts.sent.far_elements += own.piece;
      }
    }
    if (!transfers.empty()) links->carry_out(transfers, streams);
    for (auto& program : programs) program->put_together(l);
  }

  const arrays::Distribution& distribution;
  const std::vector<ScaledArray<Value>>& tensors;
  std::uint32_t ranks, ranks_of_node = 1;
  arrays::RankPlan plan;
  arrays::DevicePlan device_plan;
  ResultShards result;
  RankCounts counts;
  std::vector<std::vector<std::int64_t>> exponents;  ///< by rank and value
  std::vector<std::size_t> launched;                 ///< since the devices were waited for
  std::vector<std::unique_ptr<DeviceProgram>> programs;
  std::vector<const cuda::Stream*> streams;
  std::unique_ptr<cuda::DeviceLinks> links;
};

template <class Value>
DeviceRanks<Value>::DeviceRanks(const arrays::Distribution& distribution,
                                const std::vector<ScaledArray<Value>>& tensors,
                                const DeviceSetup& setup, std::uint32_t prime)
    : implementation_(std::make_unique<Implementation>(distribution, tensors, setup, prime)) {}

template <class Value>
DeviceRanks<Value>::~DeviceRanks() = default;

template <class Value>
SliceSum DeviceRanks<Value>::slice(std::uint64_t number) {
  return implementation_->slice(number);
}

template <class Value>
RankCounts DeviceRanks<Value>::counts() const {
  return implementation_->counts;
}

template <class Value>
std::string DeviceRanks<Value>::links() const {
  return implementation_->links->name();
}

template <class Value>
double DeviceRanks<Value>::busy_seconds() const {
  double most = 0;
  for (const auto& program : implementation_->programs) {
    double sum = 0;
    for (std::size_t l = 0; l < program->launch_seconds().size(); ++l) {
      if (!implementation_->device_plan.launches[l].once) sum += program->launch_seconds()[l];
    }
    most = std::max(most, sum);
  }
  return most;
}

template <class Value>
double DeviceRanks<Value>::exchange_seconds() const {
  double most = 0;
  for (const auto& program : implementation_->programs) {
    double sum = 0;
    for (std::size_t l = 0; l < program->launch_seconds().size(); ++l) {
      const DeviceLaunch& launch = implementation_->device_plan.launches[l];
      if (!launch.once && launch.form == DeviceForm::exchange) sum += program->launch_seconds()[l];
    }
    most = std::max(most, sum);
  }
  return most;
}

template class DeviceRanks<float>;
template class DeviceRanks<double>;
template class DeviceRanks<std::complex<float>>;
template class DeviceRanks<std::complex<double>>;
template class DeviceRanks<linear::Residue>;
template class DeviceRanks<linear::Tropical>;

}  // namespace diagc::networks
