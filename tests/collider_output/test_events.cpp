// Events that a run keeps: what they are, whatever file they go to.
#include <catch2/catch.hpp>

#include <array>
#include <chrono>
#include <map>

#include "physics/collider/generator/maximum.h"
#include "tests/collider_output/output_run.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

double scalar_sum(const OutputEvent& event) {
  double sum = 0;
  for (std::size_t i = 2; i < event.partons.size(); ++i)
    sum += std::hypot(event.partons[i].x, event.partons[i].y);
  return sum;
}

}  // namespace

TEST_CASE("the maximum leaves a given part of the sum above it") {
  CHECK(maximum_weight({}, 0.1) == 0);
  CHECK(maximum_weight({1, 4, 3, 2}, 0) == 4);
  CHECK(maximum_weight({1, 4, 3, 2}, 0.39) == 4);
  CHECK(maximum_weight({1, 4, 3, 2}, 0.41) == 3);
  CHECK(maximum_weight({1, 4, 3, 2}, 0.7) == 2);
}

TEST_CASE("weighted events add up to the cross section") {
  const OutputRun run(3, "[unweighting]\nweighted = true\n", "events.lhe");
  const Result& result = run.generated.result;
  INFO("DIAGC_TEST_SEED=" << run.seed);
  // Some that pass have a weight of 0: their momenta take more than the beams have.
  CHECK(run.generated.events.size() <= result.passed);
  CHECK(static_cast<double>(run.generated.events.size()) >
        0.99 * static_cast<double>(result.passed));
  CHECK(result.events.count == run.generated.events.size());
  CHECK(run.generated.events.weight() / static_cast<double>(result.generated) ==
        Approx(result.cross_section).epsilon(1e-12));
  CHECK(run.generated.head.unit * run.generated.events.weight() /
            static_cast<double>(run.generated.events.size()) ==
        Approx(result.cross_section).epsilon(1e-12));
}

TEST_CASE("unweighted events are distributed as weighted ones, overflows included") {
  // A maximum so low that overflows matter.
  for (const double overflow : {1e-3, 0.2}) {
    CAPTURE(overflow);
    const std::string more = "[couplings]\nscale = \"HT\"\n";
    const OutputRun run(3, more + "[unweighting]\noverflow = " + std::to_string(overflow) + "\n",
                        "events.lhe");
    INFO("DIAGC_TEST_SEED=" << run.seed);
    const Result& result = run.generated.result;
    const EventList& events = run.generated.events;
    const auto count = static_cast<double>(events.size());
    REQUIRE(count > 1000);
    const double generated = static_cast<double>(result.generated);
    // The sum of weights over the maximum is a binomial count, nearly.
    const double value = result.events.maximum * events.weight() / generated,
                 error = result.events.maximum * std::sqrt(count) / generated;
    CHECK(std::abs(value - result.cross_section) < 4 * std::hypot(error, result.error));
    CHECK(result.events.efficiency == Approx(count / static_cast<double>(result.passed)));
    CHECK(result.events.overflow_share < 3 * overflow);
    CHECK(result.events.overflow_share > overflow / 10);

    // The same run with weights: means of H_T, of x1 and of y of the first jet.
    const OutputRun weighted(3, more + "[unweighting]\nweighted = true\n", "events.lhe");
    struct Mean {
      double weight = 0, first = 0, second = 0;
      void add(double w, double x) {
        weight += w;
        first += w * x;
        second += w * w * x * x;
      }
      double mean() const { return first / weight; }
      double error() const { return std::sqrt(second) / weight; }
    };
    const auto means = [](const EventList& list) {
      std::array<Mean, 3> result;
      for (std::size_t i = 0; i < list.size(); ++i) {
        const OutputEvent event = list.event(i);
        result[0].add(event.weight, scalar_sum(event));
        result[1].add(event.weight, event.x1);
        result[2].add(event.weight, std::abs(event.partons[2].z) / event.partons[2].e);
      }
      return result;
    };
    const auto a = means(events), b = means(weighted.generated.events);
    for (std::size_t i = 0; i < a.size(); ++i) {
      CAPTURE(i);
      CHECK(std::abs(a[i].mean() - b[i].mean()) < 4 * std::hypot(a[i].error(), b[i].error()));
    }
  }
}

TEST_CASE("a maximum that the job gives is taken") {
  const OutputRun run(2, "[unweighting]\nmaximum = 1e10\n", "events.lhe");
  const Result& result = run.generated.result;
  CHECK(result.events.maximum == 1e10);
  CHECK(result.events.overflows == 0);
  const double efficiency = result.cross_section / 1e10 * static_cast<double>(result.generated) /
                            static_cast<double>(result.passed);
  CHECK(result.events.efficiency ==
        Approx(efficiency).epsilon(5 / std::sqrt(static_cast<double>(result.events.count))));
}

TEST_CASE("a file has as many unweighted events as were asked for") {
  for (const char* const partons : {"gluons", "qcd"}) {
    CAPTURE(partons);
    const OutputRun run(2, "", "events.lhe", partons, "unweighted = 12345\n");
    INFO("DIAGC_TEST_SEED=" << run.seed);
    const Result& result = run.generated.result;
    const EventList& events = run.generated.events;
    CHECK(events.size() == 12345);
    CHECK(result.events.count == 12345);
    CHECK(result.events.kept >= 12345);
    CHECK(result.run.ended_by == "unweighted events");
    // Their mean weight is the cross section.
    CHECK(run.generated.head.unit * events.weight() / 12345 ==
          Approx(result.cross_section).epsilon(4 / std::sqrt(12345)));
  }
}

