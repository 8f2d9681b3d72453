#include "physics/collider/generator/fit_tables.h"

#include <atomic>
#include <cmath>
#include <thread>

namespace diagc::collider {

void EventTrial::add(const OwnTables& tables, unsigned ordering, unsigned sets, double weight,
                     std::span<const double> pt, std::span<const double> y) {
  sum_ += std::abs(weight);
  if ((sets & 1U) != 0 && tables.wants_maximum()) weights_.push_back(weight);
  if (tables.antenna()) round_.add(*tables.antenna(), ordering, weight, pt, y);
}

EventTrial& EventTrial::operator+=(const EventTrial& more) {
  sum_ += more.sum_;
  round_ += more.round_;
  weights_.insert(weights_.end(), more.weights_.begin(), more.weights_.end());
  return *this;
}

bool fit_tables(
    OwnTables& tables, unsigned most_steps, std::size_t orderings, const std::stop_token& stop,
    std::uint64_t& next,
    const std::function<std::vector<EventTrial>(std::uint64_t first, unsigned steps)>& tried) {
  constexpr unsigned phases = 5;
  for (unsigned phase = 0; phase < phases; ++phase) {
    const unsigned steps = phase == 0 ? 1 : most_steps;
    const std::vector<EventTrial> trials = tried(next, steps);
    if (stop.stop_requested()) return false;
    next += steps;
    EventTrial all(orderings);
    for (const EventTrial& trial : trials) all += trial;
    tables.choose_units(all.sum() / static_cast<double>(trials.size() * trial_members));
    if (phase + 1 < phases)
      tables.fit(all.round());
    else if (tables.wants_maximum())
      tables.choose_maximum(all.weights());
  }
  return true;
}

void for_all_trials(unsigned threads, const std::stop_token& stop, std::size_t count,
                    const std::function<void(std::size_t)>& body) {
  std::atomic<std::size_t> taken{0};
  const auto work = [&] {
    for (std::size_t i = taken++; i < count && !stop.stop_requested(); i = taken++) body(i);
  };
  std::vector<std::jthread> others;
  for (unsigned t = 1; t < threads; ++t) others.emplace_back(work);
  work();
}

}  // namespace diagc::collider
