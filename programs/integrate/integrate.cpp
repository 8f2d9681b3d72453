// diagc integrate: from a job file to coefficients with errors, the summed series, and a picture.
#include "programs/integrate/integrate.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "physics/series/job/job_schema.h"
#include "physics/series/results/result_file.h"
#include "physics/series/results/run_table.h"
#include "physics/series/sampling/step_code.h"
#include "programs/command/job_command.h"
#include "programs/command/job_files.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/integrate/best_form.h"
#include "programs/integrate/complete.h"
#include "programs/integrate/devices.h"
#include "programs/integrate/integrand.h"
#include "programs/integrate/pivots.h"
#include "programs/integrate/plan.h"
#include "programs/integrate/report.h"
#include "programs/integrate/sampling_line.h"
#include "programs/integrate/tabulate.h"
#include "runs/parallel/mpi_ranks.h"
#include "runs/population/channel_checkpoint.h"
#include "runtime/system/elapsed.h"
#include "runtime/system/interrupt.h"

namespace diagc {

namespace {

using namespace integrate;
namespace fs = std::filesystem;

struct IntegrateArguments : JobOptions {
  std::uint32_t emitted_order = 0;  ///< 0: none, the job runs
  std::string table;                ///< where the own propagator's table goes; empty: the job runs
};

void write_files(const series::Job& job, const series::Results& results, const Report& report) {
  for (const std::string& path : job.output.results) {
    const HoldSignals hold(path);
    series::write_results(path, results);
  }
  if (!job.output.plot.empty()) report.write_picture(job.output.plot);
}

class JobRun {
 public:
  using Clock = std::chrono::steady_clock;

  explicit JobRun(const IntegrateArguments& options)
      : options_(options), job_(series::read_job(read_source(options.job))) {}

  /// With several ranks, all call it; the first one shows and writes.
  void run() {
    if (!options_.table.empty()) return tabulate(job_, options_.table);
    models_ = series::points(job_);
    JobFiles files = files_of_job();
    check_job_files(job_.given, files);
    job_.output.results = files.results;
    if (!options_.resume && !options_.overwrite && options_.emitted_order == 0)
      refuse_to_replace(job_.given, files);
    choose_form();
    {
      diagc::Progress progress;
      integrand_ = read_integrand(job_, progress);
      integrand_->is_free = is_free_;
      for (lattice::ModelOptions& model : models_) set_lines(*integrand_, model);
      if (!first_model_)  // wrong options show before anything is compiled
        first_model_ = model_of(job_, models_.front());
      require_derivative(*integrand_, job_, *first_model_);
      require_pivots(*integrand_, job_, *first_model_, progress);
      if (runs::started_by_mpi()) ranks_ = runs::mpi_ranks();
      is_first_ = !ranks_ || ranks_->rank() == 0;
      sampler_ = sampler_of(job_);
      compile_in_time(progress);
    }
    if (options_.emitted_order > 0) return emit();
    if (is_first_ && options_.overwrite) remove_former(files);
    if (is_first_) {
      write_note(fmt::format("{}{}\n{}", integrand_line(*integrand_, job_), why_measured(),
                             sampler_.line));
      if (!left_out_.empty()) write_note(left_out_);
    }
    bool stopped = false;
    for (std::size_t point = 0; point < models_.size() && !stopped; ++point)
      stopped = run_point(point);
    ranks_.reset();
    if (!is_first_) return;
    table_.clear();
    if (stopped && results_.back().run.steps == 0)  // still warming up
      results_.resize(results_.size() - components());
    if (!results_.empty()) {
      const Report report(results_, job_.resummation.couplings, job_.resummation.resamples,
                          job_.run.target_coupling);
      write_files(job_, results_, report);
      show(report);
    }
    if (stopped) throw Failure(how_to_go_on());
  }

  /// After an error: other ranks may wait for this one for ever. A process that ends without having told MPI makes mpirun end
  /// them.
  void leave_ranks() noexcept { [[maybe_unused]] const runs::Ranks* left_alone = ranks_.release(); }

 private:
  JobFiles files_of_job() const {
    JobFiles files{job_.output.results, job_.output.plot, {}};
    for (std::size_t point = 0; point < models_.size(); ++point)
      files.checkpoints.push_back(series::checkpoint_of(job_, point, models_.size()));
    return files;
  }

  /// Where the job leaves the rule file open. Whether an own propagator has a derivative shows with its table.
  void choose_form() {
    is_free_ = job_.chooses_form();
    if (!is_free_) return;
    const auto observable = job_.rules.observable.value_or(series::Observable::density);
    if (job_.model.lattice == lattice::Lattice::own && observable == series::Observable::density) {
      lattice::ModelOptions options = models_.front();
      options.derivative = lattice::Derivative::mu;
      first_model_ = model_of(job_, options);
      lacks_derivative_ = !first_model_->derivative;
    }
    job_.rules.observable = observable;
    job_.rules.file = best_form(observable, job_.model.flavours, lacks_derivative_);
  }

