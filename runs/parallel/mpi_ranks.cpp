#include "runs/parallel/mpi_ranks.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "runs/parallel/mpi/mpi_library.h"
#include "runtime/system/shared_library.h"

namespace diagc::runs {

namespace {

const DiagcMpi& library() {
  try {
    return *reinterpret_cast<decltype(&diagc_mpi_v3)>(
        open_library("libdiagc_mpi.so", "diagc_mpi_v3"))();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format(
        "this process was started under MPI, but {}\nExpected a diagc that was built with MPI "
        "(Debian: libopenmpi-dev).",
        error.what()));
  }
}

class MpiRanks final : public Ranks {
 public:
  explicit MpiRanks(std::uint64_t most_at_once) : mpi_(library()) {
    check(mpi_.begin(&rank_, &size_, most_at_once));
  }
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

  void collect(const std::function<std::vector<std::byte>()>& next,
               const std::function<void(std::span<const std::byte>)>& take) override {
    if (rank_ == 0) {
      for (auto piece = next(); !piece.empty(); piece = next()) take(piece);
      for (int sender = 1; sender < size_; ++sender) receive_all(sender, take);
      return;
    }
    for (std::uint64_t size = 1; size > 0;) {
      const std::vector<std::byte> piece = next();
      size = piece.size();
      check(mpi_.send(0, &size, sizeof size));
      check(mpi_.send(0, piece.data(), size));
    }
  }

 private:
  void receive_all(int sender, const std::function<void(std::span<const std::byte>)>& take) {
    std::vector<std::byte> piece;
    for (std::uint64_t size = 1; size > 0;) {
      check(mpi_.receive(sender, &size, sizeof size));
      piece.resize(size);
      check(mpi_.receive(sender, piece.data(), size));
      if (size > 0) take(piece);
    }
  }

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

void mpi_exchange(std::span<const MpiMessage> outgoing, std::span<const MpiIncoming> incoming) {
  std::vector<DiagcMpiMessage> sent, received;
  for (const MpiMessage& message : outgoing) {
    // MPI reads it alone.
    sent.push_back(
        {message.rank, const_cast<std::byte*>(message.bytes.data()), message.bytes.size()});
  }
  for (const MpiIncoming& message : incoming)
    received.push_back({message.rank, message.bytes.data(), message.bytes.size()});
  if (const char* error =
          library().exchange(sent.data(), sent.size(), received.data(), received.size()))
    throw std::runtime_error(fmt::format("MPI: {}", error));
}

std::unique_ptr<Ranks> mpi_ranks(std::uint64_t most_at_once) {
  return std::make_unique<MpiRanks>(most_at_once);
}

}  // namespace diagc::runs
