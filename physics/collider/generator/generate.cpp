#include "physics/collider/generator/generate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "physics/collider/generator/device_tables.h"
#include "physics/collider/generator/kept_events.h"
#include "physics/collider/generator/process_tables.h"
#include "physics/collider/generator/run_digest.h"
#include "physics/collider/generator/varied_results.h"
#include "runs/population/sampler.h"
#include "runtime/system/thread_pool.h"

namespace diagc::collider {

namespace {

/// Of one core, about: what is drawn, and a part of all that is evaluated.
double seconds_of_draw(std::uint64_t flops) { return 1e-7 + 2e-11 * static_cast<double>(flops); }

class Run {
 public:
  using Clock = std::chrono::steady_clock;

  Run(const Process& process, const RunOptions& options,
      const std::function<void(const Snapshot&)>& progress, std::stop_token stop)
      : process_(process),
        options_(options),
        progress_(progress),
        ranks_(options.ranks ? *options.ranks : single_),
        stop_(std::move(stop)) {}

  Generated run() {
    tell("compiling");
    add_channels();
    sampler_.emplace(channels_, sampler_options());
    std::string ended_by = sampler_->run();
    if (ended_by == "steps") ended_by = "events";
    if (ended_by == "picked") ended_by = "unweighted events";
    Generated generated;
    generated.result = so_far(true);
    generated.result.run.ended_by = ended_by;
    if (keeps_events(process_.job))
      add_events(process_, channels_, populations_, ranks_, generated);
    if (options_.bench) {
      for (std::size_t i = 0; i < channels_.size(); ++i) {
        std::optional<BenchResult> row = populations_[i]->bench();
        if (row) generated.result.bench.push_back(*row);
      }
    }
    return generated;
  }

 private:
  /// Processors compile several steps at once.
  void add_channels() {
    const std::size_t count = process_.channels.size();
    tables_ = options_.tables ? options_.tables
                              : std::make_shared<const ProcessTables>(process_, options_.threads);
    if (options_.device)
      device_tables_ = std::make_shared<const DeviceProcessTables>(
          cuda::Device(options_.device->device), tables_, process_.job);
    channels_.resize(count);
    populations_.resize(count);
    ThreadPool::shared().run(options_.device ? 1 : options_.threads, count,
                             [&](std::size_t i) { add_channel(i); });
  }

  void add_channel(std::size_t number) {
    const Subprocess& own = process_.channels[number];
    runs::Channel& channel = channels_[number];
    channel.name = own.channel.name;
    if (!own.channel.part.empty()) channel.name += ", " + own.channel.part;
    channel.digest = digest_of(process_, own, options_.device.has_value());
    channel.all_groups = all_groups;
    channel.groups = runs::own_groups(all_groups, ranks_);
    auto population = options_.device
                          ? device_event_population(process_, number, device_tables_,
                                                    channel.groups, *options_.device, stop_)
                          : cpu_event_population(process_, number, tables_, channel.groups, stop_);
    populations_[number] = population.get();
    channel.population = std::move(population);
    channel.cost_per_row = seconds_of_draw(own.amplitude.figures().flops);
    if (options_.device) channel.cost_per_row /= options_.device->cores;
  }

  runs::SamplerOptions sampler_options() {
    const Job& job = process_.job;
    const auto end = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    return {.ends = {.rows = end(job.run.events),
                     .picked = end(job.run.unweighted),
                     .target_error = end(job.run.target_error),
                     .seconds = end(job.run.time_limit)},
            .ranks = ranks_,
            .workers = {.threads = options_.threads, .stop = stop_},
            .checkpoint = job.checkpoint.path,
            .checkpoint_seconds = job.checkpoint.interval > 0 ? job.checkpoint.interval : INFINITY,
            .resume = options_.resume,
            .prepare = [this](const std::vector<runs::Channel*>& fresh) { return prepare(fresh); },
            .slopes =
                [this] {
                  // Errors are relative to the cross section.
                  double value = 0;
                  for (const runs::Channel& channel : channels_) value += channel.estimate.ratio;
                  return std::vector<double>(channels_.size(), value > 0 ? 1 / value : 1);
                },
            .histograms = true,
            .picked = [this] { return events_so_far(process_.job, channels_, populations_); },
            .seconds_of_picked = [this] { return seconds_of_kept_event(); },
            .began = began_,
            .progress = [this] { tell_now_and_then(); },
            .note = options_.note};
  }

  /// Measured once there are some.
  double seconds_of_kept_event() {
    if (process_.job.output.events.empty()) return 0;
    if (seconds_of_event_ == 0)
      seconds_of_event_ = seconds_of_event(process_, channels_, populations_, options_.threads);
    return seconds_of_event_;
  }

