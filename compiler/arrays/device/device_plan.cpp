#include "compiler/arrays/device/device_plan.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/arrays/device/device_places.h"
#include "compiler/arrays/device/exchange_steps.h"
#include "compiler/arrays/device/step_axes.h"
#include "compiler/arrays/device/step_groups.h"
#include "compiler/arrays/device/step_seconds.h"
#include "compiler/arrays/device/step_tables.h"

namespace diagc::arrays {

namespace {

class Launches {
 public:
  Launches(const Network& network, const Plan& plan, const std::vector<LoopSum>& sums,
           DeviceElement element, const DeviceLimits& limits,
           const std::vector<RankExchange>& exchanges = {})
      : network_(network),
        plan_(plan),
        sums_(sums),
        rates_(limits.rates),
        in_(plan.loops.size()),
        number_of_loop_(plan.loops.size()) {
    own_.element = element;
    for (const PlanValue& value : plan.values) elements_.push_back(value.elements);
    for (const PlanKernel& kernel : plan.kernels) {
      if (kernel.count != 1)
        throw std::logic_error("device plan: found a kernel of several steps, expected one");
    }
    std::size_t next = 0, next_sum = 0;
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      begins_.push_back(steps_.size());
      steps_.push_back(device_step(network, plan, plan.steps[s], element, limits));
      steps_.back().kernel = s;
      if (next_sum < sums.size() && sums[next_sum].step == s) add_sum(next_sum++);
      ends_.push_back(steps_.size());
      for (; next < exchanges.size() && exchanges[next].after == s; ++next)
        steps_.push_back(exchange_step(network, plan, exchanges[next], next));
    }
    maker_.assign(elements_.size(), none);
    for (std::size_t s = 0; s < steps_.size(); ++s) maker_[steps_[s].c] = s;
    find_loops();
    cut_messages(network, plan, exchanges, element, limits, loop_of_, steps_);
    for (DeviceStep& step : steps_) expect_seconds(step);
    chain_of_.assign(steps_.size(), none);
    if (limits.fuse) find_chains();
  }

  DevicePlan make() {
    find_early();
    for (const bool once : {true, false}) add_level(none, 0, steps_.size(), once);
    for (const DeviceStep& step : own_.steps) {
      if (step.form == DeviceForm::grouped || step.form == DeviceForm::tables)
        own_.tables += table_entries(step);
    }
    place_arrays(own_, elements_, network_.tensors.size());
    expect_launches();
    return std::move(own_);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  /// What the last step makes becomes a term, a value of its own.
  void add_sum(std::size_t number) {
    DeviceStep& made = steps_.back();
    DeviceStep sum;
    sum.form = DeviceForm::sum;
    sum.number = number;
    for (const std::size_t loop : sums_[number].kept) sum.blocks *= plan_.loops[loop].extent;
    made.elements /= sum.blocks;
    sum.first_block = own_.more_blocks;
    own_.more_blocks += sum.blocks - 1;
    sum.c = made.c;
    sum.a = sum.b = made.c = static_cast<std::uint32_t>(elements_.size());
    sum.kernel = made.kernel;
    sum.once = made.once;
    sum.elements = made.elements;
    sum.products = 0;
    sum.is_compensated = is_compensated(sums_[number]);
    elements_.push_back(made.elements);
    steps_.push_back(std::move(sum));
  }

  /// Sums of many terms in single precision are.
  bool is_compensated(const LoopSum& sum) const {
    if (own_.element != DeviceElement::f32 && own_.element != DeviceElement::c64) return false;
    double terms = 1;
    for (std::size_t loop = sum.over; loop < plan_.loops[sum.over].next; ++loop) {
      const PlanLoop& own = plan_.loops[loop];
      const bool is_summed =
          own.first <= sum.step && sum.step < own.last && std::ranges::count(sum.kept, loop) == 0;
      if (is_summed) terms *= static_cast<double>(own.extent);
    }
    return terms > few_terms;
  }

  /// The innermost loop of every step, and of a finished sum what is around its loops.
  void find_loops() {
    loop_of_.assign(steps_.size(), none);
    for (std::size_t k = 0; k < plan_.loops.size(); ++k) {
      const PlanLoop& loop = plan_.loops[k];
      in_[k] = {begins_[loop.first], ends_[loop.last - 1]};
      for (std::size_t s = in_[k].first; s < in_[k].last; ++s) loop_of_[s] = k;
    }
    available_ = loop_of_;
    const std::vector<std::size_t> around = loops_around(plan_);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (steps_[s].form != DeviceForm::sum) continue;
      const std::size_t outside = around[sums_[steps_[s].number].over];
      available_[s] = outside == plan_.loops.size() ? none : outside;
    }
  }

