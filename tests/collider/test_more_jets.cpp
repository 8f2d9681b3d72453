// Channels of four jets and more to leading order in colour: against flat points of phase space, with all orderings of colours made here.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numbers>
#include <numeric>
#include <random>
#include <span>

#include "physics/collider/pdf/analytic.h"
#include "tests/collider/flat_points.h"
#include "tests/collider/generated.h"
#include "tests/collider/random_words.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

double factorial(unsigned n) { return std::tgamma(n + 1); }

/// What a channel has, written down by hand. Partons: 0 is parton 1, 1 is parton 2, jets follow; quarks first.
struct LeadingChannel {
  std::string name;
  double average;          ///< over what comes in
  unsigned equal;          ///< gluons that go out
  int antiquark, quark;    ///< partons that these legs are, counted as outgoing; −1: none
  double flavours;         ///< that only go out
  bool quark_comes, both;  ///< parton 1 is a quark; either beam may give it
};

std::vector<LeadingChannel> channels_of(unsigned jets) {
  const auto gluons = [](unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += " g";
    return text;
  };
  return {{"g g ->" + gluons(jets), 1.0 / 256, jets, -1, -1, 1, false, false},
          {"g g -> q qbar" + gluons(jets - 2), 1.0 / 256, jets - 2, 3, 2, 5, false, false},
          {"q g -> q" + gluons(jets - 1), 1.0 / 96, jets - 1, 0, 2, 1, true, true},
          {"q qbar ->" + gluons(jets), 1.0 / 36, jets, 0, 1, 1, true, false}};
}

/// Σ f f of quarks and antiquarks alike.
double flux(const LeadingChannel& channel, const PartonDensity& density, double x1, double x2) {
  const auto xf = [&](int flavour, double x) { return density.xf(flavour, x, flat::scale); };
  if (!channel.quark_comes) return channel.flavours * xf(0, x1) * xf(0, x2);
  double sum = 0;
  for (int q = -5; q <= 5; ++q)
    if (q != 0) sum += xf(q, x1) * (channel.both ? xf(0, x2) : xf(-q, x2));
  return sum;
}

/// All rings of partons, parton 0 last: a line's gluons in any order between antiquark and quark, or all gluons in any order.
std::vector<std::vector<unsigned>> rings(const LeadingChannel& channel, unsigned count) {
  const bool has_line = channel.quark >= 0;
  std::vector<unsigned> gluons;
  for (unsigned i = has_line ? 0 : 1; i < count; ++i)
    if (static_cast<int>(i) != channel.quark && static_cast<int>(i) != channel.antiquark)
      gluons.push_back(i);
  std::vector<std::vector<unsigned>> all;
  do {
    std::vector<unsigned> ring = gluons;
    if (has_line) {
      ring.insert(ring.begin(), static_cast<unsigned>(channel.antiquark));
      ring.push_back(static_cast<unsigned>(channel.quark));
      const auto first = std::ranges::find(ring, 0U);
      std::rotate(ring.begin(), first + 1, ring.end());
    } else {
      ring.push_back(0);
    }
    all.push_back(ring);
  } while (std::ranges::next_permutation(gluons).found);
  return all;
}

Kernel kernel_of_ring(const LeadingChannel& channel, const std::vector<unsigned>& ring) {
  PartonChannel wanted;
  wanted.grammar = channel.quark < 0 ? "gluon_light_cone" : "quark_line";
  wanted.statics = {{"n", std::to_string(ring.size())}};
  if (channel.quark >= 0) {
    const auto at = std::ranges::find(ring, static_cast<unsigned>(channel.antiquark));
    wanted.statics.emplace_back("antiquark", std::to_string(at - ring.begin() + 1));
  }
  return kernel_of(wanted, true);
}

/// Real polarisations. The square of an amplitude has degree 2 in each of them: its mean over so many equal angles is that over the circle.
constexpr unsigned angles = 64;
std::array<std::array<double, 2>, angles> polarisations() {
  std::array<std::array<double, 2>, angles> e;
  for (unsigned i = 0; i < angles; ++i) {
    const double turn = 2 * std::numbers::pi * i / angles;
    e[i] = {std::cos(turn), std::sin(turn)};
  }
  return e;
}

/// Rows of kernels, kept from ring to ring.
struct Rows {
  std::vector<double> p, e, real;
  std::vector<std::complex<double>> complex;
};

