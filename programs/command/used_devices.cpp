#include "programs/command/used_devices.h"

#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runs/parallel/mpi_ranks.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

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

UsedDevices on_gpus(std::vector<int> gpus) {
  UsedDevices used;
  for (const int gpu : gpus) used.names.push_back(name_of(gpu));
  used.line =
      fmt::format("runs on device{} {}", gpus.size() == 1 ? "" : "s", fmt::join(gpus, ", "));
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const std::string& name = used.names[i];
    const bool repeated = i > 0 && name == used.names[i - 1];
    if (!name.empty() && !repeated) used.line += ", " + name;
  }
  used.gpus = std::move(gpus);
  return used;
}

std::size_t gpus_there() {
  try {
    return cuda::devices().size();
  } catch (const cuda::Unavailable&) {
    return 0;
  }
}

/// On the processor, and why.
UsedDevices processor(unsigned threads, const std::string& why) {
  if (threads == 0) threads = available_threads();
  return {
      {},
      {},
      fmt::format("runs on the processor, {} thread{}: {}", threads, threads == 1 ? "" : "s", why)};
}

}  // namespace

UsedDevices used_devices(const runs::RunDevices& job, unsigned threads) {
  if (job.target == runs::RunTarget::cpu) return processor(threads, "as the job says");
  std::vector<int> gpus = job.devices;
  if (gpus.empty() && job.target == runs::RunTarget::automatic) {
    if (gpus_there() == 0) return processor(threads, "there is no NVIDIA GPU to be used");
    if (!cuda::why_no_nvrtc().empty()) {
      return processor(threads, "there is a device, but no NVRTC to compile for it");
    }
  }
  if (gpus.empty()) {
    for (const cuda::DeviceInfo& gpu : cuda::devices()) gpus.push_back(gpu.number);
  }
  if (gpus.empty()) gpus = {0};
  if (runs::started_by_mpi()) gpus = {gpus[local_rank() % gpus.size()]};
  return on_gpus(std::move(gpus));
}

}  // namespace diagc
