// Sizes of derived graphs against those that are known, numbers of diagrams, exact series in zero dimensions.
#include <catch2/catch.hpp>

#include <ctime>
#include <filesystem>

#include "compiler/driver/compilation.h"
#include "compiler/driver/derivation.h"
#include "compiler/expand/figures.h"
#include "compiler/graph/interpret.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"

using namespace diagc;

namespace {

SourcePtr theory_source(const std::string& grammar) {
  return read_source(DIAGC_SOURCE_DIR "/grammars/theories/" + grammar + ".diag");
}

using OrderStatics = std::map<std::string, std::string>;

Graph theory_graph(const std::string& grammar, const OrderStatics& statics) {
  ExpandOptions options;
  options.statics = statics;
  return expand(read_rules(theory_source(grammar)), options).graph;
}

std::uint64_t theory_edges(const std::string& grammar, const OrderStatics& statics) {
  return figures(theory_graph(grammar, statics)).edges;
}

OrderStatics order(int n) { return {{"n", std::to_string(n)}}; }

/// The sum of all outputs where every propagator is 1.
Rational all_ones(const std::string& grammar, int n, int flavours) {
  const Graph graph = theory_graph(grammar, order(n));
  const std::vector<Rational> inputs(graph.signature().leaves(), Rational(1));
  const std::vector<Rational> params(graph.signature().params.size(), Rational(flavours));
  Rational total;
  for (const Rational& value : interpret_exactly(graph, inputs, params)) total += value;
  return total;
}

using Series = std::vector<Rational>;

Series product(const Series& a, const Series& b) {
  Series result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) result[i + j] += a[i] * b[j];
  }
  return result;
}

/// a / b where b begins with 1.
Series quotient(Series a, const Series& b) {
  for (std::size_t n = 0; n < a.size(); ++n) {
    for (std::size_t k = 1; k <= n; ++k) a[n] -= b[k] * a[n - k];
  }
  return a;
}

/// log b where b begins with 1: n l_n = n b_n - Σ k l_k b_(n-k).
Series logarithm(const Series& b) {
  Series result(b.size());
  for (std::size_t n = 1; n < b.size(); ++n) {
    Rational sum = Rational(static_cast<std::int64_t>(n)) * b[n];
    for (std::size_t k = 1; k < n; ++k)
      sum -= Rational(static_cast<std::int64_t>(k)) * result[k] * b[n - k];
    result[n] = sum / static_cast<std::int64_t>(n);
  }
  return result;
}

/// Σ_n ⟨φ^externals (-φ^power / power!)^n⟩ / n! of the Gaussian integral with variance 1.
Series moments(int power, int externals, std::size_t orders) {
  Series result;
  Rational weight = 1;
  Rational factorial = 1;
  for (int k = 2; k <= power; ++k) factorial *= k;
  for (std::size_t n = 0; n < orders; ++n) {
    if (n > 0) weight *= Rational(-1) / factorial / static_cast<std::int64_t>(n);
    const int legs = externals + power * static_cast<int>(n);
    Rational moment = legs % 2 == 0 ? 1 : 0;
    for (int k = legs - 1; k > 1 && legs % 2 == 0; k -= 2) moment *= k;
    result.push_back(weight * moment);
  }
  return result;
}

Series two_point_series(int power, std::size_t orders) {
  const Series z = moments(power, 0, orders);
  const Series one = quotient(moments(power, 1, orders), z);
  Series two = quotient(moments(power, 2, orders), z);
  const Series squared = product(one, one);
  for (std::size_t n = 0; n < orders; ++n) two[n] -= squared[n];
  return two;
}

}  // namespace

TEST_CASE("the derived density has as many edges as the grammar that was written by hand") {
  const std::uint64_t edges[] = {5, 24, 92, 304, 911, 2552, 6810, 17524};
  for (int n = 1; n <= 8; ++n) CHECK(theory_edges("hubbard_density", order(n)) == edges[n - 1]);
}

