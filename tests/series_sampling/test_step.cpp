#include <catch2/catch.hpp>

#include <Random123/philox.h>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "tests/series_sampling/step_setup.h"

using namespace diagc;
using namespace diagc::series;

namespace {

lattice::ModelOptions lattice_options(lattice::Lattice kind, std::vector<std::uint32_t> size,
                                      double beta) {
  lattice::ModelOptions options;
  options.lattice = kind;
  options.size = std::move(size);
  options.filling = 0.4;
  options.beta = beta;
  options.precision = lattice::Precision::fp64;
  return options;
}

lattice::ModelOptions cluster(std::vector<std::vector<double>> hopping, double mu, double beta) {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::cluster;
  options.hopping = std::move(hopping);
  options.mu = mu;
  options.beta = beta;
  options.precision = lattice::Precision::fp64;
  return options;
}

std::vector<std::uint8_t> all_moves(std::uint32_t order, bool roots) {
  std::vector<std::uint8_t> moves{0};
  for (std::uint32_t v = 1; v <= order; ++v) {
    moves.push_back(move_number(Move::draw, order, v));
    moves.push_back(move_number(Move::shift, order, v));
  }
  if (roots) moves.push_back(move_number(Move::root, order, 0));
  return moves;
}

/// Site of every code.
std::vector<std::uint32_t> sites_of(const PairCodes& codes) {
  std::vector<std::uint32_t> sites(codes.place.size());
  for (std::uint32_t site = 0; site < codes.code.size(); ++site) sites[codes.code[site]] = site;
  return sites;
}

/// Walks, then holds all that the walkers carry against its definition.
template <class T>
void check_walkers(const lattice::ModelOptions& options, std::uint32_t order, double tolerance,
                   const std::string& cpu = "native") {
  const lattice::Model model = lattice::make_model(options);
  const bool roots = model.space.roots.size() > 1;
  const double lambda = 0.01;
  StepSetup<T> setup(model, "hubbard_sun_density", order, {3}, 8, all_moves(order, roots), lambda,
                     cpu);
  WalkerBlock<T> block(setup.code, 256);
  StepBlock<T> view = block.view(setup.code);
  setup.code.start(setup.tables.pointers(), view, 0);
  StepSums sums;
  setup.code.walk(setup.tables.pointers(), view, 1, 200, sums);
  CHECK(sums.broken == 0);
  for (int kind = 0; kind < (roots ? 4 : 3); ++kind) CHECK(sums.accepted[kind] > 0);

  const std::uint32_t vertices = order + 1, walkers = WalkerBlock<T>::walkers;
  const PairCodes& codes = setup.shared.codes();
  const auto sites = sites_of(codes);
  std::vector<T> lines(std::size_t{vertices} * vertices * walkers), f(walkers);
  for (std::uint32_t w = 0; w < walkers; ++w) {
    const auto site = [&](std::uint32_t v) {
      const std::uint32_t code = block.integers(vertices + v)[w];
      REQUIRE(code < sites.size());
      return sites[code];
    };
    const auto ticks = [&](std::uint32_t v) { return block.integers(v)[w]; };
    double norm = lambda;
    for (std::uint32_t a = 0; a < vertices; ++a) {
      for (std::uint32_t b = 0; b < vertices; ++b) {
        const double tau =
            (static_cast<double>(ticks(b)) - static_cast<double>(ticks(a))) * 0x1p-32 * model.beta;
        const std::uint32_t row = model.space.row(site(a), site(b));
        const double expected =
            a == b ? model.table.equal_time[row] : lattice::value(model.table, row, tau);
        const double found = static_cast<double>(block.numbers(a * vertices + b)[w]);
        INFO("walker " << w << ", G[" << a << "," << b << "] at τ = " << tau);
        REQUIRE(found == Approx(expected).margin(tolerance));
        lines[(a * vertices + b) * walkers + w] = block.numbers(a * vertices + b)[w];
      }
      if (a == 0) continue;
      const auto cell = setup.shared.cell(codes.anchor[site(a - 1)], codes.code[site(a)],
                                          ticks(a) - ticks(a - 1));
      norm *= setup.plan.links[a - 1].density[cell];
    }
    const std::uint32_t row_f = vertices * vertices + vertices;
    CHECK(static_cast<double>(block.numbers(row_f + 2)[w]) == Approx(norm).epsilon(1e-5));
    CHECK(block.numbers(row_f + 1)[w] ==
          std::abs(block.numbers(row_f)[w]) + block.numbers(row_f + 2)[w]);
  }
  const T params[] = {3};
  const InputRows<T> inputs[] = {{lines.data(), walkers}};
  const OutputRows<T> outputs[] = {{f.data(), walkers}};
  setup.kernel.evaluate(RowBatch<T>{walkers, inputs, outputs, params});
  const std::uint32_t first_f = vertices * vertices + vertices;
  CHECK(std::memcmp(f.data(), block.numbers(first_f), walkers * sizeof(T)) == 0);

  // From the places alone comes the same again, to the last bit.
  WalkerBlock<T> other(setup.code, 256);
  other.set_places(block.places());
  StepBlock<T> other_view = other.view(setup.code);
  setup.code.refresh(setup.tables.pointers(), other_view);
  for (std::uint32_t row = 0; row < setup.code.number_rows(); ++row) {
    if (row == vertices * vertices) continue;  // no link ends at vertex 0
    INFO("row " << row);
    CHECK(std::memcmp(block.numbers(row), other.numbers(row), walkers * sizeof(T)) == 0);
  }
  StepSums here, there;
  view = block.view(setup.code);
  setup.code.walk(setup.tables.pointers(), view, 201, 50, here);
  other_view = other.view(setup.code);
  setup.code.walk(setup.tables.pointers(), other_view, 201, 50, there);
  CHECK(std::memcmp(&here, &there, sizeof here) == 0);
}

}  // namespace

