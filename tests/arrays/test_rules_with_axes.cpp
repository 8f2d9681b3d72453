// Rules with axes mean what brute force says, whatever becomes of them on the way.
#include <functional>
#include <map>
#include <random>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "compiler/arrays/text.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/arrays/rules_text.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::testing;

namespace {

using IndexValues = std::map<std::string, std::uint64_t>;
struct Meant {
  std::string text;
  std::function<Rational(const IndexValues&)> value;
};

/// Random rules beside their meaning. Axes: s of extent 2, t of extent 3.
class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {
    for (auto& numbers : arrays_) {
      for (int k = 0; k < 18; ++k) numbers.emplace_back(below(7) - 3);
    }
  }

  std::string rules() {
    std::string text =
        "axis s : 2\naxis t : 3\ninput A[1..2](s, s) : real\ninput B(s, t) : real\ninput v(t) : "
        "real\n"
        "input x[0..1] : real\n";
    for (int f = 0; f < 2; ++f) {
      scope_ = {{"p", 's'}, {"q", 't'}};
      const Meant body = expression(3);
      text += fmt::format("def F{}(j)(p, q) = {} + [j == 1] * B(p, q)\n", f, body.text);
      families_.push_back(body);
    }
    scope_ = {{"a", 's'}, {"b", 't'}};
    result = expression(4);
    return text + "output C(a : s, b : t) = " + result.text + "\n";
  }

  /// Of an input of the graph, in C order.
  std::vector<Rational> input(const std::string& name) const {
    if (name == "x[0]") return {arrays_[4][0]};
    if (name == "x[1]") return {arrays_[4][1]};
    const auto first = [](const std::vector<Rational>& numbers, std::ptrdiff_t count) {
      return std::vector<Rational>(numbers.begin(), numbers.begin() + count);
    };
    if (name == "A[1]") return first(arrays_[0], 4);
    if (name == "A[2]") return first(arrays_[1], 4);
    if (name == "B") return first(arrays_[2], 6);
    return first(arrays_[3], 3);
  }

  Meant result;

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  std::string variable(char axis) {
    std::vector<std::string> names;
    for (const auto& [name, its] : scope_) {
      if (its == axis) names.push_back(name);
    }
    return names[static_cast<std::size_t>(below(static_cast<int>(names.size())))];
  }

  Meant element() {
    const std::string p = variable('s'), q = variable('s'), r = variable('t');
    switch (below(4)) {
      case 0: {
        const int i = below(2);
        return {fmt::format("A[{}]({}, {})", i + 1, p, q),
                [=, this](const IndexValues& at) { return arrays_[i][2 * at.at(p) + at.at(q)]; }};
      }
      case 1:
        return {fmt::format("B({}, {})", p, r),
                [=, this](const IndexValues& at) { return arrays_[2][3 * at.at(p) + at.at(r)]; }};
      case 2:
        return {fmt::format("v({})", r),
                [=, this](const IndexValues& at) { return arrays_[3][at.at(r)]; }};
      default: {
        const int i = below(2);
        return {fmt::format("x[{}]", i), [=, this](const IndexValues&) { return arrays_[4][i]; }};
      }
    }
  }

  Meant condition() {
    const std::string p = variable('s'), r = variable('t');
    switch (below(4)) {
      case 0:
        return {fmt::format("[{} == {}]", p, r),
                [=](const IndexValues& at) { return Rational(at.at(p) == at.at(r) ? 1 : 0); }};
      case 1:
        return {fmt::format("[not {} < 2 and {} in {{0, 2}}]", r, r),
                [=](const IndexValues& at) { return Rational(at.at(r) == 2 ? 1 : 0); }};
      case 2:
        return {fmt::format("[{} in 1..2 or {} != {}]", r, p, r), [=](const IndexValues& at) {
                  return Rational(at.at(r) >= 1 || at.at(p) != at.at(r) ? 1 : 0);
                }};
      default:
        return {fmt::format("[1 <= {} and 1 < 2]", p),
                [=](const IndexValues& at) { return Rational(at.at(p) >= 1 ? 1 : 0); }};
    }
  }