  /// Of a form that is not the best one.
  std::string why_measured() const {
    if (!lacks_derivative_) return "";
    return fmt::format(", as {} has no g0_mu", job_.model.own_propagator);
  }

  /// The orders whose kernels are there in half of the time limit of all points, on all ranks.
  void compile_in_time(diagc::Progress& progress) {
    std::optional<double> seconds;
    if (job_.run.time_limit > 0 && options_.emitted_order == 0) seconds = seconds_for_kernels(job_);
    compile_kernels(*integrand_, job_, sampler_.gpus, progress, seconds);
    std::uint64_t kept = integrand_->kernels.size();
    if (ranks_) {
      for (const auto& bytes : ranks_->gather(std::as_bytes(std::span(&kept, 1)))) {
        std::uint64_t there = 0;
        std::memcpy(&there, bytes.data(), sizeof there);
        kept = std::min(kept, there);
      }
    }
    left_out_ = leave_out(*integrand_, job_, kept);
    preparation_seconds_ = seconds_since(began_);
  }

  /// Of the first point of a scan: what differs between points are tables and params.
  void emit() {
    series::Plan plan = plan_of(job_, *integrand_, *first_model_, 0);
    if (!sampler_.gpus.empty()) plan.device = sampler_.gpus.front();
    for (const series::Term& term : plan.terms) {
      if (series::order_of(term) != options_.emitted_order) continue;
      if (term.kernel.target() == Target::interpreter) {
        throw UsageError(
            fmt::format("found --emit {}, an order that is exact, expected one that is sampled",
                        options_.emitted_order));
      }
      if (is_first_) write_out(series::step_source(plan, term));
      return;
    }
    throw UsageError(fmt::format("found --emit {}, expected an order of the job: {} to {}",
                                 options_.emitted_order, job_.first_order, job_.last_order));
  }

  std::string how_to_go_on() const {
    std::error_code ignored;
    if (checkpoint_failed_)
      return fmt::format(
          "{}: interrupted, and its checkpoint could not be written: the results are all that is "
          "kept",
          options_.job);
    if (results_.empty() && !fs::exists(checkpoint_, ignored))
      return fmt::format("{}: interrupted before sampling began: nothing is kept", options_.job);
    return fmt::format("{}: interrupted; `diagc integrate {} --resume` goes on from {}",
                       options_.job, options_.job, checkpoint_);
  }

  /// A scan goes on at its points: those with a checkpoint, finished or not, come before those without.
  bool resumes(std::size_t point) const {
    if (!options_.resume || models_.size() == 1) return options_.resume;
    const auto is_there = [&](std::size_t any) {
      std::error_code ignored;
      return fs::exists(series::checkpoint_of(job_, any, models_.size()), ignored);
    };
    if (is_there(point)) return true;
    bool lost = point == 0;
    for (std::size_t later = point + 1; later < models_.size(); ++later) lost |= is_there(later);
    if (!lost) return false;
    throw Failure(
        fmt::format("{}: found no checkpoint of point {}, expected those of all points that were "
                    "begun: `--overwrite` starts anew",
                    checkpoint_, point + 1));
  }

  void tell_no_checkpoint(const std::string& why) {
    checkpoint_failed_ = true;
    table_.clear();
    write_note(fmt::format("{}; the run goes on, its results are written at the end", why));
  }

  /// What warm-up has chosen; of a scan again where that changes.
  void tell_sampling(const series::Result& result) {
    const std::string line = sampling_line(result);
    if (line == sampling_) return;
    sampling_ = line;
    table_.clear();
    write_note(line);
  }

  /// Of all ranks, in their order.
  std::vector<std::string> gpu_names() const {
    if (!ranks_ || sampler_.gpus.empty()) return sampler_.names;
    std::vector<std::string> names;
    for (const auto& bytes : ranks_->gather(std::as_bytes(std::span(sampler_.names.front()))))
      names.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return names;
  }

  /// Numbers that a point measures, and the one that time is split for.
  std::size_t components() const {
    return integrand_->points ? integrand_->points->measure.components() : 1;
  }
  std::size_t main_component() const {
    return integrand_->points ? integrand_->points->measure.main_component() : 0;
  }

