#include "compiler/graph/lives.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace diagc {

std::uint64_t checked_elements(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t most_elements = std::uint64_t{1} << 62U;
  if (a > most_elements - std::min(b, most_elements)) {
    throw std::runtime_error("found arrays that have more than 2^62 elements together");
  }
  return a + b;
}

LivePlaces place_lives(const std::vector<Life>& lives, std::uint64_t alignment) {
  LivePlaces places{std::vector<std::uint64_t>(lives.size()), 0};
  std::vector<std::size_t> sequence(lives.size());
  std::iota(sequence.begin(), sequence.end(), 0);
  std::ranges::stable_sort(sequence, std::greater(),
                           [&](std::size_t life) { return lives[life].elements; });
  const auto space = [&](std::size_t life) {
    return checked_elements(lives[life].elements, alignment - 1) / alignment * alignment;
  };
  std::vector<std::size_t> placed;
  for (const std::size_t life : sequence) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
    for (const std::size_t other : placed) {
      if (lives[other].begin > lives[life].end || lives[life].begin > lives[other].end) continue;
      taken.emplace_back(places.offsets[other], places.offsets[other] + space(other));
    }
    std::ranges::sort(taken);
    std::uint64_t offset = 0;
    for (const auto& [begin, end] : taken) {
      if (checked_elements(offset, space(life)) <= begin) break;
      offset = std::max(offset, end);
    }
    places.offsets[life] = offset;
    places.elements = std::max(places.elements, checked_elements(offset, space(life)));
    placed.push_back(life);
  }
  return places;
}

}  // namespace diagc