  Meant aggregate(int depth) {
    const bool is_s = below(2) == 0;
    const std::string name = fmt::format("y{}", names_++);
    const std::uint64_t extent = is_s ? 2 : 3;
    const char* axis = is_s ? "s" : "t";
    const int form = below(3);
    if (form < 2) {
      scope_.emplace_back(name, axis[0]);
      const Meant body = expression(depth - 1);
      scope_.pop_back();
      return {fmt::format("({}({} : {}) ({}))", form == 0 ? "sum" : "mean", name, axis, body.text),
              [=](const IndexValues& at) {
                Rational sum = 0;
                IndexValues inner = at;
                for (std::uint64_t k = 0; k < extent; ++k) {
                  inner[name] = k;
                  sum += body.value(inner);
                }
                return form == 0 ? sum : sum / Rational(extent);
              }};
    }
    scope_.emplace_back(name + "[3]", axis[0]);
    scope_.emplace_back(name + "[4]", axis[0]);
    const Meant body = expression(depth - 1);
    scope_.resize(scope_.size() - 2);
    return {fmt::format("(sum({}[i in 3..4] : {}) ({}))", name, axis, body.text),
            [=](const IndexValues& at) {
              Rational sum = 0;
              IndexValues inner = at;
              for (std::uint64_t k = 0; k < extent * extent; ++k) {
                inner[name + "[3]"] = k / extent;
                inner[name + "[4]"] = k % extent;
                sum += body.value(inner);
              }
              return sum;
            }};
  }

  Meant expression(int depth) {
    if (depth <= 0) return below(4) == 0 ? condition() : element();
    switch (below(8)) {
      case 0: {
        const int number = below(5);
        return {std::to_string(number), [=](const IndexValues&) { return Rational(number); }};
      }
      case 1:
      case 2:
        return aggregate(depth);
      case 3: {
        if (families_.empty()) return element();
        const auto f = static_cast<std::size_t>(below(static_cast<int>(families_.size())));
        const std::string p = variable('s'), q = variable('t');
        const int j = below(2);
        const Meant body = families_[f];
        return {fmt::format("F{}({})({}, {})", f, j, p, q), [=, this](const IndexValues& at) {
                  const IndexValues inner{{"p", at.at(p)}, {"q", at.at(q)}};
                  Rational value = body.value(inner);
                  if (j == 1) value += arrays_[2][3 * at.at(p) + at.at(q)];
                  return value;
                }};
      }
      default: {
        const Meant a = expression(depth - 1), b = expression(depth - 1);
        const int op = below(4);
        const char* sign = op == 0 ? "+" : op == 1 ? "-" : "*";
        return {fmt::format("({} {} {})", a.text, sign, b.text), [=](const IndexValues& at) {
                  const Rational left = a.value(at), right = b.value(at);
                  return Rational(op == 0   ? Rational(left + right)
                                  : op == 1 ? Rational(left - right)
                                            : Rational(left * right));
                }};
      }
    }
  }

  std::mt19937 random_;
  std::array<std::vector<Rational>, 5> arrays_;
  std::vector<std::pair<std::string, char>> scope_;
  std::vector<Meant> families_;
  int names_ = 0;
};

}  // namespace

TEST_CASE("random rules with axes are what brute force says") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 seeds(seed);
  for (int run = 0; run < 200; ++run) {
    Author author(seeds());
    const std::string text = author.rules();
    INFO(text);
    std::vector<Rational> expected;
    for (std::uint64_t a = 0; a < 2; ++a) {
      for (std::uint64_t b = 0; b < 3; ++b)
        expected.push_back(author.result.value({{"a", a}, {"b", b}}));
    }
    const Lowered rules = lowered(text);
    for (const ArrayGraph& graph :
         {rules.graph, merge_contractions(rules.graph, false),
          merge_contractions(rules.graph, true),
          from_text(std::make_shared<const Source>("graph", to_text(rules.graph)))}) {
      INFO(to_text(graph));
      REQUIRE(find_fault(graph).empty());
      std::vector<std::vector<Rational>> inputs;
      for (const ArrayNode& node : graph.nodes) {
        if (node.kind == ArrayKind::input) inputs.push_back(author.input(node.name));
      }
      CHECK(interpret(graph, inputs, Numbers<Rational>()).at(0) == expected);
      CHECK(to_text(from_text(std::make_shared<const Source>("graph", to_text(graph)))) ==
            to_text(graph));
    }
    const auto file = syntax::parse(std::make_shared<const Source>("t.diag", "grammar t\n" + text));
    const std::string printed = syntax::print(file);
    CHECK(to_text(lower(expand_arrays(load(printed), {})).graph) == to_text(rules.graph));
  }
}

