// The C interface of libdiagc_mpi.so: all that diagc wants of MPI. The library is built where MPI is found and opened only
// under mpirun, so that diagc itself needs no MPI.
#pragma once

#include <cstdint>

extern "C" {

/// Bytes for another rank, or room for those that come from it.
struct DiagcMpiMessage {
  int rank;
  void* bytes;
  std::uint64_t count;
};

/// Functions return null, or a message that lives as long as the library.
struct DiagcMpi {
  /// No message has more than `most_at_once` bytes, which is below 2³¹: what is longer goes in several.
  const char* (*begin)(int* rank, int* size, std::uint64_t most_at_once);
  /// Bytes that each rank will give, on every rank.
  const char* (*gather_sizes)(std::uint64_t own, std::uint64_t* sizes);
  /// Then the bytes of all ranks, one rank after the other.
  const char* (*gather_bytes)(const void* own, const std::uint64_t* sizes, void* all);
  const char* (*sum)(std::uint64_t* numbers, std::uint64_t count);
  /// From one rank to another, which knows how many bytes come.
  const char* (*send)(int to, const void* bytes, std::uint64_t count);
  const char* (*receive)(int from, void* bytes, std::uint64_t count);
  /// Sends and receives, all at once. Messages between two ranks come in the order in which they stand here.
  const char* (*exchange)(const DiagcMpiMessage* outgoing, std::uint64_t sends,
                          const DiagcMpiMessage* incoming, std::uint64_t receives);
  void (*end)();
};

const DiagcMpi* diagc_mpi_v3();
}
