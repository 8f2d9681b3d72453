#include "physics/networks/device_ranks.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "physics/networks/array_exponents.h"
#include "physics/networks/device_execution.h"
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
struct DeviceRanks<Value>::Implementation final : LaunchTaker {
  Implementation(const arrays::RankPlan& own_plan,
                 const std::vector<ScaledArray<Value>>& own_tensors, const DeviceSetup& setup,
                 std::uint32_t prime, RankLinks* own_links)
      : plan(own_plan),
        tensors(own_tensors),
        ranks(plan.grid.devices()),
        device_plan(arrays::device_plan(plan, device_element(kind_of<Value>()), setup.limits)),
        are_timed(setup.times),
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
    for (const std::uint32_t rank : own)
      seconds.library_begins += programs[rank]->library_seconds();
    const auto start = std::chrono::steady_clock::now();
    if (processes != nullptr) {
      pieces.emplace(*processes, devices.front());
    } else {
      links = cuda::device_links(devices);
    }
    seconds.links_begin =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    // Tensors lie there with all of their slices.
    for (std::size_t value = tensors.size(); value < plan.plan.values.size(); ++value)
      counts.largest_shard = std::max(counts.largest_shard, plan.plan.values[value].elements);
    counts.peak = device_plan.elements;
    exponents.assign(ranks, std::vector<std::int64_t>(device_plan.offsets.size()));
    for (auto& of_rank : exponents)
      for (std::size_t t = 0; t < tensors.size(); ++t) of_rank[t] = tensors[t].exponent;
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
                                   ExponentField<Value>::of(shard), tensors[t].exponent);
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
    for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
      const DeviceStep& step = device_plan.steps[device_plan.launches[l].first];
      if (step.c == value && step.blocks > 1) return joined(*programs[rank], l, step, shard.values);
    }
    return shard;
  }

  /// Blocks of a sum, which have powers of two of their own.
  static ScaledArray<Value> joined(const DeviceProgram& program, std::size_t launch,
                                   const DeviceStep& step, const std::vector<Value>& numbers) {
    std::vector<ScaledArray<Value>> blocks;
    for (std::uint64_t block = 0; block < step.blocks; ++block) {
      const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(block * step.elements);
      blocks.push_back({{first, first + static_cast<std::ptrdiff_t>(step.elements)},
                        program.power_of(launch, block)});
    }
    ScaledArray<Value> all{{}, common_exponent(blocks)};
    for (ScaledArray<Value>& block : blocks) {
      bring_to(block, all.exponent);
      all.values.insert(all.values.end(), block.values.begin(), block.values.end());
    }
    return all;
  }

  bool is_own(std::uint32_t rank) const { return programs[rank] != nullptr; }

  /// All devices take every launch before any takes the next one. The host waits for them at the end.
  void run(bool once, const std::vector<std::uint64_t>& starts) {
    for (const std::uint32_t rank : own) programs[rank]->begin(once, starts);
    take_launches(device_plan, once, *this);
    for (const std::uint32_t rank : own) programs[rank]->end();
    for (const std::uint32_t rank : own) {
      programs[rank]->wait();
      find_exponents<Value>(device_plan, *programs[rank], exponents[rank]);
    }
  }

  void launch(std::size_t l, bool is_timed) override {
    if (device_plan.launches[l].form == DeviceForm::exchange) return exchange(l, is_timed);
    for (const std::uint32_t rank : own) programs[rank]->launches().launch(l, is_timed);
  }
  void loop_begins(std::size_t loop, bool is_timed) override {
    for (const std::uint32_t rank : own) programs[rank]->launches().loop_begins(loop, is_timed);
  }
  void last_value_begins(std::size_t loop) override {
    for (const std::uint32_t rank : own) programs[rank]->launches().last_value_begins(loop);
  }
  void add_term(std::size_t l, std::size_t loop, bool is_timed) override {
    for (const std::uint32_t rank : own) programs[rank]->launches().add_term(l, loop, is_timed);
  }
  void go_on(std::size_t loop) override {
    for (const std::uint32_t rank : own) programs[rank]->launches().go_on(loop);
  }
  void loop_is_done(std::size_t loop, bool is_timed) override {
    for (const std::uint32_t rank : own) programs[rank]->launches().loop_is_done(loop, is_timed);
  }

  /// All pieces are brought to the power of two of the largest number of all ranks.
  void pack(std::size_t l) {
    if (has_scale<Value>) {
      for (const std::uint32_t rank : own) programs[rank]->find_power(l, rank);
      if (!device_plan.steps[device_plan.launches[l].first].is_local) send_powers(l);
    }
    for (const std::uint32_t rank : own) programs[rank]->pack(l);
  }

  void send_powers(std::size_t l) {
    constexpr std::size_t bytes = sizeof(std::int64_t);
    std::vector<cuda::DeviceTransfer> transfers;
    std::vector<ProcessPieces::Piece> outgoing, incoming;
    for (std::uint32_t from = 0; from < ranks; ++from) {
      for (std::uint32_t to = 0; to < ranks; ++to) {
        if (from == to) continue;
        if (processes == nullptr) {
          transfers.push_back(
              {from, to, programs[from]->power(l, from), programs[to]->power(l, from), bytes});
        } else if (is_own(from)) {
          outgoing.push_back({to, programs[from]->power(l, from), bytes});
        } else if (is_own(to)) {
          incoming.push_back({from, programs[to]->power(l, from), bytes});
        }
      }
    }
    if (pieces) pieces->exchange(outgoing, incoming, *streams.front());
    if (!transfers.empty()) links->carry_out(transfers, streams);
  }

  void exchange(std::size_t l, bool is_timed) {
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
    if (pieces && !step.is_local) pieces->exchange(outgoing, incoming, *streams.front());
    if (step.message_pieces > 1) {
      carry_out_in_pieces(l, step.message_pieces, std::move(transfers));
    } else if (!transfers.empty()) {
      links->carry_out(transfers, streams);
    }
    for (const std::uint32_t rank : own) programs[rank]->put_together(l, is_timed);
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

  /// Of a launch of several steps, the first one has all of them; what adds the terms of a sum counts for the step that makes them.
  void take_seconds(bool once) {
    if (!are_timed) return;
    for (const std::uint32_t rank : own) {
      RankSeconds of_rank;
      of_rank.steps.assign(plan.plan.steps.size(), 0);
      of_rank.exchanges = of_rank.steps;
      for (std::size_t l = 0; l < device_plan.launches.size(); ++l) {
        const DeviceLaunch& launch = device_plan.launches[l];
        if (launch.once != once) continue;
        const double own_seconds = programs[rank]->launch_seconds()[l];
        const bool is_exchange = launch.form == DeviceForm::exchange;
        (is_exchange ? of_rank.exchanges : of_rank.steps)[device_plan.steps[launch.first].kernel] +=
            own_seconds;
        of_rank.busy += own_seconds;
        if (is_exchange) of_rank.exchanging += own_seconds;
      }
      for (std::size_t step = 0; step < of_rank.steps.size(); ++step) {
        seconds.steps[step] = std::max(seconds.steps[step], of_rank.steps[step]);
        seconds.exchanges[step] = std::max(seconds.exchanges[step], of_rank.exchanges[step]);
      }
      if (once) continue;
      seconds.busy = std::max(seconds.busy, of_rank.busy);
      seconds.exchanging = std::max(seconds.exchanging, of_rank.exchanging);
    }
  }

  const arrays::RankPlan& plan;
  const std::vector<ScaledArray<Value>>& tensors;
  std::uint32_t ranks, ranks_of_node = 1;
  arrays::DevicePlan device_plan;
  bool are_timed;
  RankSeconds seconds;
  bool is_prepared = false;
  RankCounts counts;
  std::vector<std::vector<std::int64_t>> exponents;      ///< by rank and value
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
void DeviceRanks<Value>::time_launches(bool are_timed) {
  implementation_->are_timed = are_timed;
  for (const std::uint32_t rank : implementation_->own)
    implementation_->programs[rank]->time_launches(are_timed);
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
