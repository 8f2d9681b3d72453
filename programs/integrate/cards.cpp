#include "programs/integrate/cards.h"

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "programs/integrate/sampling/mpi_ranks.h"
#include "runtime/cpu/thread_pool.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"

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
std::string name_of(int card) {
  if (!cuda::why_no_driver().empty()) return "";
  for (const cuda::DeviceInfo& info : cuda::devices()) {
    if (info.number == card) return info.name;
  }
  return "";
}

Sampler on_card(int card) {
  const std::string name = name_of(card);
  return {card, name, fmt::format("runs on card {}{}{}", card, name.empty() ? "" : ", ", name)};
}

std::size_t cards_there() {
  try {
    return cuda::devices().size();
  } catch (const cuda::Unavailable&) {
    return 0;
  }
}

/// On the processor, and why.
Sampler processor(const Job& job, const std::string& why) {
  const unsigned threads = job.run.threads == 0 ? available_threads() : job.run.threads;
  return {
      std::nullopt, "",
      fmt::format("runs on the processor, {} thread{}: {}", threads, threads == 1 ? "" : "s", why)};
}

}  // namespace

Sampler sampler_of(const Job& job) {
  const auto& given = job.run.devices;
  if (job.run.target == RunTarget::cpu) return processor(job, "as the job says");
  if (given.size() > 1 && !started_by_mpi()) {
    throw InputError(at_key(job, "run.devices",
                            fmt::format("found {} cards for one process, expected one; start a "
                                        "process for each: mpirun -n {} diagc integrate …",
                                        given.size(), given.size())));
  }
  if (!given.empty()) return on_card(given[local_rank() % given.size()]);
  if (job.run.target == RunTarget::automatic) {
    if (cards_there() == 0) return processor(job, "there is no NVIDIA card to be used");
    if (!cuda::why_no_nvrtc().empty()) {
      return processor(job, "there is a card, but no NVRTC to compile for it");
    }
  }
  const std::size_t there = cuda::devices().size();
  return on_card(there == 0 ? 0 : static_cast<int>(local_rank() % there));
}

}  // namespace diagc::integrate
