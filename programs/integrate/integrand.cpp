#include "programs/integrate/integrand.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/series/results/result_file.h"
#include "physics/series/sampling/points/exact_points.h"
#include "physics/series/sampling/tree/tree_shapes.h"
#include "programs/command/kernel_options.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/integrate/best_form.h"
#include "runtime/system/deadline.h"
#include "runtime/system/thread_pool.h"

namespace diagc::integrate {

namespace {

/// Of order 0, by the interpreter: one configuration a site is no work.
Kernel compile_zeroth(const series::Job& job, const Integrand& integrand, Progress& progress) {
  const RulesOfJob& rules = integrand.rules;
  try {
    Kernel kernel = compile_kernel(rules.source, probe_options(job, rules, 0), progress);
    if (!integrand.points) {
      check_shape(job, rules, integrand.form, kernel, 0);
    } else if (point_form(job, rules, *integrand.points, kernel)->m() > series::most_exact_points) {
      fail_at(job, "orders.zeroth",
              fmt::format("found {}, whose order 0 has several points to integrate over, expected "
                          "`zeroth` in [orders], the value of order 0",
                          rules.rules.file->name));
    }
    return kernel;
  } catch (const LibraryErrors& error) {
    fail_at(job, "rules.file",
            fmt::format("found no order 0 in the rule file (for {} = 0 it says: {}), expected "
                        "rules that hold there, or `zeroth` in [orders], the value of order 0",
                        rules.order, error.message));
  }
}

/// Spanning trees are drawn for integrands that no order of the vertices sets apart, chains of links from a measured point.
void check_sampling(const series::Job& job, const Integrand& integrand) {
  const std::string& grammar = integrand.rules.rules.file->name;
  const bool all_labellings = integrand.labellings == series::Labellings::all;
  const bool is_measured = integrand.form.points == Form::Points::measured;
  if (!all_labellings && !is_measured) {
    fail_at(job, "rules.file",
            fmt::format("found {}, which sums one labelling of the vertices and has no measured "
                        "point, expected one of the two: all labellings, or such a point",
                        grammar));
  }
  const bool by_trees = job.run.sampling == series::Sampling::tree ||
                        job.run.sampling == series::Sampling::independent;
  if (by_trees && !all_labellings) {
    fail_at(
        job, "run.sampling",
        fmt::format("found sampling = \"{}\" with {}, which sums one labelling of the "
                    "vertices, expected \"chain\" or \"auto\", or a rule file that sums all",
                    job.run.sampling == series::Sampling::tree ? "tree" : "independent", grammar));
  }
  const auto last = vertices_of(integrand.observable, job.last_order);
  const auto drawn = static_cast<std::uint32_t>(is_measured ? last : last - 1);
  const bool trees = all_labellings && job.run.sampling != series::Sampling::chain;
  if (trees && drawn > series::most_tree_vertices) {
    const auto spare = static_cast<int>(drawn - series::most_tree_vertices);
    fail_at(job, "orders.to",
            fmt::format("found order {} of {}, whose samples are trees of {} vertices, expected at "
                        "most order {}, trees of {}{}",
                        job.last_order, grammar, drawn + 1, job.last_order - spare,
                        series::most_tree_vertices + 1,
                        is_measured ? ", or sampling = \"chain\" in [run]" : ""));
  }
  if (job.run.sampling == series::Sampling::chain && !is_measured) {
    fail_at(job, "run.sampling",
            fmt::format("found sampling = \"chain\" with {}, which has no measured point for the "
                        "chain to begin at, expected \"auto\", or a rule file that has one",
                        grammar));
  }
}

/// Whole sums of labellings are sampled independently.
void check_mixed(const series::Job& job, const Integrand& integrand) {
  if (!job.run.mixed) return;
  const std::string& grammar = integrand.rules.rules.file->name;
  const auto fail = [&](const std::string& what) {
    fail_at(job, "run.precision",
            fmt::format("found precision = \"mixed\" with {}, expected \"fp64\" or \"fp32\": it is "
                        "for independent samples",
                        what));
  };
  if (integrand.labellings != series::Labellings::all || integrand.points)
    fail(grammar + ", which is sampled by Markov chains");
  if (job.run.sampling == series::Sampling::chain || job.run.sampling == series::Sampling::tree)
    fail(fmt::format("sampling = \"{}\"",
                     job.run.sampling == series::Sampling::tree ? "tree" : "chain"));
}

/// Lines of several kinds are sampled by chains.
void check_points(const series::Job& job, const Integrand& integrand) {
  const std::string& grammar = integrand.rules.rules.file->name;
  if (job.run.sampling != series::Sampling::automatic &&
      job.run.sampling != series::Sampling::chain) {
    fail_at(
        job, "run.sampling",
        fmt::format("found sampling = \"{}\" with {}, whose points are joined by lines of "
                    "several kinds or are sampled in one labelling, expected \"chain\" or \"auto\"",
                    job.run.sampling == series::Sampling::tree ? "tree" : "independent", grammar));
  }
  const auto has = [&](lattice::LineKind kind) {
    return std::ranges::count(integrand.points->lines, kind) > 0;
  };
  if (job.model.hartree_shift && (has(lattice::LineKind::up) || has(lattice::LineKind::down))) {
    fail_at(
        job, "model.hartree_shift",
        "found a Hartree shift with propagators of up and down spins, expected none: it is of one "
        "filling for all flavours");
  }
  if (integrand.observable == series::Observable::double_occupancy &&
      (has(lattice::LineKind::phonon) || has(lattice::LineKind::interaction))) {
    fail_at(job, "rules.observable",
            "found the observable double_occupancy with phonons or an interaction between sites, "
            "expected log_z: its derivative by their strength is another number");
  }
}

}  // namespace

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

namespace {

/// Of one order.
struct OrderKernel {
  std::optional<Kernel> kernel;  ///< none: not there in time
  SourcePtr source;
  std::shared_ptr<const series::PointForm> point_form = {};
  std::optional<Kernel> single = {};
};

class OrderCompiler {
 public:
  OrderCompiler(const Integrand& integrand, const series::Job& job, const std::vector<int>& gpus,
                Progress& progress)
      : integrand_(integrand), job_(job), gpus_(gpus), progress_(progress) {}

