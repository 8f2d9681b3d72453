#include <catch2/catch.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "physics/collider/phase_space/antenna_tables.h"
#include "physics/collider/phase_space/event.h"
#include "tests/collider/random_words.h"

using namespace diagc::collider;

namespace {

constexpr double root_s = 14000;
constexpr Cuts demo_cuts{20, 2.5, 0.4};

AntennaSampler antenna(unsigned jets) {
  return AntennaSampler({.jets = jets,
                         .root_s = root_s,
                         .pt = demo_cuts.pt,
                         .eta = demo_cuts.eta,
                         .dr = demo_cuts.dr});
}

EventTables tables(unsigned seed, double least_tau, const AntennaSampler& sampler) {
  EventTables t{};
  t.key[0] = seed;
  t.key[1] = 17;
  t.root_s = root_s;
  t.rambo.most = 1 / std::sqrt(least_tau);
  t.antenna = sampler.tables();
  return t;
}

double least_tau(unsigned jets) { return std::pow(jets * demo_cuts.pt / root_s, 2); }

/// Of a proton that has no meaning: falls to both ends.
double toy_xf(double x) { return std::pow(x, -0.2) * std::pow(1 - x, 5); }

/// Not symmetric in the ordering, nor in the beams: what a wrong density would show.
double toy(const HostEvent& event) {
  double product = toy_xf(event.x1) * std::pow(event.x2, 0.1) * toy_xf(event.x2);
  for (unsigned j = 0; j < event.jets; ++j) product *= 400 / (event.pt[j] * event.pt[j]);
  for (unsigned j = 1; j < event.jets; ++j) {
    const double cosine = event.cosine[j - 1] * event.cosine[j] + event.sine[j - 1] * event.sine[j];
    product *= 1 + 1 / (0.2 + std::cosh(event.y[j - 1] - event.y[j]) - cosine);
  }
  return product * (1 + 0.1 * event.y[0]);
}

}  // namespace

TEST_CASE("momenta of events are conserved, massless and what they say") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  for (unsigned jets = 2; jets <= 10; ++jets) {
    const AntennaSampler sampler = antenna(jets);
    const EventTables t = tables(seed, least_tau(jets), sampler);
    for (const Sampler kind : {Sampler::rambo, Sampler::antenna}) {
      for (unsigned i = 0; i < 200; ++i) {
        const unsigned before = i % (jets + 1);
        const HostEvent event = draw_event(kind, jets, t, i, 5, before);
        CAPTURE(jets, static_cast<int>(kind), i);
        const HostPartons all = partons(event, t, i, 5, before, 0.5);
        double sum[4] = {};
        const auto dot = [](const double* a, const double* b) {
          return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
        };
        for (unsigned place = 0; place < jets + 2; ++place) {
          const double *p = &all.p[4 * place], *e = &all.e[4 * place];
          for (int mu = 0; mu < 4; ++mu) sum[mu] += p[mu];
          REQUIRE(std::abs(dot(p, p)) < 1e-10 * p[0] * p[0]);
          REQUIRE(std::abs(dot(e, p)) < 1e-12 * std::abs(p[0]));
          REQUIRE(dot(e, e) == Approx(-1).epsilon(1e-12));
          REQUIRE(e[0] == 0);
          REQUIRE((p[0] < 0) == (place == 0 || place == before + 1));
        }
        for (const double component : sum)
          REQUIRE(std::abs(component) < 1e-10 * root_s * (event.x1 + event.x2));
        REQUIRE(all.p[3] == -0.25 * root_s * event.x1);
        REQUIRE(all.p[4 * (before + 1) + 3] == 0.25 * root_s * event.x2);
        for (unsigned j = 0; j < jets; ++j) {
          REQUIRE(event.up[j] * event.down[j] == Approx(event.pt[j] * event.pt[j]).epsilon(1e-9));
          REQUIRE(event.y[j] == Approx(0.5 * std::log(event.up[j] / event.down[j])).margin(1e-9));
        }
      }
    }
  }
}

TEST_CASE("RAMBO's weights are the volume of phase space") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  for (const unsigned jets : {2U, 3U, 5U, 8U}) {
    CAPTURE(jets);
    const AntennaSampler sampler = antenna(jets);
    const EventTables t = tables(seed, 1e-3, sampler);
    // Against ∫ d ln τ dY V(ŝ) / 2ŝ, V ~ ŝ^(jets − 2), by the rule of the midpoint.
    double exact = 0;
    constexpr int steps = 100000;
    const double low = std::log(1e-3);
    for (int i = 0; i < steps; ++i) {
      const double l = low * (i + 0.5) / steps, s_hat = std::exp(l) * root_s * root_s;
      exact += -l * flat_volume(jets) * std::pow(s_hat, jets - 2) / (2 * s_hat) * picobarn * -low /
               steps;
    }
    Mean mean;
    for (unsigned i = 0; i < 100000; ++i)
      mean.add(draw_event(Sampler::rambo, jets, t, i, 0, 0).weight);
    CHECK(std::abs(mean.mean() - exact) < 4 * mean.error());
    CHECK(mean.error() < 0.05 * exact);
  }
  // Known volumes: two jets 1/8π, three ŝ / 256π³.
  CHECK(flat_volume(2) == Approx(1 / (8 * std::numbers::pi)));
  CHECK(flat_volume(3) == Approx(1 / (256 * std::pow(std::numbers::pi, 3))));
}

