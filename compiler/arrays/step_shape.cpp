#include "compiler/arrays/step_shape.h"

namespace diagc::arrays {

StepShape shape_of(const Labels& a, const Labels& b, const Labels& c) {
  StepShape shape;
  const Labels both = common(a, b);
  shape.batch = common(both, c);
  shape.rows = without(common(a, c), both);
  shape.columns = without(common(b, c), both);
  shape.summed = without(united(a, b), c);
  return shape;
}

RelayoutCause relayout_cause(const Plan& plan, const PlanKernel& kernel,
                             const std::vector<Labels>& labels, std::size_t tensors) {
  if (!kernel.relaid) return RelayoutCause::none;
  const PlanStep& reader = plan.steps[kernel.first];
  if (reader.a < tensors) return RelayoutCause::input;
  for (const PlanStep& maker : plan.steps) {
    if (maker.c != reader.a) continue;
    const Labels &array = labels[reader.a], &kept = labels[reader.c];
    const StepShape made = shape_of(labels[maker.a], labels[maker.b], array);
    for (const Labels* group : {&made.rows, &made.columns}) {
      if (common(*group, kept).empty() || without(*group, kept).empty())
        return RelayoutCause::lanes_end;
    }
    return RelayoutCause::four_groups;
  }
  return RelayoutCause::lanes_end;
}

const char* name_of(RelayoutCause cause) {
  constexpr const char* names[] = {"", "as given", "four groups", "lanes end"};
  return names[static_cast<std::size_t>(cause)];
}

}  // namespace diagc::arrays
