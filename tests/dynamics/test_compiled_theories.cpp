// Theories from rule files against the library's own and against sums; what such files must not say.
#include <cstdlib>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/source/diagnostic.h"
#include "library/cyclic/measured_sums.h"
#include "physics/dynamics/compiled_interaction.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics/two_bands.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

SourcePtr grammar(const std::string& name) {
  return read_source(DIAGC_SOURCE_DIR "/grammars/dynamics/" + name + ".diag");
}

/// G≷ of `pairs` pairs in memory of their own.
struct RandomPairs {
  RandomPairs(const Interaction& theory, unsigned seed)
      : shape{nullptr, theory.bands(), theory.pairs(), theory.distance()},
        memory(2 * shape.size()) {
    shape.numbers = reinterpret_cast<Complex*>(memory.data());
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    for (std::size_t a = 0; a < shape.bands; ++a) {
      for (std::size_t b = 0; b < shape.bands; ++b) {
        for (std::size_t pair = 0; pair < shape.pairs; ++pair) {
          for (std::size_t k = 0; k < theory.points(); ++k)
            shape.at(a, b, pair)[k] = {number(random), number(random)};
        }
      }
    }
  }
  PairValues shape;
  Numbers memory;
};

double largest_difference(const Interaction& theory, const PairValues& one,
                          const PairValues& other) {
  double difference = 0;
  for (std::size_t a = 0; a < one.bands; ++a) {
    for (std::size_t b = 0; b < one.bands; ++b) {
      for (std::size_t pair = 0; pair < one.pairs; ++pair) {
        for (std::size_t k = 0; k < theory.points(); ++k)
          difference =
              std::max(difference, std::abs(one.at(a, b, pair)[k] - other.at(a, b, pair)[k]));
      }
    }
  }
  return difference;
}

void compare_theories(const Interaction& one, const Interaction& other, unsigned seed) {
  REQUIRE(one.pairs() == other.pairs());
  REQUIRE(one.bands() == other.bands());
  const std::vector<double> vertices = [&] {
    std::vector<double> all;
    for (std::size_t pair = 0; pair < one.pairs(); ++pair)
      all.push_back(0.5 + 0.25 * static_cast<double>(pair));
    return all;
  }();
  const RandomPairs lesser(one, seed), greater(one, seed + 1), lesser2(other, seed),
      greater2(other, seed + 1);
  one.self_energy(vertices, lesser.shape, greater.shape);
  other.self_energy(vertices, lesser2.shape, greater2.shape);
  CHECK(largest_difference(one, lesser.shape, lesser2.shape) < 1e-13);
  CHECK(largest_difference(one, greater.shape, greater2.shape) < 1e-13);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Complex> rho;
  for (std::size_t i = 0; i < one.points() * one.bands() * one.bands(); ++i)
    rho.emplace_back(number(random), number(random));
  std::vector<Complex> h(rho), h2(rho);
  one.add_mean_field(1.5, rho, h);
  other.add_mean_field(1.5, rho, h2);
  double difference = 0;
  for (std::size_t i = 0; i < h.size(); ++i)
    difference = std::max(difference, std::abs(h[i] - h2[i]));
  CHECK(difference < 1e-13);
}

