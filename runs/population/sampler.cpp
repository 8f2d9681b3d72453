#include "runs/population/sampler.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>

#include <fmt/format.h>

#include "runs/checkpoint/file.h"
#include "runs/parallel/allocation.h"
#include "runtime/system/elapsed.h"

namespace diagc::runs {

namespace {

constexpr const char* interrupt = "interrupt";

/// What channels were between two rounds, to go back to.
class Snapshot {
 public:
  explicit Snapshot(std::vector<Channel>& channels) {
    for (Channel& channel : channels) {
      channel.population->take_snapshot();
      kept_.push_back(
          {channel.stretches, channel.statistics, channel.histogram, channel.picked.size()});
    }
  }
  void restore(std::vector<Channel>& channels) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      channels[i].population->roll_back();
      channels[i].stretches = kept_[i].stretches;
      channels[i].statistics = std::move(kept_[i].statistics);
      channels[i].histogram = std::move(kept_[i].histogram);
      channels[i].picked.resize(kept_[i].picked);
    }
  }

 private:
  struct Kept {
    std::uint64_t stretches;
    std::vector<GroupStatistics> statistics;
    std::vector<std::int64_t> histogram;
    std::size_t picked;
  };
  std::vector<Kept> kept_;
};

}  // namespace

Sampler::Sampler(std::vector<Channel>& channels, SamplerOptions options)
    : channels_(channels), options_(std::move(options)) {
  for (Channel& channel : channels_) channel.begin_statistics();
  if (!options_.checkpoint.empty()) check_path();
  if (options_.resume) {
    if (options_.checkpoint.empty())
      throw std::runtime_error("found no checkpoint to resume from, expected a path");
    Resumed resumed = read_checkpoint(options_.checkpoint, channels_, options_.ranks);
    state_ = std::move(resumed.state);
    earlier_seconds_ = state_.seconds;
    fresh_ = std::move(resumed.fresh);
  } else {
    for (Channel& channel : channels_) fresh_.push_back(&channel);
  }
  rows_before_ = rows();
}

/// What would fail after hours is found before. The first rank writes; all hear what it found.
void Sampler::check_path() {
  std::string failure;
  if (options_.ranks.rank() == 0) {
    try {
      check_checkpoint_path(options_.checkpoint);
    } catch (const std::runtime_error& error) {
      failure = error.what();
    }
  }
  const auto failures = options_.ranks.gather(std::as_bytes(std::span(failure)));
  if (failures.front().empty()) return;
  throw std::runtime_error(
      std::string(reinterpret_cast<const char*>(failures.front().data()), failures.front().size()));
}

bool Sampler::is_finished() const {
  return options_.keep_finished && fresh_.empty() && !state_.ended_by.empty() &&
         state_.ended_by != interrupt && state_.ends == ends_text();
}

std::string Sampler::ends_text() const {
  const auto text = [](const std::optional<double>& end) {
    return end ? fmt::format("{}", *end) : "none";
  };
  return fmt::format("steps {}, picked {}, target error {}, seconds {}", text(options_.ends.rows),
                     text(options_.ends.picked), text(options_.ends.target_error),
                     text(options_.ends.seconds));
}

std::string Sampler::run() {
  if (is_finished()) return state_.ended_by;
  if (!fresh_.empty() && !options_.prepare(fresh_)) return interrupt;
  const std::string ended_by = sample();
  if (!options_.checkpoint.empty()) save(ended_by);
  return ended_by;
}

std::string Sampler::sample() {
  sampling_began_ = last_saved_ = Clock::now();
  for (;;) {
    if (const auto end = end_reached()) return *end;
    if (!do_round()) return interrupt;
    ++state_.rounds;
    estimate_channels(channels_, options_.ranks);
    if (options_.progress) options_.progress();
    if (!options_.checkpoint.empty()) save_now_and_then();
  }
}

