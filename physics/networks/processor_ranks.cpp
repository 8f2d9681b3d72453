#include "physics/networks/processor_ranks.h"

#include <chrono>
#include <deque>
#include <stdexcept>

#include "physics/networks/loop_sums.h"
#include "physics/networks/rank_memory.h"
#include "physics/networks/rank_values.h"
#include "physics/networks/shard_transfer.h"
#include "physics/networks/tensor_stride.h"

namespace diagc::networks {

namespace {

using arrays::Label;
using arrays::PlanStep;
using arrays::RankExchange;
using Clock = std::chrono::steady_clock;

std::uint32_t ranks_of_node(const arrays::DeviceGrid& grid) {
  std::uint32_t product = 1;
  for (const arrays::GridAxis& axis : grid.axes) {
    if (!axis.between_nodes) product *= axis.length;
  }
  return product;
}

template <class Value>
class ProcessorRanks : public RankRun<Value> {
 public:
  ProcessorRanks(const arrays::RankPlan& plan, const std::vector<ScaledArray<Value>>& tensors,
                 unsigned threads, std::uint32_t prime, RankLinks* links)
      : plan_(plan),
        network_(plan.network),
        tensors_(tensors),
        threads_(threads),
        prime_(prime),
        links_(links),
        values_(plan),
        ranks_(plan.grid.devices()),
        memories_(ranks_, RankMemory<Value>(plan.plan.values.size())),
        mailbox_(ranks_of_node(plan.grid)),
        starts_(tensors.size()),
        taken_(plan.plan.loops.size()) {
    const std::uint32_t processes = links_ == nullptr ? 1 : links_->processes();
    if (ranks_ % processes != 0)
      throw std::logic_error("ranks: processes do not have as many each");
    ranks_of_process_ = ranks_ / processes;
    const std::uint32_t first = ranks_of_process_ * (links_ == nullptr ? 0 : links_->process());
    for (std::uint32_t k = 0; k < ranks_of_process_; ++k) own_.push_back(first + k);
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) indices_.push_back(plan.grid.indices(rank));
  }

  void take(std::uint64_t slice) override {
    begin(slice);
    take(0, values_.actions().size(), 0);
    is_prepared_ = true;
    if (!mailbox_.is_empty()) throw std::logic_error("ranks: a message was not received");
  }

  ScaledArray<Value> shard(std::uint32_t rank, std::uint32_t value) const override {
    const ScaledArray<Value> own =
        values_.is_tensor(value) ? load(value, rank) : memories_[rank].shard(value);
    const ShardLayout& from = values_.layout(value);
    const ShardLayout to(network_, values_.axes_of(value));
    std::vector<CopyAxis> axes;
    for (std::size_t axis = 0; axis < to.labels.size(); ++axis) {
      axes.push_back(
          {network_.extents[to.labels[axis]], from.stride(to.labels[axis]), to.strides[axis]});
    }
    const std::uint64_t blocks = values_.blocks(value);
    ScaledArray<Value> shard{std::vector<Value>(blocks * to.elements), own.exponent};
    for (std::uint64_t first = 0; first < shard.values.size(); first += to.elements) {
      for_each_element(axes, [&](std::uint64_t x, std::uint64_t y) {
        shard.values[first + y] = own.values[first + x];
      });
    }
    return shard;
  }

  std::uint32_t process_of(std::uint32_t rank) const override { return rank / ranks_of_process_; }
  RankLinks* links() const override { return links_; }

  RankCounts counts() const override {
    RankCounts counts{mailbox_.counts()};
    for (const RankMemory<Value>& memory : memories_) {
      counts.largest_shard = std::max(counts.largest_shard, memory.largest());
      counts.peak = std::max(counts.peak, memory.peak());
    }
    return counts;
  }

  const RankSeconds& seconds() const override { return seconds_; }

 private:
  bool is_own(std::uint32_t rank) const { return process_of(rank) == process_of(own_.front()); }

  void begin(std::uint64_t slice) {
    std::ranges::fill(starts_, 0);
    const std::vector<Label>& sliced = plan_.plan.sliced;
    for (std::size_t k = sliced.size(); k-- > 0;) {
      const std::uint64_t index = slice % network_.extents[sliced[k]];
      slice /= network_.extents[sliced[k]];
      for (std::uint32_t t = 0; t < tensors_.size(); ++t)
        starts_[t] += index * tensor_stride(network_, plan_.whole[t], sliced[k]);
    }
    // What nothing read was still there.
    for (std::uint32_t value = 0; value < plan_.plan.values.size(); ++value)
      if (!values_.is_once(value)) drop(value);
    seconds_.steps.assign(plan_.plan.steps.size(), 0);
    seconds_.exchanges.assign(plan_.plan.steps.size(), 0);
  }

