#include "compiler/emit/tiles/lane_blocks.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace diagc {

namespace {

/// What a position reads stays in the nearest cache while its columns take turns.
constexpr std::uint64_t read_bytes = 24 << 10U;

/// Columns whose sums fill three quarters of the registers; with complex numbers there is room for what is read and two factors beside them.
std::uint64_t most_columns(const LaneRow& row, std::uint64_t groups) {
  const std::uint64_t sums = groups * (row.form == LaneForm::apart ? 2 : 1), reads = 2 * groups;
  std::uint64_t room = row.registers / 4 * 3;
  if (row.form != LaneForm::real)
    room = std::min(room, row.registers - 2 - std::min(reads, row.registers - 2));
  return std::max<std::uint64_t>(room / sums, 1);
}

/// Times of a sum's products that one summed value takes in a block.
double time_of(const LaneRow& row, const NestStep& step, double groups, double columns,
               bool begins) {
  const bool is_near = values_of(step.summed) * row.numbers * row.number_bytes <= read_bytes;
  const double sums = groups * columns;
  // A vector is read in the time of two sums of it from the nearest cache, where it may lie in two lines, and of four from the next one.
  if (row.form == LaneForm::real) return std::max(sums, (is_near ? 2 : 4) * groups + columns);
  // Instructions: a vector that is read, turned or put apart, and a factor, in units of the products of a complex sum.
  if (row.form == LaneForm::in_turn) return sums + (is_near ? 1.5 : 2.5) * groups + columns;
  return sums + ((is_near ? 0.5 : 2) + (begins ? 0.5 : 0)) * groups + 0.5 * columns;
}

std::uint64_t up(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

/// Blocks whose columns take turns, where what is summed fits half of the registers: each column is written right after its sum. A processor whose stores
/// take a port of its three-operand sums (Zen 4) does both at once then, as each sum begins with a product alone; with all columns written
/// at the end, stores wait for sums or sums for stores. Complex sums have a quarter of the stores, and nothing to gain.
std::optional<LaneBlocks> held_reads(const LaneRow& row, const NestStep& step, bool ends) {
  constexpr std::uint64_t few = 8, most_products = 128;
  const std::uint64_t summed = values_of(step.summed), all = row.groups();
  // A vector in which a row of an array ends is written together with the one before.
  const bool is_cut = ends && row.rest() > 0;
  const std::uint64_t count =
      all / std::min<std::uint64_t>(is_cut || 2 * summed <= few ? 2 : 1, all);
  const std::uint64_t groups = up(all, count), shorter = all / count;
  if (row.form != LaneForm::real || summed * groups > row.registers / 2 || (is_cut && shorter < 2))
    return std::nullopt;
  auto axes = step.columns;
  const std::uint64_t columns = values_of(cut_fastest(axes, most_products / summed));
  return LaneBlocks{groups, columns, count, groups == shorter ? count : all % count, true};
}

/// Blocks of steps that take three real products for a complex one: one group, as sums of three fill the registers with few columns; what is read for a sum is
/// two parts and both together.
LaneBlocks three_products(const LaneRow& row, const NestStep& step) {
  constexpr std::uint64_t of_sum = 3, reads = 3, factors = 2;
  auto axes = step.columns;
  const std::uint64_t room = std::min(row.registers / 4 * 3, row.registers - reads - factors);
  return {1, values_of(cut_fastest(axes, room / of_sum)), row.groups(), row.groups()};
}

}  // namespace

LaneRow::LaneRow(bool is_complex, std::uint64_t numbers, std::uint64_t vector_bytes,
                 std::uint64_t number_bytes)
    : form(lane_form(is_complex, numbers, vector_bytes / number_bytes)),
      numbers(numbers),
      number_bytes(number_bytes),
      group_numbers(vector_bytes / number_bytes * (form == LaneForm::apart ? 2U : 1U)),
      registers(vector_bytes == 64 ? 32U : 16U) {}

LaneBlocks lane_blocks(const LaneRow& row, const NestStep& step, bool begins, bool ends) {
  constexpr std::uint64_t most_groups = 8;
  const std::uint64_t all = row.groups();
  if (step.takes_three) return three_products(row, step);
  if (const auto held = held_reads(row, step, ends)) return *held;
  LaneBlocks best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint64_t count = up(all, most_groups); count <= all; ++count) {
    const std::uint64_t groups = up(all, count), shorter = all / count;
    // A vector in which a row of an array ends is written together with the one before.
    if (ends && row.rest() > 0 && shorter == 1) break;
    auto axes = step.columns;
    const std::uint64_t columns = values_of(cut_fastest(axes, most_columns(row, groups)));
    const std::uint64_t longer = groups == shorter ? count : all % count;
    const auto time = [&](std::uint64_t own) {
      return time_of(row, step, static_cast<double>(own), static_cast<double>(columns), begins);
    };
    const double taken = (static_cast<double>(longer) * time(groups) +
                          static_cast<double>(count - longer) * time(shorter)) /
                         static_cast<double>(columns);
    const bool fills_as_much = groups * columns >= best.groups * best.columns;
    if (taken > least || (taken == least && !fills_as_much)) continue;
    least = taken;
    best = {groups, columns, count, longer};
  }
  return best;
}

/// Cuts the fastest values off, as many as there can be up to `most` when extents are only divided evenly.
std::vector<NestAxis> cut_fastest(std::vector<NestAxis>& axes, std::uint64_t most) {
  std::vector<NestAxis> fastest;
  while (!axes.empty() && most > 1) {
    NestAxis& axis = axes.back();
    std::uint64_t part = std::min(most, axis.extent);
    while (axis.extent % part != 0) --part;
    if (part == 1) break;
    fastest.insert(fastest.begin(), {part, axis.read, axis.write, axis.number});
    most /= part;
    axis = {axis.extent / part, axis.read * part, axis.write * part, axis.number * part};
    if (axis.extent > 1) break;
    axes.pop_back();
  }
  return fastest;
}

}  // namespace diagc
