// How values of a plan lie on simulated ranks, what a rank does one after the other, and how long it needs each value.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "compiler/arrays/device/rank_plan.h"
#include "physics/networks/shards.h"
#include "runtime/linear/contract.h"

namespace diagc::networks {

/// A step of the plan, or an exchange.
struct RankAction {
  bool is_exchange = false, once = false;
  std::size_t number = 0;  ///< of Plan::steps, or of RankPlan::exchanges
  std::size_t step = 0;    ///< that it is, or whose result it moves
};

/// Actions first … last − 1 for every value of a label of Plan::loops; what moves a sum is behind them.
struct RankLoop {
  std::size_t first = 0, last = 0;
  std::vector<std::uint32_t> sums;  ///< that begin with it
  std::vector<std::uint32_t> ends;  ///< results that are not needed after it
};

class RankValues {
 public:
  /// The plan must outlive it.
  explicit RankValues(const arrays::RankPlan& plan) : plan_(plan) {
    for (const arrays::PlanLoop& loop : plan.plan.loops) looped_.push_back(loop.label);
    for (std::size_t value = 0; value < plan.plan.values.size(); ++value)
      layouts_.emplace_back(plan.network, axes_of(value));
    std::size_t next = 0;
    std::vector<std::size_t> action_of_step;
    for (std::size_t s = 0; s < plan.plan.steps.size(); ++s) {
      const bool once = plan.plan.steps[s].once;
      action_of_step.push_back(actions_.size());
      actions_.push_back({false, once, s, s});
      lay(plan.plan.steps[s]);
      for (; next < plan.exchanges.size() && plan.exchanges[next].after == s; ++next) {
        const std::size_t made = plan.exchanges[next].step;
        actions_.push_back({true, plan.plan.steps[made].once, next, made});
        lay(plan.exchanges[next]);
      }
    }
    for (const arrays::PlanLoop& loop : plan.plan.loops)
      loops_.push_back({action_of_step[loop.first], action_of_step[loop.last - 1] + 1, {}, {}});
    blocks_.assign(layouts_.size(), 1);
    sum_of_.assign(plan.plan.steps.size(), nullptr);
    for (const arrays::LoopSum& sum : plan.sums) {
      const std::uint32_t value = plan.plan.steps[sum.step].c;
      sum_of_[sum.step] = &sum;
      loops_[sum.over].sums.push_back(value);
      for (const std::size_t loop : sum.kept) blocks_[value] *= plan.plan.loops[loop].extent;
    }
    find_lives();
  }

  /// As the plan has them: each label once, without those that are sliced and those of extent 1.
  std::vector<arrays::Label> axes_of(std::size_t value) const {
    std::vector<arrays::Label> axes;
    for (const arrays::Label label : plan_.plan.values[value].labels) {
      if (plan_.network.extents[label] > 1 && std::ranges::count(plan_.plan.sliced, label) == 0 &&
          std::ranges::count(looped_, label) == 0 && std::ranges::count(axes, label) == 0)
        axes.push_back(label);
    }
    return axes;
  }

  bool is_tensor(std::uint32_t value) const { return value < plan_.network.tensors.size(); }
  const std::vector<RankAction>& actions() const { return actions_; }
  const std::vector<RankLoop>& loops() const { return loops_; }  ///< as Plan::loops
  /// Of one slice; tensors, too. Results of steps have batch, rows and columns one after the other.
  const ShardLayout& layout(std::uint32_t value) const { return layouts_[value]; }
  /// Arrays of this layout that a sum has, one behind the other, for values of the labels that it keeps; of others 1.
  std::uint64_t blocks(std::uint32_t value) const { return blocks_[value]; }
  std::uint64_t elements(std::uint32_t value) const {
    return blocks_[value] * layouts_[value].elements;
  }
  /// Of a step that makes terms; else null.
  const arrays::LoopSum* sum_of(std::size_t step) const { return sum_of_[step]; }
  /// Results that are not needed after an action, those that no one reads and those that a loop around reads left out.
  const std::vector<std::uint32_t>& ends(std::size_t action) const { return ends_[action]; }
  /// Whether all slices read it.
  bool is_once(std::uint32_t value) const { return is_once_[value]; }

  /// What has the rows, and what has the columns, of which there are at least as many.
  const std::array<std::uint32_t, 2>& operands(std::size_t step) const { return operands_[step]; }