  /// Actions first … last − 1; `loop` is the first one that begins among them.
  void take(std::size_t first, std::size_t last, std::size_t loop) {
    while (first < last) {
      if (loop == values_.loops().size() || values_.loops()[loop].first != first) {
        take_action(first++);
        continue;
      }
      take_loop(loop);
      first = values_.loops()[loop].last;
      loop = plan_.plan.loops[loop].next;
    }
  }

  void take_loop(std::size_t number) {
    const RankLoop& actions = values_.loops()[number];
    if (values_.actions()[actions.first].once && is_prepared_) return;
    const arrays::PlanLoop& loop = plan_.plan.loops[number];
    for (const std::uint32_t sum : actions.sums) drop(sum);
    const auto move = [&](std::uint64_t by) {
      for (std::size_t t = 0; t < tensors_.size(); ++t)
        starts_[t] += by * tensor_stride(network_, plan_.whole[t], loop.label);
    };
    for (std::uint64_t index = 0; index < loop.extent; ++index) {
      taken_[number] = index;
      take(actions.first, actions.last, number + 1);
      move(1);
    }
    move(-loop.extent);
    for (const std::uint32_t value : actions.ends) drop(value);
  }

  void take_action(std::size_t k) {
    const RankAction& action = values_.actions()[k];
    if (action.once && is_prepared_) return;
    const auto start = Clock::now();
    if (action.is_exchange) {
      exchange(plan_.exchanges[action.number]);
    } else {
      contract(action.number);
    }
    for (const std::uint32_t value : values_.ends(k)) drop(value);
    (action.is_exchange ? seconds_.exchanges : seconds_.steps)[action.step] +=
        std::chrono::duration<double>(Clock::now() - start).count();
  }

  void drop(std::uint32_t value) {
    for (const std::uint32_t rank : own_) memories_[rank].drop(value);
  }

  /// What a rank has of a tensor, as the host gives it.
  ScaledArray<Value> load(std::uint32_t tensor, std::uint32_t rank) const {
    const ShardLayout& own = values_.layout(tensor);
    const auto stride = [&](Label label) {
      return tensor_stride(network_, plan_.whole[tensor], label);
    };
    std::uint64_t start = starts_[tensor];
    const arrays::Placement& placement = plan_.tensors[tensor];
    for (std::size_t axis = 0; axis < placement.size(); ++axis) {
      if (placement[axis] != arrays::no_label)
        start += indices_[rank][axis] * stride(placement[axis]);
    }
    std::vector<CopyAxis> axes;
    for (std::size_t axis = 0; axis < own.labels.size(); ++axis) {
      axes.push_back(
          {network_.extents[own.labels[axis]], stride(own.labels[axis]), own.strides[axis]});
    }
    ScaledArray<Value> shard{std::vector<Value>(own.elements), tensors_[tensor].exponent};
    const Value* from = tensors_[tensor].values.data() + start;
    for_each_element(axes, [&](std::uint64_t a, std::uint64_t b) { shard.values[b] = from[a]; });
    return shard;
  }

  void contract(std::size_t number) {
    const PlanStep& step = plan_.plan.steps[number];
    const linear::Contraction shape = values_.contraction(number);
    const auto [a, b] = values_.operands(number);
    for (const std::uint32_t rank : own_) {
      RankMemory<Value>& memory = memories_[rank];
      for (const std::uint32_t operand : {a, b})
        if (values_.is_tensor(operand)) memory.keep(operand, load(operand, rank));
      const ScaledArray<Value>&x = memory.shard(a), &y = memory.shard(b);
      ScaledArray<Value> result{std::vector<Value>(values_.layout(step.c).elements),
                                x.exponent + y.exponent};
      linear::contract(shape, x.values.data(), y.values.data(), result.values.data(), threads_,
                       prime_);
      normalise(result);
      if (const arrays::LoopSum* sum = values_.sum_of(number)) {
        add_term(memory, *sum, step.c, std::move(result));
      } else {
        memory.keep(step.c, std::move(result));
      }
      for (const std::uint32_t operand : {a, b})
        if (values_.is_tensor(operand)) memory.drop(operand);
    }
  }