TEST_CASE("variables in no factor, one, two and three, extents of 1, and disconnected parts") {
  const std::string head = "axis s : 3\naxis e : 1\ninput A(s, s) : real\ninput v(s) : real\n";
  CHECK(value_of(head + "output Z = sum(x : s) 2") == "6");
  CHECK(value_of(head + "output Z = sum(x : s, y : e) v(x)") == "6");
  CHECK(value_of(head + "output Z = sum(x : s, y : s) v(x)") == "18");
  CHECK(value_of(head + "output Z = sum(x : s) A(x, x)") == "15");
  CHECK(value_of(head + "output Z = sum(x : s) v(x)*v(x)*v(x)") == "36");
  CHECK(value_of(head + "output Z = (sum(x : s) v(x)) * (sum(x : s, y : s) A(x, y))") == "270");
  CHECK(value_of(head + "output Z = mean(x : s) v(x)") == "2");
  CHECK(value_of(head + "output Z = mean(x : s, y : s) v(x)") == "2");
  CHECK(value_of(head + "output Z = sum(x[i in 1..0] : s) 7") == "7");
  CHECK(value_of(head + "output Z = sum(x : s, j in 1..2, y[i in 1..j] : s) v(y[j])") == "72");
  CHECK(value_of(head + "output Z = sum(x : s) v(x)^2 / (1 + v(x))") == "49/12");
}

TEST_CASE("equal sums are one array, and a family is computed once for all variables") {
  CHECK(to_text(lowered("axis s : 2\ninput T(s, s) : real\n"
                        "def F(n)(x, y) = if n == 0 then T(x, y) else sum(z : s) F(n-1)(x, z) * "
                        "F(n-1)(z, y)\n"
                        "output Z = sum(a : s) F(3)(a, a)")
                    .graph) == R"(arrays
%0 = input T(2, 2)
%1 = contract %0(a, b) %0(b, c) -> (a, c)
%2 = contract %1(a, b) %1(b, c) -> (a, c)
%3 = contract %2(a, b) %2(b, c) -> (a, c)
%4 = contract %3(a, a) -> ()
output %4
)");
  CHECK(to_text(lowered("axis s : 2\ninput v(s) : real\nparam b : real\n"
                        "output Z = 3 * b * (sum(x : s) v(x) * (1 + v(x)) * [x == 1])")
                    .graph) == R"(arrays
%0 = input v(2)
%1 = constant (2) 01
%2 = map %0(a) -> (a)
  | graph map
  | input x0 : real
  | output value : real
  | %1 = input x0
  | %2 = sum 1 + %1
  | value = %2
%3 = contract %0(a) %2(a) %1(a) -> ()
%4 = input b()
%5 = map -> ()
  | graph number
  | output value : real
  | %1 = sum 3
  | value = %1
%6 = contract %4() %3() %5() -> ()
output %6
)");
}

TEST_CASE("axis and mean are names where the grammar expects none") {
  CHECK(value_of("input axis : real\ndef mean(x) = x + 1\noutput Z = axis * mean(4)") == "5");
  CHECK(value_of("input mean[1..2] : real\nfn axis(a) = 2*a\noutput Z = sum(a in 1..2) "
                 "axis(mean[a])") == "4");
  CHECK(value_of("static axis : int = 3\naxis s : axis\noutput mean = sum(x : s) 1") == "3");
}
