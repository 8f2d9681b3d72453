#include "physics/series/sampling/tree/tree_warm_up.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "physics/series/sampling/sampling_options.h"

namespace diagc::series {

namespace {

constexpr double background = 0.3;  // of every link, kept from before anything was learned
constexpr double chain_part = 0.5;  // λ of chains, of the integral of |f|

/// Statistics of so many steps of all groups.
class Trial {
 public:
  Trial(runs::Channel& channel, const TreePopulation& population)
      : channel_(channel),
        population_(population),
        groups_(channel.groups.size(),
                runs::GroupStatistics(population.shape().quantities, population.shape().counters)) {
  }

  /// At least so many steps; the same on all ranks.
  runs::Estimate run(std::uint64_t steps, const runs::Workers& workers, runs::Ranks& ranks) {
    const runs::PopulationShape& shape = population_.shape();
    const std::uint32_t stretch = population_.stretch();
    const std::uint64_t stretches = (steps + stretch - 1) / stretch;
    runs::for_all_parts({&channel_}, workers, [&](std::size_t, std::size_t part) {
      const runs::GroupRange range = population_.groups(part);
      std::vector<runs::Sums> sums(range.size(), runs::Sums(shape.quantities, shape.counters));
      for (std::uint64_t i = 0; i < stretches; ++i) {
        for (runs::Sums& group : sums) group.clear();
        channel_.population->advance(part,
                                     {.first = channel_.first_step + i * stretch, .count = stretch},
                                     {.groups = sums, .histogram = {}});
        for (std::size_t group = 0; group < range.size(); ++group)
          groups_[range.first + group].add(sums[group]);
      }
    });
    channel_.first_step += stretches * stretch;
    std::vector<runs::GroupStatistics> all;
    const std::uint64_t rows = std::uint64_t{stretch} * shape.members;
    // A rank that was stopped has not made all of them.
    std::uint64_t stopped[] = {workers.stop.stop_requested() ? 1U : 0U};
    ranks.sum(stopped);
    if (stopped[0] > 0) return {};
    runs::gather_groups(
        channel_, ranks, [&](runs::Bytes& to, std::size_t own) { groups_[own].write(to); },
        [&](std::uint32_t, std::span<const std::byte>& from) {
          all.emplace_back(shape.quantities, shape.counters).read(from, stretches, rows);
        });
    return population_.estimate(all);
  }

 private:
  runs::Channel& channel_;
  const TreePopulation& population_;
  std::vector<runs::GroupStatistics> groups_;
};

class Learning {
 public:
  Learning(const TreeRun& run, const lattice::Model& model, const LinkClasses& classes)
      : channel_(*run.channel),
        population_(*run.population),
        m_(run.m),
        alike_(run.alike),
        compares_chains_(run.compares_chains),
        space_(model.space),
        classes_(classes),
        background_(bubble_weights(classes, model.space, model.table)),
        counts_(TreeCounts::numbers(classes)),
        sums_(channel_.groups.size(), no_sums()) {
    const LinkDistribution link =
        both_ways(link_distribution(classes, background_, background_, 1));
    plan_.links = {.root = link, .other = link, .alpha = 1};
    population_.set_plan(plan_);
  }

  /// Steps from first_step on.
  void sample(std::size_t part, std::uint64_t steps) {
    const runs::GroupRange range = population_.groups(part);
    const auto counts = [&](std::size_t group) {
      return population_.counts_group(channel_.groups[group]);
    };
    bool any = false;
    for (std::size_t group = range.first; group < range.end; ++group) any |= counts(group);
    if (!any) return;
    std::vector<runs::Sums> sums(range.size(), no_sums());
    std::vector<std::int64_t> cells(counts_.size());
    population_.advance(part, {.first = channel_.first_step, .count = steps},
                        {.groups = sums, .histogram = cells});
    for (std::size_t group = range.first; group < range.end; ++group) {
      if (counts(group)) sums_[group] = sums[group - range.first];
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < cells.size(); ++i)
      counts_[i] += static_cast<std::uint64_t>(cells[i]);
  }

