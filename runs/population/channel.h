// One of the populations that a run shares its time among, such as one order of a series, and what came of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "runs/checkpoint/digest.h"
#include "runs/parallel/ranks.h"
#include "runs/population/population.h"

namespace diagc::runs {

struct Channel {
  std::string name;  ///< for people: "order 3"
  Digest digest;     ///< all that its numbers depend on
  std::unique_ptr<Population> population;
  std::uint32_t all_groups = 0;       ///< of all ranks
  std::vector<std::uint32_t> groups;  ///< numbers of the own ones, as own_groups() gives them
  double cost_per_row = 1;            ///< core seconds, or any unit that all channels share

  std::uint64_t first_step = 0;             ///< before it nothing counted: warm-up
  std::uint64_t stretches = 0;              ///< that counted
  std::vector<GroupStatistics> statistics;  ///< of own groups
  std::vector<std::int64_t>
      histogram;  ///< of own groups together; of resumed runs in the first rank
  std::vector<PickedRow>
      picked;                    ///< of own groups, in any order; of resumed runs in the first rank
  std::uint64_t all_picked = 0;  ///< how many all ranks have
  Sums total;                    ///< of all groups of all ranks
  Estimate estimate;             ///< the same
  std::vector<Estimate> further_estimates;  ///< the same, as Population has them

  /// With the population in place, before anything else.
  void begin_statistics();
  std::uint64_t next_step() const { return first_step + stretches * population->stretch(); }
  double stretch_cost() const {
    return cost_per_row * population->stretch() * population->shape().members * all_groups;
  }
};

/// Numbers of the groups that a rank owns: every size-th.
std::vector<std::uint32_t> own_groups(std::uint32_t all_groups, const Ranks& ranks);

struct Workers {
  unsigned threads = 1;
  std::stop_token stop = {};
};

/// body(channel's place, part) for all parts of these channels, on several threads, later channels first: they take longest. Those
/// that have not begun when a stop is requested are left out.
void for_all_parts(const std::vector<Channel*>& channels, const Workers& workers,
                   const std::function<void(std::size_t channel, std::size_t part)>& body);

/// Picked rows of all ranks in the order of steps and members, on the first rank; empty on others.
std::vector<PickedRow> collect_picked(const Channel& channel, Ranks& ranks);

/// Brings total, estimate and all_picked up to date, with the statistics of all groups of all ranks in the order of groups.
void estimate_channels(std::vector<Channel>& channels, Ranks& ranks);

/// The same item of every own group → of all groups of all ranks in the order of groups; write(bytes, own group's place), read(bytes).
void gather_groups(
    const Channel& channel, Ranks& ranks, const std::function<void(Bytes&, std::size_t)>& write,
    const std::function<void(std::uint32_t group, std::span<const std::byte>&)>& read);

}  // namespace diagc::runs
