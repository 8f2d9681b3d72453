#include "compiler/arrays/device/gradient_ranks.h"

#include <algorithm>

#include "compiler/arrays/device/gradient_plan.h"

namespace diagc::arrays {

namespace {

class RankSweep {
 public:
  RankSweep(const Distribution& distribution, bool is_complex)
      : value_steps_(distribution.steps),
        shared_(distribution),
        plan_(gradient_plan(
            distribution.divided.network, distribution.divided.order,
            {.element_bytes = distribution.element_bytes, .is_complex = is_complex, .fuse = false},
            distribution.divided.loops)),
        tensors_(static_cast<std::uint32_t>(distribution.divided.network.tensors.size())) {}

  GradientRanks make() {
    maker_.resize(plan_.plan.values.size());
    for (std::size_t s = 0; s < value_steps_.size(); ++s)
      maker_[value_steps_[s].c + (value_steps_[s].c >= tensors_ ? 1 : 0)] = s;
    take_steps();
    shared_.loops = plan_.plan.loops;
    GradientRanks made;
    made.network = shared_.divided.network = plan_.network;
    made.ranks = rank_plan(shared_, std::move(plan_.plan), std::move(plan_.sums));
    for (std::uint32_t t = 0; t < tensors_; ++t) {
      made.derivatives.push_back(made.ranks.read[plan_.derivatives[t]]);
      made.places.push_back(place_[plan_.derivatives[t]]);
    }
    made.kept = std::move(plan_.kept);
    return made;
  }

 private:
  void take_steps() {
    const Placement nowhere(shared_.grid.axes.size(), no_label);
    place_.assign(plan_.plan.values.size(), nowhere);
    shared_.steps.clear();
    for (std::size_t s = 0; s < plan_.plan.steps.size(); ++s) {
      const GradientStep& makes = plan_.steps[s];
      const PlanStep& of_plan = plan_.plan.steps[s];
      DistributedStep step =
          makes.is_derivative ? derivative(of_plan, makes) : value_steps_[maker_[makes.value]];
      step.a = of_plan.a;
      step.b = of_plan.b;
      step.c = of_plan.c;
      step.once = of_plan.once && shared_.slices > 1;
      step.runs = step.exchange_runs = of_plan.runs;
      shared_.steps.push_back(std::move(step));
    }
    for (const LoopSum& sum : plan_.sums) {
      const auto& loops = plan_.plan.loops;
      for (std::size_t loop = sum.over; loop < loops[sum.over].next; ++loop)
        if (loops[loop].first <= sum.step && sum.step < loops[loop].last)
          shared_.steps[sum.step].exchange_runs /= static_cast<double>(loops[loop].extent);
    }
  }

  bool stands(std::uint32_t value, Label label) const {
    const auto& labels = plan_.plan.values[value].labels;
    return std::ranges::count(labels, label) > 0;
  }

  /// `of` has a value's labels.
  Placement part(Placement placement, std::uint32_t of) const {
    for (Label& label : placement)
      if (label != no_label && !stands(of, label)) label = no_label;
    return placement;
  }

  DistributedStep derivative(const PlanStep& of_plan, const GradientStep& makes) {
    DistributedStep step;
    step.on = value_steps_[maker_[makes.result]].on;
    for (Label& label : step.on)
      if (label != no_label && !stands(of_plan.a, label) && !stands(of_plan.b, label))
        label = no_label;
    step.parts.assign(step.on.size(), no_label);
    if (makes.value < tensors_) {
      for (std::size_t axis = 0; axis < step.on.size(); ++axis)
        if (step.on[axis] != no_label && !stands(of_plan.c, step.on[axis]))
          step.parts[axis] = step.on[axis];
      step.made = step.read = place_[of_plan.c] = step.on;
      return step;
    }
    const Placement partial = part(step.on, of_plan.c);
    step.made = partial;
    step.read = part(value_steps_[maker_[makes.value]].on, of_plan.c);
    for (std::size_t axis = 0; axis < partial.size(); ++axis) {
      // A sum over this axis of the grid is scattered where its result is read so.
      const Label wanted = step.read[axis];
      if (step.on[axis] != partial[axis] && wanted != no_label &&
          std::ranges::count(partial, wanted) == 0)
        step.made[axis] = wanted;
    }
    return step;
  }

  std::vector<DistributedStep> value_steps_;
  Distribution shared_;
  GradientPlan plan_;
  std::uint32_t tensors_;
  std::vector<std::size_t> maker_;  ///< by value of the order: of value_steps_
  std::vector<Placement> place_;    ///< by value, of derivatives with respect to tensors
};

}  // namespace

GradientRanks gradient_ranks(const Distribution& distribution, bool is_complex) {
  return RankSweep(distribution, is_complex).make();
}

}  // namespace diagc::arrays
