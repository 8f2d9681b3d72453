#include "physics/series/sampling/warm_up.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace diagc::series {

namespace {

constexpr double background = 0.05;  // of every link, kept from before anything was learned
constexpr double least_normalisation = 0.15;
constexpr double wanted_shift_acceptance = 0.4;
constexpr double least_redraw_acceptance = 0.02;

class Tuning {
 public:
  Tuning(const Chains& run, const lattice::Model& model, const LinkClasses& classes)
      : channel_(*run.channel),
        population_(*run.population),
        order_(run.m),
        classes_(classes),
        counts_(population_.shape().cells),
        sums_(channel_.groups.size(), no_sums()),
        started_(channel_.groups.size()) {
    for (std::uint32_t v = 1; v <= order_; ++v) {
      backgrounds_.push_back(population_.background(v, model));
      plan_.links.push_back(
          link_distribution(classes, backgrounds_.back(), backgrounds_.back(), 1));
    }
    plan_.moves = population_.moves(true);
    plan_.shift_ticks = 1U << 29U;
    plan_.normalisation = 1;
    population_.set_plan(plan_);
  }

  void start(std::size_t part) {
    population_.start(part, 0);
    const std::vector<double> sizes = population_.chain_sizes(part);
    std::ranges::copy(sizes, started_.begin() + first_group(part));
  }
  void after_start(runs::Ranks& ranks) {
    double sum = 0;
    runs::gather_groups(
        channel_, ranks,
        [&](runs::Bytes& to, std::size_t own) { runs::write_value(to, started_[own]); },
        [&](std::uint32_t, std::span<const std::byte>& from) {
          sum += runs::read_value<double>(from);
        });
    const double size = sum / all_walkers();
    if (size > 0 && std::isfinite(size)) plan_.normalisation = size;
    smallest_ = 1e-9 * plan_.normalisation;
    channel_.first_step = 1;
    population_.set_plan(plan_);
  }

  void walk(std::size_t part, std::uint64_t steps) {
    // Links are looked at once in a stretch, beginning with the second half.
    const std::uint64_t stretch = population_.stretch();
    const runs::GroupRange range = population_.groups(part);
    std::vector<runs::Sums> sums(range.size(), no_sums()), uncounted_sums = sums;
    std::vector<std::int64_t> cells(counts_.size());
    for (std::uint64_t done = 0; done < steps;) {
      const std::uint64_t count = std::min(stretch, steps - done);
      const bool counted = done + count > uncounted(steps);
      runs::Tally tally{.groups = uncounted_sums, .histogram = {}};
      if (counted) tally = {.groups = sums, .histogram = cells};
      population_.advance(part, {.first = channel_.first_step + done, .count = count}, tally);
      done += count;
    }
    std::ranges::copy(sums, sums_.begin() + first_group(part));
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < cells.size(); ++i)
      counts_[i] += static_cast<std::uint64_t>(cells[i]);
  }

  void after_walk(std::uint64_t steps, runs::Ranks& ranks, bool learn_links, bool last) {
    channel_.first_step += steps;
    runs::Sums total = no_sums();
    runs::gather_groups(
        channel_, ranks,
        [&](runs::Bytes& to, std::size_t own) {
          runs::write_numbers(to, std::span<const double>(sums_[own].first));
          runs::write_numbers(to, std::span<const std::uint64_t>(sums_[own].counts));
        },
        [&](std::uint32_t, std::span<const std::byte>& from) {
          runs::Sums sums = no_sums();
          runs::read_numbers(from, std::span(sums.first));
          runs::read_numbers(from, std::span(sums.counts));
          total += sums;
        });
    ranks.sum(counts_);
    adapt(total, all_walkers() * static_cast<double>(steps - uncounted(steps)), last);
    if (learn_links) learn();
    std::ranges::fill(counts_, 0);
    population_.set_plan(plan_);
  }

 private:
  /// Steps of the stretches that end before the second half begins.
  std::uint64_t uncounted(std::uint64_t steps) const {
    const std::uint64_t stretch = population_.stretch();
    return steps / 2 / stretch * stretch;
  }
  double all_walkers() const {
    return static_cast<double>(channel_.all_groups) * population_.shape().members;
  }
  std::ptrdiff_t first_group(std::size_t part) const {
    return static_cast<std::ptrdiff_t>(population_.groups(part).first);
  }
  runs::Sums no_sums() const { return {population_.shape().quantities, OrderPopulation::counters}; }

