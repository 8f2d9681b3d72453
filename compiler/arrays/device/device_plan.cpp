#include "compiler/arrays/device/device_plan.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "compiler/arrays/device/device_places.h"
#include "compiler/arrays/device/step_axes.h"
#include "compiler/arrays/device/step_seconds.h"
#include "compiler/arrays/device/step_tables.h"

namespace diagc::arrays {

namespace {

class Launches {
 public:
  Launches(const Network& network, const Plan& plan, DeviceElement element,
           const DeviceLimits& limits, const std::vector<RankExchange>& exchanges = {})
      : network_(network), plan_(plan), in_(plan.loops.size()) {
    own_.element = element;
    for (const PlanValue& value : plan.values) elements_.push_back(value.elements);
    for (const PlanKernel& kernel : plan.kernels) {
      if (kernel.count != 1)
        throw std::logic_error("device plan: found a kernel of several steps, expected one");
    }
    std::size_t next = 0;
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      begins_.push_back(steps_.size());
      steps_.push_back(device_step(network, plan, plan.steps[s], element, limits));
      steps_.back().kernel = s;
      if (!plan.loops.empty() && plan.kernels[s].adds) add_sum();
      for (; next < exchanges.size() && exchanges[next].step == s; ++next)
        add_exchange(exchanges[next], next, plan.steps[s].once);
    }
    begins_.push_back(steps_.size());
    maker_.assign(elements_.size(), none);
    for (std::size_t s = 0; s < steps_.size(); ++s) maker_[steps_[s].c] = s;
    find_loops();
    for (DeviceStep& step : steps_) expect_seconds(step);
    find_pieces(exchanges, limits);
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
  void add_sum() {
    DeviceStep& made = steps_.back();
    DeviceStep sum;
    sum.form = DeviceForm::sum;
    sum.c = made.c;
    sum.a = sum.b = made.c = static_cast<std::uint32_t>(elements_.size());
    sum.kernel = made.kernel;
    sum.once = made.once;
    sum.elements = made.elements;
    sum.products = 0;
    elements_.push_back(made.elements);
    steps_.push_back(std::move(sum));
  }

  /// The innermost loop of every step, and of a finished sum what is around its loops.
  void find_loops() {
    loop_of_.assign(steps_.size(), none);
    for (std::size_t k = 0; k < plan_.loops.size(); ++k) {
      const PlanLoop& loop = plan_.loops[k];
      in_[k] = {begins_[loop.first], begins_[loop.last], none};
      if (loop.begins) in_[k].around = loop_of_[in_[k].first];
      for (std::size_t s = in_[k].first; s < in_[k].last; ++s) loop_of_[s] = k;
    }
    available_ = loop_of_;
    for (std::size_t k = 0; k < plan_.loops.size(); ++k) {
      if (plan_.loops[k].begins) available_[in_[k].last - 1] = in_[k].around;
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
      own_.launches.push_back(
          {steps_[s].form, once, own_.steps.size(), taken.size(), {}, chain == none ? 0 : chain});
      for (const std::size_t step : taken) own_.steps.push_back(steps_[step]);
    }
    add_pending();
  }

  bool is_of(std::size_t step, std::size_t level, bool once) const {
    return loop_of_[step] == level && steps_[step].once == once;
  }

  void add_loop(std::size_t number, bool once) {
    const PlanLoop& loop = plan_.loops[number];
    const std::size_t own = own_.loops.size();
    DeviceLoop added;
    added.extent = loop.extent;
    added.sum = loop.sum;
    added.begins = loop.begins;
    added.adds = loop_of_[in_[number].last - 1] == number;
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
        if (launch.form != DeviceForm::sum && !launch.is_between(s))
          done.made.push_back(own_.steps[s].c);
      }
    }
  }