/// Second Born of the Hubbard model by its sums.
class HubbardSums : public Interaction {
 public:
  HubbardSums(std::size_t sites, std::size_t points, std::size_t pairs, std::size_t distance)
      : sites_(sites), points_(points), pairs_(pairs), distance_(distance) {}
  std::size_t bands() const override { return sites_; }
  std::size_t points() const override { return points_; }
  bool correlated() const override { return true; }
  std::size_t distance() const override { return distance_; }
  std::size_t pairs() const override { return pairs_; }
  void add_mean_field(double vertex, std::span<const Complex> rho,
                      std::span<Complex> h) const override {
    for (std::size_t i = 0; i < sites_; ++i) {
      Complex mean = 0;
      for (std::size_t k = 0; k < points_; ++k) mean += rho[(k * sites_ + i) * sites_ + i];
      for (std::size_t k = 0; k < points_; ++k)
        h[(k * sites_ + i) * sites_ + i] += vertex * (mean / static_cast<double>(points_) - 0.5);
    }
  }
  void self_energy(std::span<const double> vertices, const PairValues& lesser,
                   const PairValues& greater) const override {
    const auto sums = [&](const PairValues& x, const PairValues& y, std::size_t i, std::size_t j,
                          std::size_t pair, std::size_t k) {
      Complex sum = 0;
      for (std::size_t q = 0; q < points_; ++q) {
        for (std::size_t p = 0; p < points_; ++p)
          sum += x.at(i, j, pair)[(p + q) % points_] * -std::conj(y.at(i, j, pair)[p]) *
                 x.at(i, j, pair)[(k + points_ - q) % points_];
      }
      return vertices[pair] * sum / static_cast<double>(points_ * points_);
    };
    std::vector<Complex> results;
    for (int component = 0; component < 2; ++component) {
      const PairValues &x = component == 0 ? lesser : greater,
                       &y = component == 0 ? greater : lesser;
      for (std::size_t i = 0; i < sites_; ++i) {
        for (std::size_t j = 0; j < sites_; ++j) {
          for (std::size_t pair = 0; pair < pairs_; ++pair) {
            for (std::size_t k = 0; k < points_; ++k) results.push_back(sums(x, y, i, j, pair, k));
          }
        }
      }
    }
    std::size_t next = 0;
    for (const PairValues* values : {&lesser, &greater}) {
      for (std::size_t i = 0; i < sites_; ++i) {
        for (std::size_t j = 0; j < sites_; ++j) {
          for (std::size_t pair = 0; pair < pairs_; ++pair) {
            for (std::size_t k = 0; k < points_; ++k) values->at(i, j, pair)[k] = results[next++];
          }
        }
      }
    }
  }

 private:
  std::size_t sites_, points_, pairs_, distance_;
};

std::string refusal_of(const std::string& rules) {
  try {
    const CompiledInteraction theory(
        std::make_shared<const Source>("t.diag", "grammar t\naxis k : cyclic\n" + rules), {2});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("two bands by rules are the library's two bands") {
  for (const std::vector<std::size_t>& grid :
       {std::vector<std::size_t>{1}, {2}, {5}, {8}, {12}, {6, 4}}) {
    const CompiledInteraction rules(grammar("two_band_second_born"), grid, {.pairs = 3});
    CHECK(rules.transforms() == (grid[0] == 1 ? 0 : 16));
    compare_theories(rules, TwoBand(grid, Approximation::second_born, 3), 7);
  }
}

TEST_CASE("rules give the same by transforms, by sums, compiled and interpreted") {
  const std::vector<std::size_t> grid = {3, 2};
  const CompiledInteraction fast(grammar("two_band_second_born"), grid, {.pairs = 2});
  for (const bool transforms : {false, true}) {
    const CompiledInteraction other(
        grammar("two_band_second_born"), grid,
        {.pairs = 2, .transforms = transforms, .machine_code = !transforms});
    CHECK(other.transforms() == (transforms ? 16 : 0));
    compare_theories(fast, other, 3);
  }
}

TEST_CASE("second Born of the Hubbard model by rules is what its sums say") {
  const CompiledInteraction lattice(grammar("hubbard_second_born"), {7}, {.pairs = 2});
  CHECK(lattice.transforms() == 4);
  compare_theories(lattice, HubbardSums(1, 7, 2, lattice.distance()), 1);
  const CompiledInteraction cluster(grammar("hubbard_second_born"), {1},
                                    {.statics = {{"sites", "3"}}, .pairs = 2});
  compare_theories(cluster, HubbardSums(3, 1, 2, cluster.distance()), 2);
  const CompiledInteraction both(grammar("hubbard_second_born"), {4},
                                 {.statics = {{"sites", "2"}}, .pairs = 2});
  compare_theories(both, HubbardSums(2, 4, 2, both.distance()), 3);
}

TEST_CASE("a trajectory by rules is that of the library's two bands") {
  Model model = two_bands({4}, 1.0);
  const Trajectory own = propagate(model, kicked(1.5, 1e-8), filled_valence(model));
  model.interaction = std::make_shared<CompiledInteraction>(grammar("two_band_second_born"),
                                                            std::vector<std::size_t>{4});
  const Trajectory rules = propagate(model, kicked(1.5, 1e-8), filled_valence(model));
  const auto one = own.rho_at(1.5), other = rules.rho_at(1.5);
  double difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference = std::max(difference, std::abs(one[i] - other[i]));
  CHECK(difference < 1e-12);
}

TEST_CASE("self-energies between any two points of the contour") {
  const std::vector<std::size_t> grid = {5};
  const TwoBand theory(grid, Approximation::second_born, 1);
  const RandomPairs lesser(theory, 1), greater(theory, 2), lesser2(theory, 1), exchanged(theory, 2);
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t b = 0; b < 2; ++b) {
      for (std::size_t k = 0; k < 5; ++k)
        exchanged.shape.at(a, b, 0)[k] = -std::conj(greater.shape.at(b, a, 0)[k]);
    }
  }
  const std::vector<double> vertices = {2.0};
  self_energy_between(theory, vertices, lesser2.shape, exchanged.shape);
  theory.self_energy(vertices, lesser.shape, greater.shape);
  CHECK(largest_difference(theory, lesser.shape, lesser2.shape) == 0);
}

