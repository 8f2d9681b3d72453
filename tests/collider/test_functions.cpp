#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include "physics/collider/phase_space/host_text.h"
#include "tests/collider/random_words.h"

using namespace diagc::collider;

namespace {

/// In units of the last place of the exact number, where `scale` is the least size of it that counts.
double ulps(double found, long double exact, double scale = 0) {
  const double size = std::max({std::abs(static_cast<double>(exact)), scale, 1e-300});
  return static_cast<double>(std::abs(found - exact)) /
         (size * std::numeric_limits<double>::epsilon());
}

}  // namespace

TEST_CASE("elementary functions of steps are within 2 units in the last place") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  double exponential = 0, logarithm = 0, circle = 0;
  for (int i = 0; i < 400000; ++i) {
    const double part = std::uniform_real_distribution<>(-1, 1)(random);
    const double x = part * (i % 3 == 0 ? 700 : i % 3 == 1 ? 3 : 1e-3);
    exponential = std::max(exponential, ulps(host::exponential(x), expl(x)));
    const double y = i % 2 == 0 ? std::exp(x) : 1 + 1e-3 * part;
    logarithm = std::max(logarithm, ulps(host::logarithm(y), logl(y)));
    const double turns = 4 * part;
    double c = 0, s = 0;
    host::circle(turns, &c, &s);
    const long double angle = 2 * std::numbers::pi_v<long double> * turns;
    // Near their zeros cos and sin have the error of π/4.
    circle = std::max({circle, ulps(c, cosl(angle), 0.1), ulps(s, sinl(angle), 0.1)});
  }
  CHECK(exponential < 2);
  CHECK(logarithm < 2);
  CHECK(circle < 2);
  for (const double special :
       {1.0, 2.0, 0.5, 0.70710678118654746, 0.70710678118654757, 1e-300, 1e300})
    CHECK(ulps(host::logarithm(special), logl(special)) < 2);
  double c = 0, s = 0;
  host::circle(0.25, &c, &s);
  CHECK(c == 0);
  CHECK(s == 1);
}

TEST_CASE("angles and distances of jets against atan2, cuts in ΔR against both") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  using Text = host::Text<4>;
  const auto uniform = [&](double a, double b) {
    return std::uniform_real_distribution<>(a, b)(random);
  };
  int near = 0;
  for (int i = 0; i < 20000; ++i) {
    Text::Event event;
    event.weight = 1;
    double phi[4], least = 1e9;
    for (int j = 0; j < 4; ++j) {
      phi[j] = uniform(-std::numbers::pi, std::numbers::pi);
      event.pt[j] = uniform(10, 100);
      event.y[j] = uniform(-3, 3);
      event.cosine[j] = std::cos(phi[j]);
      event.sine[j] = std::sin(phi[j]);
    }
    bool kinematics = true;
    double sum = 0;
    for (int j = 0; j < 4; ++j) {
      kinematics = kinematics && event.pt[j] > 15 && std::abs(event.y[j]) < 2.5;
      sum += event.pt[j];
      for (int k = 0; k < j; ++k) {
        const double dphi = std::remainder(phi[j] - phi[k], 2 * std::numbers::pi);
        const double exact = std::hypot(event.y[j] - event.y[k], dphi);
        REQUIRE(std::abs(Text::distance(event, k, j) - exact) < 1e-9);
        least = std::min(least, exact);
      }
    }
    REQUIRE(std::abs(Text::least_distance(event) - least) < 1e-9);
    REQUIRE(Text::scalar_sum(event) == Approx(sum));
    for (const double dr : {0.0, 0.4, 1.2, 3.5}) {
      const bool expected = kinematics && (dr == 0 || least > dr);
      near += least <= dr ? 1 : 0;
      REQUIRE(Text::passes({15, 2.5, dr}, event) == expected);
    }
    const Text::Ordered order = Text::ordered(event);
    double pt[4] = {event.pt[0], event.pt[1], event.pt[2], event.pt[3]};
    std::sort(pt, pt + 4, std::greater<>());
    for (int j = 0; j < 4; ++j) {
      REQUIRE(order.pt[j] == pt[j]);
      const auto at = std::find(event.pt, event.pt + 4, order.pt[j]) - event.pt;
      REQUIRE(order.y[j] == event.y[at]);
    }
  }
  CHECK(near > 1000);

  host::Text<2>::Event pair{};
  pair.pt[0] = 50, pair.pt[1] = std::nextafter(50, 51);
  pair.y[0] = -2, pair.y[1] = 1;
  CHECK(host::Text<2>::ordered(pair).y[0] == -2);
  std::swap(pair.y[0], pair.y[1]);
  CHECK(host::Text<2>::ordered(pair).y[0] == -2);
}