TEST_CASE("the host and the source of a step agree about what they share") {
  const auto check = []<class T>(T, const std::string& real) {
    std::string text = step_memory() + "typedef " + real + " Real;\n";
    std::vector<std::size_t> expected;
    std::string list;
    const auto add = [&](const std::string& expression, std::size_t value) {
      list += expression + ", ";
      expected.push_back(value);
    };
#define FIELD(type, field) \
  add("__builtin_offsetof(" #type "<Real>, " #field ")", offsetof(type<T>, field))
    FIELD(StepLink, draws);
    FIELD(StepPointers, equal_time);
    FIELD(StepPointers, link_class);
    FIELD(StepPointers, landing_anchor);
    FIELD(StepPointers, moves);
    FIELD(StepPointers, params);
    FIELD(StepPointers, cycle);
    FIELD(StepPointers, draw_count);
    FIELD(StepPointers, normalisation);
    FIELD(StepBlock, scratch_integers);
    FIELD(StepBlock, first_walker);
    FIELD(StepLaunch, block);
    FIELD(StepLaunch, block_numbers);
    FIELD(StepLaunch, steps);
    FIELD(StepLaunch, broken);
    FIELD(StepLaunch, fresh);
#undef FIELD
    add("__builtin_offsetof(StepSums, accepted)", offsetof(StepSums, accepted));
    add("__builtin_offsetof(StepSums, broken)", offsetof(StepSums, broken));
    add("sizeof(StepLink<Real>)", sizeof(StepLink<T>));
    add("sizeof(StepPointers<Real>)", sizeof(StepPointers<T>));
    add("sizeof(StepBlock<Real>)", sizeof(StepBlock<T>));
    add("sizeof(StepSums)", sizeof(StepSums));
    add("sizeof(StepLaunch<Real>)", sizeof(StepLaunch<T>));
    text += "extern \"C\" const unsigned long long layout[] = {" + list + "};\n";
    const LoadedCode code(text, {.use_cache = false});
    const auto* const found = static_cast<const std::uint64_t*>(code.symbol("layout"));
    CHECK(std::vector<std::size_t>(found, found + expected.size()) == expected);
  };
  check(0.0F, "float");
  check(0.0, "double");
}

TEST_CASE("random numbers of a step are those of Random123's Philox4x32-10") {
  const Kernel kernel = hubbard_kernel("hubbard_sun_density", 1, diagc::Precision::fp32);
  StepShape shape;
  shape.lanes = lanes_of(4);
  const std::string text = step_source(kernel, shape) + R"(
extern "C" void random(const unsigned *walkers, unsigned long long step, unsigned use, const unsigned *key, unsigned *to) {
  const Random r = philox(load_integers(walkers), step, use, key);
  store_integers(to, r.x);
  store_integers(to + lanes, r.y);
  store_integers(to + 2 * lanes, r.z);
  store_integers(to + 3 * lanes, r.w);
})";
  const auto module = toolchain::Module::load(toolchain::compile(
      {text, "random.cpp", toolchain::resolve_cpu("native")}, toolchain::Product::object));
  auto* const random = module.function<void(const std::uint32_t*, std::uint64_t, std::uint32_t,
                                            const std::uint32_t*, std::uint32_t*)>("random");
  const std::uint32_t key[] = {0xa4093822U, 0x299f31d0U};
  std::uint32_t walkers[16], found[4 * 16];
  for (std::uint32_t i = 0; i < 16; ++i) walkers[i] = 0x243f6a88U * i + 7;
  const std::uint64_t step = 0x13198a2e85a308d3U;
  random(walkers, step, 77, key, found);
  for (std::uint32_t i = 0; i < shape.lanes; ++i) {
    const r123::Philox4x32 generator;
    const auto expected = generator({{walkers[i], static_cast<std::uint32_t>(step),
                                      static_cast<std::uint32_t>(step >> 32U), 77}},
                                    {{key[0], key[1]}});
    for (std::uint32_t word = 0; word < 4; ++word) {
      CHECK(found[word * shape.lanes + i] == expected[word]);
    }
  }
}

