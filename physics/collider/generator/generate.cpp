#include "physics/collider/generator/generate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "runs/checkpoint/digest.h"
#include "runs/population/sampler.h"

namespace diagc::collider {

namespace {

std::string scale_text(const Job& job) {
  if (job.couplings.scale > 0) return fmt::format("{} GeV", job.couplings.scale);
  const double over = 1 / job.couplings.scale_factor;
  return over == 1 ? "HT" : fmt::format("HT/{}", over);
}

const char* sampler_name(const Job& job) {
  return job.run.sampler == Sampler::rambo ? "rambo" : "antenna";
}

runs::Digest digest_of(const Process& process, const RunOptions& options) {
  const Job& job = process.job;
  runs::Digest digest;
  digest.add("rules", runs::hash_text(process.amplitude.source()));
  digest.add("jets", fmt::format("{}", job.process.jets));
  digest.add("energy", fmt::format("{}", job.energy));
  digest.add("densities", fmt::format("{} {}", options.density_hash, job.pdf_member));
  digest.add("couplings", fmt::format("{}, {} loops, scale {}", job.couplings.alpha_s,
                                      job.couplings.loops, scale_text(job)));
  for (std::size_t i = 0; i < job.cuts.size(); ++i) {
    const CutSet& cuts = job.cuts[i];
    digest.add(fmt::format("cuts {}", i + 1),
               fmt::format("pt {}, eta {}, dr {}", cuts.pt, cuts.eta, cuts.dr));
  }
  for (std::size_t i = 0; i < job.histograms.size(); ++i) {
    const HistogramOptions& histogram = job.histograms[i];
    digest.add(fmt::format("histogram {}", i + 1),
               fmt::format("{}: {} bins from {} to {}, cuts {}", histogram.name, histogram.bins,
                           histogram.low, histogram.high, histogram.cuts + 1));
  }
  digest.add("sampler", sampler_name(job));
  digest.add("precision", process.amplitude.precision() == Precision::fp32 ? "fp32" : "fp64");
  digest.add("seed", fmt::format("{}", job.run.seed));
  return digest;
}

/// Of one core, about: what is drawn, and a part of all that is evaluated.
double seconds_of_event(std::uint64_t flops) { return 1e-7 + 2e-11 * static_cast<double>(flops); }

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

  Result run() {
    tell("compiling");
    runs::Channel& channel = channels_.emplace_back();
    channel.name = "events";
    channel.digest = digest_of(process_, options_);
    channel.all_groups = all_groups;
    channel.groups = runs::own_groups(all_groups, ranks_);
    auto population = cpu_event_population(process_, channel.groups, stop_);
    population_ = population.get();
    channel.population = std::move(population);
    channel.cost_per_row = seconds_of_event(process_.amplitude.figures().flops);
    sampler_.emplace(channels_, sampler_options());
    std::string ended_by = sampler_->run();
    if (ended_by == "steps") ended_by = "events";
    Result result = so_far(true);
    result.run.ended_by = ended_by;
    return result;
  }

 private:
  runs::SamplerOptions sampler_options() {
    const Job& job = process_.job;
    const auto end = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    return {.ends = {.rows = end(job.run.events),
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
                  const double value = std::abs(channels_.front().estimate.ratio);
                  return std::vector<double>{value > 0 ? 1 / value : 1};
                },
            .histograms = true,
            .began = began_,
            .progress = [this] { tell_now_and_then(); },
            .note = options_.note};
  }

