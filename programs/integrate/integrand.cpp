#include "programs/integrate/integrand.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <random>

#include <fmt/format.h>

#include "physics/series/results/result_file.h"
#include "programs/command/kernel_options.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"

namespace diagc::integrate {

namespace {

using Decls = std::vector<const syntax::Decl*>;

[[noreturn]] void fail(const series::Job& job, const std::string& key, std::string message) {
  throw InputError(series::at_key(job, key, std::move(message)));
}

void expect_declared(const series::Job& job, const std::string& key, const std::string& name,
                     const char* what, const Decls& decls) {
  if (find_declaration(decls, name)) return;
  fail(job, key,
       fmt::format("found {}, expected the name of {} {} of the rule file: {}", diagc::quoted(name),
                   what[0] == 'i' || what[0] == 'o' ? "an" : "a", what,
                   existing_names(what, decls)));
}

/// The params, each from the job or, where it says nothing, N from the flavours.
std::map<std::string, std::string> params_of(const series::Job& job, const rules::Rules& rules) {
  std::map<std::string, std::string> params = job.rules.params;
  if (!job.given.contains("rules.params") && find_declaration(rules.params, "N"))
    params["N"] = "flavours";
  for (const auto& [name, value] : params)
    expect_declared(job, "rules.params", name, "param", rules.params);
  for (const syntax::Decl* param : rules.params) {
    if (!params.contains(param->name))
      fail(job, "rules.params",
           fmt::format("found no value for the param {} of the rule file, expected one, as in "
                       "params = {{ N = \"flavours\" }}",
                       diagc::quoted(param->name)));
  }
  return params;
}

/// Names that the job uses must be declared, and the other way round.
void check_names(const series::Job& job, const rules::Rules& rules) {
  expect_declared(job, "rules.order", job.rules.order, "static", rules.statics);
  for (const auto& [name, value] : job.rules.statics) {
    expect_declared(job, "rules.statics", name, "static", rules.statics);
    if (name == job.rules.order)
      fail(job, "rules.statics",
           fmt::format("found a value for {}, which is the order in U, expected none",
                       diagc::quoted(name)));
  }
  expect_declared(job, "rules.propagator", job.rules.propagator, "input", rules.inputs);
  if (!job.rules.output.empty())
    expect_declared(job, "rules.output", job.rules.output, "output", rules.outputs);
  if (job.rules.output.empty() && rules.outputs.size() != 1) {
    fail(job, "rules.file",
         fmt::format("found a rule file with {} outputs, expected the key `output` to name one: {}",
                     rules.outputs.size(), existing_names("output", rules.outputs)));
  }
  const auto params = params_of(job, rules);
  const bool takes_flavours = std::any_of(
      params.begin(), params.end(), [](const auto& param) { return param.second == "flavours"; });
  if (!takes_flavours && job.model.flavours != 2) {
    fail(
        job, "model.flavours",
        fmt::format("found {} flavours, but no param of the rule file takes \"flavours\": "
                    "expected 2, or a param that takes them, as in params = {{ N = \"flavours\" }}",
                    job.model.flavours));
  }
}

CompileOptions compile_options(const series::Job& job, const std::string& output, int order,
                               const std::vector<int>& gpus = {}) {
  CompileOptions options;
  options.statics = job.rules.statics;
  options.statics[job.rules.order] = std::to_string(order);
  options.outputs = {output};
  options.precision = job.model.precision == lattice::Precision::fp32 ? diagc::Precision::fp32
                                                                      : diagc::Precision::fp64;
  options.threads = job.run.threads;
  if (!gpus.empty()) {
    options.target = Target::cuda;
    options.devices = gpus;
    options.cuda_schedule = job.run.schedule;
    options.tune_seconds = 0;  // what is measured may differ from run to run and from rank to rank
    options.compile_worker = {"/proc/self/exe", nvrtc_worker};
  }
  return options;
}

/// The kernel takes G[0..n, 0..n] and nothing else, and gives one real number.
void check_shape(const series::Job& job, const Kernel& kernel, int order) {
  for (const Kernel::Variable& input : kernel.inputs()) {
    if (input.name != job.rules.propagator) {
      if (!input.needed) continue;
      fail(job, "rules.propagator",
           fmt::format("found the input {} beside {}, expected propagators alone",
                       diagc::quoted(input.name), diagc::quoted(job.rules.propagator)));
    }
    const bool fits =
        input.shape == ElementShape::scalar && input.ranges.size() == 2 &&
        std::all_of(input.ranges.begin(), input.ranges.end(), [&](const Kernel::Range& range) {
          return range.first == 0 && range.last == order;
        });
    if (!fits) {
      std::string ranges;
      for (const Kernel::Range& range : input.ranges)
        ranges += fmt::format("{}{}..{}", ranges.empty() ? "" : ", ", range.first, range.last);
      fail(
          job, "rules.propagator",
          fmt::format(
              "found {}[{}] at order {}, expected {}[0..{}, 0..{}], where 0 is the measured vertex",
              input.name, ranges, order, input.name, order, order));
    }
  }
  const Kernel::Variable& output = kernel.outputs().at(0);
  if (!output.ranges.empty() || output.complex || output.shape != ElementShape::scalar)
    fail(job, "rules.output",
         fmt::format("found the output {}, which is not a single real number, expected one that is",
                     diagc::quoted(output.name)));
}

/// The job's factor of an order.
double sign_of(const series::Job& job, int order) {
  return job.rules.alternating && order % 2 == 0 ? -1 : 1;
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

std::vector<ParamValue> param_values(const std::map<std::string, std::string>& params,
                                     const lattice::Model& model) {
  std::vector<ParamValue> values;
  for (const auto& [name, value] : params) values.push_back({name, {quantity(value, model)}});
  return values;
}

/// Whether exchanging vertices 1 and 2 leaves the value alone, at order 2 and propagators of no symmetry.
bool sums_all_labellings(const series::Job& job, const Integrand& integrand,
                         diagc::Progress& progress) {
  CompileOptions options = compile_options(job, integrand.output, 2);
  options.precision = diagc::Precision::fp64;
  options.target = Target::interpreter;
  const Kernel kernel = compile_kernel(integrand.source, options, progress);
  check_shape(job, kernel, 2);
  constexpr std::size_t vertices = 3, trials = 3;
  std::mt19937_64 random(1);
  std::vector<double> propagators, exchanged;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    double G[vertices][vertices];
    for (auto& row : G) {
      for (double& value : row) value = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
    }
    constexpr std::size_t swapped[] = {0, 2, 1};
    for (std::size_t a = 0; a < vertices; ++a) {
      for (std::size_t b = 0; b < vertices; ++b) {
        propagators.push_back(G[a][b]);
        exchanged.push_back(G[swapped[a]][swapped[b]]);
      }
    }
  }
  lattice::Model any;
  any.flavours = 3;
  any.mu = 0.3;
  any.filling = 0.4;
  const auto values = [&](const std::vector<double>& given) {
    std::vector<double> result(trials);
    kernel.evaluate(trials, {{job.rules.propagator, std::span(given)}},
                    param_values(params_of(job, integrand.rules), any),
                    {{integrand.output, std::span(result)}});
    return result;
  };
  const std::vector<double> before = values(propagators), after = values(exchanged);
  for (std::size_t i = 0; i < trials; ++i) {
    if (std::abs(before[i] - after[i]) > 1e-9 * (std::abs(before[i]) + std::abs(after[i])))
      return false;
  }
  return true;
}

/// Of order 0, by the interpreter: one configuration a site is no work.
Kernel compile_zeroth(const series::Job& job, const Integrand& integrand,
                      diagc::Progress& progress) {
  CompileOptions options = compile_options(job, integrand.output, 0);
  options.precision = diagc::Precision::fp64;
  options.target = Target::interpreter;
  try {
    Kernel kernel = compile_kernel(integrand.source, options, progress);
    check_shape(job, kernel, 0);
    return kernel;
  } catch (const LibraryErrors& error) {
    fail(job, "rules.file",
         fmt::format("found no order 0 in the rule file (for {} = 0 it says: {}), expected rules "
                     "that hold there, or `zeroth` in [orders], the value of order 0",
                     job.rules.order, error.message));
  }
}

SourcePtr open_rules_of(const series::Job& job) {
  try {
    return open_rules(job.rules.file);
  } catch (const InputError& error) {
    fail(job, "rules.file",
         fmt::format("found the rule file {}, expected one that can be read, or a name that `diagc "
                     "examples list` shows: {}",
                     diagc::quoted(job.rules.file), error.diagnostics().front().message));
  }
}

}  // namespace

Integrand make_integrand(const series::Job& job, const std::vector<int>& gpus,
                         diagc::Progress& progress) {
  Integrand integrand;
  integrand.source = open_rules_of(job);
  integrand.rules = read_rules(integrand.source);
  check_names(job, integrand.rules);
  integrand.output =
      job.rules.output.empty() ? integrand.rules.outputs.front()->name : job.rules.output;
  integrand.labellings = job.rules.labellings;
  if (integrand.labellings == series::Labellings::automatic) {
    // At order 1 there is nothing to exchange, and 1! is 1.
    integrand.labellings = job.last_order > 1 && sums_all_labellings(job, integrand, progress)
                               ? series::Labellings::all
                               : series::Labellings::one;
  }
  if (!job.zeroth) integrand.zeroth = compile_zeroth(job, integrand, progress);
  for (int order = job.first_order; order <= job.last_order; ++order) {
    Kernel kernel = compile_kernel(integrand.source,
                                   compile_options(job, integrand.output, order, gpus), progress);
    check_shape(job, kernel, order);
    integrand.kernels.push_back(std::move(kernel));
  }
  progress.stage("");
  return integrand;
}

std::vector<series::Term> terms(const Integrand& integrand, const series::Job& job,
                                const lattice::Model& model) {
  const std::vector<ParamValue> params = param_values(params_of(job, integrand.rules), model);
  std::vector<series::Term> result;
  for (std::size_t i = 0; i < integrand.kernels.size(); ++i) {
    const int order = job.first_order + static_cast<int>(i);
    double prefactor = sign_of(job, order);
    if (integrand.labellings == series::Labellings::all) prefactor /= std::tgamma(order + 1);
    result.push_back({.kernel = integrand.kernels[i],
                      .params = params,
                      .prefactor = prefactor,
                      .rules = std::string(integrand.source->text())});
  }
  return result;
}

double zeroth_order(const Integrand& integrand, const series::Job& job,
                    const lattice::Model& model) {
  if (job.zeroth) return *job.zeroth;
  const lattice::Space& space = model.space;
  std::vector<double> propagators, values(space.roots.size());
  for (const std::uint32_t root : space.roots)
    propagators.push_back(model.table.equal_time[space.row(root, root)] + model.hartree_alpha);
  integrand.zeroth->evaluate(values.size(), {{job.rules.propagator, std::span(propagators)}},
                             param_values(params_of(job, integrand.rules), model),
                             {{integrand.output, std::span(values)}});
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += space.root_weights[i] * values[i];
  return sign_of(job, 0) * sum;
}

series::Origin origin_of(const Integrand& integrand, const series::Job& job,
                         const lattice::Model& model) {
  series::Origin origin;
  origin.job = job.given.source->text();
  origin.job_hash = series::text_hash(origin.job);
  origin.rules = integrand.source->text();
  origin.rules_hash = series::text_hash(origin.rules);
  origin.order = job.rules.order;
  for (const auto& [name, value] : job.rules.statics) origin.statics.push_back({name, value});
  for (const ParamValue& param : param_values(params_of(job, integrand.rules), model))
    origin.params.push_back({param.name, param.values.front().real()});
  origin.sign = job.rules.alternating ? "alternating" : "positive";
  origin.labellings = integrand.labellings == series::Labellings::all ? "all" : "one";
  return origin;
}

}  // namespace diagc::integrate