  /// Launches of the steps of a loop, or of those outside of all loops.
  void add_level(std::size_t level, std::size_t first, std::size_t last, bool once) {
    std::vector<std::size_t> group;
    for (std::size_t s = first; s < last; ++s) {
      if (is_of(s, level, once) && early_[s]) group.push_back(s);
    }
    const auto add_pending = [&] {
      add_group(group, once);
      group.clear();
    };
    add_pending();
    std::size_t loop = level == none ? 0 : level + 1;
    for (std::size_t s = first; s < last; ++s) {
      if (loop < in_.size() && in_[loop].first == s) {
        if (steps_[s].once == once) {
          add_pending();
          add_loop(loop, once);
        }
        s = in_[loop].last - 1;
        loop = plan_.loops[loop].next;
        continue;
      }
      if (!is_of(s, level, once) || early_[s]) continue;
      const std::size_t chain = chain_of_[s];
      if (chain != none && chains_[chain].back() != s) continue;  // with the last of them
      if (steps_[s].form == DeviceForm::grouped) {
        group.push_back(s);
        continue;
      }
      add_pending();
      const std::vector<std::size_t> alone{s};
      const std::vector<std::size_t>& taken = chain == none ? alone : chains_[chain];
      own_.launches.push_back({steps_[s].form,
                               once,
                               own_.steps.size(),
                               taken.size(),
                               {},
                               {},
                               chain == none ? 0 : chain});
      for (const std::size_t step : taken) own_.steps.push_back(steps_[step]);
      if (steps_[s].form == DeviceForm::sum) place_sum(own_.steps.back());
    }
    add_pending();
  }

  bool is_of(std::size_t step, std::size_t level, bool once) const {
    return loop_of_[step] == level && steps_[step].once == once;
  }

  /// The loops of the sum, in which its launch is.
  void place_sum(DeviceStep& step) {
    const LoopSum& sum = sums_[step.number];
    own_.loops[number_of_loop_[sum.over]].sums.push_back(step.c);
    for (const std::size_t loop : sum.kept) step.block_loops.push_back(number_of_loop_[loop]);
  }

  void add_loop(std::size_t number, bool once) {
    const PlanLoop& loop = plan_.loops[number];
    const std::size_t own = own_.loops.size();
    number_of_loop_[number] = own;
    DeviceLoop added;
    added.extent = loop.extent;
    const std::size_t last = in_[number].last - 1;
    added.adds = loop_of_[last] == number && steps_[last].form == DeviceForm::sum;
    added.first = own_.launches.size();
    const StepAxes axes(network_, plan_);
    for (std::uint32_t t = 0; t < network_.tensors.size(); ++t) {
      if (const std::uint64_t stride = axes.stride(t, loop.label))
        added.shifts.push_back({stride, t});
    }
    own_.loops.push_back(std::move(added));
    add_level(number, in_[number].first, in_[number].last, once);
    DeviceLoop& done = own_.loops[own];
    done.last = own_.launches.size();
    done.next = own_.loops.size();
    std::size_t within = own + 1;
    for (std::size_t l = done.first; l < done.last; ++l) {
      if (within < done.next && own_.loops[within].first == l) {
        l = own_.loops[within].last - 1;
        within = own_.loops[within].next;
        continue;
      }
      const DeviceLaunch& launch = own_.launches[l];
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const bool is_moved = launch.form == DeviceForm::exchange && own_.steps[s].parts == 1;
        if (launch.form != DeviceForm::sum && !is_moved && !launch.is_between(s))
          done.made.push_back(own_.steps[s].c);
      }
    }
  }

  std::vector<std::size_t> makers(std::size_t step) const {
    std::vector<std::size_t> found;
    for (const std::uint32_t operand : {steps_[step].a, steps_[step].b}) {
      if (maker_[operand] != none) found.push_back(maker_[operand]);
    }
    return found;
  }