  bool prepare(const std::vector<runs::Channel*>& fresh) {
    std::uint64_t stopped[] = {0};
    for (runs::Channel* channel : fresh) {
      tell("warm-up");
      if (!population_->warm_up(options_.threads, stop_, channel->first_step)) stopped[0] = 1;
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
    result.partons = "gluons";
    result.jets = static_cast<std::uint32_t>(job.process.jets);
    result.energy = job.energy;
    result.pdf = job.pdf;
    result.alpha_s = job.couplings.alpha_s;
    result.scale = scale_text(job);
    result.run.seed = job.run.seed;
    result.run.threads = options_.threads;
    result.run.ranks = static_cast<std::uint32_t>(ranks_.size());
    result.run.sampler = sampler_name(job);
    result.run.precision = process_.amplitude.precision() == Precision::fp32 ? "fp32" : "fp64";
    result.run.seconds = seconds_since(began_);
    result.grammar = process_.amplitude.name();
    result.rules = process_.amplitude.source();
    result.job = job.given.source->text();
    if (!sampler_) return result;
    const runs::Channel& channel = channels_.front();
    result.run.seconds = sampler_->seconds();
    result.events_per_s = result.run.events_per_s = sampler_->rows_per_second();
    add_cuts(channel, result);
    if (at_end) add_histograms(channel, result);
    return result;
  }

  void add_cuts(const runs::Channel& channel, Result& result) const {
    const runs::Sums& total = channel.total;
    result.generated = total.rows;
    if (total.rows == 0) return;
    const auto rows = static_cast<double>(total.rows);
    for (std::size_t s = 0; s < process_.job.cuts.size(); ++s) {
      const CutSet& cuts = process_.job.cuts[s];
      CutResult& row = result.cuts.emplace_back();
      row.pt = cuts.pt;
      row.eta = cuts.eta;
      row.dr = cuts.dr;
      row.cross_section = total.first[s] / rows;
      const double variance = std::max(
          total.second[total.pair(s, s)] / rows - row.cross_section * row.cross_section, 0.0);
      row.error = std::sqrt(variance / rows);
      row.passed = total.counts[s];
      row.efficiency = static_cast<double>(row.passed) / rows;
      if (total.first[s] == 0) continue;
      row.relative_variance = variance / (row.cross_section * row.cross_section);
      row.largest_share = total.largest[s] / total.first[s];
    }
    result.cross_section = result.cuts.front().cross_section;
    result.error = result.cuts.front().error;
    result.passed = result.cuts.front().passed;
    result.efficiency = result.cuts.front().efficiency;
    result.warning = channel.estimate.warning;
    const std::uint64_t broken = total.counts[population_->counter_of_broken()];
    if (broken > 0) {
      result.warning += fmt::format("{}{} events had a weight that is no finite number",
                                    result.warning.empty() ? "" : "; ", broken);
    }
    result.trustworthy = result.warning.empty();
  }

  /// All ranks call it.
  void add_histograms(const runs::Channel& channel, Result& result) {
    std::vector<std::uint64_t> cells(channel.histogram.begin(), channel.histogram.end());
    ranks_.sum(cells);
    if (result.generated == 0) return;
    const auto rows = static_cast<double>(result.generated);
    const std::vector<HistogramSums> sums =
        population_->histograms(std::vector<std::int64_t>(cells.begin(), cells.end()));
    for (std::size_t h = 0; h < sums.size(); ++h) {
      const HistogramOptions& options = process_.job.histograms[h];
      const std::vector<double>& weights = sums[h].weights;
      const double width = (options.high - options.low) / options.bins;
      result.histograms.push_back({.observable = options.name,
                                   .cuts = options.cuts + 1,
                                   .bins = options.bins,
                                   .low = options.low,
                                   .high = options.high,
                                   .below = weights.front() / rows,
                                   .above = weights.back() / rows});
      for (std::uint32_t bin = 0; bin < options.bins; ++bin) {
        const double value = weights[bin + 1] / rows,
                     square = sums[h].squares[bin + 1] / rows - value * value;
        result.bins.push_back({.histogram = static_cast<std::uint32_t>(h),
                               .low = options.low + bin * width,
                               .high = options.low + (bin + 1) * width,
                               .cross_section = value,
                               .error = std::sqrt(std::max(square, 0.0) / rows)});
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
  std::vector<runs::Channel> channels_;
  EventPopulation* population_ = nullptr;
  std::optional<runs::Sampler> sampler_;
  Clock::time_point began_ = Clock::now(), last_told_ = began_;
};

}  // namespace

Result generate(const Process& process, const RunOptions& options,
                const std::function<void(const Snapshot&)>& progress, std::stop_token stop) {
  return Run(process, options, progress, std::move(stop)).run();
}

}  // namespace diagc::collider
