// Transforms of arrays that are the same on orbits, against sums over the whole grid.
#include "runtime/linear/orbit_transform.h"

#include <numbers>
#include <random>

#include <catch2/catch.hpp>

using namespace diagc::linear;

namespace {

using Complex = std::complex<double>;
using Digits = std::vector<std::size_t>;

Digits digits_of(const Digits& grid, std::size_t point) {
  Digits digits(grid.size());
  for (std::size_t axis = grid.size(); axis-- > 0; point /= grid[axis])
    digits[axis] = point % grid[axis];
  return digits;
}

/// An exchange of axes, then signs: digit d of the image is ± digit axes[d].
struct Element {
  Digits axes;
  std::vector<int> signs;
};

std::size_t image(const Digits& grid, const Element& element, std::size_t point) {
  const Digits digits = digits_of(grid, point);
  std::size_t to = 0;
  for (std::size_t axis = 0; axis < grid.size(); ++axis) {
    const std::size_t digit = digits[element.axes[axis]];
    to = to * grid[axis] + (element.signs[axis] > 0 ? digit : (grid[axis] - digit) % grid[axis]);
  }
  return to;
}

/// Orbits of the group that some elements generate.
Orbits orbits_of(const Digits& grid, const std::vector<Element>& generators) {
  Orbits orbits{grid, {}, {}};
  std::size_t points = 1;
  for (const std::size_t extent : grid) points *= extent;
  orbits.place.assign(points, points);
  for (std::size_t k = 0; k < points; ++k) {
    if (orbits.place[k] != points) continue;
    std::vector<std::size_t> open = {k};
    while (!open.empty()) {
      const std::size_t point = open.back();
      open.pop_back();
      if (orbits.place[point] != points) continue;
      orbits.place[point] = orbits.count();
      for (const Element& element : generators) open.push_back(image(grid, element, point));
    }
    orbits.kept.push_back(k);
  }
  return orbits;
}

Complex transformed(const Orbits& orbits, const Complex* values, std::size_t at, double sign) {
  const Digits own = digits_of(orbits.grid, at);
  Complex sum = 0;
  for (std::size_t k = 0; k < orbits.points(); ++k) {
    const Digits digits = digits_of(orbits.grid, k);
    double turns = 0;
    for (std::size_t axis = 0; axis < own.size(); ++axis) {
      turns += static_cast<double>(digits[axis] * own[axis] % orbits.grid[axis]) /
               static_cast<double>(orbits.grid[axis]);
    }
    sum += values[orbits.place[k]] * std::polar(1.0, sign * 2 * std::numbers::pi * turns);
  }
  return sum;
}

const Element opposite{{0}, {-1}}, same{{0}, {1}};

std::vector<Orbits> orbits_of_lattices() {
  const Element left{{0, 1}, {-1, 1}}, down{{0, 1}, {1, -1}}, swap{{1, 0}, {1, 1}},
      turn{{1, 0}, {1, -1}}, both{{0, 1}, {-1, -1}};
  std::vector<Orbits> all;
  for (const std::size_t n : {1, 2, 3, 8, 9, 24, 32}) {
    all.push_back(orbits_of({n}, {opposite}));
    all.push_back(orbits_of({n}, {same}));
  }
  for (const std::size_t n : {2, 3, 4, 5, 8, 12}) {
    all.push_back(orbits_of({n, n}, {left, swap}));
    all.push_back(orbits_of({n, n}, {swap}));
    all.push_back(orbits_of({n, n}, {turn}));
    all.push_back(orbits_of({n, n}, {both}));
  }
  for (const Digits& grid : {Digits{6, 4}, Digits{5, 4}}) {
    all.push_back(orbits_of(grid, {left, down}));
    all.push_back(orbits_of(grid, {left}));
  }
  all.push_back(orbits_of(
      {4, 4, 4}, {{{1, 2, 0}, {1, 1, 1}}, {{1, 0, 2}, {1, 1, 1}}, {{0, 1, 2}, {-1, 1, 1}}}));
  all.push_back(orbits_of({3, 3, 2}, {{{1, 0, 2}, {1, 1, -1}}}));
  return all;
}

}  // namespace

TEST_CASE("transforms of arrays that are the same on orbits are sums over the whole grid") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const Orbits& orbits : orbits_of_lattices()) {
    for (const std::size_t arrays : {1, 3, 8, 21}) {
      const std::size_t distance = orbits.count() + 1;
      const OrbitTransform transform(orbits, arrays, distance);
      std::vector<Complex> given(arrays * distance);
      for (Complex& value : given) value = {number(random), number(random)};
      for (const double sign : {-1.0, 1.0}) {
        std::vector<Complex> found = given;
        if (sign < 0) {
          transform.forward(found.data());
        } else {
          transform.backward(found.data());
        }
        double largest = 0;
        for (std::size_t array = 0; array < arrays; ++array) {
          const Complex* own = given.data() + array * distance;
          for (std::size_t k = 0; k < orbits.points(); ++k) {
            // At every point, not at the first ones of orbits alone.
            const Complex expected = transformed(orbits, own, k, sign);
            largest =
                std::max(largest, std::abs(found[array * distance + orbits.place[k]] - expected));
          }
          // What lies between arrays is not touched.
          REQUIRE(found[array * distance + orbits.count()] == own[orbits.count()]);
        }
        CAPTURE(orbits.grid, orbits.count(), arrays, sign);
        REQUIRE(largest < 2e-14 * static_cast<double>(orbits.points()));
      }
    }
  }
}

TEST_CASE("opposite orbits and sizes") {
  for (const Orbits& orbits : orbits_of_lattices()) {
    const std::vector<std::size_t> opposite = opposite_orbits(orbits), sizes = sizes_of(orbits);
    std::vector<std::size_t> counted(orbits.count());
    for (std::size_t k = 0; k < orbits.points(); ++k) {
      ++counted[orbits.place[k]];
      Element minus{{}, std::vector<int>(orbits.grid.size(), -1)};
      for (std::size_t axis = 0; axis < orbits.grid.size(); ++axis) minus.axes.push_back(axis);
      REQUIRE(opposite[orbits.place[k]] == orbits.place[image(orbits.grid, minus, k)]);
    }
    REQUIRE(counted == sizes);
  }
}
