#include "runs/parallel/mpi_ranks.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "runs/parallel/mpi/mpi_library.h"
#include "runtime/system/shared_library.h"

namespace diagc::integrate {

namespace {

const DiagcMpi& library() {
  try {
    return *reinterpret_cast<decltype(&diagc_mpi_v1)>(
        open_library("libdiagc_mpi.so", "diagc_mpi_v1"))();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format(
        "this process was started under MPI, but {}\nExpected a diagc that was built with MPI "
        "(Debian: libopenmpi-dev).",
        error.what()));
  }
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks() : mpi_(library()) { check(mpi_.begin(&rank_, &size_)); }
  ~MpiRanks() override { mpi_.end(); }
  MpiRanks(const MpiRanks&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
    std::vector<std::uint64_t> sizes(static_cast<std::size_t>(size_));
    check(mpi_.gather_sizes(bytes.size(), sizes.data()));
    std::uint64_t total = 0;
    for (const std::uint64_t size : sizes) total += size;
    std::vector<std::byte> all(total);
    check(mpi_.gather_bytes(bytes.data(), sizes.data(), all.data()));
    std::vector<std::vector<std::byte>> parts;
    auto from = all.begin();
    for (const std::uint64_t size : sizes) {
      const auto end = from + static_cast<std::ptrdiff_t>(size);
      parts.emplace_back(from, end);
      from = end;
    }
    return parts;
  }

  void sum(std::span<std::uint64_t> numbers) override {
    check(mpi_.sum(numbers.data(), numbers.size()));
  }

 private:
  static void check(const char* error) {
    if (error) throw std::runtime_error(fmt::format("MPI: {}", error));
  }

  const DiagcMpi& mpi_;
  int rank_ = 0, size_ = 1;
};

}  // namespace

bool started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "MPI_LOCALNRANKS"}) {
    if (const char* value = std::getenv(name); value && *value) return true;
  }
  return false;
}

std::unique_ptr<Ranks> mpi_ranks() { return std::make_unique<MpiRanks>(); }

}  // namespace diagc::integrate
