#include "runs/parallel/mpi/mpi_library.h"

#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace {

int own_rank = 0, ranks = 1;
std::uint64_t most_bytes = 1U << 28U;

const char* message(int code) {
  if (code == MPI_SUCCESS) return nullptr;
  static std::string text;
  char buffer[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, buffer, &length);
  text.assign(buffer, static_cast<std::size_t>(length));
  return text.c_str();
}

const char* begin(int* rank, int* size, std::uint64_t most_at_once) {
  most_bytes = most_at_once;
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
  own_rank = *rank;
  ranks = *size;
  return error;
}

const char* gather_sizes(std::uint64_t own, std::uint64_t* sizes) {
  return message(MPI_Allgather(&own, 1, MPI_UINT64_T, sizes, 1, MPI_UINT64_T, MPI_COMM_WORLD));
}

/// action(first byte, bytes) for every message that so many bytes take, until one fails.
template <class Action>
const char* in_messages(std::uint64_t bytes, const Action& action) {
  for (std::uint64_t at = 0; at < bytes; at += most_bytes) {
    if (const char* error = message(action(at, static_cast<int>(std::min(most_bytes, bytes - at)))))
      return error;
  }
  return nullptr;
}

const char* gather_bytes(const void* own, const std::uint64_t* sizes, void* all) {
  char* to = static_cast<char*>(all);
  for (int rank = 0; rank < ranks; ++rank) {
    const std::uint64_t size = sizes[rank];
    if (rank == own_rank && size > 0) std::memcpy(to, own, size);
    const char* error = in_messages(size, [&](std::uint64_t at, int count) {
      return MPI_Bcast(to + at, count, MPI_BYTE, rank, MPI_COMM_WORLD);
    });
    if (error) return error;
    to += size;
  }
  return nullptr;
}

const char* sum(std::uint64_t* numbers, std::uint64_t count) {
  return in_messages(count, [&](std::uint64_t at, int some) {
    return MPI_Allreduce(MPI_IN_PLACE, numbers + at, some, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  });
}

const char* send(int to, const void* bytes, std::uint64_t count) {
  return in_messages(count, [&](std::uint64_t at, int some) {
    return MPI_Send(static_cast<const char*>(bytes) + at, some, MPI_BYTE, to, 0, MPI_COMM_WORLD);
  });
}

const char* receive(int from, void* bytes, std::uint64_t count) {
  return in_messages(count, [&](std::uint64_t at, int some) {
    return MPI_Recv(static_cast<char*>(bytes) + at, some, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE);
  });
}

const char* exchange(const DiagcMpiMessage* outgoing, std::uint64_t sends,
                     const DiagcMpiMessage* incoming, std::uint64_t receives) {
  std::vector<MPI_Request> requests;
  const char* error = nullptr;
  for (std::uint64_t k = 0; k < receives && !error; ++k) {
    const DiagcMpiMessage& to = incoming[k];
    error = in_messages(to.count, [&](std::uint64_t at, int some) {
      return MPI_Irecv(static_cast<char*>(to.bytes) + at, some, MPI_BYTE, to.rank, 1,
                       MPI_COMM_WORLD, &requests.emplace_back(MPI_REQUEST_NULL));
    });
  }
  for (std::uint64_t k = 0; k < sends && !error; ++k) {
    const DiagcMpiMessage& from = outgoing[k];
    error = in_messages(from.count, [&](std::uint64_t at, int some) {
      return MPI_Isend(static_cast<const char*>(from.bytes) + at, some, MPI_BYTE, from.rank, 1,
                       MPI_COMM_WORLD, &requests.emplace_back(MPI_REQUEST_NULL));
    });
  }
  if (error) return error;
  return message(
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

void end() {
  int gone = 0;
  MPI_Finalized(&gone);
  if (!gone) MPI_Finalize();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const DiagcMpi* diagc_mpi_v3() {
  static const DiagcMpi table = {begin, gather_sizes, gather_bytes, sum,
                                 send,  receive,      exchange,     end};
  return &table;
}
