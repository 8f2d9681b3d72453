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
      "[process]\njets = 2\n[run]\nevents = 2e5\n[[histogram]]\nobservable = \"HT\"\nbins = 3\n"
      "range = [40, 100]\n[pdf]\nfile = \"" +
      info + "\"\n[variations]\n";
  const auto coupling = running_coupling({});
  const Result result = generated(job + "members = \"all\"\n", read_density(info), coupling);
  REQUIRE(result.variations.size() == 5);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(result.variations[k].member == static_cast<int>(k));
    CHECK(result.variations[k].ratio == Approx(factors[k] * factors[k]).epsilon(1e-6));
    CHECK(result.variations[k].ratio_error < 1e-5);
  }
  // Members that are multiples of one density have bands that are, too.
  REQUIRE(result.bands.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const double own = result.bins[i].cross_section;
    REQUIRE(own > 0);
    CHECK(result.bands[i].source == "densities");
    CHECK(result.bands[i].plus ==
          Approx(std::hypot(1.1 * 1.1 - 1, 1.03 * 1.03 - 1) * own).epsilon(1e-4));
    CHECK(result.bands[i].minus == Approx((1 - 0.95 * 0.95) * own).epsilon(1e-4));
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

TEST_CASE("histograms vary with the cross section, bin by bin") {
  const std::string histograms =
      "[[cuts]]\npt = 30\n[[cuts]]\npt = 20\neta = 2\n"
      "[[histogram]]\nobservable = \"HT\"\nbins = 6\nrange = [60, 120]\n"
      "[[histogram]]\nobservable = \"y_1\"\nbins = 4\nrange = [-2.5, 2.5]\n"
      "[[histogram]]\nobservable = \"pt_1\"\nbins = 5\nrange = [20, 70]\ncuts = 2\n";
  const Result result =
      run("[couplings]\nscale = 91.188\n[variations]\nscales = true\n" + histograms);
  const std::size_t bins = result.bins.size();
  REQUIRE(bins == 15);
  REQUIRE(result.varied_bins.size() == 6 * bins);
  const auto coupling = running_coupling({.alpha_s_mz = 0.118});
  for (std::uint32_t v = 0; v < 6; ++v) {
    const VariationResult& variation = result.variations[v];
    CAPTURE(variation.name);
    double all_y = 0;
    for (std::size_t i = 0; i < bins; ++i) {
      CAPTURE(i);
      const VariedBinResult& row = result.varied_bins[v * bins + i];
      const BinResult& own = result.bins[i];
      REQUIRE(row.variation == v);
      REQUIRE(row.histogram == own.histogram);
      REQUIRE(row.low == own.low);
      REQUIRE(row.high == own.high);
      CHECK(row.ratio == Approx(row.cross_section / own.cross_section).epsilon(1e-12));
      if (row.histogram == 1) all_y += row.cross_section;
      if (variation.factorisation == 1) {
        // One factor for all events.
        CHECK(row.ratio == Approx(variation.ratio).epsilon(2e-5));
        CHECK(row.ratio_error < 1e-4 * row.ratio);
        CHECK(row.error == Approx(row.ratio * own.error).epsilon(1e-2));
      } else {
        // Errors of ratios are far smaller than those of what they are made of.
        CHECK(row.ratio_error > 0);
        CHECK(row.ratio_error < 0.3 * row.error / row.cross_section * row.ratio);
      }
    }
    // Every event that passes the first cuts has a rapidity in the range.
    CHECK(all_y == Approx(variation.cross_section).epsilon(1e-5));
  }
  REQUIRE(result.bands.size() == bins);
  for (std::size_t i = 0; i < bins; ++i) {
    const BandResult& band = result.bands[i];
    double least = result.bins[i].cross_section, most = least;
    for (std::size_t v = 0; v < 6; ++v) {
      least = std::min(least, result.varied_bins[v * bins + i].cross_section);
      most = std::max(most, result.varied_bins[v * bins + i].cross_section);
    }
    CHECK(band.source == "scales");
    CHECK(band.centre == result.bins[i].cross_section);
    CHECK(band.centre - band.minus == Approx(least));
    CHECK(band.centre + band.plus == Approx(most));
  }
  const Result plain =
      run("[couplings]\nscale = 91.188\n[variations]\nscales = true\nhistograms = false\n" +
          histograms);
  CHECK(plain.varied_bins.empty());
  CHECK(plain.bands.empty());
  CHECK(plain.bins == result.bins);
  CHECK(plain.variations == result.variations);
}

TEST_CASE("a histogram at twice the scale is that of the variation, summed over channels") {
  const std::string more = "[process]\njets = 2\npartons = \"qcd\"\n[run]\nevents = 2e6\nseed = " +
                           std::to_string(test_seed() % 100'000) +
                           "\n[[histogram]]\nobservable = \"HT\"\nbins = 4\nrange = [40, 120]\n";
  const auto of = [&](const std::string& text) {
    return generated(more + text, read_density("analytic"), running_coupling({}));
  };
  const Result result = of("[couplings]\nscale = \"HT/2\"\n[variations]\nscales = \"3-point\"\n"),
               other = of("[couplings]\nscale = \"HT\"\n");
  REQUIRE(result.varied_bins.size() == 8);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(i);
    const VariedBinResult& row = result.varied_bins[4 + i];
    CHECK(result.variations[row.variation].name == "muR2_muF2");
    CHECK(std::abs(row.cross_section - other.bins[i].cross_section) <
          4 * std::hypot(row.error, other.bins[i].error));
    CHECK(row.ratio < 0.97);
    CHECK(row.error < 0.03 * row.cross_section);
  }
}

TEST_CASE("histograms of too many variations are refused") {
  std::string text = "[variations]\nscales = true\n";
  for (int i = 0; i < 60; ++i)
    text += "[[histogram]]\nobservable = \"HT\"\nbins = 10000\nrange = [40, 140]\n";
  CHECK_THROWS_WITH(
      run(text),
      "found 12002418 numbers in histograms of variations, expected at most 10000000: "
      "fewer bins, fewer members, or `histograms = false` in [variations]");
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