  void add_exchange(const RankExchange& exchange, std::size_t number, bool once) {
    DeviceStep& step = steps_.emplace_back();
    step.a = step.b = exchange.from;
    step.c = exchange.to;
    step.kernel = exchange.step;
    step.form = DeviceForm::exchange;
    step.once = once;
    step.number = number;
    const std::vector<Label>& labels = plan_.values[exchange.from].labels;
    std::vector<std::uint64_t> strides(labels.size());
    std::uint64_t elements = 1;
    for (std::size_t axis = labels.size(); axis-- > 0;) {
      strides[axis] = elements;
      elements *= network_.extents[labels[axis]];
    }
    const auto stride = [&](Label label) {
      return strides[static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin())];
    };
    for (const Label label : exchange.cut)
      step.batch.push_back({network_.extents[label], stride(label), 0, 0});
    for (const Label label : labels) {
      if (std::ranges::count(exchange.cut, label) == 0)
        step.rows.push_back({network_.extents[label], stride(label), 0, 0});
    }
    if (exchange.adds) step.parts = exchange.senders.front().size();
    step.elements = plan_.values[exchange.to].elements;
    step.is_far = elements >> 32U != 0;
    step.products = 0;
    step.seconds = exchange.seconds;
  }

  std::vector<std::size_t> makers(std::size_t step) const {
    std::vector<std::size_t> found;
    for (const std::uint32_t operand : {steps_[step].a, steps_[step].b}) {
      if (maker_[operand] != none) found.push_back(maker_[operand]);
    }
    return found;
  }

  /// Steps that can begin with a piece of what an exchange brings, while the next one is on its way: pieces are values of the slowest labels of
  /// every message, and as far as there are kernels for the step without them.
  void find_pieces(const std::vector<RankExchange>& exchanges, const DeviceLimits& limits) {
    constexpr std::uint64_t most_pieces = 8;
    for (std::size_t e = 0; e < steps_.size(); ++e) {
      DeviceStep& exchange = steps_[e];
      if (exchange.form != DeviceForm::exchange || exchange.parts > 1 ||
          exchange.seconds < limits.least_exchange)
        continue;
      const std::size_t reader = only_reader(exchange.c);
      if (reader == none || steps_[reader].once != exchange.once) continue;
      const DeviceStep& whole = steps_[reader];
      if (whole.form != DeviceForm::stream && whole.form != DeviceForm::tiled &&
          whole.form != DeviceForm::products)
        continue;
      if (!whole.pieces.empty()) continue;
      std::vector<Label> cut;
      std::uint64_t pieces = 1, senders = 1;
      for (const Label label : plan_.values[exchange.c].labels) {
        const std::uint64_t extent = network_.extents[label];
        if (senders < exchanges[exchange.number].senders.front().size()) {
          senders *= extent;
          continue;
        }
        if (extent == 1) continue;
        if (pieces * extent > most_pieces) break;
        pieces *= extent;
        cut.push_back(label);
      }
      if (cut.empty()) continue;
      DeviceStep step =
          device_step(network_, plan_, plan_.steps[whole.kernel], own_.element, limits, cut);
      if (step.form != whole.form) continue;
      // Parts of a sum are written by every piece: only of results that are small against what comes, unless all exchanges are to go in pieces.
      constexpr double least_share = 16;
      if (step.summed_pieces > 1 && limits.least_exchange > 0 &&
          least_share * static_cast<double>(step.summed_pieces * step.elements) >
              static_cast<double>(plan_.values[exchange.c].elements))
        continue;
      step.kernel = whole.kernel;
      expect_seconds(step);
      steps_[reader] = std::move(step);
      exchange.message_pieces = pieces;
    }
  }

  std::size_t only_reader(std::uint32_t value) const {
    std::size_t reader = none;
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (steps_[s].a != value && steps_[s].b != value) continue;
      if (reader != none) return none;
      reader = s;
    }
    return reader;
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
      for (ChainPiece& piece : cheapest_chains(network_, plan_, steps, own_.element)) {
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
    // By step of the group: the last one of those that it depends on or that depend on it, through any number of steps.
    std::vector<std::size_t> last(steps_.size(), none);
    const auto last_of = [&](std::size_t s) {
      while (last[s] != s) s = last[s] = last[last[s]];
      return s;
    };
    for (const std::size_t s : group) {
      last[s] = s;
      for (const std::size_t maker : makers(s))
        if (last[maker] != none) last[last_of(maker)] = s;
    }
    for (const std::size_t s : group) last[s] = last_of(s);
    std::vector<std::size_t> sequence = group;
    std::ranges::stable_sort(sequence, std::less(), [&](std::size_t s) { return last[s]; });
    DeviceLaunch launch{DeviceForm::grouped, once, own_.steps.size(), group.size(), {}};
    for (std::size_t k = 0; k < sequence.size(); ++k) {
      own_.steps.push_back(steps_[sequence[k]]);
      if (k + 1 == sequence.size() || last[sequence[k + 1]] != last[sequence[k]])
        launch.ends.push_back(own_.steps.size());
    }
    own_.launches.push_back(std::move(launch));
  }

  void expect_seconds(DeviceStep& step) const {
    if (step.form == DeviceForm::exchange) return;
    const auto elements = [&](std::uint32_t value) {
      return static_cast<double>(elements_[value]);
    };
    step.seconds = step.form == DeviceForm::sum
                       ? adding_seconds(elements(step.c), own_.element)
                       : step_seconds(step, own_.element,
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
  std::vector<DeviceStep> steps_;        ///< of the plan, in its order
  std::vector<std::size_t> begins_;      ///< by step of the plan, the first of its own
  std::vector<std::uint64_t> elements_;  ///< by value, terms of sums last
  std::vector<std::size_t> maker_;       ///< by value
  std::vector<std::size_t> loop_of_;     ///< by step, the innermost loop
  std::vector<std::size_t> available_;   ///< by step, the loop in which its result may be read
  std::vector<bool> early_;
  struct Within {
    std::size_t first = 0, last = 0;  ///< steps
    std::size_t around = none;        ///< of those that begin a sum, the loop around
  };
  std::vector<Within> in_;                        ///< by loop of the plan
  std::vector<std::vector<std::size_t>> chains_;  ///< as those of the plan: their steps
  std::vector<std::size_t> chain_of_;             ///< by step
  DevicePlan own_;
};

}  // namespace

DevicePlan device_plan(const Network& network, const Plan& plan, DeviceElement element,
                       const DeviceLimits& limits) {
  return Launches(network, plan, element, limits).make();
}

DevicePlan device_plan(const RankPlan& plan, DeviceElement element, const DeviceLimits& limits) {
  DevicePlan own = Launches(plan.network, plan.plan, element, limits, plan.exchanges).make();
  own.ranks = plan.grid.devices();
  return own;
}

}  // namespace diagc::arrays
