#include "programs/integrate/devices.h"

#include <charconv>
#include <cstdlib>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runs/parallel/mpi_ranks.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/system/thread_pool.h"

namespace diagc::integrate {

namespace {

/// Of the ranks on this machine, as mpirun and srun number them.
std::size_t local_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
    if (const char* value = std::getenv(name); value && *value)
      return std::strtoul(value, nullptr, 10);
  }
  return 0;
}

/// Of one that is there, else nothing: what is compiled for it next says what is wrong.
std::string name_of(int gpu) {
  if (!cuda::why_no_driver().empty()) return "";
  for (const cuda::DeviceInfo& info : cuda::devices()) {
    if (info.number == gpu) return info.name;
  }
  return "";
}

Sampler on_gpus(std::vector<int> gpus) {
  Sampler sampler;
  for (const int gpu : gpus) sampler.names.push_back(name_of(gpu));
  sampler.line =
      fmt::format("runs on device{} {}", gpus.size() == 1 ? "" : "s", fmt::join(gpus, ", "));
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const std::string& name = sampler.names[i];
    const bool repeated = i > 0 && name == sampler.names[i - 1];
    if (!name.empty() && !repeated) sampler.line += ", " + name;
  }
  sampler.gpus = std::move(gpus);
  return sampler;
}

std::size_t gpus_there() {
  try {
    return cuda::devices().size();
  } catch (const cuda::Unavailable&) {
    return 0;
  }
}

/// On the processor, and why.
Sampler processor(const series::Job& job, const std::string& why) {
  const unsigned threads = job.run.threads == 0 ? available_threads() : job.run.threads;
  return {
      {},
      {},
      fmt::format("runs on the processor, {} thread{}: {}", threads, threads == 1 ? "" : "s", why)};
}

}  // namespace

Sampler sampler_of(const series::Job& job) {
  if (job.run.target == series::RunTarget::cpu) return processor(job, "as the job says");
  std::vector<int> gpus = job.run.devices;
  if (gpus.empty() && job.run.target == series::RunTarget::automatic) {
    if (gpus_there() == 0) return processor(job, "there is no NVIDIA GPU to be used");
    if (!cuda::why_no_nvrtc().empty()) {
      return processor(job, "there is a device, but no NVRTC to compile for it");
    }
  }
  if (gpus.empty()) {
    for (const cuda::DeviceInfo& gpu : cuda::devices()) gpus.push_back(gpu.number);
  }
  if (gpus.empty()) gpus = {0};
  if (runs::started_by_mpi()) gpus = {gpus[local_rank() % gpus.size()]};
  return on_gpus(std::move(gpus));
}

std::uint32_t walkers_of(const series::Job& job, std::size_t gpus, std::string_view resumed) {
  if (job.given.contains("run.walkers")) return job.run.walkers;
  std::uint32_t before = 0;
  const auto [end, error] =
      std::from_chars(resumed.data(), resumed.data() + resumed.size(), before);
  if (error == std::errc() && before > 0 && before % gpu_walkers == 0) return before;
  return gpus == 0 ? job.run.walkers : static_cast<std::uint32_t>(gpus) * gpu_walkers;
}

}  // namespace diagc::integrate
