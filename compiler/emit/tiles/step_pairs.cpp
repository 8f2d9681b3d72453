#include "compiler/emit/tiles/step_pairs.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace diagc {

namespace {

/// Of the products of a turn of either step: they are statements in a row.
constexpr std::uint64_t most_turn_products = 64;

using Axes = std::vector<NestAxis>;
using Stride = std::uint64_t NestAxis::*;

void add_ends(std::vector<std::uint64_t>& ends, const Axes& axes, Stride stride) {
  for (const NestAxis& axis : axes) {
    ends.push_back(axis.*stride);
    ends.push_back(axis.*stride * axis.extent);
  }
}

/// The same axes in parts that begin and end at these strides, which are ascending; the slower part of one comes first. Nothing where a part is no whole number.
std::optional<Axes> parted(const Axes& axes, Stride stride,
                           const std::vector<std::uint64_t>& ends) {
  Axes parts;
  for (const NestAxis& axis : axes) {
    const std::uint64_t begin = axis.*stride;
    if (begin == 0) return std::nullopt;
    Axes own;
    for (auto end = std::ranges::upper_bound(ends, begin); end != ends.end(); ++end) {
      const std::uint64_t from = *std::prev(end);
      if (from >= begin * axis.extent) break;
      if (*end % from != 0 || from % begin != 0) return std::nullopt;
      const std::uint64_t times = from / begin;
      own.insert(own.begin(),
                 {*end / from, axis.read * times, axis.write * times, axis.number * times});
    }
    parts.insert(parts.end(), own.begin(), own.end());
  }
  return parts;
}

NestAxis* axis_at(Axes& axes, Stride stride, std::uint64_t at) {
  const auto found = std::ranges::find(axes, at, stride);
  return found == axes.end() ? nullptr : &*found;
}

/// Loops that lie in each other everywhere are one.
void merge(std::vector<PairLoop>& loops) {
  std::vector<PairLoop> result;
  for (const PairLoop& loop : loops) {
    if (!result.empty()) {
      PairLoop& last = result.back();
      if (last.read == loop.read * loop.extent && last.write == loop.write * loop.extent &&
          last.first == loop.first * loop.extent && last.second == loop.second * loop.extent) {
        last = {last.extent * loop.extent, loop.read, loop.write, loop.first, loop.second};
        continue;
      }
    }
    result.push_back(loop);
  }
  loops = std::move(result);
}

}  // namespace

std::uint64_t StepPair::products() const {
  return held() * summed.size() +
         second_positions.size() * second_columns.size() * second_summed.size();
}

std::optional<StepPair> step_pair(const LaneRow& row, const NestStep& first,
                                  const NestStep& second) {
  // Of more products for each store, sums hide the stores.
  constexpr std::uint64_t most_summed = 4, most_second_summed = 8;
  if (row.form != LaneForm::real || values_of(first.summed) > most_summed ||
      values_of(second.summed) > most_second_summed)
    return std::nullopt;
  std::vector<std::uint64_t> ends;
  add_ends(ends, first.kept, &NestAxis::write);
  add_ends(ends, first.columns, &NestAxis::write);
  add_ends(ends, second.kept, &NestAxis::read);
  add_ends(ends, second.summed, &NestAxis::read);
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const auto kept = parted(first.kept, &NestAxis::write, ends),
             second_summed = parted(second.summed, &NestAxis::read, ends);
  auto columns = parted(first.columns, &NestAxis::write, ends),
       second_kept = parted(second.kept, &NestAxis::read, ends);
  if (!kept || !columns || !second_kept || !second_summed) return std::nullopt;
  StepPair pair;
  Axes positions;
  for (const NestAxis& axis : *kept) {
    if (const NestAxis* other = axis_at(*second_kept, &NestAxis::read, axis.write))
      pair.loops.push_back({axis.extent, axis.read, other->write, axis.number, other->number});
    else
      positions.push_back(axis);
  }
  // Of columns that the second step keeps, the slower ones are loops around, too, where registers do not hold all.
  const std::uint64_t room =
      row.registers / 8 * 5 - std::min(row.registers / 4, values_of(first.summed));
  std::uint64_t held = values_of(positions) * values_of(*columns);
  for (NestAxis& axis : *columns) {
    if (held <= room) break;
    NestAxis* const other = axis_at(*second_kept, &NestAxis::read, axis.write);
    if (other == nullptr) return std::nullopt;
    const std::uint64_t others = held / axis.extent;
    std::uint64_t part = axis.extent;
    while (part > 1 && (axis.extent % part != 0 || others * part > room)) --part;
    pair.loops.push_back(
        {axis.extent / part, 0, other->write * part, axis.number * part, other->number * part});
    held = others * part;
    axis.extent = other->extent = part;
  }
  if (held > room) return std::nullopt;
  Axes second_positions;
  for (const NestAxis& axis : *columns)
    if (const NestAxis* other = axis_at(*second_kept, &NestAxis::read, axis.write))
      second_positions.push_back(*other);
  merge(pair.loops);
  pair.positions = values_in(positions);
  pair.columns = values_in(*columns);
  pair.summed = values_in(first.summed);
  pair.second_positions = values_in(second_positions);
  pair.second_summed = values_in(*second_summed);
  pair.second_columns = values_in(second.columns);
  if (pair.held() * pair.summed.size() > most_turn_products ||
      pair.products() > pair.held() * pair.summed.size() + most_turn_products)
    return std::nullopt;
  return pair;
}

