// Kernels that are compiled for one plan give the bits of the templates; their sources are those in generated/tiles.
#include <algorithm>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "physics/networks/tile_code.h"
#include "tests/networks/all_slices.h"
#include "tests/networks/main_paths.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::networks;

namespace {

/// Both by templates and by code. Returns how many kernels had code.
template <class Value, class F>
std::size_t compare_codes(const Network& network, const Order& order, Element element,
                          std::mt19937& random, const F& number) {
  const auto tensors = numbers_of<Value>(network, random, number);
  const Plan plan = make_plan(network, order,
                              {.element_bytes = sizeof(Value), .is_complex = is_complex(element)});
  const TileCodes codes(plan, element, {.all = true});
  const auto expected = execute<Value>(network, plan, tensors, 1);
  for (const unsigned threads : {1U, 2U}) {
    const auto found = execute<Value>(network, plan, tensors, threads, 0, &codes);
    CHECK(found.exponent == expected.exponent);
    REQUIRE(found.values.size() == expected.values.size());
    const auto [one, other] = std::ranges::mismatch(
        found.values, expected.values,
        [](const Value& a, const Value& b) { return std::memcmp(&a, &b, sizeof(Value)) == 0; });
    INFO(one - found.values.begin());
    CHECK(one == found.values.end());
  }
  return codes.count();
}

double real_number(std::mt19937& random) {
  return static_cast<double>(random() % 1000) / 500 - 0.9;
}

template <class T>
std::complex<T> complex_number(std::mt19937& random) {
  const double re = real_number(random), im = real_number(random);
  return {static_cast<T>(re), static_cast<T>(im)};
}

/// A tensor of 2^`axes` elements and two matrices on axes in its middle.
Path long_path(std::uint32_t axes) {
  Path path;
  path.network.extents.assign(axes + 2, 2);
  std::vector<Label> all;
  for (Label label = 0; label < axes; ++label) all.push_back(label);
  path.network.tensors = {all, {3, axes}, {5, axes + 1}};
  path.network.open = {axes, axes + 1};
  for (Label label = 0; label < axes; ++label)
    if (label != 3 && label != 5) path.network.open.push_back(label);
  path.order.steps = {{0, 1}, {3, 2}};
  return path;
}

/// A tensor of 2^`axes` elements and three small ones, which sum one or two axes each and leave the five fastest as lanes; the result is as large.
Path thin_path(std::uint32_t axes) {
  Path path;
  path.network.extents.assign(axes + 5, 2);
  std::vector<Label> all;
  for (Label label = 0; label < axes; ++label) all.push_back(label);
  const Label first = axes - 8, added = axes;
  path.network.tensors = {all,
                          {first, added, added + 1},
                          {first + 1, added, added + 2},
                          {first + 2, added + 2, added + 3, added + 4}};
  for (Label label = 0; label < axes + 5; ++label)
    if (label < first || (label > first + 2 && label != added && label != added + 2))
      path.network.open.push_back(label);
  path.order.steps = {{0, 1}, {4, 2}, {5, 3}};
  return path;
}

/// A tensor with matrices on its slow axes but the slowest.
Path golden_path(std::uint64_t lanes = 64, std::uint64_t outer = 1) {
  Path path;
  path.network.extents = {2, 3, 4, 2, 2, lanes, outer};
  path.network.tensors = {{6, 0, 1, 2, 5}, {0, 3}, {1, 2, 4}};
  path.network.open = {6, 3, 4, 5};
  path.order.steps = {{0, 1}, {3, 2}};
  return path;
}

/// A tensor whose fastest axes are lanes and then, slower, summed ones, so that lanes are brought together; a matrix has half of all others, too, so
/// that tiles have few lanes. `more_summed`: of the slow axes, too.
Path turned_path(std::uint32_t unit_axes, std::uint32_t line_axes, std::uint32_t more_summed = 0) {
  constexpr std::uint32_t slow = 14;
  Path path;
  path.network.extents.assign(slow + line_axes + unit_axes + 2, 2);
  std::vector<Label> tensor, matrix;
  for (Label label = 0; label < slow + line_axes + unit_axes; ++label) {
    tensor.push_back(label);
    const bool is_summed = label >= slow - more_summed && label < slow + line_axes;
    if (is_summed || label + more_summed < slow / 2) matrix.push_back(label);
    if (!is_summed) path.network.open.push_back(label);
  }
  const Label first = slow + line_axes + unit_axes;
  matrix.push_back(first);
  path.network.tensors = {tensor, matrix, {first, first + 1}};
  path.network.open.push_back(first + 1);
  path.order.steps = {{0, 1}, {3, 2}};
  return path;
}

/// A tensor of 20 axes: five that are outside of tiles, seven of tiles, four lanes, four of a line. One matrix sums so many of tiles, and another one of a line, that
/// lanes are brought together in a nest of their own, and whole tiles lie between the matrices.
Path turned_ahead_path() {
  constexpr std::uint32_t tile = 5, lanes = 12, line = 16, added = 20, last = 25;
  Path path;
  path.network.extents.assign(last + 1, 2);
  std::vector<Label> tensor, first, second;
  for (Label label = 0; label < added; ++label) tensor.push_back(label);
  for (Label label = tile; label < tile + 4; ++label) first.push_back(label);
  for (Label label = added; label < last; ++label) first.push_back(label);
  for (Label label = tile + 4; label < lanes; ++label) second.push_back(label);
  for (Label label = line; label < added; ++label) second.push_back(label);
  second.push_back(last);
  path.network.tensors = {tensor, first, second};
  for (Label label = 0; label <= last; ++label)
    if (label < tile || (label >= tile + 4 && label < line) || label + 1 >= added)
      path.network.open.push_back(label);
  path.order.steps = {{0, 1}, {3, 2}};
  return path;
}

/// Of a tensor that the caches do not hold, so that the next tile is fetched.
std::string golden_source(Element element, int vector_bytes) {
  const Path path = golden_path(64, 256);
  const Plan plan = make_plan(
      path.network, path.order,
      {.element_bytes = element == Element::f32 ? 4U : 16U, .is_complex = is_complex(element)});
  return tile_source(plan, 0, element, vector_bytes);
}

/// A path that is always the same, and random ones: every other one of these has extents of 2 alone, so that its blocks are whole lines.
void compare_random_paths(int runs) {
  if (!toolchain::why_unavailable().empty()) return;
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::size_t kernels = 0;
  for (int run = 0; run < runs; ++run) {
    INFO(run);
    const auto [network, order] =
        run == 0 ? golden_path(64, 256) : random_path(run % 2 == 0 ? run / 2 : 4 * run + 2, random);
    kernels += compare_codes<float>(network, order, Element::f32, random, [](std::mt19937& r) {
      return static_cast<float>(real_number(r));
    });
    kernels += compare_codes<double>(network, order, Element::f64, random, real_number);
    kernels += compare_codes<std::complex<float>>(network, order, Element::c64, random,
                                                  complex_number<float>);
    kernels += compare_codes<std::complex<double>>(network, order, Element::c128, random,
                                                   complex_number<double>);
  }
  CHECK(kernels >= 4);
}

}  // namespace

