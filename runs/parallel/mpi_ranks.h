// Ranks of an MPI job.
#pragma once

#include <memory>

#include "runs/parallel/ranks.h"

namespace diagc::integrate {

/// Whether this process was started by mpirun or srun, as the environment tells.
bool started_by_mpi();

/// All processes that were started together; MPI ends with the object, of which a process has one in its life. Throws
/// std::runtime_error where libdiagc_mpi.so or MPI itself is not there, which says what to do.
std::unique_ptr<Ranks> mpi_ranks();

}  // namespace diagc::integrate
