// Published numbers of diagrams.
#include <catch2/catch.hpp>

#include "compiler/graph/count_terms.h"
#include "tests/grammars/kernel.h"
#include "tests/grammars/wick.h"

using namespace diagc;
using namespace diagc::grammars;

namespace {

using Counts = std::vector<std::string>;

Counts terms_of(const std::string& path, int last) {
  Counts counts;
  for (int n = 1; n <= last; ++n)
    counts.push_back(to_string(*count_terms(Kernel(path, n).graph())));
  return counts;
}

/// A polynomial in the factor of a closed loop, constant first.
using Polynomial = std::vector<Rational>;

Polynomial add(Polynomial a, const Polynomial& b, const Rational& factor = 1) {
  if (a.size() < b.size()) a.resize(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += factor * b[i];
  while (!a.empty() && a.back() == 0) a.pop_back();
  return a;
}

Polynomial multiply(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}

/// The sum of all outputs with G = 1 and V = -1, as a polynomial in -N: Lagrange's formula through n+1 values.
Polynomial by_loops(const std::string& path, int n) {
  Kernel kernel(path, n);
  kernel.set_all(1);
  kernel.set("V", std::vector<Rational>(static_cast<std::size_t>(n), -1));
  Polynomial result;
  for (int i = 0; i <= n; ++i) {
    kernel.param("N", -i);
    Polynomial basis{0};
    for (const Rational& output : kernel.exact()) basis[0] += output;
    for (int j = 0; j <= n; ++j) {
      if (j != i) basis = multiply(basis, {Rational(-j) / (i - j), Rational(1) / (i - j)});
    }
    result = add(result, basis);
  }
  return result;
}

/// Power series in the interaction; element m is the coefficient of order m, all kept to the same order.
using Series = std::vector<Polynomial>;

Series multiply(const Series& a, const Series& b) {
  Series c(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) c[i + j] = add(c[i + j], multiply(a[i], b[j]));
  }
  return c;
}

/// 1 / (1 - a), a without constant term.
Series geometric(const Series& a) {
  Series sum(a.size());
  sum[0] = {1};
  for (std::size_t order = 1; order < a.size(); ++order) {
    for (std::size_t i = 1; i <= order; ++i) {
      sum[order] = add(sum[order], multiply(a[i], sum[order - i]));
    }
  }
  return sum;
}

/// T with sum over m of T[m] x^m g^(2m-1) = total, where x is the interaction.
Series in_terms_of(const Series& g, const Series& total) {
  Series result(total.size()), rest = total, power = g;  // power = g^(2m-1)
  for (std::size_t m = 1; m < total.size(); ++m) {
    result[m] = rest[m];
    for (std::size_t i = 0; m + i < total.size(); ++i) {
      rest[m + i] = add(rest[m + i], multiply(result[m], power[i]), -1);
    }
    power = multiply(multiply(power, g), g);
  }
  return result;
}

}  // namespace

TEST_CASE("numbers of connected Green's function diagrams, A000698") {
  const Counts expected{"2", "10", "74", "706", "8162", "110410", "1708394", "29752066"};
  CHECK(terms_of("hubbard/hubbard_sun_density", 8) == expected);
  CHECK(terms_of("two_body/two_body_density", 8) == expected);
  CHECK(terms_of("two_body/two_body_greens_function", 8) == expected);
}

TEST_CASE("numbers of self-energy diagrams, A115974") {
  const Counts expected{"2", "6", "42", "414", "5058", "72486"};
  CHECK(terms_of("hubbard/hubbard_sun_self_energy", 6) == expected);
  CHECK(terms_of("two_body/two_body_self_energy", 6) == expected);
}

TEST_CASE("the contractions that tests sum are as many as the published diagrams") {
  const auto one = [](const Contraction&) { return std::int64_t{1}; };
  const std::vector<std::int64_t> connected{2, 10, 74, 706}, irreducible{2, 6, 42, 414};
  std::int64_t labellings = 1;
  for (int n = 1; n <= 4; ++n) {
    labellings *= 2 * n;
    const auto i = static_cast<std::size_t>(n - 1);
    CAPTURE(n);
    CHECK(sum_contractions(
              n, [](const auto& c) { return c.connected(); }, one)
              .count() == labellings * connected[i]);
    CHECK(sum_contractions(
              n, [](const auto& c) { return c.canonical() && c.connected(); }, one)
              .count() == connected[i]);
    CHECK(sum_contractions(
              n, [](const auto& c) { return c.irreducible(); }, one)
              .count() == labellings * irreducible[i]);
  }
}

TEST_CASE("self-energy diagrams by closed loops: without tadpoles A286781, and skeletons") {
  const int last = 5;
  Series self_energy{{}}, correlation{{1}};  // full Green's function, bare one 1
  for (int n = 1; n <= last; ++n) {
    self_energy.push_back(by_loops("two_body/two_body_self_energy", n));
    correlation.push_back(by_loops("two_body/two_body_density", n));
  }
  // Dyson's equation holds between two independent rule files.
  CHECK(geometric(self_energy) == correlation);

  // All that hangs on one interaction line is the density of the full Green's function: it shifts the bare propagator.
  Series hartree{{}};
  for (int n = 1; n <= last; ++n) {
    hartree.push_back(multiply({0, 1}, correlation[static_cast<std::size_t>(n - 1)]));
  }
  Series rest = self_energy;
  for (std::size_t n = 0; n < rest.size(); ++n) rest[n] = add(rest[n], hartree[n], -1);
  CHECK(in_terms_of(geometric(hartree), rest) ==
        Series{{}, {1}, {2, 1}, {10, 9, 1}, {74, 91, 23, 1}, {706, 1063, 416, 46, 1}});

  const Series skeletons = in_terms_of(correlation, rest);
  CHECK(Series(skeletons.begin(), skeletons.begin() + 5) ==
        Series{{}, {1}, {1, 1}, {4, 5, 1}, {27, 40, 14, 1}});
}

TEST_CASE("numbers of matchings, permutations and terms of a cumulant") {
  CHECK(terms_of("matrix/permanent", 7) == Counts{"1", "2", "6", "24", "120", "720", "5040"});
  CHECK(terms_of("matrix/hafnian", 8) == Counts{"0", "1", "0", "3", "0", "15", "0", "105"});
  CHECK(terms_of("matrix/pfaffian", 8) == Counts{"0", "1", "0", "3", "0", "15", "0", "105"});
  // Ordered set partitions up to cyclic order, A000629.
  CHECK(terms_of("cumulants/joint_cumulant", 6) == Counts{"1", "2", "6", "26", "150", "1082"});
}