  void add_term(RankMemory<Value>& memory, const arrays::LoopSum& over, std::uint32_t value,
                ScaledArray<Value> term) const {
    if (values_.blocks(value) > 1) return add_to_block(memory, over, value, std::move(term));
    if (memory.shard(value).values.empty()) return memory.keep(value, std::move(term));
    memory.pass(term.values.size());
    ScaledArray<Value>& sum = memory.shard(value);
    Scale scale{sum.exponent, 1};
    networks::add_term(sum.values.data(), scale, term.values.data(), {term.exponent, 1},
                       term.values.size(), threads_, prime_);
    sum.exponent = scale.exponent;
    normalise(sum);
  }

  /// Blocks of a sum have one power of two, that of the largest of their terms.
  void add_to_block(RankMemory<Value>& memory, const arrays::LoopSum& over, std::uint32_t value,
                    ScaledArray<Value> term) const {
    // Of zeros: less than that of any term.
    constexpr std::int64_t no_exponent = -(std::int64_t{1} << 60U);
    const std::uint64_t elements = term.values.size();
    if (memory.shard(value).values.empty())
      memory.keep(value, {std::vector<Value>(values_.elements(value)), no_exponent});
    memory.pass(elements);
    if (std::ranges::all_of(term.values, [](const Value& x) { return x == Value(); })) return;
    ScaledArray<Value>& sum = memory.shard(value);
    const std::int64_t exponent = std::max(sum.exponent, term.exponent);
    bring_to(sum, exponent);
    bring_to(term, exponent);
    std::uint64_t block = 0;
    for (const std::size_t loop : over.kept)
      block = block * plan_.plan.loops[loop].extent + taken_[loop];
    for (std::uint64_t k = 0; k < elements; ++k) {
      Value& element = sum.values[block * elements + k];
      element = sum_of(element, term.values[k], prime_);
    }
  }

  /// The piece of a shard with this number, in C order of the labels that do not cut it.
  ScaledArray<Value> piece(const RankExchange& exchange, const ScaledArray<Value>& shard,
                           std::uint64_t number) const {
    const ShardLayout& from = values_.layout(exchange.from);
    std::uint64_t start = 0;
    for (std::size_t k = exchange.cut.size(); k-- > 0;) {
      const std::uint64_t extent = network_.extents[exchange.cut[k]];
      start += number % extent * from.stride(exchange.cut[k]);
      number /= extent;
    }
    std::vector<CopyAxis> axes;
    std::uint64_t stride = 1;
    for (std::size_t axis = from.labels.size(); axis-- > 0;) {
      const Label label = from.labels[axis];
      if (std::ranges::count(exchange.cut, label) > 0) continue;
      axes.push_back({network_.extents[label], from.strides[axis], stride});
      stride *= network_.extents[label];
    }
    std::ranges::reverse(axes);
    ScaledArray<Value> result{std::vector<Value>(exchange.piece), shard.exponent};
    for_each_element(axes, [&](std::uint64_t x, std::uint64_t y) {
      result.values[y] = shard.values[start + x];
    });
    return result;
  }

  /// A piece from a rank of another process.
  struct Arriving {
    std::uint32_t from, to;
    ScaledArray<Value> piece;
  };

  /// Every rank sends to every other the piece that it needs. By rank, those of other processes left empty, in the order of the senders.
  std::vector<std::vector<ScaledArray<Value>>> pieces_of(const RankExchange& exchange) {
    std::vector<ScaledArray<Value>> own(ranks_);
    std::vector<std::uint64_t> passing(ranks_);
    // Both ends of a message between processes come to it in the same order.
    std::deque<ScaledArray<Value>> leaving;
    std::deque<Arriving> arriving;
    ShardTransfer<Value> transfer;
    for (std::uint32_t to = 0; to < ranks_; ++to) {
      for (const std::uint32_t sender : exchange.senders[to]) {
        passing[to] += exchange.piece;
        if (sender != to) passing[sender] += exchange.piece;
        if (is_own(sender)) {
          ScaledArray<Value> part =
              piece(exchange, memories_[sender].shard(exchange.from), exchange.wanted[to]);
          if (sender == to) {
            own[to] = std::move(part);
            continue;
          }
          mailbox_.count(sender, to, part.values.size());
          if (is_own(to)) {
            mailbox_.put(sender, to, std::move(part));
          } else {
            transfer.send(process_of(to), leaving.emplace_back(std::move(part)));
          }
        } else if (is_own(to)) {
          Arriving& room =
              arriving.emplace_back(Arriving{sender, to, {std::vector<Value>(exchange.piece), 0}});
          transfer.receive(process_of(sender), room.piece);
        }
      }
    }
    if (links_ != nullptr) transfer.carry_out(*links_);
    for (Arriving& room : arriving) mailbox_.put(room.from, room.to, std::move(room.piece));
    std::vector<std::vector<ScaledArray<Value>>> pieces(ranks_);
    for (const std::uint32_t to : own_) {
      memories_[to].pass(passing[to]);
      for (const std::uint32_t sender : exchange.senders[to])
        pieces[to].push_back(sender == to ? std::move(own[to]) : mailbox_.receive(sender, to));
    }
    return pieces;
  }

