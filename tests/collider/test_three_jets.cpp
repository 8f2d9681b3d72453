// Channels of three jets: against flat points of phase space, flavours one by one, and the kernels alone; and what antennas make of them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "physics/collider/pdf/analytic.h"
#include "physics/collider/process/luminosity.h"
#include "tests/collider/flat_points.h"
#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

constexpr Cuts three_jet_cuts{80, 2, 0.8};

/// A channel written down by hand: how the legs of a kernel are made of parton 2, three jets, parton 1, and which flavours of the beams it has.
struct Known {
  double equal;     ///< k! of equal partons that go out
  double average;   ///< over what comes in
  int flavours[2];  ///< what the beams must give: 0 gluon, 1 quark or antiquark
  enum { any, equal_ones, opposite, unlike_same_sign, unlike_other_sign } pair;
  double others;  ///< flavours that only go out
};

const std::map<std::string, Known> known{
    {"g g -> g g g", {6, 1.0 / 256, {0, 0}, Known::any, 1}},
    {"g g -> q qbar g", {1, 1.0 / 256, {0, 0}, Known::any, 5}},
    {"q g -> q g g", {2, 1.0 / 96, {1, 0}, Known::any, 1}},
    {"q qbar -> g g g", {6, 1.0 / 36, {1, 1}, Known::opposite, 1}},
    {"q Q -> q Q g", {1, 1.0 / 36, {1, 1}, Known::unlike_same_sign, 1}},
    {"q Qbar -> q Qbar g", {1, 1.0 / 36, {1, 1}, Known::unlike_other_sign, 1}},
    {"q q -> q q g", {2, 1.0 / 36, {1, 1}, Known::equal_ones, 1}},
    {"q qbar -> q qbar g", {1, 1.0 / 36, {1, 1}, Known::opposite, 1}},
    {"q qbar -> Q Qbar g", {1, 1.0 / 36, {1, 1}, Known::opposite, 4}},
    {"q g -> q Q Qbar", {1, 1.0 / 96, {1, 0}, Known::any, 4}},
    {"q g -> q q qbar", {2, 1.0 / 96, {1, 0}, Known::any, 1}}};

bool belongs(const Known& channel, int a, int b) {
  if ((a != 0) != (channel.flavours[0] != 0) || (b != 0) != (channel.flavours[1] != 0))
    return false;
  switch (channel.pair) {
    case Known::any:
      return true;
    case Known::equal_ones:
      return a == b;
    case Known::opposite:
      return a == -b;
    case Known::unlike_same_sign:
      return std::abs(a) != std::abs(b) && a * b > 0;
    default:
      return std::abs(a) != std::abs(b) && a * b < 0;
  }
}

/// Σ f f of the flavours of a channel, its parton 1 at x1.
double flux(const Known& channel, const PartonDensity& density, double x1, double x2) {
  double sum = 0;
  for (int a = -5; a <= 5; ++a)
    for (int b = -5; b <= 5; ++b)
      if (belongs(channel, a, b))
        sum += density.xf(a, x1, flat::scale) * density.xf(b, x2, flat::scale) * channel.others;
  return sum;
}

/// Means over both views of points where either beam may give parton 1. `factor` times the sum of the kernel's output `name`.
flat::Value flat_cross_section(const PartonChannel& channel, const Kernel& kernel,
                               const std::string& name, std::size_t leaves, double factor,
                               const PartonDensity& density,
                               const std::vector<flat::Points>& views) {
  const Known& own = known.at(channel.name);
  const double coupled =
      factor * std::pow(4 * std::numbers::pi * flat::strong_coupling, 3) * own.average / own.equal;
  flat::Value all;
  for (std::size_t view = 0; view < (channel.orderings.back().mirrored ? 2 : 1); ++view) {
    const flat::Points& events = views[view];
    const std::size_t count = events.weight.size();
    std::vector<double> squares(count * leaves);
    kernel.evaluate(count, {{"p", std::span<const double>(events.p)}}, {},
                    {{name, std::span<double>(squares)}});
    Mean mean;
    for (std::size_t i = 0; i < count; ++i) {
      double square = 0;
      for (std::size_t leaf = 0; leaf < leaves; ++leaf) square += squares[i * leaves + leaf];
      mean.add(events.weight[i] * square * coupled *
               flux(own, density, events.x1[i], events.x2[i]));
    }
    mean.count = events.drawn;  // the others are zeros
    all.value += mean.mean();
    all.error = std::hypot(all.error, mean.error());
  }
  return all;
}