  OrderKernel compile(int order, std::stop_token stop) const {
    return integrand_.points ? of_points(order, std::move(stop)) : of_trees(order, std::move(stop));
  }

 private:
  OrderKernel of_points(int order, std::stop_token stop) const {
    const RulesOfJob& rules = integrand_.rules;
    const int vertices = vertices_of(integrand_.observable, order);
    const Kernel probe =
        compile_kernel(rules.source, probe_options(job_, rules, vertices), progress_);
    auto form = point_form(job_, rules, *integrand_.points, probe);
    // What is exact takes few evaluations, and no code of its own.
    if (form->m() <= series::most_exact_points) return {probe, rules.source, std::move(form)};
    CompileOptions options = compile_options(job_, rules, vertices, gpus_);
    options.stop = std::move(stop);
    options.machine_code = false;  // the step is compiled, with the graph in it
    return {compile_kernel(rules.source, options, progress_), rules.source, std::move(form)};
  }

  OrderKernel of_trees(int order, std::stop_token stop) const {
    const RulesOfJob& rules = integrand_.rules;
    const int vertices = vertices_of(integrand_.observable, order);
    CompileOptions options =
        compile_options(job_, rules, integrand_.form.static_of(vertices), gpus_);
    options.stop = std::move(stop);
    // Where something is integrated over, the step is compiled, with the graph in it.
    const bool is_integrated = integrand_.form.points == Form::Points::measured || vertices > 1;
    options.machine_code = !is_integrated;
    SourcePtr source = rules.source;
    const bool takes_form = integrand_.is_free && !gpus_.empty() &&
                            options.precision == diagc::Precision::fp64 &&
                            (job_.run.schedule.empty() || job_.run.schedule == "auto");
    const auto take = [&](const DeviceForm& form) {
      source = form.file == rules.rules.file->name ? rules.source : open_rules(form.file);
      options.cuda_schedule = form.schedule;
    };
    OrderKernel made;
    if (job_.run.mixed && vertices >= least_mixed_vertices) {
      options.precision = diagc::Precision::fp32;
      if (takes_form) take(form_in_single_precision(rules.rules.file->name, vertices));
      made.single = compile_kernel(source, options, progress_);
      options.precision = diagc::Precision::fp64;
    }
    if (takes_form) take(form_on_devices(rules.rules.file->name, vertices));
    made.kernel = compile_kernel(source, options, progress_);
    made.source = source;
    check_shape(job_, rules, integrand_.form, *made.kernel, vertices);
    return made;
  }

  const Integrand& integrand_;
  const series::Job& job_;
  const std::vector<int>& gpus_;
  Progress& progress_;
};

}  // namespace

void compile_kernels(Integrand& integrand, const series::Job& job, const std::vector<int>& gpus,
                     Progress& progress, std::optional<double> seconds) {
  if (!job.zeroth && integrand.form.points == Form::Points::measured &&
      !(integrand.points && integrand.points->is_amputated))
    integrand.zeroth = compile_zeroth(job, integrand, progress);
  const OrderCompiler compiler(integrand, job, gpus, progress);
  std::vector<OrderKernel> made(static_cast<std::size_t>(job.last_order - job.first_order + 1));
  std::optional<Deadline> deadline;
  if (seconds && !gpus.empty()) deadline.emplace(std::stop_token{}, *seconds);
  const auto make = [&](std::size_t i) {
    // The lowest order has the time that it takes.
    const std::stop_token stop = deadline && i > 0 ? deadline->token() : std::stop_token{};
    try {
      made[i] = compiler.compile(job.first_order + static_cast<int>(i), stop);
    } catch (const LibraryErrors&) {
      if (!stop.stop_requested()) throw;
    }
  };
  // Compilers for devices use one core for each kernel.
  ThreadPool::shared().run(gpus.empty() ? 1 : available_threads(), made.size(), make);
  for (OrderKernel& one : made) {
    if (!one.kernel) break;
    integrand.kernels.push_back(*std::move(one.kernel));
    integrand.sources.push_back(std::move(one.source));
    integrand.singles.push_back(std::move(one.single));
    if (one.point_form) integrand.point_forms.push_back(std::move(one.point_form));
  }
  progress.stage("");
}

std::string leave_out(Integrand& integrand, const series::Job& job, std::size_t kept) {
  const std::size_t all = static_cast<std::size_t>(job.last_order - job.first_order + 1);
  if (kept == all) return "";
  integrand.kernels.erase(integrand.kernels.begin() + static_cast<std::ptrdiff_t>(kept),
                          integrand.kernels.end());
  integrand.sources.resize(kept);
  integrand.singles.resize(kept);
  if (integrand.points) integrand.point_forms.resize(kept);
  return series::left_out_line(
      static_cast<std::uint32_t>(job.first_order) + static_cast<std::uint32_t>(kept),
      static_cast<std::uint32_t>(job.last_order), seconds_for_kernels(job));
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
