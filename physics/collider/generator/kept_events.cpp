#include "physics/collider/generator/kept_events.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "physics/collider/generator/generator_tables.h"

namespace diagc::collider {

namespace {

/// s_c: pb that an event with the value 1 stands for.
std::vector<double> scales_of(const Job& job, const std::vector<runs::Channel>& channels,
                              const std::vector<EventPopulation*>& populations) {
  std::vector<double> scales;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const double maximum = job.unweighting.weighted ? 1 : populations[i]->own_tables().maximum();
    const auto rows = static_cast<double>(channels[i].total.rows);
    scales.push_back(rows > 0 ? maximum / rows : 0);
  }
  return scales;
}

/// s: the least that leaves channels of larger ones at most `overflow` of the cross section.
double common_scale(const std::vector<double>& scales, const std::vector<runs::Channel>& channels,
                    double overflow) {
  std::vector<std::pair<double, double>> parts;  // scale, cross section
  double all = 0;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const double own = std::max(channels[i].estimate.ratio, 0.0);
    parts.emplace_back(scales[i], own);
    all += own;
  }
  std::ranges::sort(parts, std::greater());
  double above = 0;
  for (const auto& [scale, own] : parts) {
    above += own;
    if (above > overflow * all) return scale;
  }
  return 0;
}

double scale_of_all(const Process& process, const std::vector<double>& scales,
                    const std::vector<runs::Channel>& channels, std::uint64_t generated) {
  const Job::Unweighting& options = process.job.unweighting;
  return options.weighted ? 1 / static_cast<double>(generated)
                          : common_scale(scales, channels, options.overflow);
}

std::string combined_as(const Result& result, bool of_scales) {
  for (const UncertaintyResult& row : result.uncertainties)
    if ((row.source == "scales") == of_scales) return row.combined;
  return {};
}

}  // namespace

double events_so_far(const Job& job, const std::vector<runs::Channel>& channels,
                     const std::vector<EventPopulation*>& populations) {
  const std::vector<double> scales = scales_of(job, channels, populations);
  const double common = common_scale(scales, channels, job.unweighting.overflow);
  double count = 0;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (common > 0)
      count += static_cast<double>(channels[i].all_picked) * std::min(scales[i] / common, 1.0);
  return count;
}

double seconds_of_event(const Process& process, const std::vector<runs::Channel>& channels,
                        const std::vector<EventPopulation*>& populations, unsigned threads) {
  constexpr std::size_t some = 1024;
  const auto most = std::ranges::max_element(
      channels, {}, [](const runs::Channel& channel) { return channel.picked.size(); });
  const auto end =
      most->picked.begin() + static_cast<std::ptrdiff_t>(std::min(some, most->picked.size()));
  EventSource source{
      .tables = populations[static_cast<std::size_t>(most - channels.begin())]->own_tables(),
      .first_step = most->first_step,
      .end_step = most->next_step(),
      .rows = {most->picked.begin(), end}};
  return seconds_of_event(process.job.output.events, {}, EventList(process, {std::move(source)}, 1),
                          threads);
}

void add_events(const Process& process, const std::vector<runs::Channel>& channels,
                const std::vector<EventPopulation*>& populations, runs::Ranks& ranks,
                Generated& to) {
  const Job& job = process.job;
  const std::vector<double> scales = scales_of(job, channels, populations);
  std::vector<EventSource> sources;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    std::vector<runs::PickedRow> rows = runs::collect_picked(channels[i], ranks);
    sources.push_back({.tables = populations[i]->own_tables(),
                       .scale = scales[i],
                       .first_step = channels[i].first_step,
                       .end_step = channels[i].next_step(),
                       .rows = std::move(rows)});
  }
  const std::uint64_t generated = to.result.generated;
  if (ranks.rank() != 0 || generated == 0) return;
  const double scale = scale_of_all(process, scales, channels, generated);
  to.events = EventList(process, std::move(sources), scale);
  const auto count = static_cast<double>(to.events.size());
  to.head.beam = job.energy / 2;
  to.head.cross_section = to.result.cross_section;
  to.head.error = to.result.error;
  to.head.generated = generated;
  to.head.passed = to.result.passed;
  to.head.unit = scale * count;
  to.head.largest = to.events.largest();
  to.head.job = to.result.job;
  for (const VariationResult& row : to.result.variations) {
    const bool of_scales = row.renormalisation != 1 || row.factorisation != 1;
    to.head.weights.push_back({.id = row.name,
                               .group = of_scales ? "scales" : "densities",
                               .combine = combined_as(to.result, of_scales),
                               .renormalisation = row.renormalisation,
                               .factorisation = row.factorisation,
                               .member = row.member,
                               .cross_section = row.cross_section,
                               .error = row.error});
  }
  EventsResult& events = to.result.events;
  events.count = events.kept = to.events.size();
  events.weights = job.unweighting.weighted ? "cross section" : "1";
  if (job.unweighting.weighted) return;
  events.maximum = scale * static_cast<double>(generated);
  events.efficiency = count / static_cast<double>(std::max<std::uint64_t>(to.result.passed, 1));
  events.overflows = to.events.overflows();
  events.overflow_share = count > 0 ? to.events.overflow() / to.events.weight() : 0;
  if (!(job.run.unweighted > 0)) return;
  // Of the last round there are more than were asked for. All are alike.
  to.events.keep_first(static_cast<std::size_t>(std::ceil(std::min(job.run.unweighted, count))));
  events.count = to.events.size();
}

}  // namespace diagc::collider
