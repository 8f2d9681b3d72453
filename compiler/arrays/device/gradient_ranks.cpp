#include "compiler/arrays/device/gradient_ranks.h"

#include <algorithm>

#include "compiler/arrays/device/gradient_plan.h"

namespace diagc::arrays {

namespace {

class RankSweep {
 public:
  RankSweep(const Distribution& distribution, bool is_complex)
      : shared_(distribution),
        plan_(gradient_plan(
            distribution.divided.network, distribution.divided.order,
            {.element_bytes = distribution.element_bytes, .is_complex = is_complex, .fuse = false},
            distribution.divided.loops)),
        tensors_(static_cast<std::uint32_t>(distribution.divided.network.tensors.size())) {}

  GradientRanks make() {
    forward();
    backward();
    GradientRanks made;
    made.network = shared_.divided.network = plan_.network;
    made.ranks = rank_plan(shared_, std::move(plan_.plan));
    for (std::uint32_t t = 0; t < tensors_; ++t) {
      made.derivatives.push_back(made.ranks.read[plan_.derivatives[t]]);
      made.places.push_back(place_[plan_.derivatives[t]]);
    }
    return made;
  }

 private:
  /// The number 1 stands behind the tensors.
  std::uint32_t shifted(std::uint32_t value) const { return value + (value >= tensors_ ? 1 : 0); }

  void forward() {
    maker_.assign(plan_.plan.values.size(), none);
    for (std::size_t s = 0; s < shared_.steps.size(); ++s) {
      DistributedStep& step = shared_.steps[s];
      step.a = shifted(step.a);
      step.b = shifted(step.b);
      step.c = shifted(step.c);
      maker_[step.c] = s;
    }
  }

  /// Steps of the plan behind those of the value, in pairs: with respect to the first operand and to the second.
  void backward() {
    const std::size_t count = shared_.steps.size();
    const Placement nowhere(shared_.grid.axes.size(), no_label);
    place_.assign(plan_.plan.values.size(), nowhere);
    std::vector<std::uint32_t> derivatives(plan_.plan.values.size());
    derivatives[plan_.plan.result] = tensors_;
    for (std::size_t k = count; k < plan_.plan.steps.size(); k += 2) {
      const PlanStep& of_value = plan_.plan.steps[count - 1 - (k - count) / 2];
      const Placement on = shared_.steps[maker_[of_value.c]].on;
      for (const auto& [operand, step] : {std::pair{of_value.a, plan_.plan.steps[k]},
                                          std::pair{of_value.b, plan_.plan.steps[k + 1]}}) {
        derivatives[operand] = step.c;
        shared_.steps.push_back(derivative(step, operand, on));
      }
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

  DistributedStep derivative(const PlanStep& of_plan, std::uint32_t operand, const Placement& on) {
    DistributedStep step;
    step.a = of_plan.a;
    step.b = of_plan.b;
    step.c = of_plan.c;
    step.on = on;
    for (Label& label : step.on)
      if (label != no_label && !stands(step.a, label) && !stands(step.b, label)) label = no_label;
    const Placement partial = part(step.on, step.c);
    const bool is_of_tensor = operand < tensors_;
    if (!is_of_tensor) step.read = part(shared_.steps[maker_[operand]].on, step.c);
    step.made = partial;
    for (std::size_t axis = 0; axis < partial.size() && !is_of_tensor; ++axis) {
      // A sum over this axis of the grid is scattered where its result is read so.
      const Label wanted = step.read[axis];
      if (step.on[axis] != partial[axis] && wanted != no_label &&
          std::ranges::count(partial, wanted) == 0)
        step.made[axis] = wanted;
    }
    if (is_of_tensor) step.read = step.made;
    place_[step.c] = step.read;
    return step;
  }

  static constexpr std::size_t none = ~std::size_t{0};

  Distribution shared_;
  GradientPlan plan_;
  std::uint32_t tensors_;
  std::vector<std::size_t> maker_;  ///< by value: a step of the distribution
  std::vector<Placement> place_;    ///< by value, of derivatives: where it is read
};

}  // namespace

GradientRanks gradient_ranks(const Distribution& distribution, bool is_complex) {
  return RankSweep(distribution, is_complex).make();
}

}  // namespace diagc::arrays
