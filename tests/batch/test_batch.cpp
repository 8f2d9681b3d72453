#include "runtime/batch/batch.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <limits>
#include <thread>

#include "tests/batch/fixture.h"
#include "tests/test_seed.h"

using namespace diagc;

namespace {

/// A caller's array with sentinels between and behind its elements.
template <class C>
struct Caller {
  ElementType type;
  Layout layout;
  std::size_t leaves, configurations, stride;
  std::vector<C> components;
  static constexpr C untouched = C{-77.25};

  Caller(std::mt19937_64& random, bool complex, Layout layout, std::size_t leaves,
         std::size_t configurations)
      : type(element_type<C>(complex)),
        layout(layout),
        leaves(leaves),
        configurations(configurations) {
    const bool by_configuration = layout == Layout::configuration_leaf;
    stride = (by_configuration ? leaves : configurations) + random() % 4;
    components.assign(parts() * (stride * (by_configuration ? configurations : leaves) + 3),
                      untouched);
  }

  std::size_t parts() const { return is_complex(type) ? 2 : 1; }

  C& at(std::size_t leaf, std::size_t configuration, std::size_t part) {
    const auto element = layout == Layout::configuration_leaf ? configuration * stride + leaf
                                                              : leaf * stride + configuration;
    return components[element * parts() + part];
  }

  ConstArray in() const {
    return {reinterpret_cast<const std::byte*>(components.data()),
            type,
            layout,
            leaves,
            configurations,
            stride};
  }
  MutableArray out() {
    return {reinterpret_cast<std::byte*>(components.data()),
            type,
            layout,
            leaves,
            configurations,
            stride};
  }
};

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

/// Some number, at times an infinity or a NaN with a payload, signalling or not.
template <class T>
T any_number(std::mt19937_64& random) {
  if (random() % 10) return static_cast<T>(static_cast<double>(random() % 2000001) / 1e4 - 100);
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const auto infinity = std::numeric_limits<T>::infinity();
  Word word;
  std::memcpy(&word, &infinity, sizeof word);
  word |= static_cast<Word>(random() % 3 ? random() % (Word{1} << (sizeof(T) == 4 ? 23 : 52)) : 0);
  T result;
  std::memcpy(&result, &word, sizeof word);
  return result;
}

/// Equal bits, or where the precision changes, the rounded value (a NaN for a NaN).
template <class To, class From>
bool converted(From from, To to) {
  if constexpr (std::is_same_v<From, To>) {
    return same_bits(from, to);
  } else {
    return std::isnan(from) ? std::isnan(to) : to == static_cast<To>(from);
  }
}

template <class T, class C>
void round_trip(std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const bool array_complex = below(2);
  const auto leaves_in = array_complex || below(2) ? Leaves::complex : Leaves::real;
  const auto layout = below(2) ? Layout::configuration_leaf : Layout::leaf_configuration;
  const auto leaves = below(5) == 0 ? 0 : 1 + below(40), batch = below(150);
  const auto first = below(batch + 1), count = below(batch - first + 1);
  const auto spare_rows = below(3), columns = count + below(20);
  const auto per_leaf = rows_per_leaf(leaves_in);
  CAPTURE(array_complex, leaves_in == Leaves::complex, layout == Layout::configuration_leaf, leaves,
          batch, first, count);

  Caller<C> caller(random, array_complex, layout, leaves, batch);
  for (std::size_t l = 0; l < leaves; ++l) {
    for (std::size_t c = 0; c < batch; ++c) {
      for (std::size_t p = 0; p < caller.parts(); ++p) caller.at(l, c, p) = any_number<C>(random);
    }
  }

  Rows<T> rows(leaves * per_leaf + 2 * spare_rows, columns);
  for (std::size_t r = 0; r < rows.rows(); ++r) std::fill_n(rows.row(r), rows.stride(), T{-5.5});
  const auto part = rows.view().subrows(spare_rows, leaves * per_leaf);
  load_configurations(caller.in(), first, count, leaves_in, part);

  bool right = true;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::size_t c = 0; c < rows.stride(); ++c) {
      const T got = rows.row(r)[c];
      if (r < spare_rows || r >= spare_rows + leaves * per_leaf || c >= count) {
        right = right && got == T{-5.5};
        continue;
      }
      const auto leaf = (r - spare_rows) / per_leaf, component = (r - spare_rows) % per_leaf;
      if (component == 1 && !array_complex) {
        right = right && same_bits(got, T{0});
      } else {
        right = right && converted(caller.at(leaf, first + c, component), got);
      }
    }
  }
  REQUIRE(right);

  // Back, into an array that may be complex though the leaves are real.
  const bool out_complex = leaves_in == Leaves::complex || below(2);
  Caller<C> target(random, out_complex, below(2) ? layout : Layout::leaf_configuration, leaves,
                   batch);
  const auto before = target.components;
  store_configurations<T>({part.data, part.rows, part.columns, part.stride}, leaves_in,
                          target.out(), first, count);
  auto expected = target;
  expected.components = before;
  for (std::size_t l = 0; l < leaves; ++l) {
    for (std::size_t c = 0; c < count; ++c) {
      for (std::size_t p = 0; p < expected.parts(); ++p) {
        const bool there = p < per_leaf;
        const T value = there ? part.row(l * per_leaf + p)[c] : T{0};
        C& place = target.at(l, first + c, p);
        right = right && converted(value, place);
        expected.at(l, first + c, p) = place;
      }
    }
  }
  REQUIRE(right);
  REQUIRE((std::memcmp(target.components.data(), expected.components.data(),
                       sizeof(C) * before.size()) == 0));
}

}  // namespace

