#include "physics/series/sampling/warm_up.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "physics/series/sampling/parallel.h"
#include "runs/checkpoint/bytes.h"

namespace diagc::integrate {

namespace {

constexpr double background = 0.05;  // of every link, kept from before anything was learned
constexpr double least_normalisation = 0.15;
constexpr double wanted_shift_acceptance = 0.4;
constexpr double least_redraw_acceptance = 0.02;

/// What the blocks of all ranks have, in the order of their numbers.
template <class Item>
std::vector<Item> of_all_blocks(const OrderRun& run, std::span<const Item> own, Ranks& ranks) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < own.size(); ++i) {
    write_value(bytes, run.blocks[i]);
    write_value(bytes, own[i]);
  }
  std::vector<Item> all(run.all_blocks);
  for (const auto& part : ranks.gather(bytes)) {
    std::span<const std::byte> from(part);
    while (!from.empty()) {
      const auto block = read_value<std::uint32_t>(from);
      all[block] = read_value<Item>(from);
    }
  }
  return all;
}

class Tuning {
 public:
  Tuning(OrderRun& run, const Model& model, const LinkClasses& classes)
      : run_(run),
        classes_(classes),
        roots_(model.space.roots.size() > 1),
        background_(bubble_weights(classes, model.space, model.table)),
        counts_(std::size_t{run.order} * classes.cells()) {
    run.plan.links.assign(run.order, link_distribution(classes, background_, background_, 1));
    run.plan.moves = move_cycle(run.order, roots_, true);
    run.plan.shift_ticks = 1U << 29U;
    run.plan.normalisation = 1;
    run.walkers->set_plan(run.plan);
    sums_.resize(run.blocks.size());
    started_.resize(run.blocks.size());
  }

  void start(std::size_t block) { started_[block] = run_.walkers->start(block, 0); }
  void after_start(Ranks& ranks) {
    double sum = 0;
    for (const double part : of_all_blocks<double>(run_, started_, ranks)) sum += part;
    const double size = sum / run_.all_blocks / OrderWalkers::block_walkers;
    if (size > 0 && std::isfinite(size)) run_.plan.normalisation = size;
    smallest_ = 1e-9 * run_.plan.normalisation;
    run_.next_step = 1;
    run_.walkers->set_plan(run_.plan);
  }