TEST_CASE("what a theory must not say is said at its place") {
  const std::string green = "vertex U : real\ngreen G[0..1, 0..1](k)\n";
  const std::string self = "self G[i, j](x) = U * U' * G[i, j](x)\n";
  CHECK(refusal_of(green + self) == "no error");
  CHECK(refusal_of("def F()(x) = 1\n") ==
        "t.diag:1:9: error: found no green in `t`, expected one, as in `green G(k)`, with its "
        "self-energy `self G(x) = …`\ngrammar t\n        ^");
  CHECK(
      refusal_of(green) ==
      "t.diag:4:7: error: found the green `G` without a `self G`, expected its self-energy: `self "
      "G[…](x) = …`\ngreen G[0..1, 0..1](k)\n      ^");
  CHECK(
      refusal_of(green + self + self) ==
      "t.diag:6:6: error: found the output `self G` again, expected each output once: the first is "
      "in line 5\n" +
          self + "     ^");
  CHECK(refusal_of(green + "self G[i, j](x) = conj(G[i, j](x))\n") ==
        "t.diag:5:19: error: found `conj` of a value at two times, expected sums and products of "
        "such values alone: what stands at exchanged times is written G'\n"
        "self G[i, j](x) = conj(G[i, j](x))\n                  ^\n  in self G[0, 0](x)");
  CHECK(
      refusal_of(green + "self G[i, j](x) = U / G[i, j](x)\n") ==
      "t.diag:5:21: error: found a quotient of a value at two times, expected sums and products of "
      "such values alone: what stands at exchanged times is written G'\n"
      "self G[i, j](x) = U / G[i, j](x)\n                    ^\n  in self G[0, 0](x)");
  CHECK(refusal_of(green + "self G[i, j](x) = U * rho(G)[i, j](x)\n") ==
        "t.diag:5:21: error: found rho in `self G`, expected values at two times: equal times are "
        "those of `local` alone\nself G[i, j](x) = U * rho(G)[i, j](x)\n                    ^");
  CHECK(refusal_of(green + "self G[i, j](x) = U * U'\n") ==
        "t.diag:5:21: error: found no factor at two times in `self G`, expected products of G and "
        "G'\nself G[i, j](x) = U * U'\n                    ^");
  CHECK(refusal_of(green + self + "local G[i, j](x) = U * G[i, j](x)\n") ==
        "t.diag:6:22: error: found a value at two times in `local G`, expected rho(G), which is at "
        "equal times\nlocal G[i, j](x) = U * G[i, j](x)\n                     ^");
  CHECK(refusal_of(green + self + "local G[i, j](x) = U' * rho(G)[i, j](x)\n") ==
        "t.diag:6:23: error: found a vertex at the second time in `local G`, expected it without "
        "`'`: a mean field has one time\nlocal G[i, j](x) = U' * rho(G)[i, j](x)\n"
        "                      ^");
  CHECK(refusal_of(green + "self H[i, j](x) = 1\n" + self) ==
        "t.diag:5:6: error: found `H`, expected the name of a green of this file\n"
        "self H[i, j](x) = 1\n     ^");
  CHECK(refusal_of(green + "self G[i](x) = 1\n") ==
        "t.diag:5:6: error: found 1 index of `self G`, expected 2, as the green has them\n"
        "self G[i](x) = 1\n     ^");
  CHECK(refusal_of(green + "self G[i, j](x, y) = 1\n") ==
        "t.diag:5:6: error: found 2 axis variables of `self G`, expected 1 axis variable: "
        "`G[…](k)`\nself G[i, j](x, y) = 1\n     ^");
  CHECK(refusal_of(green + self + "def F()(x) = F'()(x)\n") ==
        "t.diag:6:14: error: found `'` of the def `F`, expected it of a green, a vertex or a solve "
        "alone\n"
        "def F()(x) = F'()(x)\n             ^");
  CHECK(refusal_of(green + "self G[i, j](x) = U * G[i, j](x)\n") ==
        "t.diag:5:6: error: found a self-energy that is another one at exchanged times, expected "
        "-conj of self G[b, a] at (z', z) to be self G[a, b] at (z, z'): with U stands U', with a "
        "product along the contour the same from right to left\nself G[i, j](x) = U * G[i, j](x)\n"
        "     ^");
  CHECK(refusal_of("green G[0..1](k)\nself G[i](x) = G[i](x)\n") ==
        "t.diag:3:7: error: found the green `G` with other indices than two of one range, expected "
        "`G[R, R](k)`, or none: bands\ngreen G[0..1](k)\n      ^");
  CHECK(refusal_of(green + "input V(k) : real\nself G[i, j](x) = V(x) * G[i, j](x)\n") ==
        "t.diag:5:7: error: found the input `V`, expected greens and vertices alone\n"
        "input V(k) : real\n      ^");
}

