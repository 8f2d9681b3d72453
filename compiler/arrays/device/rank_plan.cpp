#include "compiler/arrays/device/rank_plan.h"

#include <algorithm>
#include <functional>

namespace diagc::arrays {

namespace {

bool lies_across(const Placement& placement, Label label) {
  return std::ranges::count(placement, label) > 0;
}

class RankPlanner {
 public:
  RankPlanner(const Distribution& distribution, Plan whole)
      : distribution_(distribution),
        divided_(distribution.divided),
        whole_(std::move(whole)),
        final_(whole_.values.size()) {
    for (std::uint32_t rank = 0; rank < distribution.devices(); ++rank)
      indices_.push_back(distribution.grid.indices(rank));
  }

  RankPlan make() {
    tensors();
    Plan& plan = own_.plan;
    plan.element_bytes = distribution_.element_bytes;
    plan.slices = distribution_.slices;
    plan.sliced = divided_.loops.outer;
    plan.loops = distribution_.loops;
    std::uint32_t last = 0;
    for (const DistributedStep& step : distribution_.steps) {
      take(step);
      if (step.c < last) continue;
      last = step.c;
      own_.result = step.read;
      for (std::size_t axis = 0; axis < step.parts.size(); ++axis)
        if (step.parts[axis] != no_label) own_.result[axis] = step.parts[axis];
      plan.result = final_[step.c];
    }
    own_.grid = distribution_.grid;
    own_.whole = divided_.network.tensors;
    own_.read = final_;
    return std::move(own_);
  }

 private:
  void tensors() {
    const std::size_t count = divided_.network.tensors.size();
    own_.network.extents = divided_.network.extents;
    own_.network.open = divided_.network.open;
    own_.tensors.assign(count, Placement(distribution_.grid.axes.size(), no_label));
    for (const DistributedStep& step : distribution_.steps) {
      for (const std::uint32_t operand : {step.a, step.b}) {
        if (operand >= count) continue;
        own_.tensors[operand] = step.on;
        for (Label& label : own_.tensors[operand])
          if (std::ranges::count(divided_.network.tensors[operand], label) == 0) label = no_label;
      }
    }
    for (std::uint32_t t = 0; t < count; ++t) {
      final_[t] = t;
      own_.network.tensors.push_back(shard(divided_.network.tensors[t], own_.tensors[t]));
      value(own_.network.tensors.back());
    }
  }

  static std::vector<Label> shard(std::vector<Label> labels, const Placement& placement) {
    std::erase_if(labels, [&](Label label) { return lies_across(placement, label); });
    return labels;
  }

  std::uint64_t elements(const std::vector<Label>& labels) const {
    std::uint64_t product = 1;
    for (const Label label : labels) product *= divided_.network.extents[label];
    return product;
  }

  std::uint32_t value(std::vector<Label> labels) {
    const std::uint64_t count = elements(labels);
    own_.plan.values.push_back({std::move(labels), count});
    return static_cast<std::uint32_t>(own_.plan.values.size() - 1);
  }

  void take(const DistributedStep& step) {
    Plan& plan = own_.plan;
    const std::vector<Label>& labels = whole_.values[step.c].labels;
    Placement partial = step.on;
    for (Label& label : partial)
      if (std::ranges::count(labels, label) == 0) label = no_label;
    PlanStep own;
    own.a = final_[step.a];
    own.b = final_[step.b];
    own.c = value(shard(labels, partial));
    own.once = step.once;
    own.runs = step.runs;
    PlanKernel kernel;
    kernel.first = plan.steps.size();
    kernel.once = step.once;
    kernel.runs = step.runs;
    kernel.adds = step.runs != step.exchange_runs;
    kernel.seconds = step.seconds;
    plan.steps.push_back(own);
    plan.kernels.push_back(kernel);
    final_[step.c] = own.c;
    std::size_t next = 0;  // of the step's exchanges; to take a share of what all have is none
    const auto seconds = [&](bool adds) {
      if (next >= step.exchanges.size()) return 0.0;
      const Exchange::Kind kind = step.exchanges[next].kind;
      const bool is_sum =
          kind == Exchange::Kind::reduce_scatter || kind == Exchange::Kind::all_reduce;
      return is_sum == adds ? step.exchanges[next++].seconds : 0.0;
    };
    if (is_reduced(step, partial)) reduce(step, partial, seconds(true));
    if (step.made != step.read) move(step, seconds(false));
  }

  /// Ranks that agree with `indices` on all axes but the free ones, ascending.
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

  /// An exchange that cuts along `axes` of the grid, on which the labels of `placement` come to lie.
  RankExchange cut(const DistributedStep& step, const Placement& placement,
                   const std::vector<std::size_t>& axes) const {
    RankExchange exchange;
    exchange.step = exchange.after = own_.plan.steps.size() - 1;
    exchange.from = final_[step.c];
    for (const std::size_t axis : axes) exchange.cut.push_back(placement[axis]);
    exchange.piece = own_.plan.values[exchange.from].elements / elements(exchange.cut);
    for (const std::vector<std::uint32_t>& indices : indices_) {
      std::uint32_t number = 0;
      for (const std::size_t axis : axes)
        number = number * distribution_.grid.axes[axis].length + indices[axis];
      exchange.wanted.push_back(number);
    }
    return exchange;
  }