  bool prepare(const std::vector<runs::Channel*>& fresh) {
    std::uint64_t stopped[] = {0};
    for (runs::Channel* channel : fresh) {
      tell("warm-up");
      EventPopulation& population =
          *populations_[static_cast<std::size_t>(channel - channels_.data())];
      if (!population.warm_up(options_.threads, stop_, channel->first_step)) stopped[0] = 1;
    }
    ranks_.sum(stopped);
    return stopped[0] == 0;
  }

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  Result so_far(bool at_end) {
    const Job& job = process_.job;
    Result result;
    result.partons = job.process.quarks ? "qcd" : "gluons";
    result.colour = colour_name(job.process.colour);
    if (job.process.quarks) {
      result.flavours = static_cast<std::uint32_t>(job.process.flavours);
      result.quark_lines = quark_lines(static_cast<unsigned>(job.process.jets));
    }
    result.jets = static_cast<std::uint32_t>(job.process.jets);
    result.energy = job.energy;
    result.pdf = job.pdf;
    result.alpha_s = process_.coupling->alpha_s(z_mass);
    result.scale = scale_text(job);
    result.run.seed = job.run.seed;
    result.run.threads = options_.threads;
    result.run.ranks = static_cast<std::uint32_t>(ranks_.size());
    result.run.sampler = sampler_name(job);
    result.run.precision = precision_name(process_.channels.front().amplitude);
    result.run.seconds = seconds_since(began_);
    add_rules(result);
    result.job = job.given.source->text();
    if (!sampler_) return result;
    result.run.seconds = sampler_->seconds();
    result.events_per_s = result.run.events_per_s = sampler_->rows_per_second();
    result.generated = sampler_->rows();
    add_cuts(result);
    add_channel_rows(result);
    if (at_end) add_histograms(result);
    if (at_end) add_variations(process_, channels_, populations_, ranks_, result);
    return result;
  }

  /// Each grammar once.
  void add_rules(Result& result) const {
    std::set<std::string> there;
    for (const Subprocess& own : process_.channels) {
      if (!there.insert(own.amplitude.name()).second) continue;
      if (!result.grammar.empty()) result.grammar += ", ";
      result.grammar += own.amplitude.name();
      result.rules += own.rules;
    }
  }

  /// The mean of a sum over the rows of a channel, and its variance.
  struct MeanOfRows {
    double value = 0, variance = 0;
    MeanOfRows(double first, double second, std::uint64_t rows) {
      if (rows == 0) return;
      const auto count = static_cast<double>(rows);
      value = first / count;
      variance = std::max(second / count - value * value, 0.0) / count;
    }
  };

  void add_cuts(Result& result) const {
    if (result.generated == 0) return;
    const auto rows = static_cast<double>(result.generated);
    for (std::size_t s = 0; s < process_.job.cuts.size(); ++s) {
      const CutSet& cuts = process_.job.cuts[s];
      CutResult& row = result.cuts.emplace_back();
      row.pt = cuts.pt;
      row.eta = cuts.eta;
      row.dr = cuts.dr;
      row.jets = cuts.radius > 0 ? "anti-kt" : "partons";
      row.radius = cuts.radius;
      double variance = 0, largest = 0;
      for (const runs::Channel& channel : channels_) {
        const runs::Sums& total = channel.total;
        const MeanOfRows own(total.first[s], total.second[total.pair(s, s)], total.rows);
        row.cross_section += own.value;
        variance += own.variance;
        row.passed += total.counts[s];
        if (total.rows > 0)
          largest = std::max(largest, total.largest[s] / static_cast<double>(total.rows));
      }
      row.error = std::sqrt(variance);
      row.efficiency = static_cast<double>(row.passed) / rows;
      if (row.cross_section == 0) continue;
      row.relative_variance = variance * rows / (row.cross_section * row.cross_section);
      row.largest_share = largest / row.cross_section;
    }
    result.cross_section = result.cuts.front().cross_section;
    result.error = result.cuts.front().error;
    result.passed = result.cuts.front().passed;
    result.efficiency = result.cuts.front().efficiency;
    add_warnings(result);
  }

  /// Channels that matter to the error.
  void add_warnings(Result& result) const {
    std::uint64_t broken = 0;
    const auto add = [&](const std::string& text) {
      result.warning += (result.warning.empty() ? "" : "; ") + text;
    };
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const runs::Channel& channel = channels_[i];
      broken += channel.total.counts[populations_[i]->counter_of_broken()];
      const std::string& warning = channel.estimate.warning;
      if (warning.empty() || channel.estimate.ratio < 1e-3 * result.cross_section) continue;
      add(channels_.size() == 1 ? warning : channel.name + ": " + warning);
    }
    if (broken > 0) add(fmt::format("{} events had a weight that is no finite number", broken));
    result.trustworthy = result.warning.empty();
  }

