#include <fmt/format.h>

#include "physics/series/sampling/points/exact_points.h"
#include "programs/command/kernel_options.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/integrate/best_form.h"
#include "programs/integrate/integrand.h"
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

}  // namespace diagc::integrate