/// Adds 2^… |a|² of a ring at every point to `squares`, with random real polarisations.
void add_squares(const Kernel& kernel, const flat::Points& points,
                 const std::vector<unsigned>& ring, std::mt19937& random, Rows& rows,
                 std::vector<double>& squares) {
  static const auto choice = polarisations();
  const std::size_t n = ring.size(), count = points.weight.size();
  rows.p.resize(4 * (n - 1) * count);
  rows.e.resize(2 * n * count);
  double *p = rows.p.data(), *e = rows.e.data();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t leg = 0; leg + 1 < n; ++leg)
      p = std::copy_n(points.p.data() + 4 * (i * (n - 1) + ring[leg] - 1), 4, p);
    for (std::size_t leg = 0; leg < n; ++leg)
      e = std::copy_n(choice[random() % angles].data(), 2, e);
  }
  const std::span<const double> momenta = rows.p, directions = rows.e;
  if (kernel.outputs().front().complex) {
    rows.complex.resize(count);
    kernel.evaluate(count, {{"p", momenta}, {"e", directions}}, {},
                    {{"amplitude", std::span<std::complex<double>>(rows.complex)}});
    for (std::size_t i = 0; i < count; ++i) squares[i] += std::norm(rows.complex[i]);
  } else {
    rows.real.resize(count);
    kernel.evaluate(count, {{"p", momenta}, {"e", directions}}, {},
                    {{"amplitude", std::span<double>(rows.real)}});
    for (std::size_t i = 0; i < count; ++i) squares[i] += rows.real[i] * rows.real[i];
  }
}

/// Some of a channel's rings, drawn for every so many points, where all are too many; each then stands for `weight` of them.
struct RingSample {
  std::vector<std::vector<unsigned>> rings;
  double weight = 1;
};

std::vector<unsigned> some_ring(const LeadingChannel& channel, unsigned count,
                                std::mt19937& random) {
  std::vector<unsigned> ring;
  for (unsigned i = channel.quark >= 0 ? 0 : 1; i < count; ++i)
    if (static_cast<int>(i) != channel.quark && static_cast<int>(i) != channel.antiquark)
      ring.push_back(i);
  std::shuffle(ring.begin(), ring.end(), random);
  if (channel.quark < 0) {
    ring.push_back(0);
    return ring;
  }
  ring.insert(ring.begin(), static_cast<unsigned>(channel.antiquark));
  ring.push_back(static_cast<unsigned>(channel.quark));
  std::rotate(ring.begin(), std::ranges::find(ring, 0U) + 1, ring.end());
  return ring;
}

/// All rings of up to eight partons; of more `some` at random.
RingSample ring_sample(const LeadingChannel& channel, unsigned count, std::mt19937& random) {
  constexpr unsigned all_up_to = 8, some = 96;
  if (count <= all_up_to) return {rings(channel, count)};
  RingSample sample;
  for (unsigned i = 0; i < some; ++i) sample.rings.push_back(some_ring(channel, count, random));
  sample.weight = factorial(channel.quark >= 0 ? count - 2 : count - 1) / some;
  return sample;
}

/// Points from `first` on, `count` of them at most.
flat::Points part_of(const flat::Points& points, std::size_t first, std::size_t count,
                     std::size_t partons) {
  const std::size_t end = std::min(first + count, points.weight.size());
  const auto part = [&](const std::vector<double>& from, std::size_t width) {
    return std::vector<double>(from.begin() + static_cast<std::ptrdiff_t>(first * width),
                               from.begin() + static_cast<std::ptrdiff_t>(end * width));
  };
  flat::Points some;
  some.drawn = points.drawn;
  some.weight = part(points.weight, 1);
  some.x1 = part(points.x1, 1);
  some.x2 = part(points.x2, 1);
  some.p = part(points.p, 4 * (partons - 1));
  return some;
}

