// Points of Sobol's sequence and draws by them against their definitions, and errors of what they integrate.
#include <catch2/catch.hpp>

#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <boost/random/sobol.hpp>

#include "physics/series/sampling/tree/draw_pieces.h"
#include "physics/series/sampling/tree/sobol_points.h"
#include "tests/series_sampling/plans.h"
#include "tests/series_sampling/tree_models.h"

using namespace diagc;
using namespace diagc::series;

TEST_CASE("the first points of Sobol's sequence are those of Boost, in another order") {
  constexpr std::uint32_t dimensions = 24, points = 1024;
  boost::random::sobol_engine<std::uint32_t, 32> engine(dimensions);
  std::set<std::vector<std::uint32_t>> expected{std::vector<std::uint32_t>(dimensions)}, found;
  for (std::uint32_t n = 1; n < points; ++n) {  // Boost leaves out the origin
    std::vector<std::uint32_t> point;
    for (std::uint32_t d = 0; d < dimensions; ++d) point.push_back(engine());
    expected.insert(point);
  }
  for (std::uint32_t n = 0; n < points; ++n) {
    std::vector<std::uint32_t> point;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
      const auto directions = sobol_directions(d);
      std::uint32_t number = 0;
      for (std::uint32_t bit = 0; bit < 32; ++bit) number ^= (n >> bit & 1U) * directions[bit];
      point.push_back(number);
    }
    found.insert(point);
  }
  CHECK(found.size() == points);
  CHECK(found == expected);
}

TEST_CASE("pieces are as wide as their weights, and the guide leads to them") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(0, 1);
  for (const std::size_t count : {1U, 2U, 5U, 64U, 700U}) {
    DrawPieces draws;
    draws.guide_bits = 6;
    std::vector<std::vector<double>> weights(2);
    std::vector<std::vector<std::uint32_t>> outcomes;
    std::vector<std::uint32_t> payloads(count);
    std::iota(payloads.begin(), payloads.end(), 1000U);
    for (auto& own : weights) {
      for (std::size_t i = 0; i < count; ++i)
        own.push_back(i % 3 == 1 ? 0 : std::pow(number(random), 6));
      outcomes.push_back(draws.add(own, payloads, true));
    }
    draws.make_guide();
    REQUIRE(draws.pieces.size() == outcomes[0].size() + outcomes[1].size());
    std::size_t begin = 0;
    for (std::size_t which = 0; which < 2; ++which) {
      const double total = std::accumulate(weights[which].begin(), weights[which].end(), 0.0);
      std::uint64_t at = 0;
      for (std::size_t i = 0; i < outcomes[which].size(); ++i) {
        const DrawPiece& piece = draws.pieces[begin + i];
        const double width = piece.width_less_1 + 1.0;
        CHECK(piece.first == at);
        at += std::uint64_t{piece.width_less_1} + 1;
        CHECK(piece.payload >> 5U == payloads[outcomes[which][i]]);
        CHECK(std::abs(width - std::ldexp(weights[which][outcomes[which][i]] / total, 32)) < 2);
        // The place within a piece goes from 0 to 2^31.
        const auto within = [&](std::uint32_t offset) {
          return (std::uint64_t{offset << (piece.payload & 31U)} * piece.reciprocal) >> 32U;
        };
        CHECK(within(0) == 0);
        CHECK(within(piece.width_less_1) < 1U << 31U);
        CHECK(static_cast<double>(within(piece.width_less_1)) >= 0x1p31 * (1 - 1.5 / width) - 2);
      }
      CHECK(at == std::uint64_t{1} << 32U);
      for (int i = 0; i < 2000; ++i) {
        const auto drawn = static_cast<std::uint32_t>(random());
        const std::uint32_t entry = draws.guide[(which << 6U) + (drawn >> 26U)];
        std::size_t piece = entry & ((1U << draws.piece_bits) - 1);
        if ((drawn << 6U) >> draws.piece_bits > entry >> draws.piece_bits) ++piece;
        REQUIRE(piece >= begin);
        REQUIRE(piece < begin + outcomes[which].size());
        REQUIRE(draws.pieces[piece].first <= drawn);  // others are found further on
      }
      begin += outcomes[which].size();
    }
  }
}

TEST_CASE("200 seeds of draws by Sobol's sequence: pulls have mean 0 and width 1") {
  auto options = with_derivative(cluster_options({{0, -1}, {-1, 0.5}}, 0.2, 1.5));
  Plan plan;
  plan.model = lattice::make_model(options);
  const auto exact = exact_series(options, plan.model, 4);
  plan.terms = fixed_terms("hubbard_su2_cdet_density_fixed", 3, 4, 2);
  plan.sampling = Sampling::independent;
  plan.draws = Draws::sobol;
  plan.warmup_steps = 256;
  plan.steps = 1e5;
  constexpr std::uint64_t seeds = 200;
  std::vector<double> sums(5), squares(5), beyond(5);
  for (plan.seed = 1; plan.seed <= seeds; ++plan.seed) {
    for (const OrderResult& row : series::integrate(plan).orders) {
      const auto n = static_cast<std::size_t>(row.order);
      CHECK(row.draws == "sobol");
      const double pull = (row.value - exact[n]) / row.error;
      sums[n] += pull;
      squares[n] += pull * pull;
      beyond[n] += std::abs(pull) > 2 ? 1 : 0;
    }
  }
  for (const std::size_t n : {3U, 4U}) {
    const double mean = sums[n] / seeds, width = std::sqrt(squares[n] / seeds - mean * mean);
    INFO("order " << n << ": mean " << mean << ", width " << width << ", beyond two errors "
                  << beyond[n] / seeds);
    CHECK(std::abs(mean) < 4 / std::sqrt(double(seeds)));
    CHECK(std::abs(width - 1) < 0.2);
    CHECK(beyond[n] / seeds < 0.11);  // of a normal distribution 0.046
  }
}
