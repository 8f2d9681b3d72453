#include "compiler/schedule/tile_memory.h"

#include <algorithm>

namespace diagc {

std::optional<std::uint32_t> TileMemory::take(std::uint32_t count) {
  const auto place = std::search_n(taken_.begin(), taken_.end(), count, 0);
  if (place == taken_.end()) return std::nullopt;
  std::fill_n(place, count, 1);
  const auto first = static_cast<std::uint32_t>(place - taken_.begin());
  most_ = std::max(most_, first + count);
  return first;
}

void TileMemory::give_back(std::uint32_t first, std::uint32_t count) {
  std::fill_n(taken_.begin() + first, count, 0);
}

void TileMemory::set_readers(std::uint32_t first, std::uint32_t count,
                             const std::vector<std::uint32_t>& tasks) {
  std::fill_n(readers_.begin() + first, count, tasks);
}

void TileMemory::add_readers_to(std::set<std::uint32_t>& after, std::uint32_t first,
                                std::uint32_t count) const {
  for (std::uint32_t pack = first; pack < first + count; ++pack) {
    after.insert(readers_[pack].begin(), readers_[pack].end());
  }
}

}  // namespace diagc
