// Processes that share a run. Ranks own disjoint groups of a population; all decisions are made by every rank alike, from what all
// ranks have, in an order that does not depend on their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace diagc::runs {

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The bytes of all ranks, in their order, on every rank: for what is small.
  virtual std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) = 0;
  /// Replaces every number by its sum over ranks.
  virtual void sum(std::span<std::uint64_t> numbers) = 0;
  /// For what is large: calls next() on every rank until it gives nothing, and take() on the first rank for each piece, those of one
  /// rank after the other. Only one piece is in memory at once.
  virtual void collect(const std::function<std::vector<std::byte>()>& next,
                       const std::function<void(std::span<const std::byte>)>& take) = 0;
};

/// One process.
class SingleRank final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
    return {{bytes.begin(), bytes.end()}};
  }
  void sum(std::span<std::uint64_t>) override {}
  void collect(const std::function<std::vector<std::byte>()>& next,
               const std::function<void(std::span<const std::byte>)>& take) override {
    for (auto piece = next(); !piece.empty(); piece = next()) take(piece);
  }
};

}  // namespace diagc::runs
