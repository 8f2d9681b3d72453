#include <catch2/catch.hpp>

#include <cmath>

#include "physics/collider/pdf/analytic.h"
#include "physics/collider/phase_space/host_text.h"
#include "physics/collider/tables.h"
#include "tests/collider/random_words.h"

using namespace diagc::collider;
using Text = host::Text<2>;

TEST_CASE("tables of densities and of α_s give what they are made from") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937_64 random(seed);
  const auto uniform = [&](double a, double b) {
    return std::uniform_real_distribution<>(a, b)(random);
  };
  const AnalyticDensity exact;
  const int flavours[] = {gluon, 2, -1};
  const DensityCells fixed(exact, flavours, 1e-6, {91.188, 91.188}),
      all(exact, flavours, 1e-6, {20, 14000});
  CHECK(fixed.table().rows == 1);
  const auto coupling = running_coupling({.alpha_s_mz = 0.118, .loops = 2});
  const AlphaSCells cells(*coupling, {10, 14000});
  double worst = 0, worst_scales = 0, worst_coupling = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = std::exp(uniform(std::log(1e-6), std::log(0.9))),
                 q = std::exp(uniform(std::log(20), std::log(14000)));
    for (unsigned f = 0; f < 3; ++f) {
      const auto error = [&](const DensityTable& t, double scale) {
        const double value = Text::density(t, f, Text::density_cell(t, std::log(x)),
                                           Text::scale_rows(t, std::log(scale)));
        const double size = exact.xf(flavours[f], x, scale);
        return std::abs(value - size) / std::max(size, 1e-3);
      };
      worst = std::max(worst, error(fixed.table(), 91.188));
      worst_scales = std::max(worst_scales, error(all.table(), q));
    }
    worst_coupling =
        std::max(worst_coupling,
                 std::abs(Text::coupling(cells.table(), std::log(q)) / coupling->alpha_s(q) - 1));
  }
  CHECK(worst < 1e-4);
  CHECK(worst_scales < 1e-4);
  CHECK(worst_coupling < 1e-6);
  // At the ends, and beyond them.
  const DensityTable t = all.table();
  const auto at = [&](double log_x, double log_q) {
    return Text::density(t, 0, Text::density_cell(t, log_x), Text::scale_rows(t, log_q));
  };
  CHECK(std::abs(at(0, std::log(91.0))) < 1e-12);
  CHECK(at(-30, std::log(91.0)) == at(std::log(1e-6), std::log(91.0)));
  CHECK(at(-3, 0) == at(-3, std::log(20)));
  CHECK(at(-3, 20) == Approx(exact.xf(gluon, std::exp(-3), 14000)).epsilon(1e-6));
}
