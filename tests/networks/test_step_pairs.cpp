// Two steps of a nest at once, against one after the other.
#include "compiler/emit/tiles/step_pairs.h"

#include <map>
#include <random>

#include <catch2/catch.hpp>

using namespace diagc;

namespace {

constexpr std::uint64_t row_numbers = 16;

/// Values at places: of numbers, one for every stride that an axis may have.
std::int64_t value_at(std::uint64_t place, std::uint64_t factor) {
  return static_cast<std::int64_t>((place + 3) * factor % 1009) - 500;
}

using Array = std::map<std::uint64_t, std::int64_t>;

/// What a step leaves, by place.
Array result_of(const NestStep& step, const std::function<std::int64_t(std::uint64_t)>& read,
                std::uint64_t factor) {
  Array result;
  for (const NestValue& kept : values_in(step.kept))
    for (const NestValue& column : values_in(step.columns)) {
      std::int64_t sum = 0;
      for (const NestValue& summed : values_in(step.summed))
        sum += read(kept.read + summed.read) *
               value_at(kept.number + column.number + summed.number, factor);
      const auto [at, is_new] = result.emplace(kept.write + column.write, sum);
      REQUIRE(is_new);
    }
  return result;
}

Array result_of(const StepPair& pair) {
  std::vector<NestAxis> reads, numbers;
  for (const PairLoop& loop : pair.loops) {
    reads.push_back({loop.extent, loop.read, loop.write, loop.first});
    numbers.push_back({loop.extent, 0, 0, loop.second});
  }
  const auto turns = values_in(reads), second = values_in(numbers);
  Array result;
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    Array between;
    for (const NestValue& position : pair.positions)
      for (const NestValue& column : pair.columns) {
        std::int64_t sum = 0;
        for (const NestValue& summed : pair.summed)
          sum += value_at(turns[turn].read + position.read + summed.read, 17) *
                 value_at(turns[turn].number + position.number + column.number + summed.number, 29);
        REQUIRE(between.emplace(position.write + column.write, sum).second);
      }
    for (const NestValue& position : pair.second_positions)
      for (const NestValue& column : pair.second_columns) {
        std::int64_t sum = 0;
        for (const NestValue& summed : pair.second_summed)
          sum +=
              between.at(position.read + summed.read) *
              value_at(second[turn].number + position.number + column.number + summed.number, 31);
        REQUIRE(result.emplace(turns[turn].write + position.write + column.write, sum).second);
      }
  }
  return result;
}

struct Steps {
  NestStep first, second;
};

/// Axes in some order, each next to the one before in what is written and in numbers.
void lay(std::vector<NestAxis*> axes, std::uint64_t NestAxis::* stride, std::uint64_t first,
         std::mt19937& random) {
  std::ranges::shuffle(axes, random);
  for (NestAxis* axis : axes) {
    axis->*stride = first;
    first *= axis->extent;
  }
}

/// Two steps whose axes between them are of four kinds: kept or summed by the second, positions or columns of the first.
Steps random_steps(std::mt19937& random) {
  const auto extents = [&](std::size_t most) {
    std::vector<NestAxis> axes(random() % (most + 1));
    for (NestAxis& axis : axes) axis.extent = 2 + random() % 2;
    return axes;
  };
  Steps steps;
  steps.first.kept = extents(4);
  steps.first.columns = extents(2);
  steps.first.summed = extents(2);
  steps.second.columns = extents(2);
  const auto pointers = [](std::initializer_list<std::vector<NestAxis>*> groups) {
    std::vector<NestAxis*> all;
    for (std::vector<NestAxis>* group : groups)
      for (NestAxis& axis : *group) all.push_back(&axis);
    return all;
  };
  lay(pointers({&steps.first.kept, &steps.first.summed}), &NestAxis::read, row_numbers, random);
  lay(pointers({&steps.first.kept, &steps.first.columns}), &NestAxis::write, row_numbers, random);
  lay(pointers({&steps.first.kept, &steps.first.columns, &steps.first.summed}), &NestAxis::number,
      1, random);
  for (const auto* group : {&steps.first.kept, &steps.first.columns})
    for (const NestAxis& axis : *group)
      (random() % 3 == 0 ? steps.second.summed : steps.second.kept)
          .push_back({axis.extent, axis.write, 0, 0});
  lay(pointers({&steps.second.kept, &steps.second.columns}), &NestAxis::write, row_numbers, random);
  lay(pointers({&steps.second.kept, &steps.second.columns, &steps.second.summed}),
      &NestAxis::number, 1, random);
  // Axes that lie in each other are one in some steps.
  for (std::vector<NestAxis>* axes : {&steps.second.kept, &steps.second.summed}) {
    std::ranges::stable_sort(*axes, std::greater(), &NestAxis::read);
    for (std::size_t k = 0; k + 1 < axes->size();) {
      NestAxis &slow = (*axes)[k], &fast = (*axes)[k + 1];
      if (slow.read == fast.read * fast.extent && slow.write == fast.write * fast.extent &&
          slow.number == fast.number * fast.extent) {
        fast.extent *= slow.extent;
        axes->erase(axes->begin() + static_cast<std::ptrdiff_t>(k));
      } else {
        ++k;
      }
    }
  }
  return steps;
}

}  // namespace

