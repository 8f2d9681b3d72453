// Numbers of terms where values are divided, next to random rule programs multiplied out term by term.
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "compiler/graph/count_terms.h"
#include "compiler/graph/term_counts.h"
#include "tests/expand/rules_text.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

/// One term of an expression that is multiplied out.
struct Monomial {
  Rational coefficient = 1;
  std::map<std::size_t, int> calls;  ///< how often each family stands in it, not in divisors
};
using Expanded = std::vector<Monomial>;

struct Expression {
  std::string text;
  Expanded terms;
};

/// Families f0, f1, …, each of earlier ones. No input element stands twice, so that no terms cancel. Products stay below `most_terms`
/// terms: calls of calls would fill the memory with what is written out here.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : engine_(seed) {
    std::string families;
    const int count = below(4) + 1;
    for (int i = 0; i < count; ++i) {
      Expression body = sum(2);
      families += fmt::format("def f{}() = {}\n", bodies_.size(), body.text);
      bodies_.push_back(std::move(body.terms));
    }
    const Expression output = sum(3);
    terms = output.terms;
    text = fmt::format("grammar t\ninput x[0..{}] : real\nparam h : real\n{}output y = {}\n", used_,
                       families, output.text);
  }

  std::string text;
  Expanded terms;
  std::size_t families() const { return bodies_.size(); }

 private:
  static constexpr std::size_t most_terms = 2000;

  int below(int n) { return std::uniform_int_distribution(0, n - 1)(engine_); }

  Expression leaf() {
    if (below(8) == 0) return {"h", {Monomial{}}};
    return {fmt::format("x[{}]", used_++), {Monomial{}}};
  }

  Expression call() {
    if (bodies_.empty()) return leaf();
    const auto family = static_cast<std::size_t>(below(static_cast<int>(bodies_.size())));
    Expression result{fmt::format("f{}()", family), bodies_[family]};
    for (Monomial& term : result.terms) ++term.calls[family];
    return result;
  }

  /// At least one term is a new input of its own, so that the value is no other's.
  Expression sum(int depth) {
    Expression result = leaf();
    for (int more = below(3) + 1; more > 0; --more) {
      const Expression term = product(depth);
      const bool minus = below(3) == 0;
      result.text += (minus ? " - " : " + ") + term.text;
      for (Monomial monomial : term.terms) {
        if (minus) monomial.coefficient = -monomial.coefficient;
        result.terms.push_back(monomial);
      }
    }
    return result;
  }

  Expression product(int depth) {
    Expression result{fmt::format("x[{}]", used_++), {Monomial{}}};
    for (int more = below(3); more > 0; --more) {
      const Expression next = factor(depth);
      if (result.terms.size() * next.terms.size() > most_terms) continue;
      result.text += " * " + next.text;
      Expanded terms;
      for (const Monomial& a : result.terms) {
        for (const Monomial& b : next.terms) {
          Monomial both = a;
          both.coefficient *= b.coefficient;
          for (const auto& [family, times] : b.calls) both.calls[family] += times;
          terms.push_back(std::move(both));
        }
      }
      result.terms = std::move(terms);
    }
    if (below(2) == 0) result.text += " / " + divisor(depth);
    return result;
  }

  Expression factor(int depth) {
    switch (below(depth > 0 ? 5 : 3)) {
      case 0:
        return leaf();
      case 1:
        return {"(-3/2)", {Monomial{.coefficient = Rational(-3, 2), .calls = {}}}};
      case 2:
        return call();
      default:
        Expression inner = sum(depth - 1);
        inner.text = "(" + inner.text + ")";
        return inner;
    }
  }

  /// One factor of every term, whatever it is.
  std::string divisor(int depth) {
    switch (below(depth > 0 ? 7 : 4)) {
      case 0:
        return leaf().text;
      case 1:
        return fmt::format("(5 * {})", leaf().text);
      case 2:
        return call().text;
      case 3:
        return fmt::format("exp({})", leaf().text);
      case 4:
        return fmt::format("(2 * {})^2", leaf().text);
      default:
        return "(" + sum(depth - 1).text + ")";
    }
  }

  std::mt19937 engine_;
  int used_ = 0;
  std::vector<Expanded> bodies_;
};

}  // namespace

TEST_CASE("terms of random rule programs with divisions, next to all of them written out") {
  std::size_t with_divisions = 0, in_divisors = 0;
  for (unsigned seed = Catch::rngSeed(), last = seed + 300; seed != last; ++seed) {
    const RandomProgram program(seed);
    INFO("--rng-seed " << seed << "\n" << program.text);
    const Expansion expansion = expand_text(program.text);
    Rational total;
    std::vector<Rational> through(program.families());
    std::set<std::size_t> met;
    for (const Monomial& term : program.terms) {
      total += abs(term.coefficient);
      for (const auto& [family, times] : term.calls) {
        through[family] += times * abs(term.coefficient);
        met.insert(family);
      }
    }
    const auto counted = count_terms(expansion.graph);
    REQUIRE(counted);
    CHECK(*counted == total);
    const auto counts = term_counts(expansion.graph);
    REQUIRE(counts);
    CHECK(counts->total == total);
    const CallTable& calls = expansion.graph.calls();
    for (CallId call = 0; call < calls.size(); ++call) {
      const std::string name = calls.families[calls.family(call)].name;
      if (name[0] != 'f') continue;
      const auto family = static_cast<std::size_t>(name[1] - '0');
      const NodeId node = expansion.call_values[call];
      if (node == no_node) continue;
      CAPTURE(family);
      CHECK(counts->through(node) == through[family]);
      CHECK((counts->counted[node] != 0) == met.contains(family));
      in_divisors += counts->counted[node] == 0;
    }
    with_divisions += program.text.find(" / ") != std::string::npos;
  }
  CHECK(with_divisions > 100);
  CHECK(in_divisors > 10);
}

TEST_CASE("a number in front of a divisor is no factor of the terms, a number that divides is") {
  const auto terms = [](const std::string& expression) {
    return to_string(*count_terms(
        expand_text("grammar t\ninput x[0..3] : real\noutput y = " + expression + "\n").graph));
  };
  CHECK(terms("x[0] / (2*x[1])") == "1");
  CHECK(terms("3*x[0] / (2*x[1])") == "3");
  CHECK(terms("x[0] / (-x[1]/2)") == "1");
  CHECK(terms("(2*x[0])^-2") == "1");
  CHECK(terms("1 / (x[1] + x[2]) + 1 / x[3]") == "2");
  CHECK(terms("(x[0] + x[1]) / 2") == "1");
  CHECK(terms("(x[0] / x[1] + x[2]) * (x[3] + x[0]/(x[1] + x[2])) / x[3]") == "4");
}