  /// Pieces are added, or lie one after the other.
  void exchange(const RankExchange& exchange) {
    auto pieces = pieces_of(exchange);
    drop(exchange.from);
    for (const std::uint32_t rank : own_) {
      std::vector<ScaledArray<Value>>& own = pieces[rank];
      const std::int64_t exponent = common_exponent(own);
      for (ScaledArray<Value>& part : own) bring_to(part, exponent);
      ScaledArray<Value> result = std::move(own.front());
      for (std::size_t k = 1; k < own.size(); ++k) {
        if (!exchange.adds) {
          result.values.insert(result.values.end(), own[k].values.begin(), own[k].values.end());
          continue;
        }
        for (std::uint64_t e = 0; e < exchange.piece; ++e)
          result.values[e] = sum_of(result.values[e], own[k].values[e], prime_);
      }
      if (exchange.adds) normalise(result);
      memories_[rank].keep(exchange.to, std::move(result));
    }
  }

  const arrays::RankPlan& plan_;
  const arrays::Network& network_;
  const std::vector<ScaledArray<Value>>& tensors_;
  unsigned threads_;
  std::uint32_t prime_;
  RankLinks* links_;
  RankValues values_;
  std::uint32_t ranks_;
  std::uint32_t ranks_of_process_ = 1;
  std::vector<std::uint32_t> own_;  ///< ranks of this process, which follow each other
  std::vector<RankMemory<Value>> memories_;
  Mailbox<ScaledArray<Value>> mailbox_;
  std::vector<std::uint64_t> starts_;                ///< by tensor
  std::vector<std::uint64_t> taken_;                 ///< by loop, the value of its label
  std::vector<std::vector<std::uint32_t>> indices_;  ///< by rank, on the axes of the grid
  RankSeconds seconds_;
  bool is_prepared_ = false;
};

}  // namespace

template <class Value>
std::unique_ptr<RankRun<Value>> processor_ranks(const arrays::RankPlan& plan,
                                                const std::vector<ScaledArray<Value>>& tensors,
                                                unsigned threads, std::uint32_t prime,
                                                RankLinks* links) {
  return std::make_unique<ProcessorRanks<Value>>(plan, tensors, threads, prime, links);
}

template std::unique_ptr<RankRun<float>> processor_ranks(const arrays::RankPlan&,
                                                         const std::vector<ScaledArray<float>>&,
                                                         unsigned, std::uint32_t, RankLinks*);
template std::unique_ptr<RankRun<double>> processor_ranks(const arrays::RankPlan&,
                                                          const std::vector<ScaledArray<double>>&,
                                                          unsigned, std::uint32_t, RankLinks*);
template std::unique_ptr<RankRun<std::complex<float>>> processor_ranks(
    const arrays::RankPlan&, const std::vector<ScaledArray<std::complex<float>>>&, unsigned,
    std::uint32_t, RankLinks*);
template std::unique_ptr<RankRun<std::complex<double>>> processor_ranks(
    const arrays::RankPlan&, const std::vector<ScaledArray<std::complex<double>>>&, unsigned,
    std::uint32_t, RankLinks*);
template std::unique_ptr<RankRun<linear::Residue>> processor_ranks(
    const arrays::RankPlan&, const std::vector<ScaledArray<linear::Residue>>&, unsigned,
    std::uint32_t, RankLinks*);
template std::unique_ptr<RankRun<linear::Tropical>> processor_ranks(
    const arrays::RankPlan&, const std::vector<ScaledArray<linear::Tropical>>&, unsigned,
    std::uint32_t, RankLinks*);

}  // namespace diagc::networks