bool Sampler::any_stop() {
  std::uint64_t stopped[] = {options_.workers.stop.stop_requested() ? 1U : 0U};
  options_.ranks.sum(stopped);
  return stopped[0] > 0;
}

bool Sampler::do_round() {
  Snapshot before(channels_);
  const auto started = Clock::now();
  const double cost = next_cost();
  const std::vector<double> slopes = options_.slopes();
  std::vector<ChannelNeed> needs;
  std::vector<Channel*> all;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const Channel& channel = channels_[i];
    const double deviation = std::abs(slopes[i]) * channel.estimate.error *
                             std::sqrt(static_cast<double>(channel.stretches));
    // An error that is no number says nothing of what the channel needs.
    const bool known = std::isfinite(deviation);
    needs.push_back({.cost = channel.stretch_cost(),
                     .deviation = known ? deviation : 0,
                     .done = channel.stretches,
                     .trusted = known && channel.estimate.warning.empty()});
    all.push_back(&channels_[i]);
  }
  const std::vector<std::uint64_t> stretches = share_round(needs, cost);
  for_all_parts(all, options_.workers, [&](std::size_t i, std::size_t part) {
    advance(channels_[i], part, stretches[i]);
  });
  double spent = 0;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    channels_[i].stretches += stretches[i];
    spent += channels_[i].stretch_cost() * static_cast<double>(stretches[i]);
  }
  round_seconds_per_cost_ = seconds_since(started) / spent;
  if (!any_stop()) return true;
  before.restore(channels_);
  return false;
}

void Sampler::advance(Channel& channel, std::size_t part, std::uint64_t stretches) {
  Population& population = *channel.population;
  const PopulationShape& shape = population.shape();
  const GroupRange range = population.groups(part);
  const std::uint32_t stretch = population.stretch();
  std::vector<Sums> sums(range.size(), Sums(shape.quantities, shape.counters));
  std::vector<std::int64_t> histogram(options_.histograms ? shape.cells : 0);
  std::vector<PickedRow> picked;
  for (std::uint64_t i = 0; i < stretches; ++i) {
    if (options_.workers.stop.stop_requested()) return;
    for (Sums& group : sums) group.clear();
    population.advance(
        part, {.first = channel.next_step() + i * stretch, .count = stretch},
        {.groups = sums, .histogram = histogram, .picked = shape.picks ? &picked : nullptr});
    for (std::size_t group = 0; group < range.size(); ++group)
      channel.statistics[range.first + group].add(sums[group]);
  }
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  for (std::size_t cell = 0; cell < histogram.size(); ++cell)
    channel.histogram[cell] += histogram[cell];
  channel.picked.insert(channel.picked.end(), picked.begin(), picked.end());
}

double Sampler::done_cost() const {
  double cost = 0;
  for (const Channel& channel : channels_)
    cost += channel.stretch_cost() * static_cast<double>(channel.stretches);
  return cost;
}

/// Of a round. Where rows are picked, rounds at most double what there is, and come near the number that is wanted from below: a stretch
/// may pick more than enough.
double Sampler::next_cost() const {
  const double done = done_cost(), cost = round_cost(done);
  const bool picks = std::ranges::any_of(
      channels_, [](const Channel& channel) { return channel.population->shape().picks; });
  if (!picks) return cost;
  const double count = options_.ends.picked ? picked() : 0;
  if (!(count > 0)) return std::min(cost, done);
  constexpr double near = 0.9;
  return std::min({cost, done, near * done * std::max(*options_.ends.picked / count - 1, 0.0)});
}

/// What picked rows take after the run, those of a round of this cost among them.
double Sampler::seconds_after(double next_cost) const {
  if (!options_.seconds_of_picked) return 0;
  return options_.seconds_of_picked() * picked() * (1 + next_cost / done_cost());
}

std::uint64_t Sampler::rows() const {
  std::uint64_t rows = 0;
  for (const Channel& channel : channels_) rows += channel.total.rows;
  return rows;
}

