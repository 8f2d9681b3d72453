// Tiles whose lanes are brought together: blocks of any length, whatever lies together in what is read.
#include <algorithm>
#include <complex>
#include <cstdint>
#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include "runtime/linear/offsets.h"
#include "runtime/linear/tiles.h"
#include "tests/test_seed.h"

using namespace diagc::linear;

namespace {

/// `unit` lanes lie together in main, beside the `run` summed values of them; lanes are cut into blocks.
template <class Value>
void check_blocks(std::uint64_t unit, std::uint64_t run, std::uint64_t others,
                  std::uint64_t blocks) {
  INFO(sizeof(Value) << " bytes, unit " << unit << ", run " << run << ", blocks " << blocks);
  constexpr std::uint64_t columns = 3, line = 64 / sizeof(Value);
  const std::uint64_t lanes = unit * others;
  const std::uint64_t stride = (lanes / blocks + 2 * line) / line * line;
  Tiles tiles;
  tiles.lanes = {{others, unit * run, 0, unit}, {unit, 1, 0, 1}};
  tiles.blocks = blocks;
  tiles.relaid = tiles.is_copied = true;
  tiles.copied = {{run, unit, 0, stride}};
  tiles.steps.resize(1);
  tiles.steps[0].columns = {{columns, 0, 1, lanes}};
  tiles.steps[0].summed = {{run, stride, columns, 0}};
  tiles.tile_elements = stride * run;
  std::vector<Value> main(lanes * run), other(run * columns), result(lanes * columns);
  for (std::size_t k = 0; k < main.size(); ++k) main[k] = static_cast<float>(k * 7 % 23) - 11;
  for (std::size_t k = 0; k < other.size(); ++k) other[k] = static_cast<float>(k * 5 % 7) - 3;
  contract_tiles<Value>(tiles, main.data(), {other.data()}, result.data(), 1);
  for (std::uint64_t lane = 0; lane < lanes; ++lane) {
    for (std::uint64_t column = 0; column < columns; ++column) {
      Value sum = 0;
      for (std::uint64_t k = 0; k < run; ++k)
        sum +=
            main[lane / unit * unit * run + k * unit + lane % unit] * other[k * columns + column];
      REQUIRE(result[column * lanes + lane] == sum);
    }
  }
}

/// Axes of lanes, of summed values and outside lie in main in any order, extents of 2 and 3.
template <class Value>
void check_axes(std::mt19937& random) {
  enum class Place : std::uint8_t { lane, summed, outside };
  constexpr std::uint64_t columns = 2, line = 64 / sizeof(Value);
  Tiles tiles;
  tiles.steps.resize(1);
  auto& summed = tiles.steps[0].summed;
  std::uint64_t main_elements = 1, lanes = 1;
  // The first axes are the fastest ones in main: all three kinds are among them.
  for (std::size_t axis = 0; axis < 11; ++axis) {
    const std::uint64_t extent = 2 + random() % 2;
    const auto place = static_cast<Place>(axis < 3 ? (axis + random() % 2) % 3 : random() % 3);
    if (place == Place::lane && lanes < 100) {
      tiles.lanes.push_back({extent, main_elements, 0, 0});
      lanes *= extent;
    } else if (place == Place::outside) {
      tiles.outer.insert(tiles.outer.begin(), {extent, main_elements, 0, 0});
    } else {
      summed.insert(summed.begin(), {extent, main_elements, 0, 0});
    }
    main_elements *= extent;
  }
  while (lanes < 2 * line) {
    tiles.lanes.push_back({3, main_elements, 0, 0});
    lanes *= 3;
    main_elements *= 3;
  }
  std::ranges::shuffle(tiles.lanes, random);
  std::uint64_t stride = 1;
  for (std::size_t axis = tiles.lanes.size(); axis-- > 0; stride *= tiles.lanes[axis].extent)
    tiles.lanes[axis].c = stride;
  tiles.blocks = 1 + random() % (lanes / line);
  tiles.relaid = tiles.is_copied = true;
  const std::uint64_t pitch = (lanes / tiles.blocks + 2 * line) / line * line;
  tiles.tile_elements = pitch;
  tiles.steps[0].columns = {{columns, 0, 1, lanes}};
  std::uint64_t other_stride = columns;
  for (std::size_t axis = summed.size(); axis-- > 0;) {
    tiles.copied.insert(tiles.copied.begin(),
                        {summed[axis].extent, summed[axis].a, 0, tiles.tile_elements});
    summed[axis].a = tiles.tile_elements;
    summed[axis].b = other_stride;
    tiles.tile_elements *= summed[axis].extent;
    other_stride *= summed[axis].extent;
  }
  stride = lanes * columns;
  for (std::size_t axis = tiles.outer.size(); axis-- > 0; stride *= tiles.outer[axis].extent)
    tiles.outer[axis].c = stride;
  // The operand has some of the outer axes as well.
  std::vector<Axis> outer_of_other = tiles.outer;
  tiles.outer_strides.resize(1);
  for (Axis& axis : outer_of_other) {
    axis.b = random() % 3 == 0 ? other_stride : 0;
    tiles.outer_strides[0].push_back(axis.b);
    if (axis.b > 0) other_stride *= axis.extent;
  }
  std::vector<Value> main(main_elements), other(other_stride), result(stride);
  for (Value& value : main) value = static_cast<float>(random() % 23) - 11;
  for (Value& value : other) value = static_cast<float>(random() % 7) - 3;
  contract_tiles<Value>(tiles, main.data(), {other.data()}, result.data(), 1);
  std::vector<std::uint64_t> at_lanes(lanes), at_outer(count(tiles.outer)),
      to_outer(count(tiles.outer)), outer_other(count(tiles.outer)), at_summed(count(tiles.copied));
  fill_offsets(tiles.lanes, &Axis::a, 0, at_lanes);
  fill_offsets(tiles.outer, &Axis::a, 0, at_outer);
  fill_offsets(tiles.outer, &Axis::c, 0, to_outer);
  fill_offsets(outer_of_other, &Axis::b, 0, outer_other);
  fill_offsets(tiles.copied, &Axis::a, 0, at_summed);
  for (std::size_t outer = 0; outer < at_outer.size(); ++outer) {
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
      for (std::uint64_t column = 0; column < columns; ++column) {
        Value sum = 0;
        for (std::size_t k = 0; k < at_summed.size(); ++k)
          sum += main[at_outer[outer] + at_lanes[lane] + at_summed[k]] *
                 other[outer_other[outer] + k * columns + column];
        REQUIRE(result[to_outer[outer] + column * lanes + lane] == sum);
      }
    }
  }
}

}  // namespace

