// Tiles whose lanes are brought together: blocks of any length, whatever lies together in what is read.
#include <complex>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

#include "runtime/linear/tiles.h"

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

}  // namespace

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
