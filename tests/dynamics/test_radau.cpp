// Nodes, weights and matrices of collocation against what defines them.
#include <cmath>

#include <catch2/catch.hpp>

#include "physics/dynamics/radau.h"

using namespace diagc::dynamics;

namespace {

constexpr std::size_t all_orders[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

}  // namespace

TEST_CASE("two and three Radau nodes are those of the literature") {
  const Collocation two = radau(2);
  const std::vector<double> expected = {5.0 / 12, -1.0 / 12, 3.0 / 4, 1.0 / 4};
  CHECK(two.nodes[0] == Approx(1.0 / 3).epsilon(1e-15));
  for (std::size_t i = 0; i < 4; ++i) CHECK(two.integrals[i] == Approx(expected[i]).epsilon(1e-15));
  const Collocation three = radau(3);
  const double root = std::sqrt(6.0);
  CHECK(three.nodes[0] == Approx((4 - root) / 10).epsilon(1e-15));
  CHECK(three.nodes[1] == Approx((4 + root) / 10).epsilon(1e-15));
  CHECK(three.nodes[2] == 1);
  CHECK(three.weight(0) == Approx((16 - root) / 36).epsilon(1e-15));
  CHECK(three.weight(2) == Approx(1.0 / 9).epsilon(1e-15));
}

TEST_CASE("weights integrate powers up to 2p - 2, integrals to nodes those up to p - 1") {
  for (const std::size_t order : all_orders) {
    const Collocation rule = radau(order);
    double largest = 0;
    for (std::size_t power = 0; power <= 2 * order - 2; ++power) {
      double sum = 0;
      for (std::size_t j = 0; j < order; ++j) {
        sum += rule.weight(j) * std::pow(rule.nodes[j], static_cast<double>(power));
      }
      largest = std::max(largest, std::abs(sum - 1 / static_cast<double>(power + 1)));
    }
    for (std::size_t power = 0; power < order; ++power) {
      for (std::size_t i = 0; i < order; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < order; ++j) {
          sum += rule.integral(i, j) * std::pow(rule.nodes[j], static_cast<double>(power));
        }
        const auto above = static_cast<double>(power + 1);
        largest = std::max(largest, std::abs(sum - std::pow(rule.nodes[i], above) / above));
      }
    }
    INFO("order " << order);
    CHECK(largest < 3e-16);
    // One power more is not integrated: the rule is no Gauss rule.
    double sum = 0;
    for (std::size_t j = 0; j < order; ++j) {
      sum += rule.weight(j) * std::pow(rule.nodes[j], static_cast<double>(2 * order - 1));
    }
    const double error = std::abs(sum - 1 / static_cast<double>(2 * order));
    if (order <= 8) CHECK(error > 1e-12);
  }
}

TEST_CASE("polynomials through nodes, their coefficients, and their continuation") {
  const auto cubic = [](double x) { return 2 - x + 3 * x * x - 5 * x * x * x; };
  const Collocation rule = radau(6);
  std::vector<double> values;
  for (const double node : rule.nodes) values.push_back(cubic(node));
  const std::vector<double> points = {0.0, 0.3, rule.nodes[2], 1.7};
  const auto exact = interpolation(rule.nodes, points);
  const auto fitted = Continuation(rule.nodes, 3).at(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double by_nodes = 0, by_fit = 0;
    for (std::size_t j = 0; j < 6; ++j) {
      by_nodes += exact[i * 6 + j] * values[j];
      by_fit += fitted[i * 6 + j] * values[j];
    }
    CHECK(by_nodes == Approx(cubic(points[i])).epsilon(1e-12));
    CHECK(by_fit == Approx(cubic(points[i])).epsilon(1e-12));
  }
  const auto slopes = derivatives(rule.nodes);
  for (std::size_t i = 0; i < 6; ++i) {
    const double x = rule.nodes[i];
    double slope = 0;
    for (std::size_t j = 0; j < 6; ++j) slope += slopes[i * 6 + j] * values[j];
    CHECK(slope == Approx(-1 + 6 * x - 15 * x * x).epsilon(1e-12));
  }
  // x³ = (5 P0 + 9 P1 + 5 P2 + P3) / 20 in Legendre polynomials of 2x − 1.
  const auto coefficients = legendre_coefficients(rule.nodes);
  const double expected[] = {0.25, 0.45, 0.25, 0.05, 0, 0};
  for (std::size_t n = 0; n < 6; ++n) {
    double sum = 0;
    for (std::size_t j = 0; j < 6; ++j) sum += coefficients[n * 6 + j] * std::pow(rule.nodes[j], 3);
    CHECK(sum == Approx(expected[n]).margin(1e-14));
  }
}

TEST_CASE("an order that is not offered is refused") {
  CHECK_THROWS_WITH(radau(1), "found panels of 1 nodes, expected 2 to 16");
  CHECK_THROWS_WITH(radau(17), "found panels of 17 nodes, expected 2 to 16");
}
