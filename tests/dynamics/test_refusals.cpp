// What is refused, with the whole message.
#include <cmath>
#include <string>

#include <catch2/catch.hpp>

#include "tests/dynamics/two_bands.h"

using namespace diagc::dynamics;

TEST_CASE("tables of hopping that say nothing definite are refused") {
  const auto bands = [](std::vector<Hop> hops) { return bands_from_hopping({8}, 2, hops); };
  CHECK_THROWS_WITH(bands({{{1, 0}, 0, 0, 1.0}}),
                    "hopping, entry 1: found R = [1, 0] from 0 to 0, expected as many numbers in R "
                    "as the grid has axes, 1");
  CHECK_THROWS_WITH(bands({{{1}, 0, 0, 1.0}, {{1}, 0, 2, 1.0}}),
                    "hopping, entry 2: found R = [1] from 0 to 2, expected bands from 0 to 1");
  CHECK_THROWS_WITH(bands({{{0}, 1, 1, Complex(1, 2)}}),
                    "hopping, entry 1: found R = [0] from 1 to 1, expected a real value, for h is "
                    "Hermitian, not 1 + 2 i");
  CHECK_THROWS_WITH(bands({{{1}, 0, 1, 1.0}, {{1}, 0, 1, 2.0}}),
                    "hopping, entry 2: found R = [1] from 0 to 1, expected no entry twice: it is "
                    "entry 1");
  CHECK_THROWS_WITH(bands({{{1}, 0, 1, 1.0}, {{-1}, 1, 0, 1.0}}),
                    "hopping, entry 2: found R = [-1] from 1 to 0, expected no conjugate of an "
                    "entry, which is added by itself: of entry 1");
  CHECK_THROWS_WITH(bands({{{1}, 0, 1, NAN}}),
                    "hopping, entry 1: found R = [1] from 0 to 1, expected a finite value");
  CHECK_THROWS_WITH(bands_from_hopping({8, 0}, 2, {}),
                    "found the grid 8 x 0, expected extents of at least 1 with a product that a "
                    "size holds");
  CHECK_THROWS_WITH(points_of({std::size_t{1} << 40U, std::size_t{1} << 40U}),
                    "found the grid 1099511627776 x 1099511627776, expected extents of at least 1 "
                    "with a product that a size holds");
}

TEST_CASE("models whose parts do not fit are refused") {
  Model model = two_bands({4}, 1);
  const auto rho = filled_valence(model);
  const Propagation propagation = kicked(1, 1e-4);
  const auto run = [&] { propagate(model, propagation, rho); };
  model.h[4 * 2 + 1] = Complex(0.5, 0.25);
  CHECK_THROWS_WITH(
      run(),
      "found h with 0 + 0 i at [1][0] and 0.5 + 0.25 i at [0][1] of point 2, expected "
      "conjugate numbers: it is Hermitian");
  model = two_bands({4}, 1);
  model.h.pop_back();
  CHECK_THROWS_WITH(run(), "found 15 numbers of h, expected 4 points of 2 x 2");
  model = two_bands({4}, 1);
  model.interaction = two_bands({5}, 1).interaction;
  CHECK_THROWS_WITH(
      run(),
      "found an interaction of 2 bands at 5 points, expected the model's 2 bands at 4 "
      "points");
  model = two_bands({4}, 1);
  model.field = [](double) { return 1.0; };
  CHECK_THROWS_WITH(run(), "found a dipole of 0 numbers, expected 2 x 2");
  CHECK_THROWS_WITH(filled(4, 2, {2}), "found the filled band 2, expected bands 0 to 1");
  CHECK_THROWS_WITH(kick_between(2, 1, 1, 0.1),
                    "found a kick between bands 1 and 1, expected two of the bands 0 to 1");
}

