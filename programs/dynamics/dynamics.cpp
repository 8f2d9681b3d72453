// diagc dynamics: from a job file to occupations, energies and a picture.
#include "programs/dynamics/dynamics.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "physics/dynamics/checkpoint/panel_files.h"
#include "physics/dynamics/checkpoint/row_files.h"
#include "physics/dynamics/job/digest.h"
#include "physics/dynamics/job/job.h"
#include "physics/dynamics/job/setup.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/ranks/point_share.h"
#include "physics/dynamics/results/figure.h"
#include "physics/dynamics/results/observables.h"
#include "physics/dynamics/results/result_file.h"
#include "physics/dynamics/results/spectra_of_job.h"
#include "programs/command/job_command.h"
#include "programs/command/job_files.h"
#include "programs/command/output.h"
#include "programs/command/version.h"
#include "programs/dynamics/engine_of_job.h"
#include "programs/dynamics/report.h"
#include "programs/dynamics/rule_theory.h"
#include "runs/checkpoint/file.h"
#include "runs/parallel/mpi_ranks.h"
#include "runs/report/picture.h"
#include "runtime/system/freed_memory.h"
#include "runtime/system/interrupt.h"

namespace diagc {

namespace dynamics {

namespace {

struct Options : JobOptions {
  bool plan = false;
};

class DynamicsRun {
 public:
  explicit DynamicsRun(const Options& options)
      : options_(options), job_(read_job(read_source(options.job), vertices_of_rules)) {}

  /// With several processes all call it; the first one shows and writes.
  void run() {
    keep_freed_memory();
    files_ = {job_.output.results, job_.output.plot, {job_.checkpoint.path}};
    check_job_files(job_.given, files_);
    job_.output.results = files_.results;
    if (options_.plan) return write_out(plan_text(job_, set_up(job_, theory_from_rules)));
    if (!options_.resume && !options_.overwrite) refuse_to_replace(job_.given, files_);
    setup_ = set_up(job_, theory_from_rules);
    join_ranks();
    used_ = devices_of(job_, setup_, share_ ? &*share_ : nullptr);
    if (job_.run.most_bytes == 0) {
      // What is free on a machine is for all processes, what is free on a device for the one that takes it.
      const bool shares = share_ && used_.gpus.empty();
      setup_.propagation.most_bytes =
          free_bytes_of(used_) / static_cast<double>(shares ? share_->size() : 1);
      if (!used_.gpus.empty()) setup_.steps.most_bytes = setup_.propagation.most_bytes;
    }
    setup_.steps.is_triangle = !used_.gpus.empty();
    check_memory(job_, setup_, share_ ? share_->count() : setup_.model.points());
    if (options_.overwrite) remove_former_files();
    for (const std::string& warning : setup_.warnings) {
      if (is_first()) write_note("warning: " + warning);
    }
    if (job_.time.heun) {
      run_heun();
    } else {
      run_panels();
    }
  }

  /// Ends without waiting for other processes, which may wait for this one.
  void leave_ranks() noexcept { [[maybe_unused]] const runs::Ranks* left_alone = ranks_.release(); }

 private:
  void join_ranks() {
    if (!runs::started_by_mpi()) return;
    ranks_ = runs::mpi_ranks();
    if (ranks_->size() == 1) return;
    check_for_ranks(job_);
    share_.emplace(setup_.model.points(), *ranks_, exchange_of_mpi());
    if (job_.run.most_bytes == 0) setup_.steps.most_bytes /= ranks_->size();
  }
  bool is_first() const { return !share_ || share_->rank() == 0; }
  /// Whether any process says so.
  bool anywhere(bool here) const { return share_ ? share_->largest(here ? 1 : 0) > 0 : here; }

  /// Of several processes each has files of its own.
  std::string checkpoint_path() const {
    const std::string& path = job_.checkpoint.path;
    return share_ ? fmt::format("{}.{}_of_{}", path, share_->rank(), share_->size()) : path;
  }