TEST_CASE("no derived graph is larger than the state machine that it stands for") {
  struct Row {
    const char* grammar;
    OrderStatics statics;
    std::uint64_t most;
  };
  // Two edges more for a coefficient in front or a division by n.
  const Row rows[] = {
      {"hubbard_log_z", order(4), 212 + 2},
      {"hubbard_log_z", order(7), 4881 + 2},
      {"hubbard_density_density", order(4), 863 + 1},
      {"hubbard_density_density", order(6), 6707 + 1},
      {"hubbard_shifted", {{"n", "6"}, {"shifts", "0"}}, 2552},
      {"hubbard_shifted", {{"n", "6"}, {"shifts", "1"}}, 6707},
      {"hubbard_shifted", {{"n", "6"}, {"shifts", "2"}}, 11101},
      {"hubbard_shifted", {{"n", "6"}, {"shifts", "3"}}, 15495},
      {"hubbard_in_a_field", order(4), 153},
      {"hubbard_in_a_field", order(8), 14139},
      {"hubbard_two_spins", order(4), 483},
      {"hubbard_two_spins", order(8), 26481},
      {"hubbard_superconductor", order(4), 1282},
      {"hubbard_superconductor", order(7), 83946},
      {"bose_hubbard", order(8), 17524},
      {"three_body", order(4), 2206},
      {"pair_interaction_density", order(8), 17524 + 1},
      {"phi4", order(4), 112},
      {"phi4", order(8), 2820},
      {"phi4", order(12), 53557},
      {"phi4_log_z", order(4), 78 + 2},
      {"phi4_log_z", order(8), 2095 + 2},
      {"phi3", order(4), 326},
      {"phi3", order(8), 13770},
      {"phi6", order(4), 525},
      {"on_model", order(8), 17524},
      {"electron_phonon", order(4), 330 + 1},
      {"electron_phonon", order(8), 18026 + 1},
      {"electron_phonon", order(10), 109312 + 1},
      {"qed_electron", order(4), 236},
      {"qed_photon", order(4), 235},
      // All ends of the external line at once.
      {"hubbard_self_energy", order(4), 328},
      {"hubbard_self_energy", order(8), 20570},
      {"pair_interaction_self_energy", order(8), 28459 + 2},
      {"hubbard_skeleton", order(4), 508},
      {"hubbard_skeleton", order(8), 38950},
      {"qed_self_energy", order(4), 265},
      {"qed_self_energy", order(8), 23700},
      {"phi4_self_energy", order(8), 9271},
      {"phi3_self_energy", order(4), 2691},
      // 3 % more for what is counted otherwise.
      {"qed_polarisation", order(4), 217},
      {"qed_vertex", order(4), 963},
  };
  for (const Row& row : rows) {
    std::string statics;
    for (const auto& [name, value] : row.statics) statics += " " + name + "=" + value;
    CAPTURE(row.grammar, statics);
    CHECK(theory_edges(row.grammar, row.statics) <= row.most);
  }
}

TEST_CASE("sizes of large orders") {
  CHECK(theory_edges("phi3", order(12)) <= 428480);
  CHECK(theory_edges("hubbard_skeleton", order(10)) <= 244411);
  CHECK(theory_edges("three_body", order(8)) <= 631360);
  CHECK(theory_edges("phi6", order(10)) <= 471811);
  CHECK(theory_edges("hubbard_density", order(12)) == 609912);
  CHECK(theory_edges("phi3_self_energy", order(6)) <= 120859);
  CHECK(theory_edges("qed_polarisation", order(7)) <= 21350);  // all ends at once, 20,487 for one
}

TEST_CASE("numbers of diagrams are those of the literature") {
  struct Row {
    const char* grammar;
    int flavours;  ///< each loop then counts 1
    int first;
    std::vector<int> numbers;
  };
  const Row rows[] = {
      {"hubbard_density", -1, 1, {2, 10, 74, 706, 8162, 110410}},    // A000698
      {"hubbard_self_energy", -1, 1, {2, 6, 42, 414, 5058, 72486}},  // A115974
      {"qed_electron", -1, 0, {1, 1, 4, 25, 208, 2146, 26368}},      // A005411
      {"qed_photon", -1, 1, {1, 4, 25, 208, 2146}},                  // A005411
      {"qed_self_energy", -1, 1, {1, 3, 18, 153, 1638, 20898}},      // A005412
      {"qed_polarisation", -1, 1, {1, 3, 18, 153}},                  // A005412
      {"qed_vertex", -1, 0, {1, 1, 7, 72, 891, 12672}},              // A005413
      {"hubbard_skeleton", -1, 1, {2, 2, 10, 82, 898, 12018}},
      {"hubbard_skeleton_all_labellings", -1, 1, {2, 2, 10 * 2, 82 * 6, 898 * 24, 12018 * 120}},
      {"hubbard_self_energy_all_labellings", -1, 1, {2, 6, 42 * 2, 414 * 6, 5058 * 24}},
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
      CAPTURE(row.grammar, row.first + static_cast<int>(i));
      CHECK(abs(all_ones(row.grammar, row.first + static_cast<int>(i), row.flavours)) ==
            row.numbers[i]);
    }
  }
}

