// diagc events: from a job file to cross sections, distributions and a picture.
#include "programs/events/events.h"

#include <unistd.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "physics/collider/generator/generate.h"
#include "physics/collider/generator/process_tables.h"
#include "physics/collider/job/job.h"
#include "physics/collider/pdf/grid_text.h"
#include "physics/collider/results/figure.h"
#include "physics/collider/results/result_file.h"
#include "programs/command/job_command.h"
#include "programs/command/job_files.h"
#include "programs/command/kernel_options.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/command/used_devices.h"
#include "programs/command/version.h"
#include "programs/events/report.h"
#include "runs/parallel/mpi_ranks.h"
#include "runs/parallel/rank_threads.h"
#include "runs/report/picture.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

using namespace events;

struct Options : JobOptions {
  bool bench = false;
};

std::shared_ptr<const collider::PartonDensity> density_of(const collider::Job& job) {
  try {
    return collider::read_density(job.pdf, job.pdf_member);
  } catch (const collider::GridError& error) {
    const char* const key = job.given.contains("pdf.file") ? "pdf.file" : "pdf.member";
    throw InputError(job.given.mistake(key, error.what()));
  }
}

std::vector<collider::Variation> variations_of(const collider::Job& job) {
  try {
    return collider::read_variations(job);
  } catch (const collider::GridError& error) {
    throw InputError(job.given.mistake("variations.members", error.what()));
  }
}

std::shared_ptr<const collider::Coupling> coupling_of(const collider::Job& job,
                                                      const collider::PartonDensity& density) {
  if (job.couplings.of_grid) {
    std::optional<collider::CouplingTable> table = density.coupling();
    if (table) return collider::tabulated_coupling(std::move(*table));
    throw InputError(job.given.mistake(
        "couplings.alpha_s",
        fmt::format("found no alpha_s in {}, expected AlphaS_Qs and AlphaS_Vals in the .info file "
                    "of an LHAPDF6 set, or a number here",
                    job.pdf)));
  }
  try {
    return collider::running_coupling(
        {.alpha_s_mz = job.couplings.alpha_s, .loops = job.couplings.loops});
  } catch (const std::invalid_argument& error) {
    throw InputError(job.given.mistake("couplings.alpha_s", error.what()));
  }
}

class JobRun {
 public:
  explicit JobRun(const Options& options)
      : options_(options), job_(collider::read_job(read_source(options.job))) {}

  /// With several ranks, all call it; the first one shows and writes.
  void run() {
    JobFiles files{
        job_.output.results, job_.output.plot, {job_.checkpoint.path}, job_.output.events};
    check_job_files(job_.given, files);
    job_.output.results = files.results;
    if (!options_.resume && !options_.overwrite) refuse_to_replace(job_.given, files);
    const auto density = density_of(job_);
    const auto coupling = coupling_of(job_, *density);
    if (runs::started_by_mpi()) ranks_ = runs::mpi_ranks();
    const bool is_first = !ranks_ || ranks_->rank() == 0;
    devices_ = used_devices(job_.run, job_.run.threads);
    if (options_.bench && devices_.gpus.empty())
      throw UsageError(
          "found --bench on a processor, expected a device: `diagc bench` measures kernels");
    const collider::Process process{.job = job_,
                                    .channels = channels(),
                                    .density = density,
                                    .coupling = coupling,
                                    .variations = variations_of(job_)};
    if (is_first && options_.overwrite) remove_former(files);
    RunTable table(stderr, isatty(STDERR_FILENO) == 1);
    if (is_first) table.begin(title_of(job_) + "\n" + devices_.line);
    const Interrupt interrupt;
    collider::RunOptions run_options{
        .threads = job_.run.threads == 0 ? available_threads() : job_.run.threads,
        .ranks = ranks_.get(),
        .resume = options_.resume};
    run_options.bench = options_.bench;
    run_options.note = [&](const std::string& why) {
      checkpoint_failed_ = true;
      table.clear();
      write_note(fmt::format("{}; the run goes on, its results are written at the end", why));
    };
    collider::Generated generated = generate(
        process, run_options, [&](const collider::Snapshot& snapshot) { table.show(snapshot); },
        interrupt.token());
    generated.result.run.devices = device_names();
    ranks_.reset();
    table.clear();
    if (!is_first) return;
    collider::Result& result = generated.result;
    result.run.version = version();
    result.run.commit = commit();
    const bool stopped = result.run.ended_by == "interrupt";
    std::string no_events;
    if (!stopped && !job_.output.events.empty()) no_events = write_events(generated, run_options);
    if (result.generated > 0) write(result);
    if (!no_events.empty()) throw Failure(no_events);
    if (stopped) throw Failure(how_to_go_on(result));
  }

  /// After an error: other ranks may wait for this one for ever. A process that ends without having told MPI makes mpirun end
  /// them.
  void leave_ranks() noexcept { [[maybe_unused]] const runs::Ranks* left_alone = ranks_.release(); }