TEST_CASE("a time limit leaves time for the file", "[timing]") {
  const auto began = std::chrono::steady_clock::now();
  const OutputRun run(2, "", "events.hepmc", "gluons", "unweighted = 1e12\ntime_limit = 2\n");
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  CHECK(run.generated.result.run.ended_by == "time limit");
  CHECK(run.generated.events.size() > 0);
  // A file of all that two seconds of sampling make takes 20 s.
  CHECK(seconds < 10);
}

TEST_CASE("events of all channels stand in proportion to their cross sections") {
  const OutputRun run(2, "", "events.lhe", "qcd");
  INFO("DIAGC_TEST_SEED=" << run.seed);
  const Result& result = run.generated.result;
  const EventList& events = run.generated.events;
  REQUIRE(result.channels.size() > 5);
  double gluons = 0, exact = 0, halves[2] = {};
  std::ptrdiff_t more_first = 0;  // gluons from the first beam alone, less those from the second
  for (const ChannelResult& channel : result.channels)
    if (channel.name.starts_with("g g ->")) exact += channel.cross_section;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const OutputEvent event = events.event(i);
    const bool are_gluons = event.partons[0].id == 21 && event.partons[1].id == 21;
    if (are_gluons) gluons += event.weight;
    // Neither half of the file lacks a channel: they are mixed.
    if (!are_gluons) halves[2 * i / events.size()] += event.weight;
    if (event.partons[0].id == 21 && event.partons[1].id != 21) ++more_first;
    if (event.partons[0].id != 21 && event.partons[1].id == 21) --more_first;
    if (i % 16 != 0) continue;
    std::map<unsigned, int> lines;
    std::map<int, int> flavours;
    OutputParton left;
    for (std::size_t k = 0; k < event.partons.size(); ++k) {
      const OutputParton& parton = event.partons[k];
      const int sign = k < 2 ? 1 : -1;
      if (parton.colour != 0) lines[parton.colour] += sign;
      if (parton.anticolour != 0) lines[parton.anticolour] -= sign;
      CHECK((parton.colour != 0) == (parton.id > 0));
      CHECK((parton.anticolour != 0) == (parton.id < 0 || parton.id == 21));
      if (parton.id != 21) flavours[std::abs(parton.id)] += parton.id > 0 ? sign : -sign;
      left.e += sign * parton.e;
      left.z += sign * parton.z;
    }
    for (const auto& [line, sum] : lines) CHECK(sum == 0);
    for (const auto& [flavour, sum] : flavours) CHECK(sum == 0);
    CHECK(event.partons[0].z > 0);
    CHECK(event.partons[1].z < 0);
    CHECK(event.partons[0].e == Approx(event.x1 * 7000));
    CHECK(std::abs(left.e) + std::abs(left.z) < 1e-10 * event.partons[0].e);
  }
  const auto count = static_cast<double>(events.size());
  const double share = gluons / events.weight(), expected = exact / result.cross_section;
  CHECK(std::abs(share - expected) < 4 / std::sqrt(count));
  CHECK(std::abs(halves[0] - halves[1]) < 4 * std::sqrt(count));
  // Quarks come as often from either beam.
  CHECK(std::abs(static_cast<double>(more_first)) < 4 * std::sqrt(count));
}

TEST_CASE("variations of events add up to those of the cross section") {
  const OutputRun run(2, "[variations]\nscales = true\n", "events.lhe", "qcd");
  INFO("DIAGC_TEST_SEED=" << run.seed);
  const Result& result = run.generated.result;
  const EventList& events = run.generated.events;
  REQUIRE(result.variations.size() == 6);
  for (std::size_t v = 0; v < 6; ++v) {
    CAPTURE(result.variations[v].name);
    double sum = 0, square = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
      const OutputEvent event = events.event(i);
      REQUIRE(event.ratios.size() == 6);
      const double difference = event.ratios[v] - result.variations[v].ratio;
      sum += event.weight * difference;
      square += event.weight * event.weight * difference * difference;
    }
    CHECK(std::abs(sum) <
          4 * std::sqrt(square) + (4 * result.variations[v].ratio_error + 2e-4) * events.weight());
    CHECK(run.generated.head.weights[v].cross_section == result.variations[v].cross_section);
  }
}

TEST_CASE("events have scales, couplings and densities of the job") {
  const OutputRun run(2, "[couplings]\nscale = \"HT/2\"\nalpha_s = 0.13\n", "events.lhe");
  const auto density = read_density("analytic");
  const auto coupling = running_coupling({.alpha_s_mz = 0.13});
  for (std::size_t i = 0; i < 200; ++i) {
    const OutputEvent event = run.generated.events.event(i);
    CHECK(event.scale == Approx(scalar_sum(event) / 2).epsilon(1e-9));
    CHECK(event.alpha_s == Approx(coupling->alpha_s(event.scale)).epsilon(1e-5));
    CHECK(event.xf1 == Approx(density->xf(gluon, event.x1, event.scale)).epsilon(1e-3));
    CHECK(event.xf2 == Approx(density->xf(gluon, event.x2, event.scale)).epsilon(1e-3));
    CHECK(event.partons[0].e == Approx(event.x1 * 7000));
    CHECK(event.partons[1].z == Approx(-event.x2 * 7000));
  }
}
