#include "physics/networks/device_ranks.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/networks/device_execution.h"
#include "physics/networks/exponent_field.h"
#include "physics/networks/process_pieces.h"
#include "physics/networks/shards.h"
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

std::uint64_t rank_peak_bytes(const arrays::RankPlan& plan, arrays::DeviceElement element,
                              const arrays::DeviceLimits& limits) {
  return device_peak_bytes(arrays::device_plan(plan, element, limits), plan.tensors.size());
}

template <class Value>
struct DeviceRanks<Value>::Implementation {
  Implementation(const arrays::RankPlan& own_plan,
                 const std::vector<ScaledArray<Value>>& own_tensors, const DeviceSetup& setup,
                 std::uint32_t prime, RankLinks* own_links)
      : plan(own_plan),
        tensors(own_tensors),
        ranks(plan.grid.devices()),
        device_plan(arrays::device_plan(plan, device_element(kind_of<Value>()), setup.limits)),
        processes(own_links) {
    if (processes != nullptr) {
      own.push_back(processes->process());
    } else {
      for (std::uint32_t rank = 0; rank < ranks; ++rank) own.push_back(rank);
    }
    if (setup.devices.size() != own.size() ||
        (processes != nullptr && processes->processes() != ranks)) {
      throw std::logic_error(
          fmt::format("found {} devices for {} ranks", setup.devices.size(), ranks));
    }
    for (const arrays::GridAxis& axis : plan.grid.axes)
      if (!axis.between_nodes) ranks_of_node *= axis.length;
    std::vector<cuda::Device> devices;
    programs.resize(ranks);
    for (std::size_t k = 0; k < own.size(); ++k) {
      devices.emplace_back(setup.devices[k]);
      programs[own[k]] = std::make_unique<DeviceProgram>(device_plan, tensors.size(), setup,
                                                         setup.devices[k], prime);
      streams.push_back(&programs[own[k]]->stream());
      write_tensors(own[k]);
    }
    if (processes != nullptr) {
      pieces.emplace(*processes, devices.front());
    } else {
      links = cuda::device_links(devices);
    }
    // Tensors lie there with all of their slices.
    for (std::size_t value = tensors.size(); value < plan.plan.values.size(); ++value)
      counts.largest_shard = std::max(counts.largest_shard, plan.plan.values[value].elements);
    counts.peak = device_plan.elements;
    exponents.assign(ranks, std::vector<std::int64_t>(plan.plan.values.size()));
    for (auto& own : exponents)
      for (std::size_t t = 0; t < tensors.size(); ++t) own[t] = tensors[t].exponent;
    forget_seconds();
    run(true, std::vector<std::uint64_t>(tensors.size()));
    take_seconds(true);
  }

  void write_tensors(std::uint32_t rank) {
    const std::vector<std::uint32_t> indices = plan.grid.indices(rank);
    for (std::uint32_t t = 0; t < tensors.size(); ++t) {
      const std::vector<Value> shard =
          tensor_shard(plan.network, plan.whole[t], plan.tensors[t], indices, tensors[t].values);
      programs[rank]->write_tensor(t, shard.data(), shard.size() * sizeof(Value),
                                   ExponentField<Value>::of(shard));
    }
  }

  void take(std::uint64_t slice) {
    if (is_prepared) forget_seconds();
    is_prepared = true;
    run(false, slice_starts(plan.network, plan.plan, slice));
    take_seconds(false);
  }

  ScaledArray<Value> shard(std::uint32_t rank, std::uint32_t value) const {
    ScaledArray<Value> shard{std::vector<Value>(plan.plan.values[value].elements),
                             exponents[rank][value]};
    programs[rank]->read(value, shard.values.data(), shard.values.size() * sizeof(Value));
    return shard;
  }

  bool is_own(std::uint32_t rank) const { return programs[rank] != nullptr; }