TEST_CASE("rows are aligned, padded, zero, and never a multiple of a page apart") {
  for (const std::size_t columns : {0, 1, 15, 16, 17, 100, 1024, 4096, 65536}) {
    Rows<float> rows(3, columns);
    CAPTURE(columns);
    CHECK(rows.rows() == 3);
    CHECK(rows.columns() == columns);
    CHECK(rows.stride() >= columns);
    CHECK(rows.stride() - columns < 2 * 16 + 16);
    CHECK(rows.stride() * sizeof(float) / 64 % 2 == 1);
    CHECK(rows.stride() * sizeof(float) % 64 == 0);
    for (std::size_t r = 0; r < 3; ++r) {
      CHECK(reinterpret_cast<std::uintptr_t>(rows.row(r)) % 64 == 0);
      for (std::size_t c = 0; c < rows.stride(); ++c) REQUIRE(same_bits(rows.row(r)[c], 0.0f));
    }
  }
  CHECK(Rows<double>(2, 9).stride() == 24);
  CHECK_THROWS_AS(Rows<double>(std::size_t{1} << 40, std::size_t{1} << 40), std::bad_alloc);
  CHECK_THROWS_AS(Rows<double>(1, ~std::size_t{0}), std::bad_alloc);
}

TEST_CASE("configurations go in and out in either layout, kind and precision") {
  const auto seed = diagc::test_seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 500; ++round) {
    CAPTURE(round);
    round_trip<float, float>(random);
    round_trip<float, double>(random);
    round_trip<double, float>(random);
    round_trip<double, double>(random);
  }
}

TEST_CASE("a NaN stays in its own configuration") {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values(7 * 50, 1.0);
  values[3 * 7 + 2] = nan;
  Rows<float> rows(7, 50);
  load_configurations({reinterpret_cast<const std::byte*>(values.data()), ElementType::float64,
                       Layout::configuration_leaf, 7, 50, 7},
                      0, 50, Leaves::real, rows.view());
  for (std::size_t l = 0; l < 7; ++l) {
    for (std::size_t c = 0; c < 50; ++c) CHECK((rows.row(l)[c] != 1.0f) == (l == 2 && c == 3));
  }
}

TEST_CASE("threads fill disjoint columns of the same rows") {
  const std::size_t leaves = 23, batch = 1000;
  std::vector<std::complex<double>> values(leaves * batch);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = {double(i), -double(i) - 0.5};
  const ConstArray array{reinterpret_cast<const std::byte*>(values.data()),
                         ElementType::complex128,
                         Layout::configuration_leaf,
                         leaves,
                         batch,
                         leaves};
  Rows<double> rows(2 * leaves, batch);
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < batch; first += 300) {
    threads.emplace_back([&, first] {
      const auto count = std::min<std::size_t>(300, batch - first);
      const RowsView<double> part{rows.row(0) + first, 2 * leaves, count, rows.stride()};
      load_configurations(array, first, count, Leaves::complex, part);
    });
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t l = 0; l < leaves; ++l) {
    for (std::size_t c = 0; c < batch; ++c) {
      REQUIRE(rows.row(2 * l)[c] == values[c * leaves + l].real());
      REQUIRE(rows.row(2 * l + 1)[c] == values[c * leaves + l].imag());
    }
  }
}

TEST_CASE("arguments that do not fit each other are the caller's error") {
  std::vector<double> values(60);
  Rows<float> rows(6, 10);
  const ConstArray good{reinterpret_cast<const std::byte*>(values.data()),
                        ElementType::float64,
                        Layout::configuration_leaf,
                        6,
                        10,
                        6};
  const auto error = [&](ConstArray array, std::size_t first, std::size_t count, Leaves leaves) {
    return fixture::message<std::logic_error>(
        [&] { load_configurations(array, first, count, leaves, rows.view()); });
  };
  CHECK(error(good, 0, 10, Leaves::real) == "(no error)");
  CHECK(error(good, 1, 10, Leaves::real) ==
        "load_configurations: configurations beyond the array's end");
  CHECK(error(good, 11, 0, Leaves::real) ==
        "load_configurations: configurations beyond the array's end");
  CHECK(error(good, 2, ~std::size_t{0}, Leaves::real) ==
        "load_configurations: configurations beyond the array's end");
  auto array = good;
  array.configurations = 20;
  CHECK(error(array, 0, 11, Leaves::real) ==
        "load_configurations: more configurations than columns");
  CHECK(error(good, 0, 10, Leaves::complex) ==
        "load_configurations: the number of rows is not that of the array's leaves");
  array = good;
  array.stride = 5;
  CHECK(error(array, 0, 10, Leaves::real) ==
        "load_configurations: the array's stride is too short");
  array = good;
  array.layout = Layout::leaf_configuration;
  CHECK(error(array, 0, 10, Leaves::real) ==
        "load_configurations: the array's stride is too short");
  array = good;
  array.type = ElementType::complex64;
  CHECK(error(array, 0, 5, Leaves::real) == "load_configurations: complex values, real leaves");
  array = good;
  array.data += 4;
  CHECK(error(array, 0, 1, Leaves::real) ==
        "load_configurations: the array is not aligned for its elements");
  const MutableArray out{reinterpret_cast<std::byte*>(values.data()),
                         ElementType::float64,
                         Layout::configuration_leaf,
                         3,
                         10,
                         3};
  CHECK(fixture::message<std::logic_error>([&] {
          store_configurations<float>(std::as_const(rows).view(), Leaves::complex, out, 0, 10);
        }) == "store_configurations: complex leaves, a real array");
}