  linear::Contraction contraction(std::size_t step) const {
    const ShardLayout &a = layout(operands_[step][0]), &b = layout(operands_[step][1]),
                      &c = layout(plan_.plan.steps[step].c);
    const auto axis = [&](arrays::Label label) {
      return linear::Axis{plan_.network.extents[label], a.stride(label), b.stride(label),
                          c.stride(label)};
    };
    linear::Contraction shape;
    for (const arrays::Label label : c.labels) {
      const bool in_a = a.stride(label) > 0, in_b = b.stride(label) > 0;
      (in_a && in_b ? shape.batch : in_a ? shape.rows : shape.columns).push_back(axis(label));
    }
    for (const arrays::Label label : a.labels) {
      if (c.stride(label) == 0) shape.summed.push_back(axis(label));
    }
    for (const arrays::Label label : b.labels) {
      if (c.stride(label) == 0 && a.stride(label) == 0) shape.summed.push_back(axis(label));
    }
    return shape;
  }

 private:
  void lay(const arrays::PlanStep& step) {
    std::array<std::uint32_t, 2> operands = {step.a, step.b};
    std::vector<arrays::Label> batch, own[2];
    double sizes[2] = {1, 1};
    for (const arrays::Label label : layout(step.c).labels) {
      const bool in_a = layout(step.a).stride(label) > 0, in_b = layout(step.b).stride(label) > 0;
      if (in_a && in_b) {
        batch.push_back(label);
      } else {
        own[in_b].push_back(label);
        sizes[in_b] *= static_cast<double>(plan_.network.extents[label]);
      }
    }
    if (sizes[0] > sizes[1]) {
      std::swap(operands[0], operands[1]);
      std::swap(own[0], own[1]);
    }
    operands_.push_back(operands);
    for (const auto& group : own) batch.insert(batch.end(), group.begin(), group.end());
    layouts_[step.c] = ShardLayout(plan_.network, std::move(batch));
  }

  /// Pieces keep the order of what they are cut from; those that lie one after the other have labels of their senders before it.
  void lay(const arrays::RankExchange& exchange) {
    std::vector<arrays::Label> piece = layout(exchange.from).labels;
    std::erase_if(piece,
                  [&](arrays::Label label) { return std::ranges::count(exchange.cut, label) > 0; });
    std::vector<arrays::Label> labels = layout(exchange.to).labels;
    std::erase_if(labels,
                  [&](arrays::Label label) { return std::ranges::count(piece, label) > 0; });
    labels.insert(labels.end(), piece.begin(), piece.end());
    layouts_[exchange.to] = ShardLayout(plan_.network, std::move(labels));
  }

  void find_lives() {
    const std::size_t count = layouts_.size(), none = actions_.size();
    std::vector<std::size_t> last(count, none);
    is_once_.assign(count, false);
    std::vector<std::size_t> maker(count, none);
    const auto is_made_once = [&](std::uint32_t value) {
      return maker[value] != none && actions_[maker[value]].once;
    };
    const auto read = [&](std::uint32_t value, std::size_t action) {
      last[value] = action;
      if (is_made_once(value) && !actions_[action].once) is_once_[value] = true;
    };
    for (std::size_t k = 0; k < actions_.size(); ++k) {
      const RankAction& action = actions_[k];
      if (action.is_exchange) {
        const arrays::RankExchange& own = plan_.exchanges[action.number];
        read(own.from, k);
        maker[own.to] = k;
      } else {
        const arrays::PlanStep& own = plan_.plan.steps[action.number];
        read(own.a, k);
        read(own.b, k);
        maker[own.c] = k;
      }
    }
    ends_.resize(actions_.size());
    for (std::uint32_t value = 0; value < count; ++value) {
      if (last[value] == none) is_once_[value] = is_made_once(value);
      if (is_tensor(value) || last[value] == none || is_once_[value]) continue;
      const auto around = std::ranges::find_if(loops_, [&](const RankLoop& loop) {
        const auto is_within = [&](std::size_t k) { return loop.first <= k && k < loop.last; };
        return is_within(last[value]) && !is_within(maker[value]);
      });
      (around == loops_.end() ? ends_[last[value]] : around->ends).push_back(value);
    }
  }

  const arrays::RankPlan& plan_;
  std::vector<ShardLayout> layouts_;                    ///< by value
  std::vector<std::array<std::uint32_t, 2>> operands_;  ///< by step
  std::vector<std::uint64_t> blocks_;                   ///< by value
  std::vector<const arrays::LoopSum*> sum_of_;          ///< by step
  std::vector<RankAction> actions_;
  std::vector<RankLoop> loops_;
  std::vector<arrays::Label> looped_;
  std::vector<std::vector<std::uint32_t>> ends_;  ///< by action
  std::vector<bool> is_once_;                     ///< by value
};

}  // namespace diagc::networks