 private:
  std::vector<collider::Subprocess> channels() const {
    diagc::Progress progress;
    std::vector<collider::Subprocess> all;
    for (collider::PartonChannel& channel :
         collider::parton_channels(collider::process_options(job_))) {
      CompileOptions options;
      for (const auto& [name, value] : channel.statics) options.statics[name] = value;
      options.precision = job_.run.single_precision ? Precision::fp32 : Precision::fp64;
      if (devices_.gpus.empty()) {
        options.machine_code = false;  // it is compiled as a part of the step
      } else {
        options.target = Target::cuda;
        options.devices = devices_.gpus;
        options.cuda_schedule = job_.run.schedule;
        options.tune_seconds =
            0;  // what is measured may differ from run to run and from rank to rank
        options.compile_worker = {"/proc/self/exe", nvrtc_worker};
      }
      const SourcePtr rules = open_rules(channel.grammar);
      all.push_back({.channel = std::move(channel),
                     .amplitude = compile_kernel(rules, options, progress),
                     .rules = std::string(rules->text())});
    }
    return all;
  }

  /// Returns why they cannot be written: results are, all the same. After an interrupt there are none: a run that is resumed writes them.
  std::string write_events(collider::Generated& generated, const collider::RunOptions& run) const {
    generated.head.version = version();
    try {
      const HoldSignals hold(job_.output.events);
      const auto began = std::chrono::steady_clock::now();
      collider::write_events(job_.output.events, generated.head, generated.events, run.threads);
      generated.result.events.write_seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  }

  /// A rank for each device of this process; the first one's result.
  collider::Generated generate(const collider::Process& process,
                               const collider::RunOptions& options,
                               const std::function<void(const collider::Snapshot&)>& progress,
                               const std::stop_token& stop) const {
    const std::vector<int>& gpus = devices_.gpus;
    if (gpus.empty()) return collider::generate(process, options, progress, stop);
    if (gpus.size() == 1) {
      collider::RunOptions own = options;
      own.device = {.device = gpus.front()};
      return collider::generate(process, own, progress, stop);
    }
    collider::Generated result;
    const auto tables = std::make_shared<const collider::ProcessTables>(process, options.threads);
    runs::RankThreads ranks(static_cast<int>(gpus.size()));
    ranks.run([&](runs::Ranks& rank) {
      collider::RunOptions own = options;
      own.ranks = &rank;
      own.tables = tables;
      own.device = {.device = gpus[static_cast<std::size_t>(rank.rank())]};
      collider::Generated of_all = collider::generate(process, own, progress, stop);
      if (rank.rank() == 0) result = std::move(of_all);
    });
    return result;
  }

  /// Of all ranks, in their order.
  std::vector<std::string> device_names() const {
    if (!ranks_ || devices_.gpus.empty()) return devices_.names;
    std::vector<std::string> names;
    for (const auto& bytes : ranks_->gather(std::as_bytes(std::span(devices_.names.front()))))
      names.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return names;
  }

  void write(const collider::Result& result) const {
    for (const std::string& path : job_.output.results) {
      const HoldSignals hold(path);
      collider::write_result(path, result);
    }
    if (!job_.output.plot.empty() && !result.histograms.empty())
      write_picture(collider::figure(result));
    if (options_.json) return write_out(collider::to_json(result));
    std::string files;
    for (const std::string& path : job_.output.results) files += fmt::format("results: {}\n", path);
    // Not after an interrupt, nor where it cannot be written.
    if (result.events.write_seconds > 0) files += fmt::format("events: {}\n", job_.output.events);
    if (!job_.output.plot.empty() && !result.histograms.empty())
      files += fmt::format("picture: {}\n", job_.output.plot);
    write_out(result_text(result) + files);
  }

  /// And a CSV file of what is drawn beside it.
  void write_picture(const std::vector<runs::plot::Plot>& plots) const {
    const std::string& path = job_.output.plot;
    write_result(path, runs::plot::picture(plots, path));
    write_result(runs::plot::csv_path(path), runs::plot::to_csv(plots));
  }

  std::string how_to_go_on(const collider::Result& result) const {
    if (checkpoint_failed_)
      return fmt::format(
          "{}: interrupted, and its checkpoint could not be written: the results are all that is "
          "kept",
          options_.job);
    if (result.generated == 0)
      return fmt::format("{}: interrupted before sampling began: nothing is kept", options_.job);
    return fmt::format("{}: interrupted; `diagc events {} --resume` goes on from {}", options_.job,
                       options_.job, job_.checkpoint.path);
  }

  const Options& options_;
  collider::Job job_;
  UsedDevices devices_;
  std::unique_ptr<runs::Ranks> ranks_;
  bool checkpoint_failed_ = false;
};

}  // namespace

void add_events(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = add_job_command(
      app, "events", "generate events of colliding protons, and measure their cross sections",
      *options, [] { return runs::keys_in_lines(collider::job_schema); });
  command->add_flag("--bench", options->bench,
                    "on a device: measure a batch at the end, and the amplitude's kernels alone");
  command->callback([options, &action] {
    action = [options] { run_job<JobRun>(*options, collider::job_schema); };
  });
}

}  // namespace diagc
