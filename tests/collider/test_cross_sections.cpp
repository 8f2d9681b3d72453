#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>

#include "tests/collider/generated.h"
#include "tests/collider/gluon_events.h"

using namespace diagc::collider;

namespace {

void show(const char* name, unsigned jets, const GluonEvents::Result& r) {
  const double time = r.seconds;
  if (!std::getenv("SHOW")) return;
  const double relative = r.value.error() / r.value.mean();
  std::printf(
      "n %u %-8s %.5e ± %.1e pb, passed %.4f, largest/mean %.0f, relative variance %.1f, %.3g "
      "events/s, seconds to 0.1 %%: %.3g\n",
      jets + 2, name, r.value.mean(), r.value.error(), r.passed / r.value.count,
      r.largest / r.value.mean(), relative * relative * r.value.count, r.value.count / time,
      relative * relative / 1e-6 * time);
  for (std::size_t k = 0; k < r.by_ordering.size(); ++k)
    std::printf("   ordering %zu: %.3e ± %.1e of %.0f\n", k, r.by_ordering[k].mean(),
                r.by_ordering[k].error(), r.by_ordering[k].count);
}

}  // namespace

TEST_CASE("cross sections of gluon jets against published ones, with RAMBO and along antennas",
          "[published grid]") {
  const char* path = std::getenv("DIAGC_TEST_PDF");
  REQUIRE(path);
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = read_density(path);
  struct Published {
    double value, error;
  };
  // Giele, Stavenga, Winter, FERMILAB-PUB-10-025-T, table 3, n = 4, 5, 6, …
  const Published published[] = {{2.32421e8, 4.7e4}, {1.4353e7, 1.1e4}, {2.84780e6, 9.6e2},
                                 {6.356e5, 1.2e3},   {1.608e5, 1.1e3},  {4.38e4, 1.1e2},
                                 {1.193e4, 2.4e2}};
  const char* most = std::getenv("JETS");
  const unsigned steps =
      std::getenv("STEPS") ? static_cast<unsigned>(std::atoi(std::getenv("STEPS"))) : 200;
  const char* least = std::getenv("LEAST_JETS");
  for (unsigned jets = least ? static_cast<unsigned>(std::atoi(least)) : 2;
       jets <= (most ? static_cast<unsigned>(std::atoi(most)) : 3); ++jets) {
    CAPTURE(jets);
    GluonEvents events(jets, *density, seed);
    for (int i = 0; i < 4; ++i) {
      const auto r = events.run(Sampler::antenna, jets < 8 ? 16 : 64);
      if (i == 0 || i == 3) show("warm-up", jets, r);
      events.fit(r);
    }
    for (const Sampler kind : {Sampler::antenna, Sampler::rambo}) {
      const auto r = events.run(kind, steps);
      show(kind == Sampler::antenna ? "antenna" : "rambo", jets, r);
      if (jets > 8) continue;  // the exponents of the table are misprinted
      // α_s of the table is 0.130 to three digits (docs/events.md): another program with it is above by 0.1 %.
      const Published& there = published[jets - 2];
      CHECK(std::abs(r.value.mean() - there.value) <
            4 * std::hypot(r.value.error(), there.error) + 2e-3 * there.value);
      CHECK(r.value.error() < 0.1 * r.value.mean());
    }
  }
}

TEST_CASE("cross sections of gluon jets with exact sums over colours against Comix",
          "[published grid]") {
  const char* path = std::getenv("DIAGC_TEST_PDF");
  REQUIRE(path);
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const std::shared_ptr<const PartonDensity> density = read_density(path);
  const auto coupling = running_coupling({.alpha_s_mz = 0.130});
  // T. Gleisberg and S. Hoeche, as W. Giele, G. Stavenga and J. Winter have it, FERMILAB-PUB-10-025-T, table 3.
  struct Published {
    double value, error;
    const char* events;
  };
  const Published published[] = {
      {2.3283e8, 2.3e5, "4e6"}, {1.4355e7, 1.4e4, "4e6"}, {2.8560e6, 3.0e3, "1e6"}};
  for (unsigned jets = 2; jets <= 4; ++jets) {
    const Published& there = published[jets - 2];
    const Result result =
        generated("[process]\njets = " + std::to_string(jets) +
                      "\ncolour = \"full\"\n[couplings]\nscale = 91.188\n[run]\n"
                      "seed = " +
                      std::to_string(seed % 100'000) + "\nevents = " + there.events + "\n",
                  density, coupling);
    CAPTURE(jets, result.cross_section, result.error, there.value);
    // α_s of the table to three digits, as above.
    CHECK(std::abs(result.cross_section - there.value) <
          4 * std::hypot(result.error, there.error) + 2e-3 * there.value);
    CHECK(result.error < 3e-3 * there.value);
    CHECK(result.cuts.front().relative_variance < 6);
  }
}
