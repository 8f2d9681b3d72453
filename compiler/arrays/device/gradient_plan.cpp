#include "compiler/arrays/device/gradient_plan.h"

#include <algorithm>
#include <stdexcept>

namespace diagc::arrays {

namespace {

class GradientPlanner {
 public:
  GradientPlanner(const Network& network, const Order& order, PlaceOptions options,
                  const SliceLoops& loops)
      : tensors_(static_cast<std::uint32_t>(network.tensors.size())) {
    if (!network.open.empty() || order.steps.empty())
      throw std::logic_error("gradient plan: found open axes or no steps");
    options.fuse = false;
    value_ = make_plan(network, order, options, loops);
    own_.network = network;
    own_.network.tensors.emplace_back();
    value_.values.insert(value_.values.begin() + tensors_, PlanValue{});
    for (PlanStep& step : value_.steps)
      for (std::uint32_t* value : {&step.a, &step.b, &step.c}) *value += *value >= tensors_ ? 1 : 0;
    for (PlanLoop& loop : value_.loops) ++loop.sum;
    ++value_.result;
    own_.plan = value_;
    for (const PlanStep& step : value_.steps) own_.steps.push_back({step.c, false, step.c});
    own_.sums = loop_sums(value_);
    find_levels();
  }

  GradientPlan make() {
    for (std::uint32_t value = 0; value < value_.values.size(); ++value) now_.push_back(value);
    derivatives_.resize(value_.values.size());
    derivatives_[value_.result] = tensors_;
    own_.kept.resize(tensors_);
    backward(none);
    own_.derivatives.assign(derivatives_.begin(), derivatives_.begin() + tensors_);
    return std::move(own_);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  /// A step of a level, or a loop in it.
  struct Unit {
    bool is_loop = false;
    std::size_t number = 0;
  };

  void find_levels() {
    around_ = loops_around(value_);
    std::ranges::replace(around_, value_.loops.size(), none);
    level_.assign(value_.steps.size(), none);
    for (std::size_t loop = 0; loop < value_.loops.size(); ++loop)
      for (std::size_t s = value_.loops[loop].first; s < value_.loops[loop].last; ++s)
        level_[s] = loop;
    owner_.assign(value_.values.size(), none);
    over_.assign(value_.steps.size(), none);
    for (const LoopSum& sum : own_.sums) over_[sum.step] = sum.over;
    for (std::size_t s = 0; s < value_.steps.size(); ++s)
      owner_[value_.steps[s].c] = over_[s] == none ? level_[s] : around_[over_[s]];
    open_.assign(value_.loops.size(), none);
  }

  std::vector<Unit> units(std::size_t level) const {
    std::vector<Unit> units;
    std::size_t step = level == none ? 0 : value_.loops[level].first;
    const std::size_t last = level == none ? value_.steps.size() : value_.loops[level].last;
    std::size_t loop = level == none ? 0 : level + 1;
    while (step < last) {
      if (loop < value_.loops.size() && value_.loops[loop].first == step) {
        units.push_back({true, loop});
        step = value_.loops[loop].last;
        loop = value_.loops[loop].next;
      } else {
        units.push_back({false, step++});
      }
    }
    return units;
  }

  /// A loop of the value comes again, with other steps.
  void begin(std::size_t loop) {
    PlanLoop again = value_.loops[loop];
    again.first = own_.plan.steps.size();
    open_[loop] = own_.plan.loops.size();
    runs_ *= static_cast<double>(again.extent);
    own_.plan.loops.push_back(again);
  }

  void end(std::size_t loop) {
    PlanLoop& own = own_.plan.loops[open_[loop]];
    own.last = own_.plan.steps.size();
    own.next = own_.plan.loops.size();
    runs_ /= static_cast<double>(own.extent);
  }

  void forward(std::size_t level) {
    for (const Unit& unit : units(level)) take(unit);
  }

  void take(const Unit& unit) {
    if (unit.is_loop) {
      begin(unit.number);
      forward(unit.number);
      end(unit.number);
      return;
    }
    const PlanStep& step = value_.steps[unit.number];
    const PlanValue value = value_.values[step.c];
    const std::uint32_t made = add(now_[step.a], now_[step.b], value, {step.c, false, step.c});
    now_[step.c] = made;
    if (over_[unit.number] != none) sum_over(over_[unit.number], {});
  }

  /// Values of an iteration, without the loop's sum.
  void take_again(std::size_t loop) {
    const std::uint32_t sum = value_.loops[loop].sum;
    for (const Unit& unit : units(loop)) {
      const std::uint32_t makes =
          unit.is_loop ? value_.loops[unit.number].sum : value_.steps[unit.number].c;
      if (makes != sum) take(unit);
    }
  }

  void backward(std::size_t level) {
    const std::vector<Unit> all = units(level);
    for (std::size_t k = all.size(); k-- > 0;) {
      if (all[k].is_loop) {
        begin(all[k].number);
        take_again(all[k].number);
        backward(all[k].number);
        end(all[k].number);
        continue;
      }
      const PlanStep step = value_.steps[all[k].number];
      derive(step.c, step.a, step.b, level);
      derive(step.c, step.b, step.a, level);
    }
  }

  /// What `other` makes of the derivative of the result, with the labels of `wanted` that stand in either.
  void derive(std::uint32_t result, std::uint32_t wanted, std::uint32_t other, std::size_t level) {
    Plan& plan = own_.plan;
    const std::uint32_t of_result = derivatives_[result];
    const auto stands = [&](std::uint32_t value, Label label) {
      return std::ranges::count(plan.values[value].labels, label) > 0;
    };
    PlanValue value;
    const auto append = [&](Label label) {
      value.labels.push_back(label);
      value.elements *= own_.network.extents[label];
    };
    const bool is_tensor = wanted < tensors_;
    std::vector<std::size_t> path;  // loops that it is summed over, the innermost first
    for (std::size_t loop = level; loop != (is_tensor ? none : owner_[wanted]);
         loop = around_[loop])
      path.push_back(loop);
    std::vector<std::size_t> kept;
    for (std::size_t k = path.size(); k-- > 0 && is_tensor;) {
      const Label label = value_.loops[path[k]].label;
      if (std::ranges::count(own_.network.tensors[wanted], label) == 0) continue;
      kept.push_back(open_[path[k]]);
      own_.kept[wanted].push_back(label);
      append(label);
    }
    for (const Label label : value_.values[wanted].labels) {
      const bool is_axis = own_.network.extents[label] > 1 &&
                           std::ranges::count(plan.sliced, label) == 0 &&
                           std::ranges::count(value_.loops, label, &PlanLoop::label) == 0 &&
                           std::ranges::count(value.labels, label) == 0;
      if (is_axis && (stands(of_result, label) || stands(now_[other], label))) append(label);
    }
    derivatives_[wanted] = add(of_result, now_[other], std::move(value), {wanted, true, result});
    if (!path.empty()) sum_over(path.back(), std::move(kept));
  }

  /// A step of the slices that makes a new value.
  std::uint32_t add(std::uint32_t a, std::uint32_t b, PlanValue value, GradientStep makes) {
    Plan& plan = own_.plan;
    own_.steps.push_back(makes);
    PlanStep step;
    step.a = a;
    step.b = b;
    step.c = static_cast<std::uint32_t>(plan.values.size());
    step.runs = runs_;
    plan.values.push_back(std::move(value));
    PlanKernel kernel;
    kernel.first = plan.steps.size();
    kernel.runs = runs_;
    plan.steps.push_back(step);
    plan.kernels.push_back(kernel);
    return step.c;
  }

  /// The last step makes terms; `loop` is of the value.
  void sum_over(std::size_t loop, std::vector<std::size_t> kept) {
    own_.plan.kernels.back().adds = true;
    own_.sums.push_back({own_.plan.steps.size() - 1, open_[loop], std::move(kept)});
  }

  std::uint32_t tensors_;
  Plan value_;                             ///< the steps and loops of the network's value
  std::vector<std::size_t> around_;        ///< by loop of it
  std::vector<std::size_t> level_, over_;  ///< by step of it: loops
  std::vector<std::size_t> owner_;  ///< by value of it: the innermost loop that makes it anew
  std::vector<std::size_t> open_;   ///< by loop of it: as it came last
  std::vector<std::uint32_t> now_;  ///< by value of it: as it was made last
  std::vector<std::uint32_t> derivatives_;  ///< by value of it
  double runs_ = 1;
  GradientPlan own_;
};

}  // namespace

GradientPlan gradient_plan(const Network& network, const Order& order, const PlaceOptions& options,
                           const SliceLoops& loops) {
  return GradientPlanner(network, order, options, loops).make();
}

}  // namespace diagc::arrays
