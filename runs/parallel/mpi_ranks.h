// Ranks of an MPI job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "runs/parallel/ranks.h"

namespace diagc::runs {

/// Whether this process was started by mpirun or srun, as the environment tells.
bool started_by_mpi();

/// All processes that were started together; MPI ends with the object, of which a process has one in its life. Throws
/// std::runtime_error where libdiagc_mpi.so or MPI itself is not there, which says what to do.
/// `most_at_once`: bytes of one message, below 2³¹; what is longer goes in several.
std::unique_ptr<Ranks> mpi_ranks(std::uint64_t most_at_once = std::uint64_t{1} << 28U);

/// Bytes for another rank.
struct MpiMessage {
  int rank;
  std::span<const std::byte> bytes;
};

/// Room for those of another rank.
struct MpiIncoming {
  int rank;
  std::span<std::byte> bytes;
};

/// Between the ranks of mpi_ranks(), while that object lives: sends and receives, all at once, and returns when all is done. What one rank sends to
/// another arrives in the order in which it stands here; both know the sizes. Throws std::runtime_error where MPI fails.
void mpi_exchange(std::span<const MpiMessage> outgoing, std::span<const MpiIncoming> incoming);

}  // namespace diagc::runs