  /// All devices take every launch before any takes the next one. The host waits for them at the end; with devices of other processes at
  /// exchanges, too.
  void run(bool once, const std::vector<std::uint64_t>& starts) {
    for (const std::uint32_t rank : own) programs[rank]->begin(once, starts);
    for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
      const DeviceLaunch& launch = device_plan.launches[l];
      if (launch.once != once) continue;
      if (launch.form == DeviceForm::exchange) {
        exchange(l);
        continue;
      }
      for (const std::uint32_t rank : own) programs[rank]->launch(l);
      launched.push_back(l);
    }
    wait();
  }

  std::int64_t power(std::uint32_t rank, std::uint32_t value) const {
    return exponents[rank][value] + ExponentField<Value>::power(programs[rank]->most()[value]);
  }

  /// Then exponents are those after all that has been launched.
  void wait() {
    for (const std::uint32_t rank : own) programs[rank]->wait();
    for (const std::size_t l : launched) {
      const DeviceLaunch& launch = device_plan.launches[l];
      if (launch.form == DeviceForm::exchange) {
        bring_to_common(device_plan.steps[launch.first]);
        continue;
      }
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = device_plan.steps[s];
        for (const std::uint32_t rank : own)
          exponents[rank][step.c] = power(rank, step.a) + power(rank, step.b);
      }
    }
    launched.clear();
  }

  /// Of the largest number that any rank has of a value.
  std::int64_t common_power(std::uint32_t value) {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
    std::int64_t common = none;
    for (const std::uint32_t rank : own) {
      if (!has_scale<Value> || programs[rank]->most()[value] != 0)
        common = std::max(common, power(rank, value));
    }
    if (processes != nullptr) common = std::ranges::max(of_all(*processes, common));
    return common == none ? 0 : common;
  }

  /// All pieces are brought to the exponent of the largest number of all ranks.
  std::int64_t bring_to_common(const DeviceStep& step) {
    const std::int64_t common = common_power(step.a);
    for (const std::uint32_t rank : own) exponents[rank][step.c] = common;
    return common;
  }

  void pack(std::size_t l) {
    const DeviceStep& step = device_plan.steps[device_plan.launches[l].first];
    if (processes != nullptr) {
      wait();
      const std::int64_t common = bring_to_common(step);
      for (const std::uint32_t rank : own)
        programs[rank]->pack(l, exponents[rank][step.a] - common);
      return;
    }
    launched.push_back(l);
    if (!has_scale<Value>) {
      for (const std::uint32_t rank : own) programs[rank]->pack(l, 0);
      return;
    }
    // The devices find that exponent themselves.
    for (const std::uint32_t rank : own) programs[rank]->find_power(l, rank, exponents[rank]);
    std::vector<cuda::DeviceTransfer> transfers;
    for (const std::uint32_t from : own) {
      for (const std::uint32_t to : own) {
        if (from == to) continue;
        transfers.push_back({from, to, programs[from]->power(l, from), programs[to]->power(l, from),
                             sizeof(std::int64_t)});
      }
    }
    if (!transfers.empty()) links->carry_out(transfers, streams);
    for (const std::uint32_t rank : own) programs[rank]->pack(l);
  }

  void exchange(std::size_t l) {
    const DeviceStep& step = device_plan.steps[device_plan.launches[l].first];
    const arrays::RankExchange& exchanged = plan.exchanges[step.number];
    pack(l);
    const std::uint64_t bytes = exchanged.piece * sizeof(Value);
    std::vector<cuda::DeviceTransfer> transfers;
    std::vector<ProcessPieces::Piece> outgoing, incoming;
    for (std::uint32_t to = 0; to < ranks; ++to) {
      const std::uint32_t number = exchanged.wanted[to];
      for (std::size_t place = 0; place < exchanged.senders[to].size(); ++place) {
        const std::uint32_t from = exchanged.senders[to][place];
        if (from == to) {
          if (is_own(to)) programs[to]->keep_own(l, number, place);
          continue;
        }
        if (processes == nullptr) {
          transfers.push_back({from, to, programs[from]->packed(l, number),
                               programs[to]->arrival(l, place), bytes});
        } else if (is_own(from)) {
          outgoing.push_back({to, programs[from]->packed(l, number), bytes});
        } else if (is_own(to)) {
          incoming.push_back({from, programs[to]->arrival(l, place), bytes});
        }
        if (!is_own(from)) continue;
        ++counts.sent.messages;
        counts.sent.elements += exchanged.piece;
        if (from / ranks_of_node != to / ranks_of_node) counts.sent.far_elements += exchanged.piece;
      }
    }
    if (pieces) pieces->exchange(outgoing, incoming, *streams.front());
    if (step.message_pieces > 1) {
      carry_out_in_pieces(l, step.message_pieces, std::move(transfers));
    } else if (!transfers.empty()) {
      links->carry_out(transfers, streams);
    }
    for (const std::uint32_t rank : own) programs[rank]->put_together(l);
  }

  /// Messages that the next step takes in pieces go in pieces, while that step takes those before.
  void carry_out_in_pieces(std::size_t l, std::size_t count,
                           std::vector<cuda::DeviceTransfer> transfers) {
    std::vector<const cuda::Stream*> own_streams;
    for (const std::uint32_t rank : own) own_streams.push_back(&programs[rank]->begin_arrivals(l));
    for (cuda::DeviceTransfer& transfer : transfers) transfer.bytes /= count;
    for (std::size_t piece = 0; piece < count; ++piece) {
      if (!transfers.empty()) links->carry_out(transfers, own_streams);
      for (const std::uint32_t rank : own) programs[rank]->arrived(l, piece);
      for (cuda::DeviceTransfer& transfer : transfers) {
        transfer.source += transfer.bytes;
        transfer.target += transfer.bytes;
      }
    }
  }

  void forget_seconds() {
    seconds.steps.assign(plan.plan.steps.size(), 0);
    seconds.exchanges = seconds.steps;
    seconds.busy = seconds.exchanging = 0;
  }

  /// Of a launch of several steps, the first one has all of them.
  void take_seconds(bool once) {
    for (const std::uint32_t rank : own) {
      double busy = 0, exchanging = 0;
      for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
        const DeviceLaunch& launch = device_plan.launches[l];
        if (launch.once != once) continue;
        const double own_seconds = programs[rank]->launch_seconds()[l];
        const bool is_exchange = launch.form == DeviceForm::exchange;
        double& longest = (is_exchange ? seconds.exchanges
                                       : seconds.steps)[device_plan.steps[launch.first].kernel];
        longest = std::max(longest, own_seconds);
        busy += own_seconds;
        if (is_exchange) exchanging += own_seconds;
      }
      if (once) continue;
      seconds.busy = std::max(seconds.busy, busy);
      seconds.exchanging = std::max(seconds.exchanging, exchanging);
    }
  }

  const arrays::RankPlan& plan;
  const std::vector<ScaledArray<Value>>& tensors;
  std::uint32_t ranks, ranks_of_node = 1;
  arrays::DevicePlan device_plan;
  RankSeconds seconds;
  bool is_prepared = false;
  RankCounts counts;
  std::vector<std::vector<std::int64_t>> exponents;      ///< by rank and value
  std::vector<std::size_t> launched;                     ///< since the devices were waited for
  std::vector<std::uint32_t> own;                        ///< ranks of this process
  std::vector<std::unique_ptr<DeviceProgram>> programs;  ///< by rank; null: another process's
  std::vector<const cuda::Stream*> streams;              ///< of own ranks
  std::unique_ptr<cuda::DeviceLinks> links;              ///< of one process
  RankLinks* processes = nullptr;
  std::optional<ProcessPieces> pieces;  ///< of several

  std::string link_name() const { return pieces ? pieces->name() : links->name(); }
};

