#include "programs/integrate/devices.h"

#include <charconv>
#include <utility>

#include "runs/parallel/rank_threads.h"

namespace diagc::integrate {

Sampler sampler_of(const series::Job& job) { return used_devices(job.run, job.run.threads); }

std::uint32_t walkers_of(const series::Job& job, std::size_t gpus, std::string_view resumed) {
  if (job.given.contains("run.walkers")) return job.run.walkers;
  std::uint32_t before = 0;
  const auto [end, error] =
      std::from_chars(resumed.data(), resumed.data() + resumed.size(), before);
  if (error == std::errc() && before > 0 && before % gpu_walkers == 0) return before;
  return gpus == 0 ? job.run.walkers : static_cast<std::uint32_t>(gpus) * gpu_walkers;
}

series::Result integrate_on(const std::vector<int>& gpus, series::Plan plan,
                            const series::Progress& progress, const std::stop_token& stop) {
  if (!gpus.empty()) plan.device = gpus.front();
  if (gpus.size() <= 1) return series::integrate(plan, progress, stop);
  series::Result result;
  runs::RankThreads ranks(static_cast<int>(gpus.size()));
  ranks.run([&](runs::Ranks& own) {
    series::Plan share = plan;
    share.ranks = &own;
    share.device = gpus[static_cast<std::size_t>(own.rank())];
    series::Result of_all =
        series::integrate(share, own.rank() == 0 ? progress : series::Progress{}, stop);
    if (own.rank() == 0) result = std::move(of_all);
  });
  return result;
}

}  // namespace diagc::integrate
