// Fast memory of a block, in packs: where tiles stand, and which tasks read what stood there before.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace diagc {

class TileMemory {
 public:
  explicit TileMemory(std::uint32_t packs) : taken_(packs, 0), readers_(packs) {}

  /// The first of `count` packs side by side that are free, and free no longer; nothing where there are none.
  std::optional<std::uint32_t> take(std::uint32_t count);
  void give_back(std::uint32_t first, std::uint32_t count);

  /// What stands there next may be written when these tasks are done.
  void set_readers(std::uint32_t first, std::uint32_t count,
                   const std::vector<std::uint32_t>& tasks);
  void add_readers_to(std::set<std::uint32_t>& after, std::uint32_t first,
                      std::uint32_t count) const;

  /// Packs from the start of the memory that were ever taken.
  std::uint32_t most() const { return most_; }

 private:
  std::vector<std::uint8_t> taken_;
  std::vector<std::vector<std::uint32_t>> readers_;
  std::uint32_t most_ = 0;
};

}  // namespace diagc
