#include "library/cyclic/cyclic_device.h"

#include "compiler/passes/pipeline.h"

namespace diagc {

CyclicText cyclic_device_text(arrays::CyclicPlan plan) {
  PassOptions without;
  without.disabled = {cuda_disabled_pass};
  for (arrays::CyclicStep& step : plan.steps) {
    if (!step.body) continue;
    step.body = std::make_shared<const Graph>(run_passes(*step.body, without));
  }
  return cyclic_text(plan, {.single_precision = false, .form = StraightOptions{}});
}

}  // namespace diagc