TEST_CASE("walkers carry what their places say, whatever was taken and left on the way") {
  SECTION("triangular lattice, classes of displacements") {
    check_walkers<double>(lattice_options(lattice::Lattice::triangular, {8, 12}, 3), 4, 1e-9);
    check_walkers<float>(lattice_options(lattice::Lattice::triangular, {8, 12}, 3), 3, 2e-6);
  }
  SECTION("square lattice, single displacements, one site wide") {
    check_walkers<float>(lattice_options(lattice::Lattice::square, {5, 1}, 1), 2, 2e-6);
  }
  SECTION("shorter vectors") {
    check_walkers<float>(lattice_options(lattice::Lattice::triangular, {4, 6}, 3), 3, 2e-6,
                         "x86-64-v3");
    check_walkers<double>(lattice_options(lattice::Lattice::honeycomb, {3, 4}, 3), 2, 1e-9,
                          "x86-64-v3");
  }
  SECTION("cubic lattice") {
    check_walkers<double>(lattice_options(lattice::Lattice::cubic, {2, 3, 4}, 2), 1, 1e-9);
  }
  SECTION("honeycomb lattice: two sites a cell") {
    check_walkers<double>(lattice_options(lattice::Lattice::honeycomb, {3, 4}, 2), 3, 1e-9);
  }
  SECTION("atom: nowhere to go") { check_walkers<double>(cluster({{0}}, 0.3, 2), 5, 1e-9); }
  SECTION("cluster with sites that differ") {
    check_walkers<double>(cluster({{0.3, -1, 0}, {-1, 0, -0.5}, {0, -0.5, -0.2}}, 0.1, 2), 3, 1e-9);
    check_walkers<float>(cluster({{0.3, -1, 0}, {-1, 0, -0.5}, {0, -0.5, -0.2}}, 0.1, 2), 6, 2e-6);
  }
}
