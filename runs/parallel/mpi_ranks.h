// Ranks of an MPI job.
#pragma once

#include <cstdint>
#include <memory>

#include "runs/parallel/ranks.h"

namespace diagc::runs {

/// Whether this process was started by mpirun or srun, as the environment tells.
bool started_by_mpi();

/// All processes that were started together; MPI ends with the object, of which a process has one in its life. Throws
/// std::runtime_error where libdiagc_mpi.so or MPI itself is not there, which says what to do.
/// `most_at_once`: bytes of one message, below 2³¹; what is longer goes in several.
std::unique_ptr<Ranks> mpi_ranks(std::uint64_t most_at_once = std::uint64_t{1} << 28U);

}  // namespace diagc::runs