TEST_CASE("lanes are brought together from wherever they lie") {
  const unsigned seed = diagc::test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 60; ++run) {
    INFO(run);
    check_axes<float>(random);
    check_axes<double>(random);
    check_axes<std::complex<float>>(random);
    check_axes<std::complex<double>>(random);
  }
}

TEST_CASE("lanes that lie together are copied together, however many") {
  for (const std::uint64_t unit : {3U, 5U, 6U, 7U, 8U, 9U, 12U, 18U, 24U, 27U, 36U, 64U}) {
    for (const std::uint64_t run : {1U, 2U, 6U}) {
      for (const std::uint64_t blocks : {1U, 2U, 3U, 5U}) {
        check_blocks<float>(unit, run, 41, blocks);
        check_blocks<double>(unit, run, 41, blocks);
        check_blocks<std::complex<float>>(unit, run, 41, blocks);
        check_blocks<std::complex<double>>(unit, run, 41, blocks);
      }
    }
  }
}

TEST_CASE("blocks of lanes that are brought together begin where no unit ends") {
  for (const std::uint64_t unit : {1U, 2U, 4U}) {
    for (const std::uint64_t run : {2U, 4U, 8U, 16U}) {
      for (const std::uint64_t blocks : {1U, 2U, 3U, 5U}) {
        check_blocks<float>(unit, run, 83, blocks);
        check_blocks<double>(unit, run, 83, blocks);
        check_blocks<std::complex<float>>(unit, run, 83, blocks);
        check_blocks<std::complex<double>>(unit, run, 83, blocks);
      }
    }
  }
}
