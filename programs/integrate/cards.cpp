#include "programs/integrate/cards.h"

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "programs/integrate/sampling/mpi_ranks.h"
#include "runtime/cuda/device.h"

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

}  // namespace

std::optional<int> card_of(const Job& job) {
  const auto& given = job.run.devices;
  if (job.run.target != RunTarget::cuda && given.empty()) return std::nullopt;
  if (given.size() > 1 && !started_by_mpi()) {
    throw InputError(at_key(job, "run.devices",
                            fmt::format("found {} cards for one process, expected one; start a "
                                        "process for each: mpirun -n {} diagc integrate …",
                                        given.size(), given.size())));
  }
  if (!given.empty()) return given[local_rank() % given.size()];
  const std::size_t there = cuda::devices().size();
  return there == 0 ? 0 : static_cast<int>(local_rank() % there);
}

}  // namespace diagc::integrate
