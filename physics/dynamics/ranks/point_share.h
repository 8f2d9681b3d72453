// Points of a lattice that are shared among ranks: each keeps G of a stretch of them. Density matrices and all decisions are those of all ranks alike.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "physics/dynamics/blocks.h"
#include "runs/parallel/ranks.h"

namespace diagc::dynamics {

class PointShare {
 public:
  /// Bytes for every rank, and room for those from every rank, in their order; where there are none, nothing moves. Returns when all is there.
  using Exchange = std::function<void(std::span<const std::span<const std::byte>> outgoing,
                                      std::span<const std::span<std::byte>> incoming)>;

  /// `ranks` must outlive it. Throws std::runtime_error where there are more ranks than points.
  PointShare(std::size_t points, runs::Ranks& ranks, Exchange exchange);

  std::size_t points() const { return points_; }
  std::size_t rank() const { return rank_; }
  std::size_t size() const { return size_; }
  std::size_t first_of(std::size_t rank) const { return points_ * rank / size_; }
  std::size_t count_of(std::size_t rank) const { return first_of(rank + 1) - first_of(rank); }
  std::size_t first() const { return first_of(rank_); }
  std::size_t count() const { return count_of(rank_); }

  /// The values of all ranks, one rank's after the other's; for what does not grow with the square of times.
  template <class T>
  std::vector<T> gather(std::span<const T> values) const {
    std::vector<T> all;
    for (const std::vector<std::byte>& part : ranks_.gather(std::as_bytes(values))) {
      const std::size_t before = all.size();
      all.resize(before + part.size() / sizeof(T));
      if (!part.empty()) std::memcpy(all.data() + before, part.data(), part.size());
    }
    return all;
  }
  /// The largest value of all ranks, NaN where one is.
  double largest(double value) const;

  /// Memory of messages to and from every rank, which stays from exchange to exchange.
  struct Messages {
    std::vector<Numbers> outgoing, incoming;
  };
  Messages& messages() const { return messages_; }

  void exchange(std::span<const std::span<const std::byte>> outgoing,
                std::span<const std::span<std::byte>> incoming) const {
    exchange_(outgoing, incoming);
  }

 private:
  std::size_t points_, rank_, size_;
  runs::Ranks& ranks_;
  Exchange exchange_;
  mutable Messages messages_;
};

/// Between ranks that are threads of one process, who read each other's memory.
PointShare::Exchange exchange_of_threads(runs::Ranks& ranks);
/// Between processes of MPI, while the object of runs::mpi_ranks() lives.
PointShare::Exchange exchange_of_mpi();

}  // namespace diagc::dynamics
