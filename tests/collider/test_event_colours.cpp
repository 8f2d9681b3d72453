// Flavours and colours of events: every line of colour has two ends, flavours come in proportion to their densities.
#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <random>

#include "physics/collider/pdf/analytic.h"
#include "physics/collider/process/event_colours.h"
#include "tests/collider/random_words.h"

using namespace diagc::collider;

namespace {

std::vector<PartonChannel> all_channels() {
  std::vector<PartonChannel> all;
  for (const Colour colour : {Colour::leading, Colour::full}) {
    for (unsigned jets = 2; jets <= 4; ++jets) {
      for (PartonChannel& channel :
           parton_channels({.quarks = true, .jets = jets, .colour = colour}))
        all.push_back(std::move(channel));
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every line of a colour flow has two ends, and quarks of a line share none") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform;
  for (const PartonChannel& channel : all_channels()) {
    const std::size_t n = channel.legs.size();
    for (std::size_t k = 0; k < channel.orderings.size(); ++k) {
      const Ordering& ordering = channel.orderings[k];
      std::vector<double> invariants(n * n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
          invariants[i * n + j] = invariants[j * n + i] = 0.01 + uniform(random);
      for (const LineFlavours& flavours : channel.flavours) {
        CAPTURE(channel.name, k, flavours.line, flavours.other);
        const std::vector<int> numbers = parton_numbers(channel, ordering, flavours);
        const auto flow = colour_flow(channel, ordering, flavours, invariants, uniform(random));
        REQUIRE(flow.size() == n);
        std::map<int, int> charge;            // of flavours
        std::map<unsigned, int> ends, begun;  // of lines, all partons outgoing
        for (std::size_t i = 0; i < n; ++i) {
          const bool incoming = i < 2;
          const bool is_gluon = numbers[i] == 21;
          REQUIRE((flow[i].colour != 0) == (is_gluon || numbers[i] > 0));
          REQUIRE((flow[i].anticolour != 0) == (is_gluon || numbers[i] < 0));
          REQUIRE((!is_gluon || flow[i].colour != flow[i].anticolour));
          if (!is_gluon)
            charge[std::abs(numbers[i])] += (numbers[i] > 0 ? 1 : -1) * (incoming ? -1 : 1);
          const unsigned colour = incoming ? flow[i].anticolour : flow[i].colour,
                         anticolour = incoming ? flow[i].colour : flow[i].anticolour;
          if (colour) ++begun[colour];
          if (anticolour) ++ends[anticolour];
        }
        REQUIRE(begun == ends);
        for (const auto& [line, count] : begun) REQUIRE(count == 1);
        for (const auto& [flavour, sum] : charge) REQUIRE(sum == 0);
        // As many lines as gluons and quark lines.
        const auto gluons = std::count(numbers.begin(), numbers.end(), 21);
        REQUIRE(begun.size() == gluons + (n - gluons) / 2);
        if (channel.summed) continue;
        // Neighbours of the ring that was drawn share a line.
        const auto shares = [&](std::size_t a, std::size_t b) {
          return flow[a].colour == flow[b].anticolour || flow[a].anticolour == flow[b].colour ||
                 (flow[a].colour && flow[a].colour == flow[b].colour) ||
                 (flow[a].anticolour && flow[a].anticolour == flow[b].anticolour);
        };
        for (unsigned j = 1; j < ordering.before; ++j)
          if (numbers[1 + j] == 21 || numbers[2 + j] == 21) REQUIRE(shares(1 + j, 2 + j));
      }
    }
  }
}

TEST_CASE("flavours are drawn in proportion to their densities") {
  const AnalyticDensity density;
  const double x1 = 0.1, x2 = 0.02, q = 50;
  for (const PartonChannel& channel : parton_channels({.quarks = true, .jets = 3})) {
    double sum = 0;
    std::map<std::pair<int, int>, double> shares;
    const auto numbers = [&](const LineFlavours& flavours) {
      return parton_numbers(channel, channel.orderings.front(), flavours);
    };
    const auto xf = [&](int number, double x) {
      return density.xf(number == 21 ? gluon : number, x, q);
    };
    for (const LineFlavours& flavours : channel.flavours) {
      const auto all = numbers(flavours);
      const double share = xf(all[0], x1) * xf(all[1], x2);
      shares[{flavours.line, flavours.other}] += share;
      sum += share;
    }
    constexpr int draws = 20000;
    std::map<std::pair<int, int>, double> drawn;
    for (int i = 0; i < draws; ++i) {
      const LineFlavours flavours = drawn_flavours(channel, density, x1, x2, q, (i + 0.5) / draws);
      drawn[{flavours.line, flavours.other}] += 1.0 / draws;
    }
    for (const auto& [flavours, share] : shares) {
      CAPTURE(channel.name, flavours.first, flavours.second);
      CHECK(drawn[flavours] == Approx(share / sum).margin(1.5 / draws));
    }
  }
}
