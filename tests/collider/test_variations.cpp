// Further weights of events: exact ratios, and what is made of them.
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

#include "physics/collider/generator/varied_results.h"
#include "physics/collider/pdf/analytic.h"
#include "runtime/system/temporary_folder.h"
#include "tests/collider/generated.h"
#include "tests/collider/lhapdf_writer.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

const VariationResult& named(const Result& result, const std::string& name) {
  for (const VariationResult& row : result.variations)
    if (row.name == name) return row;
  FAIL("no variation " << name);
  return result.variations.front();
}

Result run(const std::string& more, double alpha_s = 0.118) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  return generated(
      "[process]\njets = 2\n[run]\nevents = 5e5\nseed = " + std::to_string(seed) + "\n" + more,
      read_density("analytic"), running_coupling({.alpha_s_mz = alpha_s}));
}

}  // namespace

TEST_CASE("at a fixed scale another one of renormalisation is one factor for all events") {
  const Result result = run("[couplings]\nscale = 91.188\n[variations]\nscales = true\n");
  REQUIRE(result.variations.size() == 6);
  const auto coupling = running_coupling({.alpha_s_mz = 0.118});
  const auto ratio = [&](double factor) {
    return std::pow(coupling->alpha_s(factor * 91.188) / coupling->alpha_s(91.188), 2);
  };
  for (const double factor : {0.5, 2.0}) {
    const VariationResult& row = named(result, fmt::format("muR{}_muF1", factor));
    CHECK(row.ratio == Approx(ratio(factor)).epsilon(1e-5));
    CHECK(row.ratio_error < 1e-5);
    CHECK(row.error == Approx(ratio(factor) * result.error).epsilon(1e-3));
    // Factors of renormalisation and of factorisation multiply.
    CHECK(named(result, fmt::format("muR{0}_muF{0}", factor)).ratio ==
          Approx(ratio(factor) * named(result, fmt::format("muR1_muF{}", factor)).ratio)
              .epsilon(1e-5));
  }
  // Other densities are no common factor.
  CHECK(named(result, "muR1_muF2").ratio_error > 1e-5);
  REQUIRE(result.uncertainties.size() == 1);
  const UncertaintyResult& scales = result.uncertainties.front();
  CHECK(scales.combined == "envelope");
  CHECK(scales.centre == result.cross_section);
  double most = 0;
  for (const VariationResult& row : result.variations) most = std::max(most, row.cross_section);
  CHECK(scales.centre + scales.plus == Approx(most));
}

TEST_CASE("a run at twice the scale gives what the variation of both gives") {
  for (const std::string scale : {"91.188", "\"HT/2\""}) {
    CAPTURE(scale);
    const std::string twice = scale == "91.188" ? "182.376" : "\"HT\"";
    const Result result =
        run("[couplings]\nscale = " + scale + "\n[variations]\nscales = \"3-point\"\n");
    REQUIRE(result.variations.size() == 2);
    const Result other = run("[couplings]\nscale = " + twice + "\n");
    const VariationResult& row = named(result, "muR2_muF2");
    CHECK(std::abs(row.cross_section - other.cross_section) <
          4 * std::hypot(row.error, other.error));
    CHECK(row.ratio_error < 0.2 * row.error / row.cross_section);
    CHECK(row.cross_section < 0.97 * result.cross_section);
  }
}

TEST_CASE("members of a set are variations, and make an error as the set says") {
  const TemporaryFolder folder;
  const AnalyticDensity exact;
  std::vector<double> x;
  for (double v = -6; v < -1; v += 0.05) x.push_back(std::pow(10, v));
  for (int i = 0; i <= 90; ++i) x.push_back(0.1 + 0.01 * i);
  const double factors[] = {1, 1.1, 0.95, 1.02, 1.03};
  for (int member = 0; member < 5; ++member) {
    std::ofstream(folder / fmt::format("set_{:04}.dat", member)) << lhapdf_text(
        [&](int f, double a, double q) { return factors[member] * exact.xf(f, a, q); }, x,
        {log_knots(4.6, 10000, 40)});
  }
  const std::string info = (folder / "set.info").string();
  std::ofstream(info) << "NumMembers: 5\nFormat: lhagrid1\nErrorType: hessian\nErrorConfLevel: "
                         "90\n";
  const DensitySet set = read_density(info, 2)->set();
  CHECK(set.members == 5);
  CHECK(set.errors.kind == "hessian");
  CHECK(set.errors.confidence == 90);
  CHECK(read_density("analytic")->set().errors.kind.empty());
  const std::string job =
      "[process]\njets = 2\n[run]\nevents = 2e5\n[pdf]\nfile = \"" + info + "\"\n[variations]\n";
  const auto coupling = running_coupling({});
  const Result result = generated(job + "members = \"all\"\n", read_density(info), coupling);
  REQUIRE(result.variations.size() == 5);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(result.variations[k].member == static_cast<int>(k));
    CHECK(result.variations[k].ratio == Approx(factors[k] * factors[k]).epsilon(1e-6));
    CHECK(result.variations[k].ratio_error < 1e-5);
  }
  REQUIRE(result.uncertainties.size() == 1);
  const UncertaintyResult& row = result.uncertainties.front();
  const double plus = std::hypot(1.1 * 1.1 - 1, 1.03 * 1.03 - 1), minus = 1 - 0.95 * 0.95;
  CHECK(row.combined == "hessian");
  CHECK(row.confidence == 90);
  CHECK(row.plus == Approx(plus * result.cross_section).epsilon(1e-5));
  CHECK(row.minus == Approx(minus * result.cross_section).epsilon(1e-5));
  const Result some = generated(job + "members = [0, 2]\n", read_density(info), coupling);
  REQUIRE(some.variations.size() == 2);
  CHECK(some.uncertainties.front().combined == "envelope");
  CHECK_THROWS_WITH(generated(job + "members = [7]\n", read_density(info), coupling),
                    info + ": found member 7, expected one from 0 to 4");
}

TEST_CASE("errors of sets of densities by their formulas") {
  const auto rows = [](const std::vector<double>& values) {
    std::vector<VariationResult> all;
    for (const double value : values)
      all.push_back({.name = "", .member = static_cast<int>(all.size()), .cross_section = value});
    return all;
  };
  const auto of = [&](const std::vector<double>& values, const char* kind) {
    return uncertainties(rows(values), 10,
                         {.members = static_cast<int>(values.size()),
                          .errors = {.kind = kind, .confidence = 68}})
        .at(0);
  };
  // Both members of the first pair above: the larger one counts.
  const UncertaintyResult hessian = of({10, 13, 11, 6, 14}, "hessian");
  CHECK(hessian.plus == Approx(5));
  CHECK(hessian.minus == Approx(4));
  const UncertaintyResult symmetric = of({10, 13, 6}, "symmhessian");
  CHECK(symmetric.plus == Approx(5));
  CHECK(symmetric.minus == Approx(5));
  const UncertaintyResult replicas = of({10, 8, 10, 12}, "replicas");
  CHECK(replicas.centre == Approx(10));
  CHECK(replicas.plus == Approx(2));
  const UncertaintyResult unknown = of({10, 8, 13}, "hybrid");
  CHECK(unknown.combined == "envelope");
  CHECK(unknown.minus == 2);
  CHECK(unknown.plus == 3);
}
