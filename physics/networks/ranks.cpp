#include "physics/networks/ranks.h"

#include <deque>
#include <functional>
#include <stdexcept>

#include "physics/networks/rank_memory.h"
#include "physics/networks/result_shards.h"
#include "physics/networks/shard_transfer.h"
#include "physics/networks/shards.h"
#include "physics/networks/tensor_stride.h"
#include "physics/networks/value_axes.h"

namespace diagc::networks {

namespace {

using arrays::DistributedStep;
using arrays::Label;
using arrays::no_label;
using arrays::Placement;

template <class Value>
class OwnRanks {
 public:
  OwnRanks(const arrays::Distribution& distribution, const std::vector<ScaledArray<Value>>& tensors,
           unsigned threads, std::uint32_t prime, RankLinks* links)
      : distribution_(distribution),
        network_(distribution.divided.network),
        tensors_(tensors),
        threads_(threads),
        prime_(prime),
        links_(links),
        values_(distribution.divided),
        ranks_(static_cast<std::uint32_t>(distribution.devices())),
        memories_(ranks_, RankMemory<Value>(values_.axes.size())),
        mailbox_(ranks_of_node()),
        starts_(tensors.size()),
        is_once_(values_.axes.size()) {
    const std::uint32_t processes = links_ == nullptr ? 1 : links_->processes();
    if (ranks_ % processes != 0)
      throw std::logic_error("ranks: processes do not have as many each");
    ranks_of_process_ = ranks_ / processes;
    const std::uint32_t first = ranks_of_process_ * (links_ == nullptr ? 0 : links_->process());
    for (std::uint32_t k = 0; k < ranks_of_process_; ++k) own_.push_back(first + k);
    for (std::uint32_t rank = 0; rank < ranks_; ++rank)
      indices_.push_back(distribution.grid.indices(rank));
    for (const DistributedStep& step : distribution.steps) is_once_[step.c] = step.once;
  }

  SliceSum slice(std::uint64_t number) {
    begin_slice(number);
    for (const DistributedStep& step : distribution_.steps) {
      if (step.once && is_prepared_) continue;
      take(step);
    }
    is_prepared_ = true;
    if (!mailbox_.is_empty()) throw std::logic_error("ranks: a message was not received");
    return collect(number);
  }

  RankCounts counts() const {
    RankCounts counts{mailbox_.counts()};
    for (const RankMemory<Value>& memory : memories_) {
      counts.largest_shard = std::max(counts.largest_shard, memory.largest());
      counts.peak = std::max(counts.peak, memory.peak());
    }
    return counts;
  }

 private:
  std::uint32_t process_of(std::uint32_t rank) const { return rank / ranks_of_process_; }
  bool is_own(std::uint32_t rank) const { return process_of(rank) == process_of(own_.front()); }

  std::uint32_t ranks_of_node() const {
    std::uint32_t product = 1;
    for (const arrays::GridAxis& axis : distribution_.grid.axes) {
      if (!axis.between_nodes) product *= axis.length;
    }
    return product;
  }

  void begin_slice(std::uint64_t slice) {
    std::ranges::fill(starts_, 0);
    const std::vector<Label>& sliced = distribution_.divided.order.sliced;
    for (std::size_t k = sliced.size(); k-- > 0;) {
      const std::uint64_t index = slice % network_.extents[sliced[k]];
      slice /= network_.extents[sliced[k]];
      for (std::uint32_t t = 0; t < tensors_.size(); ++t)
        starts_[t] += index * tensor_stride(network_, network_.tensors[t], sliced[k]);
    }
  }

  ShardLayout layout(std::uint32_t value, const Placement& placement) const {
    std::vector<Label> labels = values_.axes[value];
    std::erase_if(labels, [&](Label label) { return std::ranges::count(placement, label) > 0; });
    return {network_, std::move(labels)};
  }

  /// What a rank has of a tensor, as the host gives it.
  ScaledArray<Value> load(std::uint32_t tensor, const Placement& placement,
                          std::uint32_t rank) const {
    const ShardLayout own = layout(tensor, placement);
    std::uint64_t start = starts_[tensor];
    for (std::size_t axis = 0; axis < placement.size(); ++axis) {
      if (placement[axis] != no_label)
        start += indices_[rank][axis] *
                 tensor_stride(network_, network_.tensors[tensor], placement[axis]);
    }
    std::vector<CopyAxis> axes;
    for (std::size_t axis = 0; axis < own.labels.size(); ++axis) {
      axes.push_back({network_.extents[own.labels[axis]],
                      tensor_stride(network_, network_.tensors[tensor], own.labels[axis]),
                      own.strides[axis]});
    }
    ScaledArray<Value> shard{std::vector<Value>(own.elements), tensors_[tensor].exponent};
    const Value* from = tensors_[tensor].values.data() + start;
    for_each_element(axes, [&](std::uint64_t a, std::uint64_t b) { shard.values[b] = from[a]; });
    return shard;
  }