  /// All processes have to stand at the same panel, or step: `count` of them.
  void check_same(std::size_t count) const {
    if (!share_) return;
    const auto own = static_cast<double>(count);
    if (anywhere(share_->largest(own) != own)) {
      throw Failure(fmt::format(
          "{}: found checkpoints of the processes at different times, expected one: they were "
          "killed while they wrote them",
          job_.checkpoint.path));
    }
  }

  /// Until the run is done or somebody interrupts it: `advance` takes a panel or a step, `show` tells of it, `save` keeps what there is.
  void go_on(const std::function<bool()>& done, const std::function<void()>& advance,
             const std::function<void()>& show, const std::function<void()>& save) {
    const Interrupt interrupt;
    while (!done() && !anywhere(interrupt.token().stop_requested())) {
      advance();
      if (is_first()) show();
      if (anywhere(job_.checkpoint.interval > 0 && seconds() - saved_ > job_.checkpoint.interval)) {
        save();
      }
    }
    save();
  }

  void run_heun() {
    const std::unique_ptr<UniformPropagator> steps =
        steps_of(setup_, used_, share_ ? &*share_ : nullptr);
    UniformPropagator& propagator = *steps;
    RowFiles checkpoint(checkpoint_path(), digest_of(job_, setup_));
    if (options_.resume) {
      checkpoint.restore(propagator);
      check_same(propagator.step());
    } else {
      runs::check_checkpoint_path(checkpoint_path());
    }
    RunTable table(stderr, isatty(STDERR_FILENO) == 1);
    if (is_first()) table.begin(title_of(job_, setup_) + "\n" + used_.line);
    go_on([&] { return propagator.done(); }, [&] { propagator.advance(); },
          [&] { table.show(propagator, job_.time.end, seconds()); },
          [&] { save([&] { checkpoint.save(propagator); }, table); });
    table.clear();
    if (!is_first()) return;
    Result nodes = at_nodes(job_, setup_, propagator.trajectory());
    nodes.run.nodes = propagator.trajectory().times.size();
    nodes.run.scheme = "heun";
    nodes.run.ended_by = propagator.done() ? "end" : "interrupt";
    write(at_times(job_, setup_, propagator.trajectory()), std::move(nodes));
    if (!propagator.done()) throw Failure(how_to_go_on());
  }

  /// With the panels or rows of a checkpoint.
  void remove_former_files() const {
    if (is_first()) remove_former(files_);
    for (const std::string& path : {checkpoint_path(), PanelFiles(checkpoint_path(), {}).folder(),
                                    RowFiles(checkpoint_path(), {}).folder()}) {
      std::error_code error;
      std::filesystem::remove_all(path, error);
      if (error) throw Failure(fmt::format("{}: cannot be removed: {}", path, error.message()));
    }
  }

  void run_panels() {
    const JobEngine on = engine_of(setup_, used_, share_ ? &*share_ : nullptr);
    Propagator propagator(setup_.model, setup_.propagation, *on.engine);
    PanelFiles checkpoint(checkpoint_path(), digest_of(job_, setup_));
    if (options_.resume) {
      checkpoint.restore(propagator);
      check_same(propagator.trajectory().panels().size());
    } else {
      runs::check_checkpoint_path(checkpoint_path());
    }
    RunTable table(stderr, isatty(STDERR_FILENO) == 1);
    if (is_first()) {
      table.begin(title_of(job_, setup_) + "\n" + used_.line +
                  (on.way.empty() ? "" : ", which send " + on.way));
    }
    const auto save_panels = [&] { save([&] { checkpoint.save(propagator); }, table); };
    go_on([&] { return propagator.done(); },
          [&] {
            try {
              propagator.advance();
            } catch (...) {
              // What there is may go on with other limits.
              if (!propagator.trajectory().panels().empty()) save_panels();
              throw;
            }
          },
          [&] { table.show(propagator, job_.time.end, seconds()); }, save_panels);
    table.clear();
    const double bytes = bytes_everywhere(*on.engine);
    if (!is_first()) return;
    if (propagator.trajectory().panels().empty()) {
      throw Failure(
          fmt::format("{}: interrupted before the first panel: nothing is kept", options_.job));
    }
    Result nodes = at_nodes(job_, setup_, propagator.trajectory());
    nodes.run.nodes = propagator.trajectory().times().size();
    nodes.run.bytes = bytes;
    nodes.run.scheme = "panels";
    nodes.run.ended_by = propagator.done() ? "end" : "interrupt";
    if (job_.output.green || job_.output.spectral.count > 0 || job_.output.arpes.count > 0) {
      const TwoTime& past = on.engine->past();
      add_spectra(job_, setup_, past, nodes);
      if (job_.output.green) nodes.green = green_of(setup_, past);
    }
    Result times = at_times(job_, setup_, propagator.trajectory());
    times.spectral = nodes.spectral;
    times.arpes = nodes.arpes;
    write(std::move(times), std::move(nodes));
    if (!propagator.done()) throw Failure(how_to_go_on());
  }