std::vector<flat::Points> flat_views(unsigned seed) {
  return {flat::points(3, three_jet_cuts, seed, 300'000, false),
          flat::points(3, three_jet_cuts, seed, 300'000, true)};
}

void compare(const ChannelResult& own, const flat::Value& flat) {
  CAPTURE(own.name, own.cross_section, own.error, flat.value, flat.error);
  CHECK(std::abs(own.cross_section - flat.value) <
        4.5 * std::hypot(own.error, flat.error) + 4e-4 * flat.value);
  CHECK(flat.error < 0.05 * flat.value);
  CHECK(own.error < 0.015 * flat.value);
}

std::string job(double energy, const Cuts& own, const std::string& process, const std::string& run,
                unsigned seed) {
  return flat::job(3, energy, own, process, run, seed);
}

}  // namespace

TEST_CASE("three jets: every channel is the mean over flat points, flavours one by one") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = std::make_shared<AnalyticDensity>();
  const Result antenna =
      generated(job(flat::root_s, three_jet_cuts, "colour = \"full\"\n", "events = 3e6\n", seed),
                density, std::make_shared<flat::FixedCoupling>());
  REQUIRE(antenna.channels.size() == known.size());
  const std::vector<flat::Points> views = flat_views(seed);
  REQUIRE(views[0].weight.size() > 2000);
  const auto channels =
      parton_channels({.quarks = true, .jets = 3, .colour = Colour::full, .flavours = 5});
  for (std::size_t i = 0; i < channels.size(); ++i) {
    REQUIRE(antenna.channels[i].name == channels[i].name);
    compare(antenna.channels[i], flat_cross_section(channels[i], kernel_of(channels[i], true),
                                                    "squared", 1, 1, *density, views));
  }
}

TEST_CASE("three jets to leading order in colour: sums over the orderings of a line's gluons") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = std::make_shared<AnalyticDensity>();
  const Result antenna = generated(job(flat::root_s, three_jet_cuts, "", "events = 3e6\n", seed),
                                   density, std::make_shared<flat::FixedCoupling>());
  const std::vector<flat::Points> views = flat_views(seed);
  int lines = 0;
  for (PartonChannel channel :
       parton_channels({.quarks = true, .jets = 3, .colour = Colour::full, .flavours = 5})) {
    if (channel.grammar != "quark_line_colour_sum") continue;
    ++lines;
    channel.statics.emplace_back("flows", "true");
    // N² (N² − 1) / 8 of each of the 3! orderings.
    const flat::Value flat =
        flat_cross_section(channel, kernel_of(channel, true), "flow", 6, 9, *density, views);
    const auto own = std::ranges::find(antenna.channels, channel.name, &ChannelResult::name);
    REQUIRE(own != antenna.channels.end());
    CHECK(own->colour == "leading");
    compare(*own, flat);
  }
  CHECK(lines == 3);
}

TEST_CASE("three jets: antennas cover all poles of every channel") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = std::make_shared<AnalyticDensity>();
  const auto coupling = std::make_shared<flat::FixedCoupling>();
  for (const char* colour : {"full", "leading"}) {
    const Result result =
        generated(job(14000, {20, 2.5, 0.2}, std::string("colour = \"") + colour + "\"\n",
                      "events = 4e6\n", seed),
                  density, coupling);
    for (const ChannelResult& channel : result.channels) {
      CAPTURE(colour, channel.name, channel.relative_variance, channel.generated);
      CHECK(channel.relative_variance < 14);
    }
    CHECK(result.cuts.front().largest_share < 1e-3);
  }
}

TEST_CASE("luminosities are sums over flavours one by one") {
  const AnalyticDensity density;
  for (const PartonChannel& channel :
       parton_channels({.quarks = true, .jets = 3, .colour = Colour::full, .flavours = 5})) {
    const Luminosity terms = luminosity(channel);
    for (const auto& [x1, x2] : {std::pair{0.3, 0.002}, {0.01, 0.2}, {0.05, 0.05}}) {
      const auto total = [&](const FlavourSum& sum, double x) {
        double value = 0;
        for (const auto& [flavour, number] : sum)
          value += number * density.xf(flavour, x, flat::scale);
        return value;
      };
      double sum = 0;
      for (const auto& [first, second] : terms.terms)
        sum += total(terms.sums.at(first), x1) * total(terms.sums.at(second), x2);
      CAPTURE(channel.name, x1, x2);
      CHECK(sum == Approx(flux(known.at(channel.name), density, x1, x2)).epsilon(1e-12));
    }
    CHECK(terms.terms.size() <= 10);
  }
}
