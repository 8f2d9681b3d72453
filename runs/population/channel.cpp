#include "runs/population/channel.h"

#include <algorithm>
#include <utility>

#include "runs/population/picked_rows.h"
#include "runtime/system/thread_pool.h"

namespace diagc::runs {

void Channel::begin_statistics() {
  const PopulationShape& shape = population->shape();
  statistics.assign(groups.size(), GroupStatistics(shape.quantities, shape.counters));
  histogram.assign(shape.cells, 0);
  picked.clear();
  all_picked = 0;
  total = Sums(shape.quantities, shape.counters);
  estimate = {};
}

std::vector<std::uint32_t> own_groups(std::uint32_t all_groups, const Ranks& ranks) {
  std::vector<std::uint32_t> own;
  for (auto group = static_cast<std::uint32_t>(ranks.rank()); group < all_groups;
       group += static_cast<std::uint32_t>(ranks.size()))
    own.push_back(group);
  return own;
}

void for_all_parts(const std::vector<Channel*>& channels, const Workers& workers,
                   const std::function<void(std::size_t channel, std::size_t part)>& body) {
  std::vector<std::pair<std::size_t, std::size_t>> tasks;
  for (std::size_t i = channels.size(); i-- > 0;) {
    for (std::size_t part = 0; part < channels[i]->population->parts(); ++part)
      tasks.emplace_back(i, part);
  }
  if (tasks.empty()) return;
  ThreadPool::shared().run(workers.threads, tasks.size(), [&](std::size_t task) {
    if (!workers.stop.stop_requested()) body(tasks[task].first, tasks[task].second);
  });
}

void gather_groups(
    const Channel& channel, Ranks& ranks, const std::function<void(Bytes&, std::size_t)>& write,
    const std::function<void(std::uint32_t group, std::span<const std::byte>&)>& read) {
  Bytes own;
  for (std::size_t i = 0; i < channel.groups.size(); ++i) write(own, i);
  const auto parts = ranks.gather(own);
  std::vector<std::span<const std::byte>> rest(parts.begin(), parts.end());
  for (std::uint32_t group = 0; group < channel.all_groups; ++group)
    read(group, rest[group % rest.size()]);
}

std::vector<PickedRow> collect_picked(const Channel& channel, Ranks& ranks) {
  std::vector<PickedRow> all;
  std::size_t at = 0;
  ranks.collect([&] { return next_piece(channel.picked, at); },
                [&](std::span<const std::byte> piece) { read_piece(piece, all); });
  std::ranges::sort(all);
  return all;
}

void estimate_channels(std::vector<Channel>& channels, Ranks& ranks) {
  for (Channel& channel : channels) {
    if (channel.stretches == 0) continue;
    std::vector<GroupStatistics> all;
    if (ranks.size() > 1) {
      const PopulationShape& shape = channel.population->shape();
      const std::uint64_t rows = std::uint64_t{channel.population->stretch()} * shape.members;
      gather_groups(
          channel, ranks, [&](Bytes& to, std::size_t own) { channel.statistics[own].write(to); },
          [&](std::uint32_t, std::span<const std::byte>& from) {
            all.emplace_back(shape.quantities, shape.counters).read(from, channel.stretches, rows);
          });
    }
    const std::span<const GroupStatistics> groups = ranks.size() > 1 ? all : channel.statistics;
    channel.total.clear();
    for (const GroupStatistics& group : groups) channel.total += group.total();
    channel.estimate = channel.population->estimate(groups);
    channel.further_estimates = channel.population->further_estimates(groups);
    std::uint64_t picked[] = {channel.picked.size()};
    ranks.sum(picked);
    channel.all_picked = picked[0];
  }
}

}  // namespace diagc::runs