  void adapt(const runs::Sums& total, double steps, bool last) {
    if (!(steps > 0)) return;
    const double w = total.first[OrderPopulation::normalisation];
    const double norm = w / steps;  // λ / (λ + ∫|f|)
    if (norm > 0 && norm < 1) {
      const double size = plan_.normalisation * (1 - norm) / norm;
      const double sign = std::abs(total.first[OrderPopulation::integrand] / (steps - w));
      // An integrand that is zero, but for rounding, would take it to zero with it.
      plan_.normalisation = std::max(size * std::clamp(sign, least_normalisation, 1.0), smallest_);
    } else if (norm == 0) {
      plan_.normalisation *= 1000;  // it is never met: far too small
    }
    const auto cycle = static_cast<double>(plan_.moves.size());
    const auto kinds = std::ranges::count_if(
        plan_.moves, [&](std::uint8_t move) { return move_kind(move, order_) == Move::shift; });
    const double shifts = steps * static_cast<double>(kinds) / cycle;
    const double acceptance = static_cast<double>(total.counts[OrderPopulation::shifts]) / shifts;
    const double factor = std::clamp(acceptance / wanted_shift_acceptance, 0.5, 2.0);
    plan_.shift_ticks =
        static_cast<std::uint32_t>(std::clamp(factor * plan_.shift_ticks, 1024.0, 2147483647.0));
    if (last && plan_.moves.front() == 0 &&
        static_cast<double>(total.counts[OrderPopulation::redraws]) <
            least_redraw_acceptance * steps / cycle) {
      plan_.moves = population_.moves(false);
    }
  }

  void learn() {
    for (std::uint32_t v = 0; v < order_; ++v) {
      std::vector<double> weights;
      for (std::uint32_t cell = 0; cell < classes_.cells(); ++cell) {
        weights.push_back(
            std::ldexp(static_cast<double>(counts_[v * classes_.cells() + cell]), -20));
      }
      plan_.links[v] = link_distribution(classes_, weights, backgrounds_[v], background);
    }
  }

  runs::Channel& channel_;
  OrderPopulation& population_;
  std::uint32_t order_;
  StepPlan plan_;
  const LinkClasses& classes_;
  double smallest_ = 0;                           ///< normalisation that tuning may come to
  std::vector<std::vector<double>> backgrounds_;  ///< [vertex − 1]
  std::vector<std::uint64_t> counts_;
  std::vector<runs::Sums> sums_;  ///< of own groups, in the second half of a phase
  std::vector<double> started_;   ///< of own groups: Σ |f| / w
  std::mutex mutex_;
};

}  // namespace

bool warm_up(const std::vector<Chains>& orders, const lattice::Model& model,
             const LinkClasses& classes, const WarmUp& options) {
  std::vector<std::unique_ptr<Tuning>> tunings;
  std::vector<runs::Channel*> channels;
  for (const Chains& run : orders) {
    tunings.push_back(std::make_unique<Tuning>(run, model, classes));
    channels.push_back(run.channel);
  }
  const auto for_all = [&](const auto& body) {
    runs::for_all_parts(channels, options.workers,
                        [&](std::size_t i, std::size_t part) { body(*tunings[i], part); });
    std::uint64_t stopped[] = {options.workers.stop.stop_requested() ? 1U : 0U};
    options.ranks.sum(stopped);
    return stopped[0] == 0;
  };
  const auto tell = [&](double fraction) {
    if (options.progress) options.progress(fraction);
  };
  if (!for_all([](Tuning& tuning, std::size_t part) { tuning.start(part); })) return false;
  for (auto& tuning : tunings) tuning->after_start(options.ranks);

  // Thirty-seconds of the steps. The first are for λ alone; the last ones come after all is frozen.
  const std::vector<std::uint32_t> phases = {1, 2, 4, 8, 8};
  std::uint32_t done = 0;
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    const std::uint64_t steps =
        std::max<std::uint64_t>(1, std::uint64_t{options.steps} * phases[phase] / 32);
    if (!for_all([&](Tuning& tuning, std::size_t part) { tuning.walk(part, steps); })) return false;
    const bool last = phase + 1 == phases.size();
    for (auto& tuning : tunings) tuning->after_walk(steps, options.ranks, phase > 0 && !last, last);
    done += phases[phase];
    tell(done / 32.0);
  }
  const std::uint64_t rest = std::uint64_t{options.steps} * (32 - done) / 32;
  if (!for_all([&](Tuning& tuning, std::size_t part) { tuning.walk(part, rest); })) return false;
  for (runs::Channel* channel : channels) channel->first_step += rest;
  tell(1);
  return true;
}

}  // namespace diagc::series