TEST_CASE("kernels that are compiled for their shape give the bits of templates") {
  compare_random_paths(3);
}

TEST_CASE("kernels are compiled for lanes that do not fill vectors") {
  if (!toolchain::why_unavailable().empty()) return;
  std::mt19937 random(1);
  // One vector and a number, vectors of one block, of blocks of one length and of two.
  for (const std::uint64_t lanes : {17, 31, 50, 72, 100, 108, 302}) {
    INFO(lanes);
    const auto [network, order] = golden_path(lanes);
    CHECK(compare_codes<float>(network, order, Element::f32, random, [](std::mt19937& r) {
            return static_cast<float>(real_number(r));
          }) == 1);
    CHECK(compare_codes<std::complex<double>>(network, order, Element::c128, random,
                                              complex_number<double>) == 1);
  }
}

TEST_CASE("100 kernels that are compiled for their shape give the bits of templates", "[.long]") {
  compare_random_paths(100);
}

TEST_CASE("compiled kernels take other factors for each value of axes around tiles") {
  if (!toolchain::why_unavailable().empty()) return;
  std::mt19937 random(1);
  const auto [network, order] = batch_path();
  CHECK(compare_codes<float>(network, order, Element::f32, random, [](std::mt19937& r) {
          return static_cast<float>(real_number(r));
        }) == 1);
  CHECK(compare_codes<std::complex<float>>(network, order, Element::c64, random,
                                           complex_number<float>) == 1);
}

TEST_CASE("compiled kernels write long results past the caches") {
  if (!toolchain::why_unavailable().empty()) return;
  std::mt19937 random(1);
  const auto [network, order] = long_path(23);
  CHECK(compare_codes<float>(network, order, Element::f32, random, [](std::mt19937& r) {
          return static_cast<float>(real_number(r));
        }) == 1);
}