  /// Returns whether it was interrupted.
  bool run_point(std::size_t point) {
    const auto began = Clock::now();
    const lattice::Model model =
        point == 0 ? std::move(*first_model_) : model_of(job_, models_[point]);
    require_derivative(*integrand_, job_, model);
    const series::ModelParameters shown = parameters(models_[point], model);
    const std::vector<double> order_0 = zeroth_components(*integrand_, job_, model);
    const series::Origin origin = origin_of(*integrand_, job_, model);
    series::Plan plan = plan_of(job_, *integrand_, model, order_0[main_component()]);
    if (plan.seconds) {
      // All points have the kernels, and each its part of their time.
      const double spent = preparation_seconds_ / static_cast<double>(models_.size()) +
                           (point == 0 ? 0 : seconds_since(began));
      plan.seconds = seconds_for_sampling(*plan.seconds, spent);
    }
    plan.checkpoint = checkpoint_ = series::checkpoint_of(job_, point, models_.size());
    plan.ranks = ranks_.get();
    plan.resume = resumes(point);
    plan.keep_finished = models_.size() > 1;
    plan.note = [this](const std::string& why) { tell_no_checkpoint(why); };
    plan.left_out = [this](std::uint32_t, const std::string& why) {
      table_.clear();
      write_note(why);
    };
    plan.walkers =
        walkers_of(job_,
                   sampler_.gpus.empty() ? 0
                   : ranks_              ? ranks_->size()
                                         : sampler_.gpus.size(),
                   plan.resume ? runs::line_of_checkpoint(plan.checkpoint, "walkers") : "");
    if (is_first_)
      table_.begin(models_.size() == 1 ? series::model_line(shown)
                                       : fmt::format("point {} of {}: {}", point + 1,
                                                     models_.size(), series::model_line(shown)));
    const auto complete = [&](series::Result result) {
      result.observable = observable_name(*integrand_);
      const std::size_t main = main_component();
      if (!result.components.empty()) result.observable += " " + result.components[main].name;
      result.components.clear();
      return completed(std::move(result), shown, order_0[main], origin);
    };
    const Interrupt interrupt;
    const auto progress = [&](const series::Snapshot& snapshot) {
      series::Snapshot with_exact = snapshot;
      if (!with_exact.so_far.orders.empty())
        with_exact.so_far = complete(std::move(with_exact.so_far));
      if (snapshot.stage == "sampling") tell_sampling(with_exact.so_far);
      table_.show(with_exact);
    };
    series::Result result =
        integrate_on(sampler_.gpus, std::move(plan), progress, interrupt.token());
    table_.clear();
    result.run.devices = gpu_names();
    if (is_first_) tell_sampling(complete(result));  // where there was no time to
    if (result.components.empty()) {
      results_.push_back(complete(std::move(result)));
    } else {
      for (std::size_t i = 0; i < result.components.size(); ++i) {
        series::Result one = result;
        one.observable = observable_name(*integrand_) + " " + result.components[i].name;
        one.orders = result.components[i].orders;
        one.components.clear();
        results_.push_back(completed(std::move(one), shown, order_0[i], origin));
      }
    }
    const bool stopped =
        results_.back().run.ended_by == "interrupt";  // on whichever rank it arrived
    if (is_first_ && models_.size() > 1 && !stopped) {
      // Finished points are not lost with later ones.
      for (const std::string& path : job_.output.results) series::write_results(path, results_);
    }
    return stopped;
  }

  void show(const Report& report) const {
    if (options_.json) {
      nlohmann::ordered_json json;
      json["result"] = nlohmann::ordered_json::parse(series::to_json(results_));
      json["resummation"] = nlohmann::ordered_json::parse(report.json());
      return write_out(json.dump(2) + "\n");
    }
    std::string files;
    for (const std::string& path : job_.output.results) files += fmt::format("\nresults: {}", path);
    if (!job_.output.plot.empty()) files += fmt::format("\npicture: {}", job_.output.plot);
    write_out(report.text() + files + "\n");
  }

  const IntegrateArguments& options_;
  series::Job job_;
  std::vector<lattice::ModelOptions> models_;
  std::optional<lattice::Model> first_model_;
  std::optional<Integrand> integrand_;
  Sampler sampler_;
  bool is_free_ = false;  ///< the job leaves the form open
  const Clock::time_point began_ = Clock::now();
  double preparation_seconds_ = 0;  ///< until all kernels and the first point's model were there
  std::string left_out_;            ///< line about the orders without kernels
  bool lacks_derivative_ = false;   ///< the own propagator of a job that leaves the form open
  std::string checkpoint_;          ///< of the point that is under way
  bool checkpoint_failed_ = false;
  std::string sampling_;  ///< the line that was shown
  std::unique_ptr<runs::Ranks> ranks_;
  bool is_first_ = true;
  series::Results results_;
  series::RunTable table_{stderr, isatty(STDERR_FILENO) == 1};
};

}  // namespace

void add_integrate(CLI::App& app, Action& action) {
  auto options = std::make_shared<IntegrateArguments>();
  CLI::App* command = add_job_command(
      app, "integrate",
      "integrate the diagrams of a lattice model by Monte Carlo, and sum their series", *options,
      [] { return runs::keys_in_lines(series::job_schema); });
  command
      ->add_option("--tabulate", options->table,
                   "write the table of the job's own propagator, which `propagator = \"FILE.npy\"` "
                   "takes on a machine without Clang; nothing is integrated")
      ->type_name("FILE.npy");
  take_whole_number(
      command
          ->add_option("--emit", options->emitted_order,
                       "print the source of the sampling of this order, C++ or CUDA as the "
                       "job's target is; nothing is integrated")
          ->type_name("ORDER"),
      1, std::numeric_limits<std::uint32_t>::max());
  command->callback([options, &action] {
    action = [options] { run_job<JobRun>(*options, series::job_schema); };
  });
}

}  // namespace diagc
