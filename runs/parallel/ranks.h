// Processes that share a run. Ranks own disjoint blocks of walkers; all decisions are made by every rank alike, from what all
// ranks have, in an order that does not depend on their number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace diagc::integrate {

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The bytes of all ranks, in their order, on every rank.
  virtual std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) = 0;
  /// Replaces every number by its sum over ranks.
  virtual void sum(std::span<std::uint64_t> numbers) = 0;
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
};

}  // namespace diagc::integrate