  void take(const DistributedStep& step) {
    const std::size_t s = step.c - tensors_.size();
    const std::uint32_t a = values_.operands[s][0], b = values_.operands[s][1];
    const Placement partial = within(step.on, step.c);
    const linear::Contraction shape = contraction(step, a, b, partial);
    for (const std::uint32_t rank : own_) {
      RankMemory<Value>& memory = memories_[rank];
      for (const std::uint32_t operand : {a, b}) {
        if (operand < tensors_.size())
          memory.keep(operand, load(operand, within(step.on, operand), rank));
      }
      const ScaledArray<Value>&x = memory.shard(a), &y = memory.shard(b);
      ScaledArray<Value> result{std::vector<Value>(layout(step.c, partial).elements),
                                x.exponent + y.exponent};
      linear::contract(shape, x.values.data(), y.values.data(), result.values.data(), threads_,
                       prime_);
      normalise(result);
      memory.keep(step.c, std::move(result));
      for (const std::uint32_t operand : {a, b}) {
        // What all slices read stays.
        if (operand < tensors_.size() || !is_once_[operand] || step.once) memory.drop(operand);
      }
    }
    if (step.on != step.made) reduce(step, partial);
    if (step.made != step.read) move(step);
  }

  Placement within(const Placement& placement, std::uint32_t value) const {
    Placement part = placement;
    for (Label& label : part) {
      if (std::ranges::count(values_.axes[value], label) == 0) label = no_label;
    }
    return part;
  }

  linear::Contraction contraction(const DistributedStep& step, std::uint32_t a, std::uint32_t b,
                                  const Placement& partial) const {
    const ShardLayout of_a = layout(a, within(step.on, a)), of_b = layout(b, within(step.on, b)),
                      of_c = layout(step.c, partial);
    const auto axis = [&](Label label) {
      return linear::Axis{network_.extents[label], of_a.stride(label), of_b.stride(label),
                          of_c.stride(label)};
    };
    linear::Contraction shape;
    for (const Label label : of_c.labels) {
      const bool in_a = of_a.stride(label) > 0, in_b = of_b.stride(label) > 0;
      (in_a && in_b ? shape.batch : in_a ? shape.rows : shape.columns).push_back(axis(label));
    }
    for (const Label label : of_a.labels) {
      if (of_c.stride(label) == 0) shape.summed.push_back(axis(label));
    }
    for (const Label label : of_b.labels) {
      if (of_c.stride(label) == 0 && of_a.stride(label) == 0) shape.summed.push_back(axis(label));
    }
    return shape;
  }

  /// All ranks of a group along some axes of the grid, in ascending order: those that agree with `indices` on all other axes.
  std::vector<std::uint32_t> group(std::vector<std::uint32_t> indices,
                                   const std::vector<bool>& is_free) const {
    std::vector<std::uint32_t> ranks;
    const std::function<void(std::size_t)> visit = [&](std::size_t axis) {
      if (axis == indices.size()) return ranks.push_back(distribution_.grid.device(indices));
      if (!is_free[axis]) return visit(axis + 1);
      for (std::uint32_t k = 0; k < distribution_.grid.axes[axis].length; ++k) {
        indices[axis] = k;
        visit(axis + 1);
      }
    };
    visit(0);
    return ranks;
  }

