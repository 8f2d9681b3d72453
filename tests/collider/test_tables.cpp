#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "physics/collider/generator/process_tables.h"
#include "physics/collider/pdf/analytic.h"
#include "physics/collider/phase_space/host_text.h"
#include "physics/collider/process/luminosity.h"
#include "physics/collider/tables.h"
#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc;
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

TEST_CASE("tables of densities stand once for all channels and variations") {
  const Job job = read_job(std::make_shared<const Source>(
      "job.toml",
      "[process]\npartons = \"qcd\"\njets = 2\ncolour = \"full\"\n[variations]\nscales = true\n"));
  Process process{.job = job,
                  .channels = {},
                  .density = read_density("analytic"),
                  .coupling = running_coupling({}),
                  .variations = read_variations(job)};
  std::set<FlavourSum> sums;
  for (PartonChannel& channel : parton_channels(process_options(job))) {
    for (const FlavourSum& sum : luminosity(channel).sums) sums.insert(sum);
    Kernel kernel = kernel_of(channel, false);
    process.channels.push_back({std::move(channel), std::move(kernel), ""});
  }
  // A member, at one scale and at another one.
  const auto member = std::make_shared<AnalyticDensity>();
  process.variations.push_back({.name = "a", .member = 1, .density = member});
  process.variations.push_back({.name = "b", .renormalisation = 2, .member = 1, .density = member});
  const ProcessTables tables(process, 2);
  const ProcessPointers pointers = tables.pointers();
  REQUIRE(pointers.varied_count == 8);
  // Densities and couplings at three scales, and the member.
  const auto numbers = tables.numbers();
  REQUIRE(numbers.size() == 3 + 1 + 3);
  CHECK(numbers.front().size() == sums.size() * pointers.density.rows * pointers.density.cells * 4);
  const auto varied = [&](const std::string& name) -> const VariedWeight& {
    for (std::size_t i = 0; i < process.variations.size(); ++i)
      if (process.variations[i].name == name) return pointers.varied[i];
    throw std::logic_error(name);
  };
  CHECK(varied("muR2_muF1").density.numbers == pointers.density.numbers);
  CHECK(varied("muR1_muF2").coupling.numbers == pointers.coupling.numbers);
  CHECK(varied("muR2_muF2").density.numbers == varied("muR1_muF2").density.numbers);
  CHECK(varied("a").density.numbers == varied("b").density.numbers);
  CHECK(varied("a").density.numbers != pointers.density.numbers);
  CHECK(varied("b").coupling.numbers == varied("muR2_muF1").coupling.numbers);
  // The same density: the same numbers.
  for (std::size_t i = 0; i < numbers.front().size(); ++i)
    REQUIRE(varied("a").density.numbers[i] == numbers.front()[i]);
  std::set<unsigned> places;
  for (const FlavourSum& sum : sums) places.insert(tables.place(sum));
  CHECK(places.size() == sums.size());
  CHECK_THROWS_AS(tables.place({{1, 2.0}}), std::logic_error);
}