/// Means over both views of points where either beam may give parton 1.
flat::Value flat_cross_section(const LeadingChannel& channel, unsigned jets,
                               const PartonDensity& density, const std::vector<flat::Points>& views,
                               unsigned seed) {
  const unsigned n = jets + 2;
  // Colours to leading order, N = 3, and helicities, as docs/events.md has them.
  const double line = channel.quark >= 0 ? 1 : 0;
  const double sums =
      std::pow(3, n - 2 - line) * 8 * std::pow(2, -(n - 2.0)) * std::pow(2, n - line);
  const double factor = sums * std::pow(4 * std::numbers::pi * flat::strong_coupling, jets) *
                        channel.average / factorial(channel.equal);
  std::mt19937 random(seed);
  std::map<std::ptrdiff_t, Kernel> kernels;  // by the place of the antiquark
  Rows rows;
  flat::Value all;
  for (std::size_t view = 0; view < (channel.both ? 2 : 1); ++view) {
    // So many points share a sample of rings.
    constexpr std::size_t at_once = 256;
    const std::size_t step = n > 8 ? at_once : std::max<std::size_t>(views[view].weight.size(), 1);
    Mean mean;
    for (std::size_t first = 0; first < views[view].weight.size(); first += step) {
      const flat::Points points = part_of(views[view], first, step, n);
      const RingSample sample = ring_sample(channel, n, random);
      std::vector<double> squares(points.weight.size());
      for (const std::vector<unsigned>& ring : sample.rings) {
        const std::ptrdiff_t place =
            channel.quark < 0
                ? 0
                : std::ranges::find(ring, static_cast<unsigned>(channel.antiquark)) - ring.begin();
        auto kernel = kernels.find(place);
        if (kernel == kernels.end())
          kernel = kernels.emplace(place, kernel_of_ring(channel, ring)).first;
        add_squares(kernel->second, points, ring, random, rows, squares);
      }
      for (std::size_t i = 0; i < squares.size(); ++i)
        mean.add(points.weight[i] * factor * sample.weight * squares[i] *
                 flux(channel, density, points.x1[i], points.x2[i]));
    }
    mean.count = views[view].drawn;  // the others are zeros
    all.value += mean.mean();
    all.error = std::hypot(all.error, mean.error());
  }
  return all;
}

/// Cuts keep away from what is singular; the more jets, the fewer points carry the sums all the same: `most_error`, relative.
void check_channels(unsigned jets, const Cuts& cuts, unsigned drawn, double most_error) {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  const auto density = std::make_shared<AnalyticDensity>();
  const Result antenna = generated(flat::job(jets, flat::root_s, cuts, "", "events = 1e6\n", seed),
                                   density, std::make_shared<flat::FixedCoupling>());
  const std::vector<LeadingChannel> known = channels_of(jets);
  REQUIRE(antenna.channels.size() == known.size());
  const std::vector<flat::Points> views{flat::points(jets, cuts, seed, drawn, false),
                                        flat::points(jets, cuts, seed, drawn, true)};
  for (std::size_t i = 0; i < known.size(); ++i) {
    const ChannelResult& own = antenna.channels[i];
    REQUIRE(own.name == known[i].name);
    const flat::Value flat = flat_cross_section(known[i], jets, *density, views, seed);
    CAPTURE(own.name, own.cross_section, own.error, flat.value, flat.error);
    CHECK(std::abs(own.cross_section - flat.value) <
          4.5 * std::hypot(own.error, flat.error) + 0.01 * flat.value);
    if (std::getenv("SHOW"))
      std::printf("  %-32s %.4g(%.2g), flat points %.4g(%.2g) of %zu\n", own.name.c_str(),
                  own.cross_section, own.error, flat.value, flat.error, views[0].weight.size());
    // Of a channel that hardly counts one point may carry the sum.
    if (own.cross_section > 1e-3 * antenna.cross_section)
      CHECK(flat.error < most_error * flat.value);
    CHECK(own.error < 0.08 * flat.value);
  }
}

}  // namespace

TEST_CASE("four jets: every channel is the mean over flat points, ring by ring") {
  check_channels(4, {80, 2, 0.8}, 200'000, 0.12);
}

TEST_CASE("five jets: every channel is the mean over flat points, ring by ring") {
  check_channels(5, {60, 2, 0.7}, 600'000, 0.25);
}

TEST_CASE("six jets: every channel is the mean over flat points, ring by ring", "[.long]") {
  check_channels(6, {50, 2, 0.6}, 1'500'000, 0.3);
}

// Rings are drawn at random; far within phase space, where flat points do.
TEST_CASE("seven and eight jets: every channel is the mean over flat points, rings at random",
          "[.long]") {
  check_channels(7, {55, 1.8, 0.6}, 4'000'000, 0.3);
  check_channels(8, {50, 1.8, 0.6}, 6'000'000, 0.35);
}
