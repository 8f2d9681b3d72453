#include "physics/dynamics/device/lane_arrays.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace diagc::dynamics {

namespace {

/// Whether they begin with 0, 1, 2, and so on, `count` of them.
bool begin_in_order(const std::vector<std::size_t>& places, std::size_t count) {
  if (places.size() < count) return false;
  for (std::size_t number = 0; number < count; ++number) {
    if (places[number] != number) return false;
  }
  return true;
}

}  // namespace

std::optional<LaneArrays> lane_arrays(const CyclicText& text, std::size_t bands,
                                      std::size_t shared) {
  const std::size_t arrays = 2 * bands * bands;
  if (!text.is_map || text.arrays != arrays || text.output_places.size() != arrays ||
      !begin_in_order(text.input_places, arrays) || !begin_in_order(text.output_places, arrays)) {
    return std::nullopt;
  }
  LaneArrays result;
  result.one_axis = text.extents.size() == 1;
  for (const std::size_t radix : {8, 16, 32}) {
    if (text.points == radix * radix) result.radix = radix;
  }
  const bool is_square = text.extents == std::vector<std::size_t>{result.radix, result.radix};
  if (result.radix == 0 || result.radix % arrays != 0 || !(result.one_axis || is_square))
    return std::nullopt;
  constexpr std::size_t warp = 32, registers = 65536, number_bytes = 16, most_blocks = 8;
  result.threads = arrays * result.radix;
  if (result.threads % warp != 0) return std::nullopt;
  // Two sets of numbers and what is computed with them.
  const std::size_t of_thread = std::max<std::size_t>(8 * result.radix, 96);
  // As the texts have them: numbers of double precision.
  const std::size_t elements = bands * bands, row = result.radix + 1, rows = result.radix * row,
                    exchanged = rows + (24 - rows % 16) % 16,
                    of_function = (elements * exchanged + 19) / 16 * 16,
                    box = 8 * result.radix * 2 * elements;
  const bool has_own_stage = result.radix != 16 || bands != 2;
  result.shared =
      std::max<std::size_t>(text.numbers, 1) * number_bytes + 2 * sizeof(std::uint64_t) +
      2 * (text.points * 2 * elements + (has_own_stage ? box : 0) + of_function) * sizeof(double);
  if (bands == 2) result.box_points = 8 * result.radix;
  result.blocks = std::min({(shared + 1024) / (result.shared + 1024),
                            registers / (result.threads * of_thread), most_blocks});
  if (result.blocks == 0) return std::nullopt;
  return result;
}

}  // namespace diagc::dynamics
