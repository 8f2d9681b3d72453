#include "programs/bench/step_forms.h"

#include <algorithm>

#include <fmt/format.h>

#include "physics/series/sampling/device_population.h"
#include "programs/command/progress.h"
#include "programs/integrate/symmetry.h"

namespace diagc::bench {

namespace {

series::IntegrandForm form_of(const Kernel& kernel) {
  constexpr const char* derivative = "H";
  const auto& inputs = kernel.inputs();
  const auto is_derivative = [&](const Kernel::Variable& input) {
    return input.name == derivative;
  };
  if (std::ranges::none_of(inputs, is_derivative)) return series::integrand_form(kernel);
  const auto other = std::ranges::find_if_not(inputs, is_derivative);
  return series::integrand_form(kernel, other == inputs.end() ? "" : other->name, derivative);
}

series::Sampling sampling_of(const std::string& name) {
  return name == "chain"         ? series::Sampling::chain
         : name == "tree"        ? series::Sampling::tree
         : name == "independent" ? series::Sampling::independent
                                 : series::Sampling::automatic;
}

series::Draws draws_of(const std::string& name) {
  return name == "random"  ? series::Draws::random
         : name == "sobol" ? series::Draws::sobol
                           : series::Draws::automatic;
}

/// Whether the graph comes into question for one kernel without loops. Of a step kernels with slots cannot be a part, and where only these
/// are candidates, `straight` without them takes minutes to compile.
bool may_be_straight(const Kernel& kernel) {
  return std::ranges::any_of(kernel.schedule_trials(), [](const Kernel::ScheduleTrial& trial) {
    return trial.schedule.starts_with("straight") && trial.skipped.empty() &&
           trial.schedule.find("shared=") == std::string::npos &&
           trial.schedule.find("warps=") == std::string::npos;
  });
}

}  // namespace

StepKind step_kind(const Kernel& kernel, const SourcePtr& source, const CompileOptions& compile,
                   const std::vector<ParamValue>& params, const std::string& sampling,
                   const std::string& draws, Progress& progress) {
  StepKind kind{
      .form = form_of(kernel), .sampling = sampling_of(sampling), .draws = draws_of(draws)};
  if (kind.form.m == 0) {
    throw UsageError(fmt::format(
        "found {} of one vertex, which leaves nothing to integrate, expected more", kernel.name()));
  }
  if (kind.form.m == 1) {
    kind.all_labellings = !kind.measured();
  } else {
    CompileOptions probe = compile;
    probe.precision = Precision::fp64;
    probe.target = Target::interpreter;
    kind.all_labellings =
        integrate::is_symmetric(compile_kernel(source, probe, progress), kind.form, params);
  }
  const bool by_trees =
      kind.sampling == series::Sampling::tree || kind.sampling == series::Sampling::independent;
  if (by_trees && !kind.all_labellings) {
    throw UsageError(
        fmt::format("found --sampling {} for {}, which sums one labelling of the "
                    "vertices, expected --sampling chain, or a rule file that sums all",
                    sampling, kernel.name()));
  }
  const bool by_chain = kind.sampling == series::Sampling::chain ||
                        (kind.sampling == series::Sampling::automatic && !kind.all_labellings);
  if (by_chain && !kind.measured()) {
    throw UsageError(
        fmt::format("found no measured vertex in {}, expected one for chains of links "
                    "to begin at, or a rule file that sums all labellings",
                    kernel.name()));
  }
  return kind;
}

StepForms measure_forms(const Kernel& kernel, const SourcePtr& source, CompileOptions compile,
                        const std::vector<ParamValue>& params, const StepKind& kind,
                        const Machine& machine, std::uint32_t walkers, Progress& progress) {
  const int device = compile.devices.front();
  const auto measure = [&](const Kernel& around, series::GpuForm form) {
    return measure_steps(around, params, kind, machine,
                         {.device = device, .gpu_form = form, .walkers = walkers});
  };
  StepForms forms{.schedule = kernel.schedule(),
                  .fused = !kind.single && series::gpu_form(kernel) == series::GpuForm::fused,
                  .split = measure(kernel, series::GpuForm::split),
                  .one_kernel = {}};
  if (forms.fused) {
    forms.one_kernel = measure(kernel, series::GpuForm::fused);
  } else if (!kind.single && may_be_straight(kernel)) {
    compile.cuda_schedule = "straight";
    forms.one_kernel = measure(compile_kernel(source, compile, progress), series::GpuForm::fused);
  }
  return forms;
}

}  // namespace diagc::bench