  /// Parts of one channel are one row.
  void add_channel_rows(Result& result) const {
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const runs::Sums& total = channels_[i].total;
      const PartonChannel& own = process_.channels[i].channel;
      auto row = std::ranges::find(result.channels, own.name, &ChannelResult::name);
      if (row == result.channels.end()) {
        row = result.channels.emplace(row);
        row->name = own.name;
        row->colour = colour_name(own.summed ? Colour::full : Colour::leading);
      }
      const MeanOfRows mean(total.first[0], total.second[0], total.rows);
      row->cross_section += mean.value;
      row->error = std::hypot(row->error, std::sqrt(mean.variance));
      row->generated += total.rows;
      row->passed += total.counts[0];
    }
    for (ChannelResult& row : result.channels) {
      if (row.generated == 0 || row.cross_section == 0) continue;
      const auto rows = static_cast<double>(row.generated);
      row.efficiency = static_cast<double>(row.passed) / rows;
      row.relative_variance = std::pow(row.error / row.cross_section, 2) * rows;
    }
  }

  /// All ranks call it.
  void add_histograms(Result& result) {
    std::vector<std::vector<HistogramSums>> sums;  // of channels
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      const std::vector<std::int64_t>& own = channels_[i].histogram;
      std::vector<std::uint64_t> cells(own.begin(), own.end());
      ranks_.sum(cells);
      sums.push_back(
          populations_[i]->histograms(std::vector<std::int64_t>(cells.begin(), cells.end())));
    }
    if (result.generated == 0) return;
    const auto mean = [&](std::size_t histogram, std::size_t bin) {
      MeanOfRows all(0, 0, 0);
      for (std::size_t i = 0; i < channels_.size(); ++i) {
        const HistogramSums& own = sums[i][histogram];
        const MeanOfRows one(own.weights[bin], own.squares[bin], channels_[i].total.rows);
        all.value += one.value;
        all.variance += one.variance;
      }
      return all;
    };
    for (std::size_t h = 0; h < process_.job.histograms.size(); ++h) {
      const HistogramOptions& options = process_.job.histograms[h];
      const double width = (options.high - options.low) / options.bins;
      result.histograms.push_back({.observable = options.name,
                                   .cuts = options.cuts + 1,
                                   .bins = options.bins,
                                   .low = options.low,
                                   .high = options.high,
                                   .below = mean(h, 0).value,
                                   .above = mean(h, options.bins + 1).value});
      for (std::uint32_t bin = 0; bin < options.bins; ++bin) {
        const MeanOfRows value = mean(h, bin + 1);
        result.bins.push_back({.histogram = static_cast<std::uint32_t>(h),
                               .low = options.low + bin * width,
                               .high = options.low + (bin + 1) * width,
                               .cross_section = value.value,
                               .error = std::sqrt(value.variance)});
      }
    }
  }

  void tell(const char* stage) {
    if (!progress_ || ranks_.rank() != 0) return;
    Snapshot snapshot{.stage = stage, .so_far = so_far(false)};
    if (snapshot.stage == "sampling")
      std::tie(snapshot.fraction, snapshot.seconds_left) = sampler_->progress();
    progress_(snapshot);
    last_told_ = Clock::now();
  }

  void tell_now_and_then() {
    constexpr double seconds = 0.2;
    if (seconds_since(last_told_) >= seconds) tell("sampling");
  }

  const Process& process_;
  const RunOptions& options_;
  const std::function<void(const Snapshot&)>& progress_;
  runs::SingleRank single_;
  runs::Ranks& ranks_;
  std::stop_token stop_;
  std::shared_ptr<const ProcessTables> tables_;
  std::shared_ptr<const DeviceProcessTables> device_tables_;  ///< null on processors
  std::vector<runs::Channel> channels_;
  std::vector<EventPopulation*> populations_;  ///< of the channels
  std::optional<runs::Sampler> sampler_;
  double seconds_of_event_ = 0;
  Clock::time_point began_ = Clock::now(), last_told_ = began_;
};

}  // namespace

Generated generate(const Process& process, const RunOptions& options,
                   const std::function<void(const Snapshot&)>& progress, std::stop_token stop) {
  return Run(process, options, progress, std::move(stop)).run();
}

}  // namespace diagc::collider
