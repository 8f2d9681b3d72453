// Rules with axes mean what brute force says, whatever becomes of them on the way.
#include <functional>
#include <map>
#include <random>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "compiler/arrays/interpret.h"
#include "compiler/arrays/lower.h"
#include "compiler/arrays/text.h"
#include "compiler/rules/rules.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"

using namespace diagc;
using namespace diagc::arrays;

namespace {

rules::Rules load(const std::string& text) {
  return rules::load(std::make_shared<const Source>("t.diag", text));
}

Lowered lowered(const std::string& text, const std::map<std::string, std::string>& statics = {}) {
  ExpandOptions options;
  options.statics = statics;
  return lower(expand_arrays(load("grammar t\n" + text), options));
}

std::string error_of(const std::string& text) {
  try {
    lowered(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// The value of the one output, which has no axes; every input is filled with the numbers 1, 2, 3, … of its own.
std::string value_of(const std::string& text) {
  const Lowered rules = lowered(text);
  std::vector<std::vector<Rational>> inputs;
  for (const ArrayNode& node : rules.graph.nodes) {
    if (node.kind != ArrayKind::input) continue;
    std::uint64_t elements = 1;
    for (const std::uint64_t extent : node.shape()) elements *= extent;
    auto& numbers = inputs.emplace_back();
    for (std::uint64_t k = 1; k <= elements; ++k) numbers.emplace_back(k);
  }
  return interpret(rules.graph, inputs, Numbers<Rational>()).at(0).at(0).str();
}

using Environment = std::map<std::string, std::uint64_t>;
struct Meant {
  std::string text;
  std::function<Rational(const Environment&)> value;
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
                [=, this](const Environment& at) { return arrays_[i][2 * at.at(p) + at.at(q)]; }};
      }
      case 1:
        return {fmt::format("B({}, {})", p, r),
                [=, this](const Environment& at) { return arrays_[2][3 * at.at(p) + at.at(r)]; }};
      case 2:
        return {fmt::format("v({})", r),
                [=, this](const Environment& at) { return arrays_[3][at.at(r)]; }};
      default: {
        const int i = below(2);
        return {fmt::format("x[{}]", i), [=, this](const Environment&) { return arrays_[4][i]; }};
      }
    }
  }