  /// Paths of steps by rows in registers, each of which alone reads what the one before it makes, are cut into kernels.
  void find_chains() {
    std::vector<std::size_t> readers(elements_.size()), next(steps_.size(), none);
    std::vector<bool> continues(steps_.size());
    for (const DeviceStep& step : steps_) {
      ++readers[step.a];
      if (step.b != step.a) ++readers[step.b];
    }
    const auto is_link = [&](std::size_t s) {
      const DeviceStep& step = steps_[s];
      if (!step.pieces.empty() || step.parts > 1) return false;
      return step.form == DeviceForm::stream || step.form == DeviceForm::tiled;
    };
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const std::size_t before = maker_[steps_[s].a];
      if (!is_link(s) || before == none || !is_link(before) || steps_[s].a == steps_[s].b) continue;
      if (readers[steps_[s].a] > 1 || steps_[before].once != steps_[s].once ||
          loop_of_[before] != loop_of_[s])
        continue;
      next[before] = s;
      continues[s] = true;
    }
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (continues[s] || !is_link(s)) continue;
      std::vector<std::size_t> path;
      std::vector<DeviceStep> steps;
      for (std::size_t step = s; step != none; step = next[step]) {
        path.push_back(step);
        steps.push_back(steps_[step]);
        steps.back().c = plan_.steps[steps.back().kernel].c;
      }
      for (ChainPiece& piece : cheapest_chains(network_, plan_, steps, own_.element, rates_)) {
        if (!piece.chain) continue;
        chains_.emplace_back(path.begin() + static_cast<std::ptrdiff_t>(piece.first),
                             path.begin() + static_cast<std::ptrdiff_t>(piece.first + piece.count));
        for (const std::size_t step : chains_.back()) {
          chain_of_[step] = own_.chains.size();
          steps_[step].form = DeviceForm::fused;
          steps_[step].copies_b = false;
          steps_[step].seconds = 0;
        }
        steps_[chains_.back().front()].seconds = piece.chain->seconds;
        own_.chains.push_back(std::move(*piece.chain));
      }
    }
  }

  /// Small steps that depend on tensors, on what is there before the slices or before the loop that they are in, and on such steps alone.
  void find_early() {
    early_.assign(steps_.size(), false);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      early_[s] = steps_[s].form == DeviceForm::grouped &&
                  std::ranges::all_of(makers(s), [&](std::size_t maker) {
                    return early_[maker] || available_[maker] != loop_of_[s] ||
                           (steps_[maker].once && !steps_[s].once);
                  });
    }
  }

  /// Steps of one launch, those that depend on each other in one block.
  void add_group(const std::vector<std::size_t>& group, bool once) {
    if (group.empty()) return;
    std::vector<std::vector<std::size_t>> makers_of(steps_.size());
    for (const std::size_t s : group) makers_of[s] = makers(s);
    StepGroup arranged = step_group(steps_, group, makers_of);
    for (StepWave& wave : arranged.waves) wave.first += own_.steps.size();
    own_.launches.push_back({DeviceForm::grouped, once, own_.steps.size(), group.size(),
                             std::move(arranged.waves), std::move(arranged.ends)});
    for (const std::size_t s : arranged.sequence) own_.steps.push_back(steps_[s]);
  }

  void expect_seconds(DeviceStep& step) const {
    if (step.form == DeviceForm::exchange) return;
    const auto elements = [&](std::uint32_t value) {
      return static_cast<double>(elements_[value]);
    };
    step.seconds = step.form == DeviceForm::sum
                       ? adding_seconds(static_cast<double>(step.elements), own_.element, rates_,
                                        step.is_compensated)
                       : step_seconds(step, own_.element, rates_,
                                      elements(step.a) + elements(step.b) + elements(step.c));
  }

  /// Of a launch the first step has what it takes to begin. A sum takes two: the first one finds the power of two.
  void expect_launches() {
    for (const DeviceLaunch& launch : own_.launches) {
      if (launch.form != DeviceForm::exchange)
        own_.steps[launch.first].seconds +=
            (launch.form == DeviceForm::sum ? 2 : 1) * launch_seconds();
    }
  }

  const Network& network_;
  const Plan& plan_;
  const std::vector<LoopSum>& sums_;
  DeviceRates rates_;
  std::vector<DeviceStep> steps_;  ///< of the plan, in its order
  /// By step of the plan: the first of its own, and one past the last, without exchanges of its result: that of a sum is behind all loops of the sum.
  std::vector<std::size_t> begins_, ends_;
  std::vector<std::uint64_t> elements_;  ///< by value, terms of sums last
  std::vector<std::size_t> maker_;       ///< by value
  std::vector<std::size_t> loop_of_;     ///< by step, the innermost loop
  std::vector<std::size_t> available_;   ///< by step, the loop in which its result may be read
  std::vector<bool> early_;
  struct Within {
    std::size_t first = 0, last = 0;  ///< steps
  };
  std::vector<Within> in_;                        ///< by loop of the plan
  std::vector<std::size_t> number_of_loop_;       ///< by loop of the plan, that of the own plan
  std::vector<std::vector<std::size_t>> chains_;  ///< as those of the plan: their steps
  std::vector<std::size_t> chain_of_;             ///< by step
  DevicePlan own_;
};

}  // namespace

double device_seconds(const DevicePlan& plan, std::uint64_t slices) {
  double seconds = 0;
  for (std::size_t l = 0; l < plan.launches.size(); ++l) {
    const DeviceLaunch& launch = plan.launches[l];
    double runs = launch.once ? 1 : static_cast<double>(slices);
    for (const DeviceLoop& loop : plan.loops)
      if (loop.has(l)) runs *= static_cast<double>(loop.extent);
    for (std::size_t s = launch.first; s < launch.first + launch.count; ++s)
      seconds += runs * plan.steps[s].seconds;
  }
  return seconds;
}

DevicePlan device_plan(const Network& network, const Plan& plan, DeviceElement element,
                       const DeviceLimits& limits) {
  return device_plan(network, plan, loop_sums(plan), element, limits);
}

DevicePlan device_plan(const Network& network, const Plan& plan, const std::vector<LoopSum>& sums,
                       DeviceElement element, const DeviceLimits& limits) {
  return Launches(network, plan, sums, element, limits).make();
}

DevicePlan device_plan(const RankPlan& plan, DeviceElement element, const DeviceLimits& limits) {
  DevicePlan own =
      Launches(plan.network, plan.plan, plan.sums, element, limits, plan.exchanges).make();
  own.ranks = plan.grid.devices();
  return own;
}

}  // namespace diagc::arrays
