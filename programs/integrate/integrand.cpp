#include "programs/integrate/integrand.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/series/results/result_file.h"
#include "physics/series/sampling/points/exact_points.h"
#include "programs/integrate/sampling_checks.h"

namespace diagc::integrate {

Integrand read_integrand(const series::Job& job, Progress& progress) {
  Integrand integrand;
  integrand.rules = rules_of(job);
  integrand.points = points_of(job, integrand.rules, progress);
  check_line_keys(job, integrand.rules,
                  integrand.points ? integrand.points->lines : std::vector<lattice::LineKind>{});
  if (integrand.points) {
    integrand.form = integrand.points->form;
    const bool has_beta = std::ranges::count(integrand.points->lines, lattice::LineKind::beta) > 0;
    integrand.observable = observable_of(job, integrand.form, has_beta);
    integrand.labellings =
        integrand.points->all_labellings ? series::Labellings::all : series::Labellings::one;
    check_points(job, integrand);
    check_mixed(job, integrand);
    return integrand;
  }
  integrand.form = form_of(job, integrand.rules, progress);
  integrand.observable = observable_of(job, integrand.form);
  integrand.labellings = labellings_of(job, integrand.rules, integrand.form,
                                       vertices_of(integrand.observable, job.last_order), progress);
  check_sampling(job, integrand);
  check_mixed(job, integrand);
  return integrand;
}

void require_derivative(const Integrand& integrand, const series::Job& job,
                        const lattice::Model& model) {
  if (integrand.form.points != Form::Points::integrated || model.derivative) return;
  fail_at(job, "rules.file",
          fmt::format("found {}, which takes a derivative of the propagator, but no g0_mu in {}, "
                      "expected a propagator that has it, or a rule file with a measured vertex",
                      integrand.rules.rules.file->name, diagc::quoted(job.model.own_propagator)));
}

std::vector<series::Term> terms(const Integrand& integrand, const series::Job& job,
                                const lattice::Model& model) {
  const RulesOfJob& rules = integrand.rules;
  const bool is_integrated = integrand.form.points == Form::Points::integrated;
  std::vector<series::Term> result;
  for (std::size_t i = 0; i < integrand.kernels.size(); ++i) {
    const int order = job.first_order + static_cast<int>(i);
    if (integrand.points) {
      // Divided by the labellings that it sums, whatever they are of.
      const double factor = factor_of(integrand.observable, integrand.form, series::Labellings::one,
                                      rules.sign, order, model) /
                            labellings_of(rules, *integrand.points, integrand.kernels[i]);
      result.push_back({.kernel = integrand.kernels[i],
                        .params = param_values(rules, model),
                        .prefactor = factor,
                        .rules = std::string(integrand.sources[i]->text()),
                        .order = static_cast<std::uint32_t>(order),
                        .points = integrand.point_forms[i]});
      continue;
    }
    result.push_back({.kernel = integrand.kernels[i],
                      .params = param_values(rules, model),
                      .prefactor = factor_of(integrand.observable, integrand.form,
                                             integrand.labellings, rules.sign, order, model),
                      .rules = std::string(integrand.sources[i]->text()),
                      .order = static_cast<std::uint32_t>(order),
                      .propagator = rules.propagator,
                      .derivative = is_integrated ? rules.derivative : "",
                      .measured = integrand.form.points == Form::Points::measured,
                      .all_labellings = integrand.labellings == series::Labellings::all,
                      .single = integrand.singles[i]});
  }
  return result;
}

std::vector<double> zeroth_components(const Integrand& integrand, const series::Job& job,
                                      const lattice::Model& model) {
  if (!integrand.points) return {zeroth_order(integrand, job, model)};
  std::vector<double> none(integrand.points->measure.components(), 0);
  if (job.zeroth) {
    none[integrand.points->measure.main_component()] = *job.zeroth;
    return none;
  }
  if (!integrand.zeroth) {
    if (!integrand.points->is_amputated) none[0] = zeroth_of(integrand.observable, model);
    return none;
  }
  const auto form = point_form(job, integrand.rules, *integrand.points, *integrand.zeroth);
  std::vector<double> values = series::exact_components(
      model, *integrand.zeroth, param_values(integrand.rules, model), *form);
  for (double& value : values) value *= integrand.rules.sign;
  return values;
}

void set_lines(const Integrand& integrand, lattice::ModelOptions& options) {
  options.derivative = derivative_of(integrand.observable, integrand.form);
  options.lines = integrand.points ? integrand.points->lines : std::vector<lattice::LineKind>{};
}

double zeroth_order(const Integrand& integrand, const series::Job& job,
                    const lattice::Model& model) {
  if (job.zeroth) return *job.zeroth;
  if (!integrand.zeroth) return zeroth_of(integrand.observable, model);
  const RulesOfJob& rules = integrand.rules;
  const lattice::Space& space = model.space;
  std::vector<double> propagators, values(space.roots.size());
  for (const std::uint32_t root : space.roots)
    propagators.push_back(model.table.equal_time[space.row(root, root)] + model.hartree_alpha);
  integrand.zeroth->evaluate(values.size(), {{rules.propagator, std::span(propagators)}},
                             param_values(rules, model), {{rules.output, std::span(values)}});
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += space.root_weights[i] * values[i];
  return rules.sign * sum;
}

std::string observable_name(const Integrand& integrand) {
  return integrand.form.points == Form::Points::measured ? integrand.rules.output
                                                         : series::name_of(integrand.observable);
}

namespace {

std::string labellings_text(const Integrand& integrand) {
  if (integrand.labellings == series::Labellings::all) return "all labellings at once";
  const bool summed = integrand.points && integrand.points->is_right_when_summed;
  return std::string("one labelling at a time") + (summed ? ", right when summed over them" : "");
}

std::string precision_text(const series::Job& job) {
  if (job.run.mixed) return "mixed precision";
  return job.model.precision == lattice::Precision::fp32 ? "fp32" : "fp64";
}

}  // namespace

std::string integrand_line(const Integrand& integrand, const series::Job& job) {
  constexpr const char* points[] = {"with its measured point", "measured point integrated out",
                                    "all points vertices"};
  const std::string& grammar = integrand.rules.rules.file->name;
  const std::string group =
      grammar.starts_with("hubbard_") ? fmt::format("SU({:.6g}), ", job.model.flavours) : "";
  if (integrand.points) {
    std::vector<std::string_view> kinds;
    for (const lattice::LineKind kind : integrand.points->lines)
      kinds.push_back(lattice::name_of(kind));
    return fmt::format("{}, {}: lines {}, {}", grammar, precision_text(job), fmt::join(kinds, ", "),
                       labellings_text(integrand));
  }
  std::string others;
  for (std::size_t i = 0; i < integrand.sources.size(); ++i) {
    if (integrand.sources[i] == integrand.rules.source) continue;
    others += fmt::format("\norder {} by {}, which is faster on devices",
                          job.first_order + static_cast<int>(i), integrand.kernels[i].name());
  }
  return fmt::format("{}, {}: {}{}, {}{}", grammar, precision_text(job), group,
                     labellings_text(integrand),
                     points[static_cast<std::size_t>(integrand.form.points)], others);
}

series::Origin origin_of(const Integrand& integrand, const series::Job& job,
                         const lattice::Model& model) {
  series::Origin origin;
  origin.job = job.given.source->text();
  origin.job_hash = series::text_hash(origin.job);
  origin.rules = integrand.rules.source->text();
  origin.rules_hash = series::text_hash(origin.rules);
  origin.order = integrand.rules.order;
  for (const auto& [name, value] : job.rules.statics) origin.statics.push_back({name, value});
  for (const ParamValue& param : param_values(integrand.rules, model))
    origin.params.push_back({param.name, param.values.front().real()});
  origin.sign = integrand.rules.sign < 0 ? "alternating" : "positive";
  origin.labellings = integrand.labellings == series::Labellings::all ? "all" : "one";
  return origin;
}

}  // namespace diagc::integrate
