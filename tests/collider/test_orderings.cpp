// Colour orderings of events: drawn with the momenta of each event; what members of a block share is how many jets stand between the beams.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <vector>

#include "physics/collider/pdf/analytic.h"
#include "tests/collider/gluon_events.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

/// Which jet of the ring is the hardest, the next one, …: one of jets! orders, as a number.
std::size_t order_by_pt(const HostEvent& event, unsigned jets) {
  std::array<unsigned, most_jets> by_pt{};
  std::iota(by_pt.begin(), by_pt.begin() + jets, 0U);
  std::sort(by_pt.begin(), by_pt.begin() + jets,
            [&](unsigned a, unsigned b) { return event.pt[a] > event.pt[b]; });
  std::size_t number = 0;
  for (unsigned i = 0; i < jets; ++i) {
    number *= jets - i;
    number +=
        static_cast<std::size_t>(std::count_if(by_pt.begin() + i + 1, by_pt.begin() + jets,
                                               [&](unsigned other) { return other < by_pt[i]; }));
  }
  return number;
}

double chi_square(const std::vector<double>& counts) {
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0),
               expected = all / static_cast<double>(counts.size());
  double sum = 0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

EventTables rambo_tables(unsigned jets, unsigned seed) {
  EventTables t{};
  t.key[0] = seed;
  t.root_s = 14000;
  t.rambo.most = t.root_s / (jets * 20);
  return t;
}

}  // namespace

TEST_CASE("members of a block have orderings of their own: every order of jets by pT, at random") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  // Flat points: all orders are equally many, and neighbours know nothing of each other.
  constexpr unsigned jets = 4, orders = 24;
  const EventTables t = rambo_tables(jets, seed);
  std::vector<double> single(orders), pairs(std::size_t{orders} * orders);
  for (unsigned step = 0; step < 400; ++step) {
    std::size_t before = 0;
    for (unsigned member = 0; member < ordering_block; ++member) {
      const std::size_t order =
          order_by_pt(draw_event(Sampler::rambo, jets, t, member, step, 2), jets);
      single[order] += 1;
      if (member % 2 == 1) pairs[before * orders + order] += 1;
      before = order;
    }
  }
  // Mean 23 and deviation 6.8; 575 and 34.
  CHECK(chi_square(single) < 23 + 5 * 6.8);
  CHECK(chi_square(pairs) < 575 + 5 * 34);
}

TEST_CASE("along antennas a block of one step has every order of three jets") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  constexpr unsigned jets = 3;
  AntennaSampler sampler({.jets = jets, .root_s = 14000, .pt = 20, .eta = 2.5, .dr = 0.4});
  EventTables t{};
  t.key[0] = seed;
  t.root_s = 14000;
  t.antenna = sampler.tables();
  for (unsigned before = 0; before <= jets; ++before) {
    std::vector<double> counts(6);
    for (unsigned member = 0; member < ordering_block; ++member)
      counts[order_by_pt(draw_event(Sampler::antenna, jets, t, member, 7, before), jets)] += 1;
    CAPTURE(before);
    CHECK(*std::ranges::min_element(counts) >= 10);
  }
}

TEST_CASE("events that share a block are independent: its sums vary as those of so many events") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const AnalyticDensity density;
  constexpr unsigned jets = 2, blocks = GluonEvents::members / ordering_block, steps = 500;
  GluonEvents events(jets, density, seed);
  for (int i = 0; i < 3; ++i) events.fit(events.run(Sampler::antenna, 16));
  std::map<std::pair<unsigned long long, unsigned>, double> sums;  // by step and block
  std::map<std::pair<unsigned long long, unsigned>, unsigned> classes;
  std::map<unsigned, double> squares;  // by class
  const auto result = events.run(Sampler::antenna, steps, [&](const GluonEvents::Passed& event) {
    const std::pair at(event.step, event.member / ordering_block);
    sums[at] += event.value;
    classes[at] = event.before;
    squares[event.before] += event.value * event.value;
  });
  REQUIRE(sums.size() == std::size_t{blocks} * steps);
  double ratio = 0;
  for (const auto& [at, sum] : sums) {
    const Mean& own = result.by_ordering[classes[at]];
    const double mean = own.mean(), variance = squares[classes[at]] / own.count - mean * mean;
    ratio += std::pow(sum - ordering_block * mean, 2) / (ordering_block * variance);
  }
  ratio /= static_cast<double>(sums.size());
  // A common part of 1 % of the variance of an event would make it 3.5.
  CHECK(ratio == Approx(1).epsilon(0.08));
  // Every step has all classes in proportion: what they differ by is no part of the error.
  std::map<unsigned long long, std::map<unsigned, unsigned>> of_step;
  for (const auto& [at, own] : classes) of_step[at.first][own] += 1;
  std::map<unsigned, unsigned> two_steps;
  for (const auto& [step, counts] : of_step)
    if (step < of_step.begin()->first + 2)
      for (const auto& [own, count] : counts) two_steps[own] += count;
  unsigned all = 0;
  for (const auto& [own, count] : two_steps) all += count;
  CHECK(all == GluonEvents::list);
  CHECK(two_steps.size() == 3);
}