TEST_CASE("words of theories stay names where there is no green") {
  CHECK(refusal_of(
            "static self : int = 2\ndef local(green) = green\noutput vertex = local(self)\n") ==
        "t.diag:1:9: error: found no green in `t`, expected one, as in `green G(k)`, with its "
        "self-energy `self G(x) = …`\ngrammar t\n        ^");
}

TEST_CASE("transforms or direct sums are taken as a measurement says, which is kept") {
  if (!toolchain::why_unavailable().empty()) return;
  const TemporaryFolder folder;
  const char* const before = std::getenv("DIAGC_CACHE_DIR");
  const std::string kept = before ? before : "";
  setenv("DIAGC_CACHE_DIR", (folder.path() / "cache").c_str(), 1);
  for (const std::size_t points : {2, 3, 10}) {
    ContourOptions options;
    options.grid = {points};
    options.convolve = false;
    const ContourGraphs graphs = read_contour(grammar("two_band_second_born"), options);
    const MeasuredSums first = measured_sums(graphs.self().graph, graphs.self().types, {});
    const MeasuredSums again = measured_sums(graphs.self().graph, graphs.self().types, {});
    CHECK(first.by_transforms > 0);
    CHECK(first.direct > 0);
    CHECK(first.transforms == (first.by_transforms <= first.direct));
    CHECK(again.by_transforms == first.by_transforms);
    CHECK(again.direct == first.direct);
    if (points == 10) CHECK(first.transforms);
    TheoryOptions measured;
    measured.measured = true;
    measured.pairs = 3;
    TheoryOptions plain;
    plain.pairs = 3;
    const CompiledInteraction one(grammar("two_band_second_born"), {points}, measured);
    compare_theories(one, CompiledInteraction(grammar("two_band_second_born"), {points}, plain), 5);
    CHECK((one.transforms() > 0) == first.transforms);
  }
  ContourOptions large;
  large.grid = {4096};
  large.convolve = false;
  const ContourGraphs graphs = read_contour(grammar("two_band_second_born"), large);
  CHECK(measured_sums(graphs.self().graph, graphs.self().types, {}).direct == 0);
  if (before) {
    setenv("DIAGC_CACHE_DIR", kept.c_str(), 1);
  } else {
    unsetenv("DIAGC_CACHE_DIR");
  }
}
