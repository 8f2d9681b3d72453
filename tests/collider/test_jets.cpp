// anti-k_t jets: at leading order they are partons that are farther apart than the radius.
#include <catch2/catch.hpp>

#include <cmath>

#include "physics/collider/jets/anti_kt.h"
#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

PartonMomentum parton(double pt, double y, double phi) {
  return {pt * std::cos(phi), pt * std::sin(phi), pt * std::sinh(y), pt * std::cosh(y)};
}

}  // namespace

TEST_CASE("partons within the radius are one jet, whatever their momenta") {
  if (!has_fastjet()) return;
  const auto count = [](double distance, double first, double second) {
    return count_anti_kt_jets(std::vector{parton(first, 0.3, 1), parton(second, 0.3 + distance, 1)},
                              0.4, 20, 5);
  };
  CHECK(count(0.41, 50, 50) == 2);
  CHECK(count(0.39, 50, 50) == 1);
  CHECK(count(0.39, 500, 21) == 1);
  CHECK(count(0.41, 500, 21) == 2);
  CHECK(count(0.41, 50, 19) == 1);  // too soft
  CHECK(count(0.39, 15, 15) == 1);  // hard enough together
}

TEST_CASE("cross sections of anti-k_t jets are those of partons apart, event by event") {
  if (!has_fastjet()) return;
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  for (const int jets : {2, 4}) {
    for (const char* sampler : {"antenna", "rambo"}) {
      CAPTURE(jets, sampler);
      const Result result = generated(
          "[process]\njets = " + std::to_string(jets) +
              "\n[run]\nevents = 1e5\nseed = " + std::to_string(seed) + "\nsampler = \"" + sampler +
              "\"\n[[cuts]]\njets = \"anti-kt\"\n[[cuts]]\ndr = 0.4\n[[cuts]]\ndr = 0\n"
              "[[cuts]]\npt = 40\neta = 1.5\njets = \"anti-kt\"\nradius = 0.7\n"
              "[[cuts]]\npt = 40\neta = 1.5\ndr = 0.7\n",
          read_density("analytic"), running_coupling({}));
      REQUIRE(result.cuts.size() == 5);
      const auto same = [&](std::size_t a, std::size_t b) {
        CHECK(result.cuts[a].passed == result.cuts[b].passed);
        CHECK(result.cuts[a].cross_section == result.cuts[b].cross_section);
        CHECK(result.cuts[a].error == result.cuts[b].error);
        CHECK(result.cuts[a].passed > 100);
      };
      same(0, 1);
      same(3, 4);
      if (jets > 2) CHECK(result.cuts[2].passed > result.cuts[0].passed);
      CHECK(result.cuts[0].jets == "anti-kt");
      CHECK(result.cuts[0].radius == 0.4);
      CHECK(result.cuts[0].dr == 0);
      CHECK(result.cuts[1].jets == "partons");
    }
  }
}