TEST_CASE("compiled kernels keep what lies between two thin steps in registers") {
  if (!toolchain::why_unavailable().empty()) return;
  std::mt19937 random(1);
  // Results that stay in the caches, and those that are written past them.
  for (const std::uint32_t axes : {14U, 23U}) {
    INFO(axes);
    const auto [network, order] = thin_path(axes);
    for (const Element element : {Element::f32, Element::f64}) {
      const Plan plan =
          make_plan(network, order, {.element_bytes = element == Element::f32 ? 4U : 8U});
      for (const int vector_bytes : {32, 64}) {
        INFO(vector_bytes);
        const std::string source = tile_source(plan, 0, element, vector_bytes);
        CHECK(source.find("// Two steps") != std::string::npos);
        CHECK((source.find("  stream<1>(to") != std::string::npos) == (axes == 23));
      }
    }
    CHECK(compare_codes<float>(network, order, Element::f32, random, [](std::mt19937& r) {
            return static_cast<float>(real_number(r));
          }) >= 1);
    CHECK(compare_codes<double>(network, order, Element::f64, random, real_number) >= 1);
  }
}

TEST_CASE("compiled kernels write long results past the caches where rows are no whole lines") {
  if (!toolchain::why_unavailable().empty()) return;
  Path path;
  path.network.extents = {4096, 8, 16, 108, 2};
  path.network.tensors = {{0, 1, 3}, {1, 2}, {0, 4}};
  path.network.open = {2, 3, 4};
  path.order.steps = {{0, 1}, {3, 2}};
  const Plan plan = make_plan(path.network, path.order, {.element_bytes = 4});
  CHECK(tile_source(plan, 0, Element::f32, 64).find("stream_lines<1728>(result, turn_result)") !=
        std::string::npos);
  std::mt19937 random(1);
  CHECK(compare_codes<float>(path.network, path.order, Element::f32, random, [](std::mt19937& r) {
          return static_cast<float>(real_number(r));
        }) == 2);
}

TEST_CASE("compiled kernels bring lanes together by squares of a line of the cache") {
  if (!toolchain::why_unavailable().empty()) return;
  std::mt19937 random(1);
  const auto turns = [](const Path& path, Element element, std::uint64_t bytes) {
    const Plan plan = make_plan(path.network, path.order, {.element_bytes = bytes});
    REQUIRE(plan.kernels[0].relaid);
    return tile_source(plan, 0, element, 64).find("turn(array") != std::string::npos;
  };
  // Squares of 16, 8, 4 and 2 units in single precision, of 8, 4 and 2 in double.
  for (std::uint32_t unit = 0; unit < 4; ++unit) {
    INFO(unit);
    const Path path = turned_path(unit, 4 - unit);
    CHECK(turns(path, Element::f32, 4));
    CHECK(compare_codes<float>(path.network, path.order, Element::f32, random, [](std::mt19937& r) {
            return static_cast<float>(real_number(r));
          }) == 1);
    if (unit == 3) break;
    const Path wide = turned_path(unit, 3 - unit);
    CHECK(turns(wide, Element::f64, 8));
    CHECK(compare_codes<double>(wide.network, wide.order, Element::f64, random, real_number) == 1);
  }
  // Too much is summed for the nearest cache: squares are turned in a nest of their own.
  const Path alone = turned_path(1, 3, 5);
  CHECK(turns(alone, Element::f32, 4));
  CHECK(compare_codes<float>(alone.network, alone.order, Element::f32, random, [](std::mt19937& r) {
          return static_cast<float>(real_number(r));
        }) == 1);
  // The last nest brings those of the next tile together, where it does not need their place.
  const Path ahead = turned_ahead_path();
  const Plan plan = make_plan(ahead.network, ahead.order, {.element_bytes = 4});
  CHECK(tile_source(plan, 0, Element::f32, 64).find("turn_position(later") != std::string::npos);
  CHECK(compare_codes<float>(ahead.network, ahead.order, Element::f32, random, [](std::mt19937& r) {
          return static_cast<float>(real_number(r));
        }) == 1);
  // A tile whose lines have other lanes between their summed values is copied before.
  Path pieces = turned_path(1, 3);
  std::swap(pieces.network.tensors[0][15], pieces.network.tensors[0][9]);
  CHECK(!turns(pieces, Element::f32, 4));
}

TEST_CASE("sources of kernels equal the golden ones") {
  const std::filesystem::path folder = DIAGC_SOURCE_DIR "/generated/tiles";
  const std::pair<const char*, std::string> sources[] = {
      {"real.cpp", golden_source(Element::f32, 64)},
      {"complex.cpp", golden_source(Element::c128, 32)}};
  for (const auto& [name, text] : sources) {
    REQUIRE(!text.empty());
    if (std::getenv("DIAGC_UPDATE_GOLDEN")) {
      std::filesystem::create_directories(folder);
      std::ofstream(folder / name, std::ios::binary) << text;
    }
    std::ostringstream golden;
    golden << std::ifstream(folder / name, std::ios::binary).rdbuf();
    CHECK(text == golden.str());
  }
}