double Sampler::picked() const {
  if (options_.picked) return options_.picked();
  double rows = 0;
  for (const Channel& channel : channels_) rows += static_cast<double>(channel.all_picked);
  return rows;
}

double Sampler::rows_per_second() const {
  if (rows() == rows_before_) return state_.rows_per_second;
  const double seconds = seconds_since(sampling_began_);
  return seconds > 0 ? static_cast<double>(rows() - rows_before_) / seconds : 0;
}

double Sampler::seconds() const { return earlier_seconds_ + seconds_since(options_.began); }

double Sampler::result_error() const {
  const std::vector<double> slopes = options_.slopes();
  double square = 0;
  for (std::size_t i = 0; i < channels_.size(); ++i)
    square += std::pow(slopes[i] * channels_[i].estimate.error, 2);
  return std::sqrt(square);
}

/// Rows and errors are what all ranks know alike; clocks are not, so the first rank's counts for all.
std::optional<std::string> Sampler::end_reached() {
  const bool sampled =
      std::ranges::all_of(channels_, [](const Channel& channel) { return channel.stretches > 0; });
  const bool trusted = std::ranges::all_of(
      channels_, [](const Channel& channel) { return channel.estimate.warning.empty(); });
  if (sampled && options_.ends.rows && static_cast<double>(rows()) >= *options_.ends.rows)
    return "steps";
  if (sampled && options_.ends.picked && picked() >= *options_.ends.picked) return "picked";
  if (sampled && trusted && options_.ends.target_error &&
      result_error() <= *options_.ends.target_error)
    return "target error";
  std::uint64_t over[] = {0};
  if (options_.ranks.rank() == 0 && options_.ends.seconds && sampled) {
    const double cost = next_cost(), next = round_seconds_per_cost_ * cost + seconds_after(cost);
    over[0] = seconds_since(options_.began) + next > *options_.ends.seconds ? 1 : 0;
  }
  options_.ranks.sum(over);
  if (any_stop()) return interrupt;
  if (over[0] > 0) return "time limit";
  return std::nullopt;
}

std::pair<double, double> Sampler::progress() const {
  const double elapsed = seconds_since(options_.began), sampling = seconds_since(sampling_began_);
  double fraction = 0, left = -1;
  const auto consider = [&](double done, double seconds) {
    fraction = std::max(fraction, std::min(done, 1.0));
    if (left < 0 || seconds < left) left = std::max(seconds, 0.0);
  };
  const Ends& ends = options_.ends;
  if (ends.seconds) consider(elapsed / *ends.seconds, *ends.seconds - elapsed);
  const auto by_work = [&](double done) {
    if (done > 0) consider(done, sampling * (1 - done) / done);
  };
  if (ends.rows) by_work(static_cast<double>(rows()) / *ends.rows);
  if (ends.picked) by_work(picked() / *ends.picked);
  if (ends.target_error) {
    const double error = result_error();
    if (error > 0) by_work(std::pow(*ends.target_error / error, 2));
  }
  return {fraction, left};
}

void Sampler::save(const std::string& ended_by) {
  state_.seconds = seconds();
  state_.rows_per_second = rows_per_second();
  state_.ended_by = ended_by;
  state_.ends = ends_text();
  const std::string failure =
      write_checkpoint(options_.checkpoint, state_, channels_, options_.ranks);
  last_saved_ = Clock::now();
  if (failure.empty() || noted_ || options_.ranks.rank() != 0) return;
  noted_ = true;
  if (options_.note) options_.note(failure);
}

void Sampler::save_now_and_then() {
  std::uint64_t due[] = {
      options_.ranks.rank() == 0 && seconds_since(last_saved_) >= options_.checkpoint_seconds ? 1U
                                                                                              : 0U};
  options_.ranks.sum(due);
  if (due[0] > 0) save("");
}

}  // namespace diagc::runs
