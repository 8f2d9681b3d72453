#include "programs/integrate/devices.h"

#include <charconv>

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

}  // namespace diagc::integrate
