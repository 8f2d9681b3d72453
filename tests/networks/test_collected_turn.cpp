// Pieces of a result that are collected, against every number that a nest writes.
#include "compiler/emit/tiles/collected_turn.h"

#include <map>
#include <random>

#include <catch2/catch.hpp>

using namespace diagc;

namespace {

using Writes = std::map<std::uint64_t, std::uint64_t>;

std::vector<std::uint64_t> row_places(const std::vector<NestAxis>& axes,
                                      std::uint64_t NestAxis::* stride) {
  std::vector<std::uint64_t> all{0};
  for (const NestAxis& axis : axes) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t before : all)
      for (std::uint64_t k = 0; k < axis.extent; ++k) next.push_back(before + k * axis.*stride);
    all.swap(next);
  }
  return all;
}

std::vector<NestAxis> axes_of(const NestStep& step) {
  std::vector<NestAxis> axes = step.kept;
  axes.insert(axes.end(), step.columns.begin(), step.columns.end());
  return axes;
}

/// The loops of a nest in the order of what they read, so that turns have a name, with the strides in what they write.
std::vector<NestAxis> loops_of(const TileNest& nest, std::size_t first, std::size_t last) {
  std::vector<NestAxis> axes;
  for (std::size_t k = first; k < last; ++k)
    axes.push_back({nest.loops[k].extent, nest.loops[k].read, nest.loops[k].write, 0});
  return axes;
}

/// Where a row of a turn, named by what it reads, goes to.
Writes direct(const TileNest& nest) {
  Writes writes;
  std::vector<NestAxis> axes = loops_of(nest, 0, nest.loops.size());
  for (const NestAxis& axis : axes_of(nest.steps.back())) axes.push_back(axis);
  const auto reads = row_places(axes, &NestAxis::read), to = row_places(axes, &NestAxis::write);
  for (std::size_t k = 0; k < reads.size(); ++k) writes[reads[k]] = to[k];
  return writes;
}

/// The same by way of what is collected; every number of a row must be moved once.
Writes by_pieces(const TileNest& nest, const CollectedTurn& turn, std::uint64_t row_numbers) {
  Writes writes;
  const std::size_t around = nest.loops.size() - turn.loops;
  const std::vector<NestAxis> outside = loops_of(nest, 0, around);
  std::vector<NestAxis> inside = loops_of(nest, around, nest.loops.size());
  for (const NestAxis& axis : axes_of(nest.steps.back())) inside.push_back(axis);
  std::map<std::uint64_t, std::uint64_t> moved;  // from what is collected to the result
  const auto from = row_places(turn.pieces, &NestAxis::read),
             to = row_places(turn.pieces, &NestAxis::write);
  for (std::size_t piece = 0; piece < from.size(); ++piece)
    for (std::uint64_t k = 0; k < turn.numbers; ++k) moved[from[piece] + k] = to[piece] + k;
  CHECK(moved.size() == turn.all());
  const auto reads = row_places(outside, &NestAxis::read),
             begins = row_places(outside, &NestAxis::write),
             rows = row_places(inside, &NestAxis::read),
             places = row_places(inside, &NestAxis::write);
  CHECK(rows.size() * row_numbers == turn.all());
  for (std::size_t k = 0; k < reads.size(); ++k) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const std::uint64_t first = moved.at(places[row]);
      for (std::uint64_t number = 1; number < row_numbers; ++number)
        REQUIRE(moved.at(places[row] + number) == first + number);
      writes[reads[k] + rows[row]] = begins[k] + first;
    }
  }
  return writes;
}

}  // namespace

TEST_CASE("turns of a nest are collected until they are whole lines, with pieces apart") {
  // Rows of 108 numbers, 13.5 lines with the row beside it; the slowest loop has the next ones.
  TileNest nest{0,
                {{2, 1 << 16U, 216, {}}, {4, 1 << 12U, 1 << 20U, {}}},
                {{{}, {{3, 4, 41472, 0}, {2, 1, 108, 0}}, {}, 0}}};
  const TileNest before = nest;
  const CollectedTurn turn = collect_turn(nest, 108, 16, 4096, true);
  CHECK(turn.numbers == 432);
  CHECK(turn.loops == 1);
  REQUIRE(turn.pieces.size() == 1);
  CHECK(turn.pieces[0].extent == 3);
  CHECK(turn.all() == 1296);
  CHECK(nest.loops.back().write == 216);
  CHECK(by_pieces(nest, turn, 108) == direct(before));

  TileNest in_order = before;
  CHECK(collect_turn(in_order, 108, 16, 4096, false).numbers == 0);
  CHECK(direct(in_order) == direct(before));
  TileNest small = before;
  CHECK(collect_turn(small, 108, 16, 1024, true).numbers == 0);
  CHECK(direct(small) == direct(before));
}

TEST_CASE("what is collected lies where the nest would have written it") {
  std::mt19937 random(7);
  std::size_t collected = 0;
  for (int trial = 0; trial < 400; ++trial) {
    // Axes of a result behind rows, in random order among loops, kept axes and columns; one of them may leave a gap.
    const std::uint64_t rows[] = {6, 12, 20, 27, 36}, row_numbers = rows[random() % 5];
    std::vector<NestAxis> axes;
    std::uint64_t write = row_numbers, read = 1;
    for (std::size_t k = 0; k < 1 + random() % 5; ++k) {
      const std::uint64_t extent = 2 + random() % 3;
      axes.push_back({extent, read, write, 0});
      read *= extent;
      write *= extent;
      if (random() % 3 == 0) write = (write / 16 + 1) * 16 * (1 + random() % 2);
    }
    std::ranges::shuffle(axes, random);
    TileNest nest{0, {}, {{}}};
    for (const NestAxis& axis : axes) {
      const auto kind = random() % 3;
      if (kind == 0)
        nest.loops.push_back({axis.extent, axis.read, axis.write, {}});
      else
        (kind == 1 ? nest.steps[0].kept : nest.steps[0].columns).push_back(axis);
    }
    const TileNest before = nest;
    const CollectedTurn turn = collect_turn(nest, row_numbers, 16, 4096, trial % 2 == 0);
    if (turn.numbers == 0) {
      CHECK(direct(nest) == direct(before));
      continue;
    }
    ++collected;
    CHECK(turn.numbers % 16 == 0);
    CHECK(turn.all() <= 4096);
    CHECK(by_pieces(nest, turn, row_numbers) == direct(before));
    const auto begins_line = [](std::uint64_t stride) { return stride % 16 == 0; };
    for (std::size_t k = 0; k + turn.loops < nest.loops.size(); ++k)
      CHECK(begins_line(nest.loops[k].write));
    for (const NestAxis& piece : turn.pieces) CHECK(begins_line(piece.write));
  }
  CHECK(collected > 50);
}