TEST_CASE("irreducible diagrams of real fields are counted with their symmetry factors") {
  const Rational quartic[] = {{1, 2}, {5, 12}, {5, 6}, {115, 48}};
  for (int n = 1; n <= 4; ++n) {
    CAPTURE(n);
    CHECK(abs(all_ones("phi4_self_energy", n, 0)) == quartic[n - 1]);
  }
  const Rational cubic[] = {{1, 2}, 1, {35, 8}, {55, 2}};
  for (int n = 1; n <= 4; ++n) {
    CAPTURE(n);
    CHECK(abs(all_ones("phi3_self_energy", n, 0)) == cubic[n - 1]);
  }
}

namespace {

/// Self-energies of electrons and phonons, all propagators 1 but those of Hartree's diagrams: numbers by s, which each loop counts.
void check_loops(const std::string& self_energy, const std::vector<std::vector<int>>& by_loops) {
  const auto source = std::make_shared<const Source>(
      "t.diag",
      "grammar t\nstatic n : int\nparam N : real\ninput G : real\n"
      "field psi[N](a, b) : fermion = if a == b then 0 else G\nfield phonon(a, b) : real = 1\n"
      "vertex g[i in 1..2*n] = psi+(i) psi(i) phonon(i)\n"
      "output self_energy = sum(b in 1..2*n) " +
          self_energy + "\n");
  const rules::Rules rules = read_rules(source);
  for (int n = 1; n <= static_cast<int>(by_loops.size()); ++n) {
    ExpandOptions options;
    options.statics = order(n);
    const Graph graph = expand(rules, options).graph;
    for (int s = 1; s <= 3; ++s) {
      Rational expected;
      for (std::size_t loops = by_loops[static_cast<std::size_t>(n) - 1].size(); loops-- > 0;)
        expected = expected * s + by_loops[static_cast<std::size_t>(n) - 1][loops];
      CAPTURE(n, s);
      CHECK(abs(interpret_exactly(graph, std::vector<Rational>{1}, std::vector<Rational>{-s})[0]) ==
            expected);
    }
  }
}

}  // namespace

// L. G. Molinari and N. Manini, Eur. Phys. J. B 51, 331 (2006), without Hartree's diagrams.
TEST_CASE("skeletons are counted by their loops") {
  check_loops("skeleton(psi, 1 -> b)", {{1}, {1, 1}, {4, 5, 1}, {27, 40, 14, 1}});
}

TEST_CASE("irreducible diagrams are counted by their loops") {
  check_loops("irreducible(psi, 1 -> b, cut psi phonon)", {{1}, {2, 1}, {10, 9, 1}});  // A286781
}

namespace {

struct OfIntegral {
  Rational value;
  std::uint64_t edges = 0;
};

/// An irreducible function of a real field with n vertices of so many legs, all propagators 1.
OfIntegral irreducible_ends(int legs, const std::string& ends, int n) {
  const auto source = std::make_shared<const Source>(
      "t.diag",
      "grammar t\nstatic n : int\ninput D[0..n+3, 0..n+3] : real \"symmetric\"\n"
      "field phi(a, b) : real = D[a, b]\nvertex g[i in 1..n] = " +
          std::string(legs == 3 ? "1/6" : "-1/24") + " * phi(i)^" + std::to_string(legs) +
          "\noutput y = irreducible(" + ends + ")\n");
  ExpandOptions options;
  options.statics = order(n);
  const Graph graph = expand(read_rules(source), options).graph;
  const std::vector<Rational> ones(graph.signature().leaves(), 1);
  return {interpret_exactly(graph, ones, std::vector<Rational>{})[0], figures(graph).edges};
}

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

}  // namespace