TEST_CASE("a pair of steps leaves what one after the other leaves") {
  const LaneRow row(false, 32, 64, 4);
  std::mt19937 random(5);
  int pairs = 0;
  for (int run = 0; run < 3000; ++run) {
    INFO(run);
    const auto [first, second] = random_steps(random);
    const auto pair = step_pair(row, first, second);
    if (!pair) continue;
    ++pairs;
    const Array between =
        result_of(first, [](std::uint64_t place) { return value_at(place, 17); }, 29);
    CHECK(result_of(*pair) ==
          result_of(second, [&](std::uint64_t place) { return between.at(place); }, 31));
    CHECK(pair->positions.size() * pair->summed.size() < row.registers);
  }
  CHECK(pairs > 300);
}

TEST_CASE("steps are no pair where registers do not hold what a turn reads") {
  const LaneRow row(false, 32, 64, 4), short_row(false, 32, 32, 4), complex_row(true, 32, 64, 4);
  // Four positions, each a sum of four, are summed by fours.
  const NestStep first{.kept = {{8, 256, 256, 0}, {4, 64, 64, 0}},
                       .columns = {{4, 0, 16, 1}},
                       .summed = {{4, 16, 0, 4}}},
      second{.kept = {{8, 256, 64, 0}, {4, 16, 16, 0}},
             .columns = {{2, 0, 512, 1}},
             .summed = {{4, 64, 0, 2}}};
  const auto pair = step_pair(row, first, second);
  REQUIRE(pair);
  CHECK(pair->positions.size() == 4);
  CHECK(pair->columns.size() == 4);
  REQUIRE(pair->loops.size() == 1);
  CHECK(pair->loops[0].extent == 8);
  CHECK(!step_pair(short_row, first, second));
  CHECK(!step_pair(complex_row, first, second));
  // Sums of more than four values hide what is stored between.
  NestStep longer = first;
  longer.summed = {{5, 16, 0, 4}};
  CHECK(!step_pair(row, longer, second));
  // All columns are summed, at one position.
  const NestStep of_columns{.kept = {{8, 256, 64, 0}, {4, 64, 16, 0}},
                            .columns = {{2, 0, 512, 1}},
                            .summed = {{4, 16, 0, 2}}};
  const auto of_one = step_pair(short_row, first, of_columns);
  REQUIRE(of_one);
  CHECK(of_one->positions.size() == 1);
  REQUIRE(of_one->loops.size() == 1);
  CHECK(of_one->loops[0].extent == 32);
}

TEST_CASE("pairs of a nest are those between which most lies") {
  const LaneRow row(false, 16, 64, 4);
  // All steps keep one axis and sum one of two, with a column of two in its place.
  const auto step = [](std::uint64_t held) {
    return NestStep{.kept = {{8, 32, 32, 0}},
                    .columns = {{2, 0, 16, 1}},
                    .summed = {{2, 16, 0, 2}},
                    .held = held};
  };
  TileNest nest;
  const auto all = [](std::size_t) { return true; };
  const auto pairs = [&](std::vector<std::uint64_t> held) {
    nest.steps.clear();
    for (const std::uint64_t numbers : held) nest.steps.push_back(step(numbers));
    return pairs_of(row, nest, all);
  };
  using Flags = std::vector<bool>;
  CHECK(pairs({256, 0}) == Flags{true, false});
  CHECK(pairs({256, 512, 0}) == Flags{false, true, false});
  CHECK(pairs({512, 256, 0}) == Flags{true, false, false});
  CHECK(pairs({256, 300, 256, 0}) == Flags{true, false, true, false});
  CHECK(pairs({256, 600, 256, 0}) == Flags{false, true, false, false});
  CHECK(pairs_of(row, nest, [](std::size_t s) { return s != 1; }) ==
        Flags{true, false, true, false});
}