template <class Value>
DeviceRanks<Value>::DeviceRanks(const arrays::RankPlan& plan,
                                const std::vector<ScaledArray<Value>>& tensors,
                                const DeviceSetup& setup, std::uint32_t prime, RankLinks* links)
    : implementation_(std::make_unique<Implementation>(plan, tensors, setup, prime, links)) {}

template <class Value>
DeviceRanks<Value>::~DeviceRanks() = default;

template <class Value>
void DeviceRanks<Value>::take(std::uint64_t slice) {
  implementation_->take(slice);
}

template <class Value>
ScaledArray<Value> DeviceRanks<Value>::shard(std::uint32_t rank, std::uint32_t value) const {
  return implementation_->shard(rank, value);
}

template <class Value>
std::uint32_t DeviceRanks<Value>::process_of(std::uint32_t rank) const {
  return implementation_->processes == nullptr ? 0 : rank;
}

template <class Value>
RankLinks* DeviceRanks<Value>::links() const {
  return implementation_->processes;
}

template <class Value>
RankCounts DeviceRanks<Value>::counts() const {
  return implementation_->counts;
}

template <class Value>
const RankSeconds& DeviceRanks<Value>::seconds() const {
  return implementation_->seconds;
}

template <class Value>
std::string DeviceRanks<Value>::link_name() const {
  return implementation_->link_name();
}

template class DeviceRanks<float>;
template class DeviceRanks<double>;
template class DeviceRanks<std::complex<float>>;
template class DeviceRanks<std::complex<double>>;
template class DeviceRanks<linear::Residue>;
template class DeviceRanks<linear::Tropical>;

}  // namespace diagc::networks