TEST_CASE("irreducible functions of many ends have the exact series of their integral") {
  // The lines at the ends have all corrections of the propagator in the connected function.
  constexpr std::size_t orders = 9;
  const Series z = moments(4, 0, orders), two = two_point_series(4, orders);
  const Series square = product(two, two);
  Series four = quotient(moments(4, 4, orders), z);
  for (std::size_t n = 0; n < orders; ++n) four[n] -= Rational(3) * square[n];
  four = quotient(four, product(square, square));
  for (std::size_t n = 0; n < orders; ++n) {
    CAPTURE(n);
    CHECK(all_ones("phi4_vertex", static_cast<int>(n), 0) == four[n]);
  }
  // Of the equation Γ'(φ) = φ - g (φ^2 + 1/Γ''(φ)) / 2.
  const int three_point[] = {1, 1, 5, 35}, four_point[] = {0, 3, 30};
  const std::string three = "phi(0) phi(n+1) phi(n+2)", all = ", labellings all";
  for (int k = 0; k < 4; ++k) {
    CHECK(irreducible_ends(3, three, 2 * k + 1).value == three_point[k]);
    if (k < 3) CHECK(irreducible_ends(3, three + " phi(n+3)", 2 * k + 2).value == four_point[k]);
    if (k > 1) continue;
    CHECK(irreducible_ends(3, three + all, 2 * k + 1).value ==
          factorial(2 * k + 1) * three_point[k]);
    if (k == 0)
      CHECK(irreducible_ends(3, three + " phi(n+3)" + all, 2).value ==
            factorial(2) * four_point[0]);
  }
  const std::uint64_t edges[] = {13, 173, 1653};
  for (int n = 1; n <= 3; ++n) {
    CAPTURE(n);
    const auto found = irreducible_ends(4, three + " phi(n+3)" + all, n);
    CHECK(found.value == factorial(n) * four[static_cast<std::size_t>(n)]);
    CHECK(found.edges <= edges[n - 1]);
  }
}

TEST_CASE("diagrams of two kinds of fermions are counted by their terms") {
  const int numbers[] = {1, 3, 13, 71, 461, 3447};  // A003319
  for (int n = 1; n <= 6; ++n)
    CHECK(figures(theory_graph("hubbard_in_a_field", order(n))).terms == Rational(numbers[n - 1]));
}

TEST_CASE("with propagators of 1 a theory gives the exact series of its integral") {
  constexpr std::size_t orders = 11;
  const Series phi4 = two_point_series(4, orders), phi6 = two_point_series(6, orders);
  const Series phi3 = two_point_series(3, orders);
  const Series log_z = logarithm(moments(4, 0, orders));
  for (std::size_t n = 0; n < orders; ++n) {
    CAPTURE(n);
    const int at = static_cast<int>(n);
    CHECK(all_ones("phi4", at, 0) == phi4[n]);
    if (n > 0) CHECK(all_ones("phi4_log_z", at, 0) == log_z[n]);
    CHECK(all_ones("phi6", at, 0) == phi6[n]);
    if (2 * n < orders) CHECK(all_ones("phi3", at, 0) == phi3[2 * n]);
  }
}

TEST_CASE(
    "every theory of grammars/ is derived within a second, the same each time, in canonical form") {
  std::size_t theories = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(DIAGC_SOURCE_DIR "/grammars/theories")) {
    const std::string grammar = entry.path().stem();
    CAPTURE(grammar);
    const rules::Rules theory = rules::load(theory_source(grammar));
    const std::clock_t start = std::clock();
    const std::string text = syntax::print(derive_smallest(theory));
    // What is asked for may be too large an order to compare forms at.
    CHECK(syntax::print(derive_smallest(theory, {.statics = order(8), .walk = {}})) == text);
    // Of this process: what else the machine does takes none of it.
    CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 10);
    CHECK(syntax::print(derive_smallest(theory)) == text);
    const auto derived = std::make_shared<const Source>("derived.diag", text);
    CHECK(syntax::print(syntax::parse(derived)) == text);
    // What is printed is what every command works on.
    ExpandOptions options;
    options.statics = order(3);
    const Graph printed = expand(rules::load(derived), options).graph;
    const Graph direct = theory_graph(grammar, order(3));
    CHECK(printed.node_count() == direct.node_count());
    CHECK(printed.edge_count() == direct.edge_count());
    ++theories;
  }
  CHECK(theories >= 35);
}
