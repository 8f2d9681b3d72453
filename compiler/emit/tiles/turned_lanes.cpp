#include "compiler/emit/tiles/turned_lanes.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/emit/tiles/loop_text.h"

namespace diagc {

namespace {

constexpr std::uint64_t square_row_bytes = 64;

std::uint64_t lane_offset(const std::vector<arrays::PlanAxis>& lanes, std::uint64_t lane) {
  std::uint64_t offset = 0;
  for (std::size_t axis = lanes.size(); axis-- > 0; lane /= lanes[axis].extent)
    offset += lane % lanes[axis].extent * lanes[axis].a;
  return offset;
}

/// Of rows a and b, `distance` apart: units at columns without that bit, or those with it.
std::vector<std::uint64_t> mixed(const TurnedLanes& turned, std::uint64_t distance, bool above) {
  const std::uint64_t numbers = turned.unit * turned.side, apart = distance * turned.unit;
  std::vector<std::uint64_t> places;
  for (std::uint64_t k = 0; k < numbers; ++k) {
    const bool is_first = (k / turned.unit & distance) == 0;
    places.push_back(is_first ? k + (above ? apart : 0) : numbers + k - (above ? 0 : apart));
  }
  return places;
}

}  // namespace

std::string TurnedLanes::text(const std::string& real) const {
  std::string text = fmt::format(
      "typedef {0} Square __attribute__((vector_size({1}), aligned(sizeof({0}))));\n"
      "// Lines of a square of numbers, which come to be its columns.\n"
      "INLINE void turn(const {0} *from, {0} *to) {{\n",
      real, square_row_bytes);
  for (std::uint64_t row = 0; row < side; ++row)
    text += fmt::format("  Square r{} = *(const Square *)(from + {});\n", row, rows[row]);
  text += "  Square other;\n";
  for (std::uint64_t distance = side / 2; distance > 0; distance /= 2) {
    for (std::uint64_t row = 0; row < side; ++row) {
      if ((row & distance) != 0) continue;
      text += fmt::format("  other = __builtin_shufflevector(r{}, r{}, {});\n", row, row + distance,
                          fmt::join(mixed(*this, distance, true), ", "));
      text += fmt::format("  r{0} = __builtin_shufflevector(r{0}, r{1}, {2});\n", row,
                          row + distance, fmt::join(mixed(*this, distance, false), ", "));
      text += fmt::format("  r{} = other;\n", row + distance);
    }
  }
  for (const NestValue& column : values_in(step.columns))
    text += fmt::format("  *(Square *)(to + {}) = r{};\n", column.write, column.read / unit);
  return text + "}\n";
}

std::uint64_t TurnedPositions::count() const {
  std::uint64_t product = 1;
  for (const NestLoop& loop : loops) product *= loop.extent;
  return product;
}

std::string TurnedPositions::text(const TurnedLanes& turned, const std::string& real) const {
  std::string from = "from", to = "to";
  std::uint64_t before = 1;
  for (std::size_t k = loops.size(); k-- > 0; before *= loops[k].extent) {
    const std::string value = fmt::format("position / {} % {}", before, loops[k].extent);
    from += offset_term(value, loops[k].read);
    to += offset_term(value, loops[k].write);
  }
  std::string text =
      fmt::format("INLINE void turn_position(const {0} *from, {0} *to, long position) {{\n", real);
  for (std::size_t square = 0; square < turned.squares.size(); ++square)
    text += fmt::format("  turn({}{}, {}{});\n", from, offset_term(turned.squares[square]), to,
                        offset_term(square * turned.unit * turned.side));
  return text + "}\n";
}

std::optional<TurnedLanes> turned_lanes(const arrays::PlanKernel& kernel, std::uint64_t parts,
                                        std::uint64_t number_bytes) {
  if (!kernel.relaid || !kernel.copied || kernel.blocks > 1 || parts > 1) return std::nullopt;
  const std::uint64_t line = square_row_bytes / number_bytes;
  TurnedLanes turned;
  std::uint64_t lanes = 1;
  for (std::size_t axis = kernel.lanes.size(); axis-- > 0;) {
    if (kernel.lanes[axis].a == turned.unit && lanes == turned.unit)
      turned.unit *= kernel.lanes[axis].extent;
    lanes *= kernel.lanes[axis].extent;
  }
  if (turned.unit >= line || line % turned.unit != 0) return std::nullopt;
  turned.side = line / turned.unit;
  if (lanes % line != 0) return std::nullopt;
  // The line: axes that lie next to each other, the first one next to the unit.
  std::vector<arrays::PlanAxis> axes = kernel.copies;
  std::ranges::stable_sort(axes, std::greater(), &arrays::PlanAxis::a);
  std::uint64_t numbers = turned.unit;
  while (numbers < line) {
    const auto next = std::ranges::find_if(
        axes, [&](const arrays::PlanAxis& axis) { return axis.a == numbers && axis.extent > 1; });
    if (next == axes.end() || numbers * next->extent > line) return std::nullopt;
    turned.step.columns.insert(turned.step.columns.begin(), {next->extent, next->a, next->c, 0});
    numbers *= next->extent;
  }
  if (numbers != line) return std::nullopt;
  for (const arrays::PlanAxis& axis : axes)
    if (axis.a >= line) turned.step.kept.push_back({axis.extent, axis.a, axis.c, 0});
  for (std::uint64_t row = 0; row < turned.side; ++row)
    turned.rows.push_back(lane_offset(kernel.lanes, row * turned.unit));
  for (std::uint64_t first = 0; first < lanes; first += line) {
    const std::uint64_t square = turned.squares.emplace_back(lane_offset(kernel.lanes, first));
    for (std::uint64_t row = 0; row < turned.side; ++row)
      if (lane_offset(kernel.lanes, first + row * turned.unit) != square + turned.rows[row])
        return std::nullopt;
  }
  return turned;
}

}  // namespace diagc
