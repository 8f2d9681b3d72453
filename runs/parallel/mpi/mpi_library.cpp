#include "runs/parallel/mpi/mpi_library.h"

#include <mpi.h>

#include <limits>
#include <string>
#include <vector>

namespace {

int ranks = 1;

const char* message(int code) {
  if (code == MPI_SUCCESS) return nullptr;
  static std::string text;
  char buffer[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, buffer, &length);
  text.assign(buffer, static_cast<std::size_t>(length));
  return text.c_str();
}

const char* begin(int* rank, int* size) {
  int there = 0;
  MPI_Initialized(&there);
  if (!there) {
    // Threads of one rank step walkers; the one that called begin() alone talks to other ranks.
    int provided = 0;
    if (const char* error =
            message(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided)))
      return error;
    if (provided < MPI_THREAD_FUNNELED) return "this MPI allows no threads";
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (const char* error = message(MPI_Comm_rank(MPI_COMM_WORLD, rank))) return error;
  const char* error = message(MPI_Comm_size(MPI_COMM_WORLD, size));
  ranks = *size;
  return error;
}

const char* gather_sizes(std::uint64_t own, std::uint64_t* sizes) {
  return message(MPI_Allgather(&own, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, MPI_COMM_WORLD));
}

const char* gather_bytes(const void* own, const std::uint64_t* sizes, void* all) {
  std::vector<int> counts, starts;
  std::uint64_t sum = 0;
  for (int rank = 0; rank < ranks; ++rank) {
    counts.push_back(static_cast<int>(sizes[rank]));
    starts.push_back(static_cast<int>(sum));
    sum += sizes[rank];
  }
  if (sum > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
    return "more than 2 GiB to gather; take fewer walkers";
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return message(MPI_Allgatherv(own, counts[static_cast<std::size_t>(rank)], MPI_BYTE, all,
                                counts.data(), starts.data(), MPI_BYTE, MPI_COMM_WORLD));
}

const char* sum(std::uint64_t* numbers, std::uint64_t count) {
  return message(MPI_Allreduce(MPI_IN_PLACE, numbers, static_cast<int>(count), MPI_UINT64_T,
                               MPI_SUM, MPI_COMM_WORLD));
}

void end() {
  int gone = 0;
  MPI_Finalized(&gone);
  if (!gone) MPI_Finalize();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const DiagcMpi* diagc_mpi_v1() {
  static const DiagcMpi table = {begin, gather_sizes, gather_bytes, sum, end};
  return &table;
}