TEST_CASE("RAMBO is flat: masses of pairs of three jets") {
  // Three momenta are uniform on the triangle of Dalitz: s_12 / ŝ has density 2 (1 − r).
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const AntennaSampler sampler = antenna(3);
  const EventTables t = tables(seed, 1e-3, sampler);
  Mean first, second;
  for (unsigned i = 0; i < 100000; ++i) {
    const HostEvent e = draw_event(Sampler::rambo, 3, t, i, 0, 0);
    const double s12 = e.up[0] * e.down[1] + e.down[0] * e.up[1] -
                       2 * e.pt[0] * e.pt[1] * (e.cosine[0] * e.cosine[1] + e.sine[0] * e.sine[1]);
    const double r = s12 / (e.x1 * e.x2 * root_s * root_s);
    first.add(r);
    second.add(r * r);
  }
  CHECK(std::abs(first.mean() - 1.0 / 3) < 4 * first.error());
  CHECK(std::abs(second.mean() - 1.0 / 6) < 4 * second.error());
}

TEST_CASE("two jets along antennas against an integral by quadrature") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  // ∫ ½·½ 2π pT dpT dy1 dy2 (2/s) (2π)^−2 / (2 ŝ x1 x2) f, pT from 20 GeV on; f as toy() has it.
  double exact = 0;
  constexpr int pt_steps = 600, y_steps = 120;
  const double log_range = std::log(root_s / 2 / demo_cuts.pt);
  for (int k = 0; k < pt_steps; ++k) {
    const double pt = demo_cuts.pt * std::exp(log_range * (k + 0.5) / pt_steps);
    for (int a = 0; a < y_steps; ++a) {
      for (int b = 0; b < y_steps; ++b) {
        HostEvent e;
        e.jets = 2;
        e.pt[0] = e.pt[1] = pt;
        e.cosine = {1, -1};
        e.y[0] = demo_cuts.eta * (2 * (a + 0.5) / y_steps - 1);
        e.y[1] = demo_cuts.eta * (2 * (b + 0.5) / y_steps - 1);
        e.x1 = pt / root_s * (std::exp(e.y[0]) + std::exp(e.y[1]));
        e.x2 = pt / root_s * (std::exp(-e.y[0]) + std::exp(-e.y[1]));
        if (e.x1 >= 1 || e.x2 >= 1) continue;
        const double s = root_s * root_s;
        exact += toy(e) * 2 * std::numbers::pi * pt * pt / 4 * (2 / s) /
                 (4 * std::numbers::pi * std::numbers::pi) / (2 * s * e.x1 * e.x2 * e.x1 * e.x2) *
                 picobarn;
      }
    }
  }
  exact *= log_range / pt_steps * std::pow(2 * demo_cuts.eta / y_steps, 2);
  const AntennaSampler sampler = antenna(2);
  const EventTables t = tables(seed, least_tau(2), sampler);
  for (unsigned before = 0; before <= 2; ++before) {
    CAPTURE(before);
    Mean mean;
    for (unsigned i = 0; i < 200000; ++i) {
      const HostEvent event = draw_event(Sampler::antenna, 2, t, i, before, before);
      mean.add(passes(event, {20, 2.5, 0}) ? event.weight * toy(event) : 0);
    }
    CHECK(mean.mean() == Approx(exact).epsilon(4 * mean.error() / exact + 1e-3));
    CHECK(mean.error() < 0.01 * exact);
  }
}