  /// What is left of the value's axes in a piece.
  std::vector<Label> axes_of_piece(const RankExchange& exchange) const {
    std::vector<Label> labels = own_.plan.values[exchange.from].labels;
    std::erase_if(labels, [&](Label label) { return std::ranges::count(exchange.cut, label) > 0; });
    return labels;
  }

  void keep(const DistributedStep& step, RankExchange exchange, std::vector<Label> labels,
            double seconds) {
    exchange.to = final_[step.c] = value(std::move(labels));
    exchange.seconds = seconds;
    exchange.runs = static_cast<std::uint64_t>(step.exchange_runs);
    own_.exchanges.push_back(std::move(exchange));
  }

  /// Whether the step's sums along an axis are added behind it.
  static bool is_added(const DistributedStep& step, const Placement& partial, std::size_t axis) {
    return step.on[axis] != partial[axis] && step.on[axis] != step.parts[axis];
  }
  static bool is_reduced(const DistributedStep& step, const Placement& partial) {
    for (std::size_t axis = 0; axis < partial.size(); ++axis)
      if (is_added(step, partial, axis)) return true;
    return false;
  }

  void reduce(const DistributedStep& step, const Placement& partial, double seconds) {
    std::vector<bool> is_summed;
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < partial.size(); ++axis) {
      is_summed.push_back(is_added(step, partial, axis));
      if (is_summed[axis] && step.made[axis] != no_label) axes.push_back(axis);
    }
    RankExchange exchange = cut(step, step.made, axes);
    exchange.adds = true;
    for (const auto& indices : indices_) exchange.senders.push_back(group(indices, is_summed));
    std::vector<Label> labels = axes_of_piece(exchange);
    keep(step, std::move(exchange), std::move(labels), seconds);
  }

  void move(const DistributedStep& step, double seconds) {
    const Placement &made = step.made, &read = step.read;
    std::vector<bool> is_lost;
    std::vector<std::size_t> axes;
    std::vector<Label> labels;
    for (std::size_t axis = 0; axis < made.size(); ++axis) {
      is_lost.push_back(made[axis] != no_label && !lies_across(read, made[axis]));
      if (is_lost[axis]) labels.push_back(made[axis]);
      if (read[axis] != no_label && !lies_across(made, read[axis])) axes.push_back(axis);
    }
    RankExchange exchange = cut(step, read, axes);
    for (const auto& indices : indices_) {
      std::vector<std::uint32_t> of_sender = indices;
      for (std::size_t axis = 0; axis < made.size(); ++axis) {
        if (made[axis] == no_label || is_lost[axis]) continue;
        const auto place = std::ranges::find(read, made[axis]) - read.begin();
        of_sender[axis] = indices[static_cast<std::size_t>(place)];
      }
      exchange.senders.push_back(group(std::move(of_sender), is_lost));
    }
    const std::vector<Label> rest = axes_of_piece(exchange);
    labels.insert(labels.end(), rest.begin(), rest.end());
    keep(step, std::move(exchange), std::move(labels), seconds);
  }

  const Distribution& distribution_;
  const DividedNetwork& divided_;
  Plan whole_;                        ///< for one device: how axes lie
  std::vector<std::uint32_t> final_;  ///< by value of the order: that of the plan which is read
  std::vector<std::vector<std::uint32_t>> indices_;  ///< by rank
  RankPlan own_;
};

RankPlan with_sums(RankPlan plan, std::vector<LoopSum> sums) {
  plan.sums = std::move(sums);
  for (const LoopSum& sum : plan.sums) {
    for (RankExchange& exchange : plan.exchanges)
      if (exchange.step == sum.step) exchange.after = plan.plan.loops[sum.over].last - 1;
  }
  std::ranges::stable_sort(plan.exchanges, {}, &RankExchange::after);
  return plan;
}

}  // namespace

RankPlan rank_plan(const Distribution& distribution, bool is_complex) {
  const DividedNetwork& divided = distribution.divided;
  RankPlan plan = RankPlanner(distribution, make_plan(divided.network, divided.order,
                                                      {.element_bytes = distribution.element_bytes,
                                                       .is_complex = is_complex,
                                                       .fuse = false},
                                                      divided.loops))
                      .make();
  for (PlanLoop& loop : plan.plan.loops) loop.sum = plan.plan.steps[loop.last - 1].c;
  std::vector<LoopSum> sums = loop_sums(plan.plan);
  return with_sums(std::move(plan), std::move(sums));
}

RankPlan rank_plan(const Distribution& distribution, Plan whole, std::vector<LoopSum> sums) {
  return with_sums(RankPlanner(distribution, std::move(whole)).make(), std::move(sums));
}

std::uint64_t sent_elements(const RankPlan& plan, bool once) {
  std::uint64_t sent = 0;
  for (const RankExchange& exchange : plan.exchanges) {
    if (plan.plan.steps[exchange.step].once != once) continue;
    for (std::uint32_t rank = 0; rank < exchange.senders.size(); ++rank) {
      for (const std::uint32_t sender : exchange.senders[rank])
        sent += sender == rank ? 0 : exchange.runs * exchange.piece;
    }
  }
  return sent;
}

}  // namespace diagc::arrays
