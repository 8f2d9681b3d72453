#include "programs/contract/slices.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "physics/networks/checksum.h"
#include "programs/command/command.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/contract/distributed_run.h"
#include "runs/report/live_text.h"
#include "runtime/cache/cache.h"
#include "runtime/system/atomic_file.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/thread_pool.h"
#include "runtime/system/whole_file.h"

namespace diagc::contract {

namespace {

using Clock = std::chrono::steady_clock;
using networks::PartFile;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string read_file(const std::string& path) {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 36U;
  try {
    return read_bounded(path, most_bytes);
  } catch (const NotRead& error) {
    throw Failure(fmt::format("{}: cannot be read: {}", path, error.what()));
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

PartFile read_part(const std::string& path, const std::string& text) {
  try {
    return networks::read_part(path, text);
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
}

/// Bytes that all exchanges of a distribution send, of those that are done once or of those of every slice.
double bytes_of(const arrays::Distribution& distribution, bool once) {
  double elements = 0;
  for (const arrays::DistributedStep& step : distribution.steps) {
    if (step.once != once) continue;
    for (const arrays::Exchange& exchange : step.exchanges)
      elements += step.exchange_runs * static_cast<double>(exchange.elements);
  }
  return elements * static_cast<double>(distribution.element_bytes);
}

std::vector<std::uint64_t> slices_of_passes(const networks::SliceState& state) {
  std::vector<std::uint64_t> counts;
  for (const auto& pass : state.passes) {
    counts.push_back(0);
    for (const auto& [first, sum] : pass.sums.sums()) counts.back() += sum.count;
  }
  return counts;
}

/// Seconds between two checkpoints.
constexpr double least_interval = 0.2;

class SliceRun {
 public:
  SliceRun(const Subject& subject, const networks::Planned& planned, const SliceOptions& options)
      : SliceRun(subject, planned.order, planned.plan, planned.peak_bytes, options,
                 networks::cost(subject.network.network, planned)) {
    evaluation_.use(planned.device.get());
    compiles_ = planned.device == nullptr && networks::is_floating(subject.element);
  }

  /// All processes call run() alike.
  SliceRun(const Subject& subject, const networks::Distributed& distributed, Processes& processes,
           const SliceOptions& options)
      : SliceRun(subject, distributed.order, distributed.plan, distributed.peak_bytes, options,
                 networks::cost(distributed)) {
    evaluation_.distribute(distributed.distribution, processes.links());
    evaluation_.use(distributed.device.get());
    processes_ = &processes;
    // Parts of sums are added as the distribution says; devices round in another way than processors.
    Hash hash;
    hash.update(distributed_plan_text(subject, distributed));
    hash.update(distributed.device ? "devices" : "processors");
    part_.digest.emplace_back("distribution", networks::hex(hash));
  }

  KernelTimes times() const {
    return {evaluation_.kernel_seconds(), evaluation_.slices_measured(), available_threads()};
  }

  StepTimes step_times() const {
    const networks::Evaluation::RankTimes& times = evaluation_.rank_times();
    return {times.steps, times.exchanges_after, evaluation_.slices_measured()};
  }

  PartFile run() {
    if (compiles_) compile_kernels();
    if (!options_.checkpoint.empty()) open_checkpoint();
    std::optional<Interrupt> interrupt;
    if (!options_.checkpoint.empty()) interrupt.emplace();
    all_ = (part_.end - part_.begin) * part_.state.passes.size();
    before_ = slices_of_passes(evaluation_.state());
    first_done_ = evaluation_.state().slices_done();
    done_ = first_done_;
    std::optional<Progress> busy;
    if (all_ < 2) busy.emplace().stage("contracting");
    const bool is_done = evaluation_.run(part_.begin, part_.end, [&] {
      ++done_;
      show();
      if (options_.checkpoint.empty()) return true;
      if (done_ < all_ && seconds_since(written_) >= interval_) write_checkpoint(true);
      const bool goes_on =
          !(interrupt && interrupt->token().stop_requested()) &&
          (options_.seconds == 0 || seconds_since(start_) < options_.seconds || done_ == all_);
      return of_first(goes_on ? "on" : "") == "on";
    });
    busy.reset();
    shown_.clear();
    const bool is_stopped = !is_done && done_ < all_;
    if (!options_.checkpoint.empty()) write_checkpoint(!is_stopped);
    is_stopped_ = is_stopped;
    if (is_stopped && is_first()) {
      throw Failure(fmt::format("{}: stopped after {} of {} slices; --resume goes on from {}",
                                subject_.network.source->path(), done_, all_, options_.checkpoint));
    }
    take_state();
    return std::move(part_);
  }

  /// What ranks sent in the slices that were taken.
  RankReport rank_report(const networks::Distributed& distributed) const {
    const arrays::Distribution& own = distributed.distribution;
    const networks::RankCounts counts = processes_->total(evaluation_.rank_counts());
    const std::vector<std::uint64_t> after = slices_of_passes(evaluation_.state());
    double planned = 0;  // every prime of `count` and `tropical` takes all exchanges
    for (std::size_t pass = 0; pass < after.size(); ++pass) {
      if (after[pass] == before_[pass]) continue;
      planned += bytes_of(own, true) +
                 static_cast<double>(after[pass] - before_[pass]) * bytes_of(own, false);
    }
    return {own.devices(),
            planned,
            static_cast<double>(counts.sent.elements * own.element_bytes),
            counts.sent.messages,
            counts.largest_shard * own.element_bytes,
            evaluation_.rank_times()};
  }

  /// Without a failure, on a process that is not the first.
  bool is_stopped() const { return is_stopped_; }

 private:
  SliceRun(const Subject& subject, const arrays::Order& order, const arrays::Plan& plan,
           std::uint64_t peak_bytes, const SliceOptions& options, const arrays::OrderCost& cost)
      : subject_(subject),
        plan_(plan),
        options_(options),
        evaluation_(subject.network.network, plan, *subject.values, subject.element,
                    available_threads(), subject.modulus),
        shown_(stderr, isatty(STDERR_FILENO) == 1) {
    const arrays::Network& network = subject.network.network;
    part_.state = evaluation_.state();
    part_.digest = networks::digest_of(network, order, plan, *subject.values, part_.state);
    part_.cost = cost;
    part_.peak_bytes = peak_bytes;
    std::tie(part_.begin, part_.end) = parse_slices(options.slices, plan.slices);
  }

  bool is_first() const { return processes_ == nullptr || processes_->is_first(); }
  std::string of_first(const std::string& text) const {
    return processes_ == nullptr ? text : processes_->of_first(text);
  }

  /// For processors; simulated ranks and devices have kernels of their own.
  void compile_kernels() {
    CacheOptions cache = cache_options_from_environment();
    cache.warn = [](const std::string& reason) { write_note(reason); };
    codes_.emplace(
        plan_, subject_.element,
        networks::TileCodeOptions{.cache = std::make_shared<Cache>(std::move(cache)),
                                  .slices = static_cast<double>(part_.end - part_.begin)});
    evaluation_.use(&*codes_);
  }

  void open_checkpoint() {
    const std::string& path = options_.checkpoint;
    if (!options_.resume) {
      if (is_first() && std::filesystem::exists(path)) {
        throw Failure(fmt::format(
            "{}: found a file, expected none: --resume goes on from a checkpoint", path));
      }
      write_checkpoint(false);
      return;
    }
    PartFile former = read_part(path, of_first(is_first() ? read_file(path) : std::string()));
    const std::string other = networks::difference(former, part_);
    if (!other.empty() || former.begin != part_.begin || former.end != part_.end) {
      throw Failure(
          fmt::format("{}: found a checkpoint of another run, which differs in its {}, expected "
                      "one of this run",
                      path, other.empty() ? "slices" : other));
    }
    seconds_before_ = former.seconds;
    evaluation_.resume(std::move(former.state));
  }

  void take_state() {
    part_.state = evaluation_.state();
    part_.seconds = seconds_before_ + seconds_since(start_);
  }

  /// A checkpoint that cannot be written ends the run at its beginning, and where it would be all that is left of it.
  void write_checkpoint(bool goes_on) {
    if (!is_first()) return;
    const auto begin = Clock::now();
    take_state();
    try {
      HoldSignals hold(options_.checkpoint);
      AtomicFile file(options_.checkpoint);
      const std::string text = part_text(part_);
      file.write(std::as_bytes(std::span(text)));
      file.commit();
    } catch (const std::runtime_error& error) {
      if (!goes_on) throw Failure(error.what());
      shown_.clear();
      if (!has_failed_) write_note(fmt::format("{}; the run goes on", error.what()));
      has_failed_ = true;
    }
    written_ = Clock::now();
    // Writing takes a twentieth of the time at most.
    interval_ =
        std::max(least_interval, 20 * std::chrono::duration<double>(written_ - begin).count());
  }

  void show() {
    if (!is_first() || all_ < 2 || (!shown_.is_terminal() && options_.checkpoint.empty())) return;
    if (seconds_since(shown_at_) < 0.25 || seconds_since(start_) < 1) return;
    shown_at_ = Clock::now();
    const double fraction = static_cast<double>(done_) / static_cast<double>(all_);
    const double rate = static_cast<double>(done_ - first_done_) / seconds_since(start_);
    shown_.show("contracting", fraction,
                runs::progress_line("contracting", fraction, rate, "slices",
                                    static_cast<double>(all_ - done_) / rate));
  }

  const Subject& subject_;
  const arrays::Plan& plan_;
  const SliceOptions& options_;
  bool compiles_ = false, is_stopped_ = false;
  Processes* processes_ = nullptr;  ///< that share the slices; null: this one alone
  std::optional<networks::TileCodes> codes_;
  networks::Evaluation evaluation_;
  runs::LiveText shown_;
  PartFile part_;
  Clock::time_point start_ = Clock::now(), written_ = start_, shown_at_ = start_;
  double interval_ = least_interval, seconds_before_ = 0;
  std::uint64_t all_ = 0, done_ = 0, first_done_ = 0;
  std::vector<std::uint64_t> before_;  ///< slices that were there, by pass
  bool has_failed_ = false;
};

}  // namespace

std::pair<std::uint64_t, std::uint64_t> parse_slices(const std::string& text,
                                                     std::uint64_t slices) {
  if (text.empty()) return {0, slices};
  std::uint64_t begin = 0, end = slices;
  const char* last = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), last, begin);
  bool is_range = error == std::errc() && std::string_view(stop, last).starts_with("..");
  if (is_range && stop + 2 != last) {
    const auto second = std::from_chars(stop + 2, last, end);
    is_range = second.ec == std::errc() && second.ptr == last;
  }
  if (!is_range || begin >= end || end > slices) {
    throw UsageError(
        fmt::format("found --slices {}, expected a..b, slices a to b - 1 of the {} that there are",
                    text, slices));
  }
  return {begin, end};
}

namespace {

/// Errors of a run, after the name of what is contracted.
template <class Run>
auto with_name(const Subject& subject, const Run& run) {
  try {
    return run();
  } catch (const UsageError&) {
    throw;
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(fmt::format("{}: {}", subject.network.source->path(), error.what()));
  }
}

}  // namespace

PartFile run_slices(const Subject& subject, const networks::Planned& planned,
                    const SliceOptions& options, KernelTimes* times) {
  return with_name(subject, [&] {
    SliceRun run(subject, planned, options);
    PartFile part = run.run();
    if (times != nullptr) *times = run.times();
    return part;
  });
}

SharedSlices run_shared_slices(const Subject& subject, const networks::Distributed& distributed,
                               Processes& processes, const SliceOptions& options) {
  return with_name(subject, [&] {
    SliceRun run(subject, distributed, processes, options);
    SharedSlices shared{run.run(), {}, {}, run.is_stopped()};
    if (!shared.is_stopped) {
      shared.ranks = run.rank_report(distributed);
      shared.times = run.step_times();
    }
    return shared;
  });
}

PartFile add_parts(const std::vector<std::string>& paths) {
  PartFile sum = read_part(paths.front(), read_file(paths.front()));
  try {
    for (std::size_t k = 1; k < paths.size(); ++k)
      networks::add_part(sum, read_part(paths[k], read_file(paths[k])), paths[k]);
  } catch (const Failure&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Failure(error.what());
  }
  const std::uint64_t slices = sum.state.layout.slices;
  for (const auto& pass : sum.state.passes) {
    const std::uint64_t missing = pass.sums.first_missing(0, slices);
    if (missing == slices) continue;
    const auto& sums = pass.sums.sums();
    const auto next = sums.upper_bound(missing);
    throw Failure(fmt::format("error: found no slices {}..{} in the parts, expected all {}",
                              missing, next == sums.end() ? slices : next->first, slices));
  }
  sum.begin = 0;
  sum.end = slices;
  return sum;
}

Outcome outcome_of(const PartFile& part) {
  Outcome outcome{
      part.state.element, !part.state.layout.open.empty(), networks::value_of(part.state),
      part.cost,          part.state.layout.slices,        part.peak_bytes,
      part.seconds};
  outcome.is_remainder = part.state.modulus != 0;
  return outcome;
}

}  // namespace diagc::contract