  void walk(std::size_t block, std::uint64_t steps) {
    run_.walkers->refresh(block);
    // Links are looked at once in a stretch, beginning with the second half.
    const std::uint64_t stretch = stretch_of(run_.plan.moves, run_.least_stretch);
    sums_[block] = {};
    std::vector<std::uint64_t> counts;
    std::uint64_t done = 0;
    while (done < steps) {
      const std::uint64_t count = std::min(stretch, steps - done);
      const bool counted = done + count > uncounted(steps);
      if (counted && counts.empty()) counts.resize(counts_.size());
      const StepSums sums = run_.walkers->walk(block, run_.next_step + done, count, counts);
      done += count;
      if (!counted) continue;
      sums_[block] += sums;
    }
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < counts.size(); ++i) counts_[i] += counts[i];
  }

  void after_walk(std::uint64_t steps, Ranks& ranks, bool learn_links, bool last) {
    run_.next_step += steps;
    StepSums total;
    for (const StepSums& sums : of_all_blocks<StepSums>(run_, sums_, ranks)) total += sums;
    ranks.sum(counts_);
    const auto walkers = static_cast<double>(run_.all_blocks) * OrderWalkers::block_walkers;
    adapt(total, walkers * static_cast<double>(steps - uncounted(steps)), last);
    if (learn_links) learn();
    std::ranges::fill(counts_, 0);
    run_.walkers->set_plan(run_.plan);
    run_.stretch = stretch_of(run_.plan.moves, run_.least_stretch);
  }

 private:
  /// Steps of the stretches that end before the second half begins.
  std::uint64_t uncounted(std::uint64_t steps) const {
    const std::uint64_t stretch = stretch_of(run_.plan.moves, run_.least_stretch);
    return steps / 2 / stretch * stretch;
  }

  void adapt(const StepSums& total, double steps, bool last) {
    if (!(steps > 0)) return;
    const double norm = total.w / steps;  // λ / (λ + ∫|f|)
    if (norm > 0 && norm < 1) {
      const double size = run_.plan.normalisation * (1 - norm) / norm;
      const double sign = std::abs(total.f / (steps - total.w));
      // An integrand that is zero, but for rounding, would take it to zero with it.
      run_.plan.normalisation =
          std::max(size * std::clamp(sign, least_normalisation, 1.0), smallest_);
    } else if (norm == 0) {
      run_.plan.normalisation *= 1000;  // it is never met: far too small
    }
    const auto cycle = static_cast<double>(run_.plan.moves.size());
    const double shifts = steps * 2 * run_.order / cycle;
    const double acceptance = static_cast<double>(total.accepted[2]) / shifts;
    const double factor = std::clamp(acceptance / wanted_shift_acceptance, 0.5, 2.0);
    run_.plan.shift_ticks = static_cast<std::uint32_t>(
        std::clamp(factor * run_.plan.shift_ticks, 1024.0, 2147483647.0));
    if (last && run_.plan.moves.front() == 0 &&
        static_cast<double>(total.accepted[0]) < least_redraw_acceptance * steps / cycle) {
      run_.plan.moves = move_cycle(run_.order, roots_, false);
    }
  }

  void learn() {
    for (std::uint32_t v = 0; v < run_.order; ++v) {
      std::vector<double> weights;
      for (std::uint32_t cell = 0; cell < classes_.cells(); ++cell) {
        weights.push_back(
            std::ldexp(static_cast<double>(counts_[v * classes_.cells() + cell]), -20));
      }
      run_.plan.links[v] = link_distribution(classes_, weights, background_, background);
    }
  }

  OrderRun& run_;
  const LinkClasses& classes_;
  bool roots_;
  double smallest_ = 0;  ///< normalisation that tuning may come to
  std::vector<double> background_;
  std::vector<std::uint64_t> counts_;
  std::vector<StepSums> sums_;
  std::vector<double> started_;
  std::mutex mutex_;
};

}  // namespace

bool warm_up(std::vector<OrderRun>& runs, const Model& model, const LinkClasses& classes,
             const WarmUp& options) {
  std::vector<std::unique_ptr<Tuning>> tunings;
  for (OrderRun& run : runs) tunings.push_back(std::make_unique<Tuning>(run, model, classes));
  const auto for_all = [&](const auto& body) {
    for_all_blocks(runs, options.threads, options.stop,
                   [&](std::size_t i, std::size_t block) { body(*tunings[i], block); });
    std::uint64_t stopped[] = {options.stop.stop_requested() ? 1U : 0U};
    options.ranks.sum(stopped);
    return stopped[0] == 0;
  };
  const auto tell = [&](double fraction) {
    if (options.progress) options.progress(fraction);
  };
  if (!for_all([](Tuning& tuning, std::size_t block) { tuning.start(block); })) return false;
  for (auto& tuning : tunings) tuning->after_start(options.ranks);

  // Thirty-seconds of the steps. The first are for λ alone; the last ones come after all is frozen.
  const std::vector<std::uint32_t> parts = {1, 2, 4, 8, 8};
  std::uint32_t done = 0;
  for (std::size_t phase = 0; phase < parts.size(); ++phase) {
    const std::uint64_t steps =
        std::max<std::uint64_t>(1, std::uint64_t{options.steps} * parts[phase] / 32);
    if (!for_all([&](Tuning& tuning, std::size_t block) { tuning.walk(block, steps); }))
      return false;
    const bool last = phase + 1 == parts.size();
    for (auto& tuning : tunings) tuning->after_walk(steps, options.ranks, phase > 0 && !last, last);
    done += parts[phase];
    tell(done / 32.0);
  }
  const std::uint64_t rest = std::uint64_t{options.steps} * (32 - done) / 32;
  if (!for_all([&](Tuning& tuning, std::size_t block) { tuning.walk(block, rest); })) return false;
  for (OrderRun& run : runs) run.next_step += rest;
  tell(1);
  return true;
}

}  // namespace diagc::integrate