std::vector<bool> pairs_of(const LaneRow& row, const TileNest& nest,
                           const std::function<bool(std::size_t)>& joins) {
  const std::size_t steps = nest.steps.size();
  // By number of steps from the first on: what is held by their pairs, at most, and whether the last two of them are one.
  std::vector<std::uint64_t> most(steps + 1);
  std::vector<bool> ends_pair(steps + 1);
  for (std::size_t end = 2; end <= steps; ++end) {
    most[end] = most[end - 1];
    const NestStep &first = nest.steps[end - 2], &second = nest.steps[end - 1];
    if (!joins(end - 2) || !step_pair(row, first, second)) continue;
    if (most[end - 2] + first.held <= most[end]) continue;
    most[end] = most[end - 2] + first.held;
    ends_pair[end] = true;
  }
  std::vector<bool> pairs(steps);
  for (std::size_t end = steps; end > 0;) {
    if (ends_pair[end]) pairs[end - 2] = true;
    end -= ends_pair[end] ? 2 : 1;
  }
  return pairs;
}

void pair_turn(LoopText& text, const StepPair& pair, const PairPlaces& places,
               const std::string& real, const std::string& write) {
  text.line(fmt::format("const {}* from = {};", real, places.from));
  text.line(fmt::format("const {}* b = {};", real, places.first));
  text.line(fmt::format("const {}* d = {};", real, places.second));
  text.line(fmt::format("{}* const to = {};", real, places.to));
  const auto begin = [&](const std::string& sum) {
    text.line(fmt::format("Sums<1> {} = nothing<1>();", sum));
  };
  std::map<std::uint64_t, std::string> between;  // by place
  for (std::size_t p = 0; p < pair.positions.size(); ++p) {
    const NestValue& position = pair.positions[p];
    for (std::size_t k = 0; k < pair.summed.size(); ++k)
      text.line(fmt::format("const Lanes<1> a{}_{} = read<1>(from{});", p, k,
                            offset_term(position.read + pair.summed[k].read)));
    for (const NestValue& column : pair.columns) {
      std::string& sum = between[position.write + column.write];
      sum = fmt::format("t{}", between.size() - 1);
      begin(sum);
      for (std::size_t k = 0; k < pair.summed.size(); ++k)
        text.line(
            fmt::format("add({}, a{}_{}, b{});", sum, p, k,
                        offset_term(position.number + column.number + pair.summed[k].number)));
    }
  }
  std::size_t sums = 0;
  for (const NestValue& position : pair.second_positions) {
    for (const NestValue& column : pair.second_columns) {
      const std::string sum = fmt::format("c{}", sums++);
      begin(sum);
      for (const NestValue& value : pair.second_summed)
        text.line(fmt::format("add({}, {}, d{});", sum, between.at(position.read + value.read),
                              offset_term(position.number + column.number + value.number)));
      text.line(
          fmt::format("{}(to{}, {});", write, offset_term(position.write + column.write), sum));
    }
  }
}

}  // namespace diagc