  /// The part of a shard of `from` that has these values of labels, in C order of the labels that are left.
  ScaledArray<Value> piece(const ScaledArray<Value>& shard, const ShardLayout& from,
                           const std::vector<std::pair<Label, std::uint32_t>>& fixed) const {
    std::uint64_t start = 0, elements = 1;
    std::vector<Label> rest = from.labels;
    for (const auto& [label, index] : fixed) {
      start += index * from.stride(label);
      std::erase(rest, label);
    }
    const ShardLayout own(network_, std::move(rest));
    std::vector<CopyAxis> axes;
    for (std::size_t axis = 0; axis < own.labels.size(); ++axis) {
      axes.push_back(
          {network_.extents[own.labels[axis]], from.stride(own.labels[axis]), own.strides[axis]});
      elements *= network_.extents[own.labels[axis]];
    }
    ScaledArray<Value> result{std::vector<Value>(elements), shard.exponent};
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

  /// What pieces are made of for a receiver, and whom it gets them from.
  using Fixed = std::vector<std::pair<Label, std::uint32_t>>;
  using Senders = std::function<std::vector<std::uint32_t>(std::uint32_t)>;
  using FixedFor = std::function<Fixed(std::uint32_t)>;

  /// Every rank sends to every other the piece that it needs; then all let go what they had, and get what was sent to them. By rank, those of
  /// other processes left empty.
  std::vector<std::vector<ScaledArray<Value>>> exchange(std::uint32_t value,
                                                        const ShardLayout& from,
                                                        const Senders& senders,
                                                        const FixedFor& fixed_for) {
    std::vector<ScaledArray<Value>> own(ranks_);
    std::vector<std::uint64_t> passing(ranks_);
    // Both ends of a message between processes come to it in the same order.
    std::deque<ScaledArray<Value>> leaving;
    std::deque<Arriving> arriving;
    ShardTransfer<Value> transfer;
    for (std::uint32_t to = 0; to < ranks_; ++to) {
      const Fixed fixed = fixed_for(to);
      std::uint64_t elements = from.elements;
      for (const auto& [label, index] : fixed) elements /= network_.extents[label];
      for (const std::uint32_t sender : senders(to)) {
        passing[to] += elements;
        if (sender != to) passing[sender] += elements;
        if (is_own(sender)) {
          ScaledArray<Value> part = piece(memories_[sender].shard(value), from, fixed);
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
              arriving.emplace_back(Arriving{sender, to, {std::vector<Value>(elements), 0}});
          transfer.receive(process_of(sender), room.piece);
        }
      }
    }
    if (links_ != nullptr) transfer.carry_out(*links_);
    for (Arriving& room : arriving) mailbox_.put(room.from, room.to, std::move(room.piece));
    for (const std::uint32_t rank : own_) {
      memories_[rank].pass(passing[rank]);
      memories_[rank].let_go(value);
    }
    std::vector<std::vector<ScaledArray<Value>>> pieces(ranks_);
    for (const std::uint32_t to : own_) {
      for (const std::uint32_t sender : senders(to)) {
        pieces[to].push_back(sender == to ? std::move(own[to]) : mailbox_.receive(sender, to));
      }
    }
    return pieces;
  }

  void reduce(const DistributedStep& step, const Placement& partial) {
    std::vector<bool> is_summed;
    for (std::size_t axis = 0; axis < partial.size(); ++axis)
      is_summed.push_back(step.on[axis] != partial[axis]);
    const ShardLayout from = layout(step.c, partial);
    const std::uint64_t elements = layout(step.c, step.made).elements;
    auto pieces = exchange(
        step.c, from, [&](std::uint32_t rank) { return group(indices_[rank], is_summed); },
        [&](std::uint32_t rank) {
          Fixed fixed;
          for (std::size_t axis = 0; axis < partial.size(); ++axis) {
            if (is_summed[axis] && step.made[axis] != no_label)
              fixed.emplace_back(step.made[axis], indices_[rank][axis]);
          }
          return fixed;
        });
    for (const std::uint32_t rank : own_) {
      const std::int64_t exponent = common_exponent(pieces[rank]);
      for (ScaledArray<Value>& part : pieces[rank]) bring_to(part, exponent);
      ScaledArray<Value> sum = std::move(pieces[rank][0]);
      for (std::size_t k = 1; k < pieces[rank].size(); ++k) {
        for (std::uint64_t e = 0; e < elements; ++e)
          sum.values[e] = sum_of(sum.values[e], pieces[rank][k].values[e], prime_);
      }
      normalise(sum);
      memories_[rank].gone(from.elements);
      memories_[rank].keep(step.c, std::move(sum));
    }
  }

  void move(const DistributedStep& step) {
    const Placement &made = step.made, &read = step.read;
    const auto place = [&](const Placement& placement, Label label) {
      return static_cast<std::size_t>(std::ranges::find(placement, label) - placement.begin());
    };
    // Labels that leave their axis and go to no other: pieces with all of their values come together.
    std::vector<bool> is_lost;
    for (const Label label : made)
      is_lost.push_back(label != no_label && place(read, label) == read.size());
    const auto senders = [&](std::uint32_t rank) {
      std::vector<std::uint32_t> indices = indices_[rank];
      for (std::size_t axis = 0; axis < made.size(); ++axis) {
        if (made[axis] != no_label && !is_lost[axis])
          indices[axis] = indices_[rank][place(read, made[axis])];
      }
      return group(std::move(indices), is_lost);
    };
    const ShardLayout from = layout(step.c, made), to = layout(step.c, read);
    auto pieces = exchange(step.c, from, senders, [&](std::uint32_t rank) {
      Fixed fixed;
      for (std::size_t axis = 0; axis < read.size(); ++axis) {
        if (read[axis] != no_label && place(made, read[axis]) == made.size())
          fixed.emplace_back(read[axis], indices_[rank][axis]);
      }
      return fixed;
    });
    std::vector<Label> common = from.labels;
    std::erase_if(common, [&](Label label) { return place(read, label) < read.size(); });
    const ShardLayout of_piece(network_, std::move(common));
    std::vector<CopyAxis> axes;
    for (std::size_t axis = 0; axis < of_piece.labels.size(); ++axis) {
      axes.push_back({network_.extents[of_piece.labels[axis]], of_piece.strides[axis],
                      to.stride(of_piece.labels[axis])});
    }
    for (const std::uint32_t rank : own_) {
      const std::int64_t exponent = common_exponent(pieces[rank]);
      ScaledArray<Value> shard{std::vector<Value>(to.elements), exponent};
      const std::vector<std::uint32_t> from_whom = senders(rank);
      for (std::size_t k = 0; k < from_whom.size(); ++k) {
        bring_to(pieces[rank][k], exponent);
        std::uint64_t start = 0;
        for (std::size_t axis = 0; axis < made.size(); ++axis) {
          if (is_lost[axis]) start += indices_[from_whom[k]][axis] * to.stride(made[axis]);
        }
        const std::vector<Value>& values = pieces[rank][k].values;
        for_each_element(
            axes, [&](std::uint64_t x, std::uint64_t y) { shard.values[start + y] = values[x]; });
      }
      memories_[rank].gone(from.elements);
      memories_[rank].keep(step.c, std::move(shard));
    }
  }

  /// Every process is a host.
  SliceSum collect(std::uint64_t number) {
    const DistributedStep& step = last_step();
    const ShardLayout from = layout(step.c, step.read);
    const ResultShards result(distribution_, step.read, from.labels);
    std::vector<ScaledArray<Value>> shards;
    for (const std::uint32_t rank : result.ranks) {
      shards.push_back(is_own(rank) ? memories_[rank].shard(step.c)
                                    : ScaledArray<Value>{std::vector<Value>(from.elements), 0});
    }
    for (const std::uint32_t rank : own_) {
      if (!step.once) memories_[rank].drop(step.c);
    }
    if (links_ != nullptr) {
      ShardTransfer<Value> transfer;
      for (std::size_t k = 0; k < shards.size(); ++k) {
        const std::uint32_t owner = process_of(result.ranks[k]);
        if (owner != links_->process()) {
          transfer.receive(owner, shards[k]);
          continue;
        }
        for (std::uint32_t process = 0; process < links_->processes(); ++process) {
          if (process != links_->process()) transfer.send(process, shards[k]);
        }
      }
      transfer.carry_out(*links_);
    }
    return whole_result(number, result, std::move(shards));
  }

  /// That of the result.
  const DistributedStep& last_step() const {
    return *std::ranges::max_element(distribution_.steps, {}, &DistributedStep::c);
  }

  const arrays::Distribution& distribution_;
  const arrays::Network& network_;
  const std::vector<ScaledArray<Value>>& tensors_;
  unsigned threads_;
  std::uint32_t prime_;
  RankLinks* links_;
  ValueAxes values_;
  std::uint32_t ranks_;
  std::uint32_t ranks_of_process_ = 1;
  std::vector<std::uint32_t> own_;  ///< ranks of this process, which follow each other
  std::vector<RankMemory<Value>> memories_;
  Mailbox<ScaledArray<Value>> mailbox_;
  std::vector<std::uint64_t> starts_;                ///< by tensor
  std::vector<bool> is_once_;                        ///< by value
  std::vector<std::vector<std::uint32_t>> indices_;  ///< by rank, on the axes of the grid
  bool is_prepared_ = false;
};

}  // namespace

template <class Value>
struct RankExecution<Value>::Implementation : OwnRanks<Value> {
  using OwnRanks<Value>::OwnRanks;
};

template <class Value>
RankExecution<Value>::RankExecution(const arrays::Distribution& distribution,
                                    const std::vector<ScaledArray<Value>>& tensors,
                                    unsigned threads, std::uint32_t prime, RankLinks* links)
    : implementation_(
          std::make_unique<Implementation>(distribution, tensors, threads, prime, links)) {}

template <class Value>
RankExecution<Value>::~RankExecution() = default;

template <class Value>
SliceSum RankExecution<Value>::slice(std::uint64_t number) {
  return implementation_->slice(number);
}

template <class Value>
RankCounts RankExecution<Value>::counts() const {
  return implementation_->counts();
}

template class RankExecution<float>;
template class RankExecution<double>;
template class RankExecution<std::complex<float>>;
template class RankExecution<std::complex<double>>;
template class RankExecution<linear::Residue>;
template class RankExecution<linear::Tropical>;

}  // namespace diagc::networks