  double bytes_everywhere(const Engine& engine) const {
    const double own = engine.bytes();
    if (!share_) return own;
    double sum = 0;
    for (const double each : share_->gather(std::span<const double>(&own, 1))) sum += each;
    return sum;
  }

  void save(const std::function<void()>& write_files, RunTable& table) {
    try {
      const HoldSignals hold(checkpoint_path());
      write_files();
      checkpoint_failed_ = false;
    } catch (const std::runtime_error& error) {
      checkpoint_failed_ = true;
      table.clear();
      write_note(
          fmt::format("{}; the run goes on, its results are written at the end", error.what()));
    }
    saved_ = seconds();
  }

  std::string how_to_go_on() const {
    if (checkpoint_failed_) {
      return fmt::format(
          "{}: interrupted, and its checkpoint could not be written: the results are all that is "
          "kept",
          options_.job);
    }
    return fmt::format("{}: interrupted; `diagc dynamics {} --resume` goes on from {}",
                       options_.job, options_.job, job_.checkpoint.path);
  }

  /// `times`: at those that the job names, for people; `nodes`: at all.
  void write(Result times, Result nodes) const {
    nodes.run.seconds = seconds();
    nodes.run.version = version();
    nodes.run.commit = commit();
    nodes.run.points_kept = setup_.points.kept.size();
    times.run = nodes.run;
    times.conservation = nodes.conservation;
    for (const std::string& path : job_.output.results) {
      const HoldSignals hold(path);
      dynamics::write_result(path, runs::format_of(path) == runs::FileFormat::json ? times : nodes);
    }
    if (!job_.output.plot.empty()) {
      const std::vector<runs::plot::Plot> plots = figure(nodes);
      diagc::write_result(job_.output.plot, runs::plot::picture(plots, job_.output.plot));
      diagc::write_result(runs::plot::csv_path(job_.output.plot), runs::plot::to_csv(plots));
    }
    if (options_.json) return write_out(to_json(times));
    std::string files;
    for (const std::string& path : job_.output.results) files += fmt::format("results: {}\n", path);
    if (!job_.output.plot.empty()) files += fmt::format("picture: {}\n", job_.output.plot);
    write_out(result_text(times, nodes) + files);
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }

  const Options& options_;
  Job job_;
  JobFiles files_;
  Setup setup_;
  UsedDevices used_;
  std::unique_ptr<runs::Ranks> ranks_;
  std::optional<PointShare> share_;  ///< of several processes
  double saved_ = 0;                 ///< when the last checkpoint was written
  bool checkpoint_failed_ = false;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

}  // namespace

}  // namespace dynamics

void add_dynamics(CLI::App& app, Action& action) {
  auto options = std::make_shared<dynamics::Options>();
  CLI::App* command = add_job_command(
      app, "dynamics", "propagate two-time Green's functions by the Kadanoff-Baym equations",
      *options, [] { return runs::keys_in_lines(dynamics::job_schema); });
  command->add_flag("--plan", options->plan,
                    "print what is stored and computed, in bytes and operations, and run nothing");
  command->callback([options, &action] {
    action = [options] { run_job<dynamics::DynamicsRun>(*options, dynamics::job_schema); };
  });
}

}  // namespace diagc
