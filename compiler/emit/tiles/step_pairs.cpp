#include "compiler/emit/tiles/step_pairs.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace diagc {

namespace {

/// In a turn: they are statements in a row.
constexpr std::uint64_t most_turn_products = 192;

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

const NestAxis* axis_at(const Axes& axes, Stride stride, std::uint64_t at) {
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
  return positions.size() * columns.size() * summed.size() +
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
  const auto columns = parted(first.columns, &NestAxis::write, ends),
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
  // All that is read, and what a position of the second step sums.
  const std::uint64_t held = pair.positions.size() * pair.summed.size() + pair.second_summed.size();
  if (held > row.registers / 4 * 3 || pair.products() > most_turn_products) return std::nullopt;
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
  for (std::size_t p = 0; p < pair.positions.size(); ++p)
    for (std::size_t k = 0; k < pair.summed.size(); ++k)
      text.line(fmt::format("const Lanes<1> a{}_{} = read<1>(from{});", p, k,
                            offset_term(pair.positions[p].read + pair.summed[k].read)));
  // What lies between, by place: how it is summed, and its name once it is.
  struct Between {
    std::size_t position = 0;
    std::uint64_t number = 0;
    std::string name;
  };
  std::map<std::uint64_t, Between> between;
  for (std::size_t p = 0; p < pair.positions.size(); ++p)
    for (const NestValue& column : pair.columns)
      between[pair.positions[p].write + column.write] = {
          p, pair.positions[p].number + column.number, ""};
  std::size_t first_sums = 0, sums = 0;
  for (const NestValue& position : pair.second_positions) {
    for (const NestValue& value : pair.second_summed) {
      Between& own = between.at(position.read + value.read);
      if (!own.name.empty()) continue;
      own.name = fmt::format("t{}", first_sums++);
      begin(own.name);
      for (std::size_t k = 0; k < pair.summed.size(); ++k)
        text.line(fmt::format("add({}, a{}_{}, b{});", own.name, own.position, k,
                              offset_term(own.number + pair.summed[k].number)));
    }
    for (const NestValue& column : pair.second_columns) {
      const std::string sum = fmt::format("c{}", sums++);
      begin(sum);
      for (const NestValue& value : pair.second_summed)
        text.line(fmt::format("add({}, {}, d{});", sum, between.at(position.read + value.read).name,
                              offset_term(position.number + column.number + value.number)));
      text.line(
          fmt::format("{}(to{}, {});", write, offset_term(position.write + column.write), sum));
    }
  }
}

}  // namespace diagc