TEST_CASE("RAMBO and antennas of every ordering give the same, before and after fits") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  for (const unsigned jets : {2U, 3U, 4U}) {
    AntennaSampler sampler = antenna(jets);
    const EventTables t = tables(seed, least_tau(jets), sampler);
    Mean flat;
    for (unsigned i = 0; i < 1000000; ++i) {
      const HostEvent event = draw_event(Sampler::rambo, jets, t, i, 0, 0);
      flat.add(passes(event, demo_cuts) ? event.weight * toy(event) : 0);
    }
    for (const bool fitted : {false, true}) {
      for (unsigned before = 0; before <= jets; ++before) {
        const EventTables own = tables(seed, least_tau(jets), sampler);
        Mean mean;
        AntennaSampler::Marginals marginals;
        unsigned passed = 0;
        constexpr unsigned events = 100000;
        for (unsigned i = 0; i < events; ++i) {
          const HostEvent event =
              draw_event(Sampler::antenna, jets, own, i, 100 * fitted + before, before);
          const bool good = passes(event, demo_cuts);
          const double value = good ? event.weight * toy(event) : 0;
          mean.add(value);
          passed += good;
          for (unsigned j = 0; j < jets; ++j)
            marginals.add(sampler, std::log(event.pt[j]), event.y[j], value);
        }
        CAPTURE(jets, before, fitted, mean.mean(), mean.error(), flat.mean(), flat.error());
        CHECK(std::abs(mean.mean() - flat.mean()) < 4.5 * std::hypot(mean.error(), flat.error()));
        CHECK(mean.error() < 0.05 * mean.mean());
        CHECK(passed > events / 3);
        if (!fitted && before == jets / 2) sampler.fit(marginals);
        if (std::getenv("SHOW"))
          std::printf("jets %u before %u fitted %d: %.4e ± %.1e, rambo %.4e ± %.1e, passed %.3f\n",
                      jets, before, fitted, mean.mean(), mean.error(), flat.mean(), flat.error(),
                      passed / double(events));
      }
    }
  }
}

TEST_CASE("RAMBO and antennas of many jets give the same for what neither is made for") {
  // So smooth that few events do not carry the sum: EVENTS=4e7 tells them apart by 0.2 %.
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const char* const given = std::getenv("EVENTS");
  const auto events = static_cast<unsigned>(given ? std::strtod(given, nullptr) : 4e5);
  for (const unsigned jets : {5U, 6U}) {
    const AntennaSampler sampler = antenna(jets);
    const EventTables t = tables(seed, least_tau(jets), sampler);
    const auto smooth = [&](const HostEvent& event) {
      double product = std::pow(least_tau(jets) / (event.x1 * event.x2), jets - 3);
      for (unsigned j = 0; j < jets; ++j) product *= demo_cuts.pt / event.pt[j];
      return product;
    };
    Mean means[2];
    for (const Sampler kind : {Sampler::rambo, Sampler::antenna}) {
      for (unsigned i = 0; i < events; ++i) {
        const HostEvent event = draw_event(kind, jets, t, i, 0, i % (jets + 1));
        means[kind == Sampler::antenna].add(passes(event, demo_cuts) ? event.weight * smooth(event)
                                                                     : 0);
      }
    }
    const auto& [flat, mean] = means;
    CAPTURE(jets, flat.mean(), flat.error(), mean.mean(), mean.error());
    CHECK(std::abs(mean.mean() - flat.mean()) < 4.5 * std::hypot(mean.error(), flat.error()));
    CHECK(std::hypot(mean.error(), flat.error()) < 0.1 * flat.mean());
    if (std::getenv("SHOW"))
      std::printf("jets %u: antennas over RAMBO %.4f ± %.4f\n", jets, mean.mean() / flat.mean(),
                  std::hypot(mean.error() / mean.mean(), flat.error() / flat.mean()));
  }
}

TEST_CASE("what antennas are fitted to is kept and taken back") {
  AntennaSampler sampler = antenna(4);
  AntennaSampler::Marginals marginals;
  for (int i = 0; i < 1000; ++i)
    marginals.add(sampler, std::log(20 + 0.1 * i), -2 + 0.004 * i, 1.0 / (1 + i));
  sampler.fit(marginals);
  AntennaSampler other = antenna(4);
  other.set_parameters(sampler.parameters());
  const AntennaTables a = sampler.tables(), b = other.tables();
  for (unsigned i = 0; i < 2 * pt_bin_count; ++i) REQUIRE(a.pt_bins[i] == b.pt_bins[i]);
  for (unsigned i = 0; i < 4 * 17 * 16; ++i) REQUIRE(a.y_probability[i] == b.y_probability[i]);
  double sum = 0;
  for (unsigned i = 0; i < pt_cell_count; ++i)
    sum += 1 / (a.pt_inverse_density[i] * a.pt_cells_per_log);
  CHECK(sum == Approx(1));
  CHECK_THROWS_AS(other.set_parameters({1, 2}), std::invalid_argument);
  std::vector<double> wrong = sampler.parameters();
  wrong[3] = -1;
  CHECK_THROWS_AS(other.set_parameters(wrong), std::invalid_argument);
  CHECK_THROWS_AS(AntennaSampler({.pt = 0}), std::invalid_argument);
}

TEST_CASE("lists of orderings have every one, in proportion") {
  const OrderingList list(gluon_mirrors(4), 32, {1, 4, 6, 4, 1});
  const OrderingTable t = list.table();
  REQUIRE(t.length == 32);
  unsigned count[5] = {};
  for (unsigned i = 0; i < 32; ++i) ++count[t.orderings[i]];
  for (unsigned k = 0; k < 5; ++k) {
    CHECK(count[k] == std::vector<unsigned>{2, 8, 12, 8, 2}[k]);
    CHECK(t.inverse_share[k] * count[k] == Approx(32));
  }
}
