#include "programs/integrate/form.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "physics/series/sampling/integrand_form.h"
#include "physics/series/sampling/integrate.h"
#include "programs/command/progress.h"
#include "programs/integrate/statement.h"
#include "programs/integrate/symmetry.h"

namespace diagc::integrate {

namespace {

const Kernel::Variable* input_of(const Kernel& kernel, const std::string& name) {
  const auto found = std::ranges::find(kernel.inputs(), name, &Kernel::Variable::name);
  return found == kernel.inputs().end() ? nullptr : &*found;
}

std::string shape_text(const Kernel::Variable& input) {
  std::string ranges;
  for (const Kernel::Range& range : input.ranges)
    ranges += fmt::format("{}{}..{}", ranges.empty() ? "" : ", ", range.first, range.last);
  return fmt::format("{}[{}]", input.name, ranges);
}

bool is_of_points(const Kernel::Variable& input, int first, int last) {
  return input.shape == ElementShape::scalar && input.ranges.size() == 2 &&
         std::ranges::all_of(input.ranges, [&](const Kernel::Range& range) {
           return range.first == first && range.last == last;
         });
}

double quantity(const std::string& name, const lattice::Model& model) {
  if (name == "flavours") return model.flavours;
  if (name == "beta") return model.beta;
  if (name == "mu") return model.mu;
  if (name == "filling") return model.filling;
  double value = 0;
  std::from_chars(name.data(), name.data() + name.size(), value);
  return value;
}

/// Values of the params for a rule file that is only looked at.
std::vector<ParamValue> any_params(const RulesOfJob& rules) {
  lattice::Model any;
  any.flavours = 3;
  any.mu = 0.3;
  any.filling = 0.4;
  return param_values(rules, any);
}

}  // namespace

int Form::static_of(int vertices) const {
  return points == Points::measured ? vertices : first + vertices - 1;
}

Form form_of(const series::Job& job, const RulesOfJob& rules, Progress& progress) {
  const int last = std::min(job.last_order, 2);
  const Kernel kernel = compile_kernel(rules.source, probe_options(job, rules, last), progress);
  const Kernel::Variable& input = *input_of(kernel, rules.propagator);
  if (!rules.derivative.empty()) {
    for (const int first : {0, 1}) {
      if (is_of_points(input, first, last)) return {Form::Points::integrated, first};
    }
  }
  if (is_of_points(input, 0, last)) return {Form::Points::measured, 0};
  if (is_of_points(input, 1, last)) return {Form::Points::vacuum, 1};
  fail_at(job, "rules.propagator",
          fmt::format("found {0} with {1} = {2}, expected {3}[0..{2}, 0..{2}], where 0 is the "
                      "measured vertex, or {3}[1..{2}, 1..{2}], where none is measured",
                      shape_text(input), rules.order, last, input.name));
}

series::Labellings labellings_of(const series::Job& job, const RulesOfJob& rules, const Form& form,
                                 int most_vertices, Progress& progress) {
  if (job.rules.labellings != series::Labellings::automatic) return job.rules.labellings;
  if (most_vertices <= 1) {
    return form.points == Form::Points::measured ? series::Labellings::one
                                                 : series::Labellings::all;
  }
  // One labelling may look like all: a ring of three points is the same either way round.
  if (rules.rules.is_theory()) {
    return sums_all_labellings(rules.rules, rules.output) ? series::Labellings::all
                                                          : series::Labellings::one;
  }
  const int vertices = form.points == Form::Points::measured ? 2 : 3;
  const Kernel kernel =
      compile_kernel(rules.source, probe_options(job, rules, form.static_of(vertices)), progress);
  check_shape(job, rules, form, kernel, vertices);
  return is_symmetric(kernel, series::integrand_form(kernel, rules.propagator, rules.derivative),
                      any_params(rules))
             ? series::Labellings::all
             : series::Labellings::one;
}

double seconds_for_kernels(const series::Job& job) {
  return job.run.time_limit * static_cast<double>(series::points(job).size()) *
         series::part_for_compiling;
}

double seconds_for_sampling(double limit, double spent) {
  constexpr double least_part = 0.05;
  return std::max(limit - spent, limit * least_part);
}

CompileOptions compile_options(const series::Job& job, const RulesOfJob& rules, int static_value,
                               const std::vector<int>& gpus) {
  CompileOptions options;
  options.statics = job.rules.statics;
  options.statics[rules.order] = std::to_string(static_value);
  options.outputs = {rules.output};
  options.walk = job.rules.walk;
  options.precision = job.model.precision == lattice::Precision::fp32 ? diagc::Precision::fp32
                                                                      : diagc::Precision::fp64;
  options.threads = job.run.threads;
  if (!gpus.empty()) {
    options.target = Target::cuda;
    options.devices = gpus;
    options.cuda_schedule = job.run.schedule;
    options.tune_seconds = 0;  // what is measured may differ from run to run and from rank to rank
    options.run_seconds = seconds_for_kernels(job);
    options.compile_worker = {"/proc/self/exe", nvrtc_worker};
  }
  return options;
}

CompileOptions probe_options(const series::Job& job, const RulesOfJob& rules, int static_value) {
  CompileOptions options = compile_options(job, rules, static_value);
  options.precision = diagc::Precision::fp64;
  options.target = Target::interpreter;
  return options;
}

void check_shape(const series::Job& job, const RulesOfJob& rules, const Form& form,
                 const Kernel& kernel, int vertices) {
  const int last = form.static_of(vertices);
  for (const Kernel::Variable& input : kernel.inputs()) {
    const bool is_derivative =
        form.points == Form::Points::integrated && input.name == rules.derivative;
    if (input.name != rules.propagator && !is_derivative) {
      if (!input.needed) continue;
      fail_at(job, "rules.propagator",
              fmt::format("found the input {} beside {}, expected propagators alone",
                          diagc::quoted(input.name), diagc::quoted(rules.propagator)));
    }
    if (is_of_points(input, form.first, last)) continue;
    const char* what =
        form.points == Form::Points::measured ? ", where 0 is the measured vertex" : "";
    fail_at(job, is_derivative ? "rules.derivative" : "rules.propagator",
            fmt::format("found {0} with {1} = {2}, expected {3}[{4}..{2}, {4}..{2}]{5}",
                        shape_text(input), rules.order, last, input.name, form.first, what));
  }
  const Kernel::Variable& output = kernel.outputs().at(0);
  if (!output.ranges.empty() || output.complex || output.shape != ElementShape::scalar)
    fail_at(
        job, "rules.output",
        fmt::format("found the output {}, which is not a single real number, expected one that is",
                    diagc::quoted(output.name)));
}

std::vector<ParamValue> param_values(const RulesOfJob& rules, const lattice::Model& model) {
  std::vector<ParamValue> values;
  for (const auto& [name, value] : rules.params) values.push_back({name, {quantity(value, model)}});
  return values;
}

}  // namespace diagc::integrate