  Meant condition() {
    const std::string p = variable('s'), r = variable('t');
    switch (below(4)) {
      case 0:
        return {fmt::format("[{} == {}]", p, r),
                [=](const Environment& at) { return Rational(at.at(p) == at.at(r) ? 1 : 0); }};
      case 1:
        return {fmt::format("[not {} < 2 and {} in {{0, 2}}]", r, r),
                [=](const Environment& at) { return Rational(at.at(r) == 2 ? 1 : 0); }};
      case 2:
        return {fmt::format("[{} in 1..2 or {} != {}]", r, p, r), [=](const Environment& at) {
                  return Rational(at.at(r) >= 1 || at.at(p) != at.at(r) ? 1 : 0);
                }};
      default:
        return {fmt::format("[1 <= {} and 1 < 2]", p),
                [=](const Environment& at) { return Rational(at.at(p) >= 1 ? 1 : 0); }};
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
              [=](const Environment& at) {
                Rational sum = 0;
                Environment inner = at;
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
            [=](const Environment& at) {
              Rational sum = 0;
              Environment inner = at;
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
        return {std::to_string(number), [=](const Environment&) { return Rational(number); }};
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
        return {fmt::format("F{}({})({}, {})", f, j, p, q), [=, this](const Environment& at) {
                  const Environment inner{{"p", at.at(p)}, {"q", at.at(q)}};
                  Rational value = body.value(inner);
                  if (j == 1) value += arrays_[2][3 * at.at(p) + at.at(q)];
                  return value;
                }};
      }
      default: {
        const Meant a = expression(depth - 1), b = expression(depth - 1);
        const int op = below(4);
        const char* sign = op == 0 ? "+" : op == 1 ? "-" : "*";
        return {fmt::format("({} {} {})", a.text, sign, b.text), [=](const Environment& at) {
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
  const char* given = std::getenv("DIAGC_TEST_SEED");
  const unsigned seed = given ? static_cast<unsigned>(std::stoul(given)) : std::random_device()();
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

TEST_CASE("what is wrong with axes is said at its place") {
  const std::string head =
      "axis s : 2\naxis t : 2\ninput T[1..3](s, s) : real\ninput v(s) : real\n";
  const auto message = [&](const std::string& rules) { return error_of(head + rules); };
  CHECK(
      message("output Z = sum(q : s) q * 2") ==
      R"(t.diag:6:25: error: found `*` between an axis variable and the number 2, expected numbers or dynamic values
output Z = sum(q : s) q * 2
                        ^
  in Z)");
  CHECK(message("output Z = sum(q : s) if q == 0 then 1 else 2") ==
        R"(t.diag:6:23: error: found `if`, expected an expression: put `if …` in round brackets here
output Z = sum(q : s) if q == 0 then 1 else 2
                      ^)");
  CHECK(
      message("output Z = sum(q : s) [q + 1 == 2]") ==
      R"(t.diag:6:26: error: found `+` between an axis variable and the number 1, expected numbers or dynamic values, or two sets
output Z = sum(q : s) [q + 1 == 2]
                         ^
  in Z)");
  CHECK(
      message("def F(a) = a\noutput Z = sum(q : s) F(q)") ==
      R"(t.diag:7:23: error: found an axis variable as the argument `a` of the def `F`, expected a static value: axis variables stand in a second list
output Z = sum(q : s) F(q)
                      ^
  in Z)");
  CHECK(
      message("fn f(a) = a\noutput Z = sum(q : s) f(q)") ==
      R"(t.diag:7:23: error: found an axis variable as the argument `a` of the fn `f`, expected a number or a dynamic value: axis variables stand in a second list, as in `f(…)(x)`
output Z = sum(q : s) f(q)
                      ^
  in Z)");
  CHECK(
      message("output Z = sum(q : t) v(q)") ==
      R"(t.diag:6:23: error: found a variable of the axis `t` as axis variable 1 of `v`, expected one of the axis `s`
output Z = sum(q : t) v(q)
                      ^
  in Z)");
  CHECK(
      message("output Z = sum(q : s) T[1](q)") ==
      R"(t.diag:6:23: error: found 1 axis variable for the input `T`, expected 2 axis variables: `T[…](s, s)`
output Z = sum(q : s) T[1](q)
                      ^)");
  CHECK(
      message("output Z = sum(q : s) v(q, q)") ==
      R"(t.diag:6:23: error: found 2 axis variables for the input `v`, expected 1 axis variable: `v(s)`
output Z = sum(q : s) v(q, q)
                      ^)");
  CHECK(
      message("output Z = sum(q : s) v") ==
      R"(t.diag:6:23: error: found no axis variables for the input `v`, expected 1 axis variable: `v(s)`
output Z = sum(q : s) v
                      ^)");
  CHECK(
      message("output Z = v(1)") ==
      R"(t.diag:6:14: error: found the number 1 as an axis variable, expected one that `sum`, an output or a def binds
output Z = v(1)
             ^
  in Z)");
  CHECK(message("output Z = sum(q[i in 1..2] : s) v(q[3])") ==
        R"(t.diag:6:36: error: found q[3], expected indices within the bound q[1..2]
output Z = sum(q[i in 1..2] : s) v(q[3])
                                   ^
  in Z)");
  CHECK(
      message("output Z = sum(q[i in 1..2] : s) v(q)") ==
      R"(t.diag:6:36: error: found `q` without arguments, expected its indices, as in `q[i]`: it is bound here as a family of axis variables
output Z = sum(q[i in 1..2] : s) v(q)
                                   ^)");
  CHECK(
      message("output Z = sum(q : s) v(q[1])") ==
      R"(t.diag:6:25: error: found 1 index for `q`, expected the name alone: it is bound here as an axis variable
output Z = sum(q : s) v(q[1])
                        ^)");
  CHECK(message("output Z = sum(q[i in 1..2] : s) v(q[1, 1])") ==
        R"(t.diag:6:36: error: found 2 indices for the axis variables `q`, expected 1
output Z = sum(q[i in 1..2] : s) v(q[1, 1])
                                   ^
  in Z)");
  CHECK(
      message("output Z = sum(q : s, (q != 1)) v(q)") ==
      R"(t.diag:6:24: error: found the unknown name `q`, expected a bound name or a declaration: ranges and filters are static, conditions on axis variables stand in the sum as `[…]`
output Z = sum(q : s, (q != 1)) v(q)
                       ^)");
  CHECK(
      message("output Z = prod(q : s) v(q)") ==
      R"(t.diag:6:17: error: found the name `q`, expected static binders: `prod` has no axis variables
output Z = prod(q : s) v(q)
                ^)");
  CHECK(message("output Z = mean(j in 1..2, q : s) v(q)") ==
        R"(t.diag:6:30: error: found `:`, expected `,` or `)`
output Z = mean(j in 1..2, q : s) v(q)
                             ^)");
  CHECK(
      message("output Z = mean(q : s, j in 1..2) v(q)") ==
      R"(t.diag:6:24: error: found the name `j`, expected a variable of an axis, as in `mean(x : s)`
output Z = mean(q : s, j in 1..2) v(q)
                       ^)");
  CHECK(message("output Z = sum(q : u) v(q)") ==
        R"(t.diag:6:20: error: found `u`, expected the name of an axis: this file has `s`, `t`
output Z = sum(q : u) v(q)
                   ^)");
  CHECK(message("output Z = sum(q : v) v(q)") ==
        R"(t.diag:6:20: error: found `v`, expected the name of an axis: this file has `s`, `t`
output Z = sum(q : v) v(q)
                   ^)");
  CHECK(
      message("output Z = sum(q : s) s") ==
      R"(t.diag:6:23: error: found the axis `s` as a value, expected it behind `:`, as in `sum(x : s)`
output Z = sum(q : s) s
                      ^)");
  CHECK(
      message("def F()(x) = x\noutput Z = sum(q : s) F()(q)") ==
      R"(t.diag:6:14: error: found an axis variable as the value of `F`, expected a number or a dynamic value
def F()(x) = x
             ^
  in F()(x), called at t.diag:7:23
  in Z)");
  CHECK(
      message("def F()(x) = v(x)\noutput Z = sum(q : t) F()(q)") ==
      R"(t.diag:6:14: error: found a variable of the axis `t` as axis variable 1 of `v`, expected one of the axis `s`
def F()(x) = v(x)
             ^
  in F()(x), called at t.diag:7:23
  in Z)");
  CHECK(
      message("def F()(x) = v(x)\noutput Z = F()") ==
      R"(t.diag:7:12: error: found no axis variables for the def `F`, expected 1 axis variable: `F()(x)`
output Z = F()
           ^)");
  CHECK(message("def F(n) = n\noutput Z = sum(q : s) F(1)(q)") ==
        R"(t.diag:7:23: error: found 1 axis variable for the def `F`, expected none
output Z = sum(q : s) F(1)(q)
                      ^)");
  CHECK(message("output Z = sum(q : s) exp(1)(q)") ==
        R"(t.diag:6:23: error: found 1 axis variable for the built-in function `exp`, expected none
output Z = sum(q : s) exp(1)(q)
                      ^)");
  CHECK(
      message("axis k : cyclic\noutput Z = 1") ==
      R"(t.diag:6:10: error: found the cyclic axis `k`, expected an axis of static extent, as in `axis k : 2`: axes whose length is known at run time are not supported
axis k : cyclic
         ^)");
  CHECK(
      message("axis k : 0\noutput Z = 1") ==
      R"(t.diag:6:10: error: found the number 0 as the extent of the axis `k`, expected a static integer of 1 or more, below 2^62
axis k : 0
         ^)");
  CHECK(
      message("axis k : 1/2\noutput Z = 1") ==
      R"(t.diag:6:11: error: found the number 1/2 as the extent of the axis `k`, expected a static integer of 1 or more, below 2^62
axis k : 1/2
          ^)");
  CHECK(
      message("input p(s) : lorentz\noutput Z = 1") ==
      R"(t.diag:6:7: error: found vectors as elements of the input `p`, which has axes, expected real or complex numbers
input p(s) : lorentz
      ^)");
  CHECK(
      message("input p : lorentz\noutput Z = sum(q : s) v(q) * p") ==
      R"(t.diag:7:12: error: found a dynamic lorentz as what a sum over an axis adds, expected a scalar
output Z = sum(q : s) v(q) * p
           ^
  in Z)");
  CHECK(
      message("output Z(a : s, a : s) = v(a)") ==
      R"(t.diag:6:17: error: found `a` twice among the axis variables of `Z`, expected different names
output Z(a : s, a : s) = v(a)
                ^)");
  CHECK(
      message("output Z = sum(q : s) [q == {1}]") ==
      R"(t.diag:6:26: error: found an axis variable compared with something else, expected another axis variable or a static integer
output Z = sum(q : s) [q == {1}]
                         ^
  in Z)");
}

TEST_CASE("axis and mean are names where the grammar expects none") {
  CHECK(value_of("input axis : real\ndef mean(x) = x + 1\noutput Z = axis * mean(4)") == "5");
  CHECK(value_of("input mean[1..2] : real\nfn axis(a) = 2*a\noutput Z = sum(a in 1..2) "
                 "axis(mean[a])") == "4");
  CHECK(value_of("static axis : int = 3\naxis s : axis\noutput mean = sum(x : s) 1") == "3");
}
