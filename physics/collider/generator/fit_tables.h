// Fits distributions and units of a population before it begins: rounds of events, each drawn as the rounds before have it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "physics/collider/generator/generator_tables.h"
#include "physics/collider/phase_space/warm_up.h"

namespace diagc::collider {

/// What fits learn of a block of members in one step.
class EventTrial {
 public:
  explicit EventTrial(std::size_t orderings) : round_(orderings) {}
  /// An event, whether it passes or not; `ordering` is that of its block, `sets` are the cut sets that it passes, as bits.
  void add(const OwnTables& tables, unsigned ordering, unsigned sets, double weight,
           std::span<const double> pt, std::span<const double> y);
  EventTrial& operator+=(const EventTrial& more);
  const WarmUpRound& round() const { return round_; }
  double sum() const { return sum_; }  ///< of |weight|
  /// Of events that pass the first cuts, where events are to be unweighted.
  const std::vector<double>& weights() const { return weights_; }

 private:
  WarmUpRound round_;
  double sum_ = 0;
  std::vector<double> weights_;
};

/// Blocks of members that a fit takes, the first ones of all groups, and their members.
inline constexpr unsigned trial_blocks = 256, trial_members = ordering_block;

/// Steps of a round. The more jets, the fewer events make the sum. Sums over colours and helicities are smooth, and dear.
constexpr unsigned warm_up_steps(unsigned jets, bool summed) {
  return summed ? 1 : jets < 3 ? 2 : 4 * (jets - 2);
}

/// `tried`: trials of all blocks, step after step, from the tables as they are then; fewer where a stop was requested. Sets `next` behind the
/// steps that were taken. False: stopped.
bool fit_tables(
    OwnTables& tables, unsigned steps, std::size_t orderings, const std::stop_token& stop,
    std::uint64_t& next,
    const std::function<std::vector<EventTrial>(std::uint64_t first, unsigned steps)>& tried);

/// body(0 … count − 1), on several threads, until a stop is requested.
void for_all_trials(unsigned threads, const std::stop_token& stop, std::size_t count,
                    const std::function<void(std::size_t)>& body);

}  // namespace diagc::collider