TEST_CASE("propagations out of range are refused") {
  const Model model = two_bands({4}, 1);
  const auto rho = filled_valence(model);
  const auto run = [&](auto change) {
    Propagation propagation = kicked(1, 1e-4);
    change(propagation);
    propagate(model, propagation, rho);
  };
  CHECK_THROWS_WITH(run([](auto& p) { p.end = 0; }), "found end = 0, expected a time after 0");
  CHECK_THROWS_WITH(run([](auto& p) { p.tolerance = 1e-14; }),
                    "found tolerance = 1e-14, expected 1e-12, about what double precision allows, "
                    "to 0.1");
  CHECK_THROWS_WITH(run([](auto& p) { p.step = -1; }),
                    "found step = -1, expected a length of panels, or 0 to leave it open");
  CHECK_THROWS_WITH(run([](auto& p) { p.step = 1e-10; }),
                    "found step = 1e-10, expected at least 1e-09, 1e-09 of the whole time");
  CHECK_THROWS_WITH(run([](auto& p) { p.kicks[0].at = 1; }),
                    "found a kick at 1, expected a time from 0 on and before the end, 1");
  CHECK_THROWS_WITH(
      run([](auto& p) { p.kicks[0].matrix[0] = 2; }),
      "found a kick at 0.5 whose rows 0 and 0 are not orthonormal, expected a unitary "
      "matrix");
  CHECK_THROWS_WITH(run([](auto& p) { p.kicks[0].matrix.pop_back(); }),
                    "found a kick of 3 numbers, expected 2 x 2");
  CHECK_THROWS_WITH(run([](auto& p) { p.most_bytes = 1e3; }),
                    "found 3.28e+04 bytes for G at 8 nodes at t = 0, expected at most 1e+03: a "
                    "larger tolerance, fewer k points or a shorter time take less");
  const Trajectory short_one = [&] {
    Propagation propagation = kicked(1, 1e-4);
    return propagate(model, propagation, rho);
  }();
  CHECK_THROWS_WITH(short_one.rho_at(1.5),
                    "found the time 1.5, expected one from 0 to 1, which was propagated");
  CHECK_THROWS_WITH(short_one.energy_at(NAN),
                    "found the time nan, expected one from 0 to 1, which was propagated");
}

TEST_CASE("panels that do not converge are refused, not taken") {
  const Model model = two_bands({4}, 4);
  Propagation propagation = kicked(40, 1e-8);
  propagation.kicks[0].at = 0;
  propagation.order = 4;
  propagation.step = 40;
  CHECK_THROWS_WITH(
      propagate(model, propagation, filled_valence(model)),
      "found that sweeps of the panel of length 40 at t = 0 do not converge, expected "
      "a shorter step, or 0 to leave it open");
}

TEST_CASE("a jump is exact at a break and costs panels where nobody named it") {
  Model model = two_bands({2}, 1);
  model.vertex = [](double t) { return t > 0.7123 ? 2.0 : 1.0; };
  model.field = [](double t) { return t > 0.7123 ? 0.5 : 0.0; };
  model.dipole = {0, 1, 1, 0};
  Propagation propagation = kicked(1.5, 1e-9);
  const auto rho = filled_valence(model);
  const auto run = [&] { return propagate(model, propagation, rho); };
  const auto difference = [](const Trajectory& one, const Trajectory& other) {
    const auto a = one.rho_at(1.5), b = other.rho_at(1.5);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  };
  propagation.breaks = {0.7123};
  const Trajectory named = run();
  propagation.breaks.clear();
  const Trajectory unnamed = run();
  propagation.breaks = {0.7123};
  propagation.tolerance = 1e-11;
  propagation.order = 12;
  const Trajectory exact = run();
  CHECK(difference(named, exact) < 1e-8);
  CHECK(difference(unnamed, exact) < 1e-8);
  CHECK(unnamed.panels().size() > 2 * named.panels().size());
  // What is no function of time there is refused.
  model.field = [](double t) { return t > 0.7123 ? NAN : 0.0; };
  std::string message;
  try {
    run();
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  const std::string end =
      " or longer at t = 0.7123 reaches the tolerance 1e-11, expected functions of time that are "
      "smooth there: name times of jumps as breaks";
  CHECK(message.starts_with("found that no panel of "));
  CHECK(message.ends_with(end));
}