  void learn(std::uint64_t steps, runs::Ranks& ranks) {
    channel_.first_step += steps;
    double size = 0, rows = 0;
    runs::gather_groups(
        channel_, ranks,
        [&](runs::Bytes& to, std::size_t own) {
          runs::write_value(to, sums_[own].first[TreePopulation::magnitude]);
          runs::write_value(to, static_cast<double>(sums_[own].rows));
        },
        [&](std::uint32_t, std::span<const std::byte>& from) {
          size += runs::read_value<double>(from);
          rows += runs::read_value<double>(from);
        });
    ranks.sum(counts_);
    if (plan_.size > 0) {
      const std::vector<std::int64_t> counts(counts_.begin(), counts_.end());
      plan_.links = learned_links(
          classes_, counts,
          {.m = m_, .alike = alike_, .background = background_, .background_part = background});
      plan_.links.root = both_ways(plan_.links.root);
      plan_.links.other = both_ways(plan_.links.other);
    }
    if (rows > 0 && size > 0 && std::isfinite(size)) plan_.size = size / rows;
    std::ranges::fill(counts_, 0);
    std::ranges::fill(sums_, no_sums());
    population_.set_plan(plan_);
  }

  /// After all was learned.
  void choose(const TreeWarmUp& options) {
    choose_sampling(options);
    if (population_.walks() || !population_.can_take_sobol() || !takes_sobol(options.draws, m_))
      return;
    plan_.sobol = channel_.first_step;
    population_.set_plan(plan_);
  }

 private:
  /// Independent samples or chains.
  void choose_sampling(const TreeWarmUp& options) {
    if (options.sampling == Sampling::independent || !population_.can_walk()) return;
    const auto trial = [&](std::uint64_t steps) {
      return Trial(channel_, population_).run(steps, options.workers, options.ranks);
    };
    runs::Estimate independent;
    if (options.sampling == Sampling::automatic) {
      if (!compares_chains_) return;
      independent = trial(options.steps);
      if (independent.warning.empty()) return;
    }
    plan_.normalisation = chain_part * plan_.size;
    if (!(plan_.normalisation > 0)) plan_.normalisation = 1;
    population_.set_plan(plan_);
    const std::uint64_t first = channel_.first_step++;
    runs::for_all_parts({&channel_}, options.workers,
                        [&](std::size_t, std::size_t part) { population_.start(part, first); });
    trial(options.steps);  // to equilibrium
    if (options.sampling != Sampling::automatic) return;
    const runs::Estimate chains = trial(4 * std::uint64_t{options.steps});
    const double variance = chains.variance_per_row * std::pow(population_.unit(), 2);
    if (chains.warning.empty() && variance < independent.variance_per_row) return;
    plan_.normalisation = 0;
    population_.set_plan(plan_);
  }

  LinkDistribution both_ways(const LinkDistribution& link) const {
    return population_.symmetric() ? symmetrised(space_, classes_, link) : link;
  }
  static runs::Sums no_sums() { return {TreePopulation::quantities, TreePopulation::counters}; }

  runs::Channel& channel_;
  TreePopulation& population_;
  std::uint32_t m_;
  bool alike_;
  bool compares_chains_;
  const lattice::Space& space_;
  const LinkClasses& classes_;
  TreePlan plan_;
  std::vector<double> background_;
  std::vector<std::uint64_t> counts_;
  std::vector<runs::Sums> sums_;  ///< of own groups
  std::mutex mutex_;
};

}  // namespace

bool takes_sobol(Draws draws, std::uint32_t m) {
  return draws == Draws::sobol || (draws == Draws::automatic && m <= most_sobol_vertices);
}

bool warm_up(const std::vector<TreeRun>& orders, const lattice::Model& model,
             const LinkClasses& classes, const TreeWarmUp& options) {
  std::vector<std::unique_ptr<Learning>> all;
  std::vector<runs::Channel*> channels;
  for (const TreeRun& run : orders) {
    all.push_back(std::make_unique<Learning>(run, model, classes));
    channels.push_back(run.channel);
  }
  // Sixteenths of the steps. The first are for the size of the integrand alone.
  const std::vector<std::uint32_t> phases = {1, 2, 4, 9};
  std::uint32_t done = 0;
  for (const std::uint32_t phase : phases) {
    const std::uint64_t steps =
        std::max<std::uint64_t>(1, std::uint64_t{options.steps} * phase / 16);
    runs::for_all_parts(channels, options.workers,
                        [&](std::size_t i, std::size_t part) { all[i]->sample(part, steps); });
    std::uint64_t stopped[] = {options.workers.stop.stop_requested() ? 1U : 0U};
    options.ranks.sum(stopped);
    if (stopped[0] > 0) return false;
    for (auto& learning : all) learning->learn(steps, options.ranks);
    done += phase;
    if (options.progress) options.progress(done / 16.0);
  }
  for (auto& learning : all) learning->choose(options);
  std::uint64_t stopped[] = {options.workers.stop.stop_requested() ? 1U : 0U};
  options.ranks.sum(stopped);
  return stopped[0] == 0;
}

}  // namespace diagc::series
