#include "compiler/arrays/device/gradient_plan.h"

#include <algorithm>
#include <stdexcept>

namespace diagc::arrays {

namespace {

class GradientPlanner {
 public:
  GradientPlanner(const Network& network, const Order& order, PlaceOptions options)
      : tensors_(static_cast<std::uint32_t>(network.tensors.size())) {
    if (!network.open.empty() || order.steps.empty())
      throw std::logic_error("gradient plan: found open axes or no steps");
    options.fuse = false;
    Plan& plan = own_.plan = make_plan(network, order, options);
    own_.network = network;
    own_.network.tensors.emplace_back();
    plan.values.insert(plan.values.begin() + tensors_, PlanValue{});
    for (PlanStep& step : plan.steps)
      for (std::uint32_t* value : {&step.a, &step.b, &step.c}) *value += *value >= tensors_ ? 1 : 0;
    ++plan.result;
  }

  GradientPlan make() {
    Plan& plan = own_.plan;
    std::vector<std::uint32_t> derivatives(plan.values.size());
    derivatives[plan.result] = tensors_;
    for (std::size_t s = plan.steps.size(); s-- > 0;) {
      const PlanStep step = plan.steps[s];
      derivatives[step.a] = derivative(derivatives[step.c], step.b, step.a);
      derivatives[step.b] = derivative(derivatives[step.c], step.a, step.b);
    }
    own_.derivatives.assign(derivatives.begin(), derivatives.begin() + tensors_);
    return std::move(own_);
  }

 private:
  /// A new value: what `other` makes of the derivative of the result, with the labels of `wanted` that stand in either.
  std::uint32_t derivative(std::uint32_t of_result, std::uint32_t other, std::uint32_t wanted) {
    Plan& plan = own_.plan;
    const auto stands = [&](std::uint32_t value, Label label) {
      return std::ranges::count(plan.values[value].labels, label) > 0;
    };
    PlanValue value;
    for (const Label label : plan.values[wanted].labels) {
      const bool is_axis = own_.network.extents[label] > 1 &&
                           std::ranges::count(plan.sliced, label) == 0 &&
                           std::ranges::count(value.labels, label) == 0;
      if (!is_axis || (!stands(of_result, label) && !stands(other, label))) continue;
      value.labels.push_back(label);
      value.elements *= own_.network.extents[label];
    }
    PlanStep step;
    step.a = of_result;
    step.b = other;
    step.c = static_cast<std::uint32_t>(plan.values.size());
    plan.values.push_back(std::move(value));
    PlanKernel kernel;
    kernel.first = plan.steps.size();
    plan.steps.push_back(step);
    plan.kernels.push_back(kernel);
    return step.c;
  }

  std::uint32_t tensors_;
  GradientPlan own_;
};

}  // namespace

GradientPlan gradient_plan(const Network& network, const Order& order,
                           const PlaceOptions& options) {
  return GradientPlanner(network, order, options).make();
}

}  // namespace diagc::arrays
