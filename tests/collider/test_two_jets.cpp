// Channels of two jets against integrals of the exact matrix elements by quadrature.
#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "physics/collider/pdf/analytic.h"
#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc::collider;

namespace {

constexpr double energy = 14000, least_pt = 20, most_y = 2.5, m_z = 91.188;

class CouplingAtMz final : public Coupling {
 public:
  double alpha_s(double) const override { return 0.13; }
};

using Square = std::function<double(double s, double t, double u)>;

/// Averaged squares over g⁴, with t = −2 p1·c of the first parton c that goes out.
struct Squares {
  Square qg_to_qg, qqbar_to_gg, gg_to_qqbar;
};

double sq(double x) { return x * x; }

/// B. L. Combridge, J. Kripfganz, J. Ranft, Phys. Lett. B 70, 234 (1977).
const Squares exact{[](double s, double t, double u) {
                      return -4.0 / 9 * (s * s + u * u) / (s * u) + (s * s + u * u) / (t * t);
                    },
                    [](double s, double t, double u) {
                      return (t * t + u * u) * (32.0 / 27 / (t * u) - 8.0 / 3 / (s * s));
                    },
                    [](double s, double t, double u) {
                      return (t * t + u * u) * (1.0 / 6 / (t * u) - 3.0 / 8 / (s * s));
                    }};
/// To leading order in 1/N²: without −2/3 of the square for two photons in place of two gluons, which is 8 (t² + u²) / (t u).
const Squares leading{[](double s, double t, double u) {
                        return -1.0 / 2 * (s * s + u * u) / (s * u) + (s * s + u * u) / (t * t);
                      },
                      [](double s, double t, double u) {
                        return (t * t + u * u) * (4.0 / 3 / (t * u) - 8.0 / 3 / (s * s));
                      },
                      [](double s, double t, double u) {
                        return (t * t + u * u) * (3.0 / 16 / (t * u) - 3.0 / 8 / (s * s));
                      }};

double gg_to_gg(double s, double t, double u) {
  return 9.0 / 2 * (3 - t * u / (s * s) - s * u / (t * t) - s * t / (u * u));
}
double different(double s, double t, double u) { return 4.0 / 9 * (s * s + u * u) / (t * t); }
double annihilation(double s, double t, double u) { return 4.0 / 9 * (t * t + u * u) / (s * s); }
double equal(double s, double t, double u) {
  return 4.0 / 9 * ((s * s + u * u) / (t * t) + (s * s + t * t) / (u * u)) -
         8.0 / 27 * s * s / (u * t);
}
double scattering(double s, double t, double u) {
  return 4.0 / 9 * ((s * s + u * u) / (t * t) + (t * t + u * u) / (s * s)) -
         8.0 / 27 * u * u / (s * t);
}

/// Σ over all flavours a, b of the beams: cross sections of channels by their names, one flavour at a time.
std::map<std::string, double> integrals(const PartonDensity& density, int flavours,
                                        const Squares& squares) {
  std::map<std::string, double> sum;
  constexpr int pt_steps = 160, y_steps = 40;
  const double log_range = std::log(energy / 2 / least_pt), big_s = energy * energy;
  for (int k = 0; k < pt_steps; ++k) {
    const double pt = least_pt * std::exp(log_range * (k + 0.5) / pt_steps);
    for (int i = 0; i < y_steps; ++i) {
      for (int j = 0; j < y_steps; ++j) {
        const double yc = most_y * (2 * (i + 0.5) / y_steps - 1),
                     yd = most_y * (2 * (j + 0.5) / y_steps - 1);
        const double x1 = pt / energy * (std::exp(yc) + std::exp(yd)),
                     x2 = pt / energy * (std::exp(-yc) + std::exp(-yd));
        if (x1 >= 1 || x2 >= 1) continue;
        const double s = x1 * x2 * big_s, t = -x1 * energy * pt * std::exp(-yc), u = -s - t;
        const double measure = 2 * std::numbers::pi * pt * pt / 4 * (2 / big_s) /
                               sq(2 * std::numbers::pi) / (2 * s * x1 * x2) * picobarn *
                               sq(4 * std::numbers::pi * 0.13);
        double f1[11], f2[11];
        for (int a = -flavours; a <= flavours; ++a) {
          f1[a + 5] = density.xf(a, x1, m_z);
          f2[a + 5] = density.xf(a, x2, m_z);
        }
        for (int a = -flavours; a <= flavours; ++a) {
          for (int b = -flavours; b <= flavours; ++b) {
            const double f = measure * f1[a + 5] * f2[b + 5];
            const auto add = [&](const char* name, double square) { sum[name] += f * square; };
            if (a == 0 && b == 0) {
              add("g g -> g g", gg_to_gg(s, t, u) / 2);
              for (int q = 1; q <= flavours; ++q)
                add("g g -> q qbar", squares.gg_to_qqbar(s, t, u));
            } else if (b == 0) {
              add("q g -> q g", squares.qg_to_qg(s, t, u));
            } else if (a == 0) {
              add("q g -> q g", squares.qg_to_qg(s, u, t));
            } else if (a == b) {
              add("q q -> q q", equal(s, t, u) / 2);
            } else if (a == -b) {
              add("q qbar -> g g", squares.qqbar_to_gg(s, t, u) / 2);
              add("q qbar -> q qbar", scattering(s, t, u));
              for (int q = 1; q <= flavours; ++q)
                if (q != std::abs(a)) add("q qbar -> Q Qbar", annihilation(s, t, u));
            } else {
              add((a > 0) == (b > 0) ? "q Q -> q Q" : "q Qbar -> q Qbar", different(s, t, u));
            }
          }
        }
      }
    }
  }
  for (auto& [name, value] : sum) value *= log_range / pt_steps * sq(2 * most_y / y_steps);
  return sum;
}

std::string job(const std::string& process, const std::string& run, unsigned seed) {
  return "[process]\npartons = \"qcd\"\njets = 2\n" + process +
         "[couplings]\nscale = 91.188\n[run]\nseed = " + std::to_string(seed % 100'000) + "\n" +
         run;
}

void compare(const Result& result, const std::map<std::string, double>& known, double most_error) {
  REQUIRE(result.channels.size() == known.size());
  double sum = 0;
  for (const ChannelResult& channel : result.channels) {
    const double there = known.at(channel.name);
    sum += there;
    CAPTURE(channel.name, channel.cross_section, channel.error, there);
    // Tables of densities are within 1e-4 of them.
    CHECK(std::abs(channel.cross_section - there) < 4.5 * channel.error + 4e-4 * there);
    CHECK(channel.error < most_error * there);
  }
  CHECK(std::abs(result.cross_section - sum) < 4.5 * result.error + 4e-4 * sum);
}

}  // namespace

TEST_CASE("two jets: every channel is the integral of its exact matrix element") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = std::make_shared<AnalyticDensity>();
  const auto coupling = std::make_shared<CouplingAtMz>();
  const auto known = integrals(*density, 5, exact);
  const Result antenna =
      generated(job("colour = \"full\"\n", "events = 4e6\n", seed), density, coupling);
  compare(antenna, known, 4e-3);
  CHECK(antenna.quark_lines == 2);
  CHECK(antenna.flavours == 5);
  for (const ChannelResult& channel : antenna.channels) {
    CAPTURE(channel.name);
    CHECK(channel.relative_variance < 1.5);
    CHECK(channel.colour == "full");
  }
  compare(generated(job("colour = \"full\"\n", "events = 4e6\nsampler = \"rambo\"\n", seed),
                    density, coupling),
          known, 4e-2);
}

TEST_CASE("two jets of fewer flavours, and to leading order in colour") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = std::make_shared<AnalyticDensity>();
  const auto coupling = std::make_shared<CouplingAtMz>();
  const Result result = generated(job("flavours = 3\n", "events = 4e6\n", seed), density, coupling);
  compare(result, integrals(*density, 3, leading), 6e-3);
  for (const ChannelResult& channel : result.channels) {
    CAPTURE(channel.name);
    const bool two_lines = channel.name.find(" g") == std::string::npos;
    CHECK(channel.colour == (two_lines ? "full" : "leading"));
  }
  // One flavour: nothing of different flavours.
  CHECK(generated(job("flavours = 1\n", "events = 1\n", seed), density, coupling).channels.size() ==
        6);
}
