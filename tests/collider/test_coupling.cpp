#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "physics/collider/coupling.h"

using namespace diagc::collider;

namespace {

constexpr double pi = std::numbers::pi;

double slope(double alpha, int flavours, int loops) {
  const double b0 = (33 - 2.0 * flavours) / (12 * pi),
               b1 = (153 - 19.0 * flavours) / (24 * pi * pi);
  return -alpha * alpha * (b0 + (loops == 2 ? b1 * alpha : 0));
}

/// The equation by Runge and Kutta's fourth order, from ln Q² to ln Q².
double integrate(double alpha, double from, double to, int flavours, int loops) {
  constexpr int steps = 2000;
  const double h = (to - from) / steps;
  for (int i = 0; i < steps; ++i) {
    const double a = slope(alpha, flavours, loops), b = slope(alpha + h / 2 * a, flavours, loops),
                 c = slope(alpha + h / 2 * b, flavours, loops),
                 d = slope(alpha + h * c, flavours, loops);
    alpha += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return alpha;
}

double l(double q) { return 2 * std::log(q); }

}  // namespace

TEST_CASE("α_s runs as its equation says, over thresholds") {
  for (const int loops : {1, 2}) {
    CAPTURE(loops);
    const auto coupling =
        running_coupling({.alpha_s_mz = 0.118, .loops = loops, .most_flavours = 6});
    CHECK(coupling->alpha_s(91.188) == Approx(0.118).epsilon(1e-14));
    const double bottom = integrate(0.118, l(91.188), l(4.5), 5, loops);
    const double charm = integrate(bottom, l(4.5), l(1.3), 4, loops);
    const double top = integrate(0.118, l(91.188), l(172.5), 5, loops);
    CHECK(coupling->alpha_s(20) ==
          Approx(integrate(0.118, l(91.188), l(20), 5, loops)).epsilon(1e-10));
    CHECK(coupling->alpha_s(4.5) == Approx(bottom).epsilon(1e-10));
    CHECK(coupling->alpha_s(2) == Approx(integrate(bottom, l(4.5), l(2), 4, loops)).epsilon(1e-9));
    CHECK(coupling->alpha_s(1.1) ==
          Approx(integrate(charm, l(1.3), l(1.1), 3, loops)).epsilon(1e-8));
    CHECK(coupling->alpha_s(2000) ==
          Approx(integrate(top, l(172.5), l(2000), 6, loops)).epsilon(1e-10));
    CHECK(coupling->alpha_s(0.1) == coupling->alpha_s(1));
  }
  // One loop in closed form.
  const auto one = running_coupling({.alpha_s_mz = 0.130});
  const double b0 = 23 / (12 * pi);
  CHECK(one->alpha_s(1000) ==
        Approx(0.130 / (1 + 0.130 * b0 * 2 * std::log(1000 / 91.188))).epsilon(1e-13));
  CHECK_THROWS_AS(running_coupling({.alpha_s_mz = 0.3}), std::invalid_argument);
  CHECK_THROWS_AS(running_coupling({.loops = 3}), std::invalid_argument);
}

TEST_CASE("α_s of a table") {
  // Quadratic in ln Q², a jump at 10 GeV.
  const auto exact = [](double q) {
    return (q < 10 ? 0.4 : 0.3) - 0.02 * l(q) + 0.0005 * l(q) * l(q);
  };
  CouplingTable table;
  for (int i = 0; i <= 8; ++i) {
    table.q.push_back(std::pow(10, i / 8.0));
    table.alpha_s.push_back(exact(table.q.back() * (i == 8 ? 1 - 1e-15 : 1)));
  }
  table.q.back() = 10;
  for (int i = 0; i <= 8; ++i) {
    table.q.push_back(i == 0 ? 10 : 10 * std::pow(10, i / 4.0));
    table.alpha_s.push_back(exact(table.q.back()));
  }
  const auto coupling = tabulated_coupling(table);
  for (const double q : {1.5, 3.0, 7.0, 30.0, 200.0})
    CHECK(coupling->alpha_s(q) == Approx(exact(q)).epsilon(1e-9));
  CHECK(coupling->alpha_s(9.999999) - coupling->alpha_s(10.000001) == Approx(0.1).epsilon(1e-4));
  CHECK(coupling->alpha_s(0.1) == coupling->alpha_s(1));
  CHECK(coupling->alpha_s(1e5) == coupling->alpha_s(1000));
  CHECK_THROWS_AS(tabulated_coupling({{1, 1}, {0.1, 0.1}}), std::invalid_argument);
}
