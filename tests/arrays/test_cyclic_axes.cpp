// Cyclic axes: rules mean what direct sums say, with and without convolutions; what is refused, word for word.
#include <functional>
#include <map>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/cyclic_plan.h"
#include "compiler/arrays/interpret.h"
#include "compiler/arrays/lower_cyclic.h"
#include "compiler/arrays/relations.h"
#include "compiler/arrays/text.h"
#include "tests/arrays/rules_text.h"

using namespace diagc;
using namespace diagc::arrays;
using namespace diagc::testing;

namespace {

using Complex = std::complex<double>;
using Grid = std::vector<std::uint64_t>;
/// Points as their digits along the grid.
using Point = std::vector<std::uint64_t>;
using Environment = std::map<std::string, Point>;

struct CyclicMeaning {
  std::string text;
  std::function<Complex(const Environment&)> value;
};

Lowered lowered_on(const std::string& text, const Grid& grid) {
  return lower(expand_arrays(load("grammar t\n" + text), {}), {{"k", grid}});
}

std::size_t place_of(const Grid& grid, const Point& point) {
  std::size_t place = 0;
  for (std::size_t d = 0; d < grid.size(); ++d) place = place * grid[d] + point[d];
  return place;
}

void for_all_points(const Grid& grid, const std::function<void(const Point&)>& visit) {
  Point point(grid.size());
  for (bool more = true; more;) {
    visit(point);
    more = false;
    for (std::size_t d = grid.size(); d-- > 0 && !more;) {
      more = ++point[d] < grid[d];
      if (!more) point[d] = 0;
    }
  }
}

/// Random rules with sums over a cyclic axis, beside their meaning.
class CyclicAuthor {
 public:
  CyclicAuthor(unsigned seed, Grid grid) : random_(seed), grid_(std::move(grid)) {
    std::uniform_real_distribution<double> number(-1, 1);
    std::size_t points = 1;
    for (const std::uint64_t extent : grid_) points *= extent;
    for (auto& numbers : inputs) {
      for (std::size_t k = 0; k < points; ++k)
        numbers.emplace_back(number(random_), number(random_));
    }
  }

  std::string rules() {
    scope_ = {"p", "q"};
    family_ = expression(1, 1);
    scope_ = {"x"};
    result = expression(2, 3);
    return "axis k : cyclic\ninput A(k) : complex\ninput B[0..1](k) : complex\nparam U : complex\n"
           "def F()(p, q) = " +
           family_.text + "\noutput S(x : k) = " + result.text + "\n";
  }

  std::vector<Complex> input(const std::string& name) const {
    if (name == "U") return {parameter};
    return inputs[name == "A" ? 0 : name == "B[0]" ? 1 : 2];
  }

  CyclicMeaning result;
  std::vector<Complex> inputs[3];
  Complex parameter{0.5, -0.25};

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  struct Argument {
    std::string text;
    std::vector<std::pair<std::string, int>> terms;
  };
  Argument argument() {
    std::vector<std::string> names = scope_;
    std::shuffle(names.begin(), names.end(), random_);
    Argument result;
    const int count = 1 + below(static_cast<int>(std::min<std::size_t>(names.size(), 3)));
    for (int k = 0; k < count; ++k) {
      const int sign = below(3) == 0 ? -1 : 1;
      result.text += sign < 0 ? "-" : k > 0 ? "+" : "";
      result.text += names[static_cast<std::size_t>(k)];
      result.terms.emplace_back(names[static_cast<std::size_t>(k)], sign);
    }
    return result;
  }
  Point at(const Argument& argument, const Environment& environment) const {
    Point point(grid_.size());
    for (const auto& [name, sign] : argument.terms) {
      const Point& own = environment.at(name);
      for (std::size_t d = 0; d < grid_.size(); ++d)
        point[d] = (point[d] + (sign > 0 ? own[d] : grid_[d] - own[d])) % grid_[d];
    }
    return point;
  }

  CyclicMeaning element() {
    const Argument where = argument();
    const int input = below(3);
    const char* const names[] = {"A", "B[0]", "B[1]"};
    const bool conjugate = below(4) == 0;
    return {(conjugate ? "conj(" : "") + fmt::format("{}({})", names[input], where.text) +
                (conjugate ? ")" : ""),
            [=, this](const Environment& environment) {
              const Complex value = inputs[input][place_of(grid_, at(where, environment))];
              return conjugate ? std::conj(value) : value;
            }};
  }

  CyclicMeaning aggregate(int depth, int sums) {
    const bool is_sum = below(2) == 0;
    const int count = std::min(sums, 1 + below(2));
    std::vector<std::string> names;
    for (int k = 0; k < count; ++k) names.push_back(fmt::format("y{}", next_++));
    std::string text = is_sum ? "sum(" : "mean(";
    for (const std::string& name : names) {
      text += fmt::format("{}{} : k", &name == names.data() ? "" : ", ", name);
      scope_.push_back(name);
    }
    CyclicMeaning body = product(depth - 1, sums - count);
    scope_.resize(scope_.size() - names.size());
    std::function<Complex(const Environment&)> value = body.value;
    for (const std::string& name : names) {
      value = [=, this, inner = value](const Environment& environment) {
        Complex sum = 0;
        double points = 0;
        Environment own = environment;
        for_all_points(grid_, [&](const Point& point) {
          own[name] = point;
          sum += inner(own);
          ++points;
        });
        return is_sum ? sum : sum / points;
      };
    }
    return {"(" + text + ") " + body.text + ")", value};
  }

  CyclicMeaning factor(int depth, int sums) {
    switch (depth > 0 ? below(7) : below(3)) {
      case 3:
        if (sums > 0) return aggregate(depth, sums);
        return element();
      case 4: {
        const CyclicMeaning inner = expression(depth - 1, 0);
        return {"(" + inner.text + ")", inner.value};
      }
      case 5:
        return {"U", [this](const Environment&) { return parameter; }};
      case 6:
        if (!family_.value) return element();
        {
          const Argument p = argument(), q = argument();
          return {fmt::format("F()({}, {})", p.text, q.text),
                  [=, this, body = family_.value](const Environment& environment) {
                    return body({{"p", at(p, environment)}, {"q", at(q, environment)}});
                  }};
        }
      default:
        return element();
    }
  }

  CyclicMeaning product(int depth, int sums) {
    CyclicMeaning result = factor(depth, 0);
    const int count = 1 + below(3);
    for (int k = 0; k < count; ++k) {
      const CyclicMeaning next = factor(depth, k == 0 ? sums : 0);
      result = {result.text + " * " + next.text,
                [left = result.value, right = next.value](const Environment& environment) {
                  return left(environment) * right(environment);
                }};
    }
    return result;
  }

  CyclicMeaning expression(int depth, int sums) {
    CyclicMeaning result = sums > 0 ? aggregate(std::max(depth, 1), sums) : product(depth, 0);
    for (int k = below(2); k > 0; --k) {
      const CyclicMeaning next = sums > 0 ? aggregate(1, std::min(sums, 2)) : product(depth - 1, 0);
      const bool minus = below(2) == 0;
      result = {result.text + (minus ? " - 2*" : " + ") + next.text,
                [=, left = result.value, right = next.value](const Environment& environment) {
                  return left(environment) + (minus ? -2.0 : 1.0) * right(environment);
                }};
    }
    return result;
  }

  std::mt19937 random_;
  Grid grid_;
  std::vector<std::string> scope_;
  CyclicMeaning family_;
  int next_ = 0;
};

double largest_difference(const std::vector<Complex>& a, const std::vector<Complex>& b) {
  double difference = 0, size = 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    difference = std::max(difference, std::abs(a[k] - b[k]));
    size = std::max(size, std::abs(a[k]));
  }
  return difference / size;
}

/// Whether rules could be made; those whose arguments hold a variable twice are refused.
bool compare_random(unsigned seed, const Grid& grid, std::size_t& transforms) {
  CyclicAuthor author(seed, grid);
  const std::string rules = author.rules();
  INFO("seed " << seed << ", " << fmt::format("{}", fmt::join(grid, " x ")) << "\n" << rules);
  std::optional<Lowered> made;
  try {
    made = lowered_on(rules, grid);
  } catch (const InputError& error) {
    CHECK(std::string(error.what()).find("in one argument, expected each variable there") !=
          std::string::npos);
    return false;
  }
  std::vector<std::vector<Complex>> inputs;
  for (const ArrayNode& node : made->graph.nodes) {
    if (node.kind == ArrayKind::input) inputs.push_back(author.input(node.name));
  }
  std::vector<Complex> expected;
  for_all_points(
      grid, [&](const Point& point) { expected.push_back(author.result.value({{"x", point}})); });
  const Numbers<Complex> numbers;
  const std::vector<Complex> direct = interpret(made->graph, inputs, numbers).at(0);
  CHECK(largest_difference(expected, direct) < 1e-13);
  const ArrayGraph convolved = convolve(made->graph);
  CHECK(find_fault(convolved).empty());
  const std::vector<Complex> fast = interpret(convolved, inputs, numbers).at(0);
  CHECK(largest_difference(expected, fast) < 1e-13);
  const std::string text = to_text(convolved);
  CHECK(to_text(arrays::from_text(std::make_shared<const Source>("g", text))) == text);
  transforms += cost_of(convolved).transforms;
  return true;
}

}  // namespace

TEST_CASE("random sums over cyclic axes are what direct sums say, by transforms and without") {
  const Grid grids[] = {{1}, {2}, {3}, {4}, {5}, {2, 3}, {2, 2}};
  std::size_t transforms = 0, compared = 0;
  for (unsigned seed = 0; compared < 1000; ++seed)
    compared += compare_random(seed, grids[seed % std::size(grids)], transforms) ? 1 : 0;
  CHECK(transforms > 800);
}

TEST_CASE("relations of sums leave one lattice vector or more") {
  using Places = std::vector<std::int32_t>;
  // mean(y) A(y+x) B(y)
  CHECK(single_site({{1, 0}, {1, 1}}, 0) == Places{1, -1});
  // mean(y, q) A(y) B(y+q-x) C(q)
  CHECK(single_site({{0, -1, 0}, {1, 1, 0}, {0, 1, 1}}, 0) == Places{1, -1, 1});
  // mean(y) A(y) B(x-y) C(y): A and C are to be multiplied before
  CHECK_FALSE(single_site({{0, 1, 0}, {1, -1, 1}}, 0));
  // sum(x, y) A(x) B(y) C(x+y), a number
  CHECK(single_site({{1, 0, 1}, {0, 1, 1}}, std::nullopt) == Places{-1, -1, 1});
  // sum(x, y) A(x+y) B(x-y): 2 R = 0 has other solutions than 0
  CHECK_FALSE(single_site({{1, 1}, {1, -1}}, std::nullopt));
}

TEST_CASE("both terms of second Born take sixteen transforms") {
  const std::string rules = R"(axis k : cyclic
input L[0..1, 0..1](k) : complex
input R[0..1, 0..1](k) : complex
param U : real
def P(j, m)(q) = mean(y : k) L[j, m](y+q) * (-conj(R[j, m](y)))
def Q(j, m)(q) = mean(y : k) R[j, m](y+q) * (-conj(L[j, m](y)))
output lesser[j in 0..1, m in 0..1](x : k) = U * (mean(q : k) P(1-j, 1-m)(q) * L[j, m](x-q)
  - mean(y : k, q : k) L[j, 1-m](y) * (-conj(R[1-j, 1-m](y+q-x))) * L[1-j, m](q))
output greater[j in 0..1, m in 0..1](x : k) = U * (mean(q : k) Q(1-j, 1-m)(q) * R[j, m](x-q)
  - mean(y : k, q : k) R[j, 1-m](y) * (-conj(L[1-j, 1-m](y+q-x))) * R[1-j, m](q))
)";
  const ArrayGraph graph = lowered_on(rules, {5}).graph;
  const ArrayGraph fast = convolve(graph);
  CHECK(cost_of(fast).transforms == 16);
  CHECK(cost_of(graph).transforms == 0);
  CHECK(cost_of(fast).formula == "80 nk log2 nk + 352 nk");
  CHECK(cost_of(graph).formula.substr(0, 9) == "112 nk^3 ");
}

TEST_CASE("convolutions as text") {
  const auto convolved = [](const std::string& text) {
    return to_text(convolve(arrays::from_text(std::make_shared<const Source>("g", text))));
  };
  const std::string pointwise = R"(arrays
cyclic k = 4
%0 = input A(k)
%1 = contract %0(a) %0(a) -> (a)
%2 = contract %0(a) -> ()
output %1
output %2
)";
  CHECK(convolved("arrays\ncyclic k = 4\n%0 = input A(k)\n%1 = contract %0(a) %0(a) -> (a)\n"
                  "%2 = contract %0(a) -> ()\noutput %1\noutput %2\n") == pointwise);
  const std::string once = convolved(
      "arrays\ncyclic k = 4\n%0 = input A(k)\n%1 = input B(k)\n"
      "%2 = contract %0(a+b) %1(a) -> (b) * k^-1\noutput %2\n");
  CHECK(once.find("%2 = transform %0(a) -> (a)\n") != std::string::npos);
  CHECK(once.find("%3 = transform %1(a) -> (a)\n") != std::string::npos);
  CHECK(once.find("map %2(a) %3(-a) -> (a)\n") != std::string::npos);
  CHECK(once.find("inverse %4(a) -> (a)\noutput %5\n") != std::string::npos);
}

TEST_CASE("what is wrong with cyclic axes is said at its place") {
  const std::string head =
      "axis k : cyclic\naxis p : cyclic\naxis s : 2\ninput L(k) : complex\n"
      "input M(p) : complex\ninput v(s) : real\n";
  const auto message = [&](const std::string& rules) { return error_of(head + rules); };
  const auto place = [](const std::string& line, std::size_t column, const std::string& what,
                        const std::string& chain = "\n  in Z") {
    return fmt::format("t.diag:8:{}: error: {}\n{}\n{}^{}", column, what, line,
                       std::string(column - 1, ' '), chain);
  };
  const auto check = [&](const std::string& line, std::size_t column, const std::string& what,
                         const std::string& chain = "\n  in Z") {
    CHECK(message(line) == place(line, column, what, chain));
  };
  check("output Z = sum(q : k) L(q) * q", 28,
        "found `*` between a dynamic complex and an axis variable, expected numbers or dynamic "
        "values: an axis variable is a place, no number");
  check("output Z = sum(q : k) L(q * 2)", 27,
        "found `*` between an axis variable and the number 2, expected numbers or dynamic values: "
        "an axis variable is a place, no number");
  check("output Z = sum(q : k) L(q + 1)", 27,
        "found `+` between an axis variable and the number 1, expected numbers or dynamic values: "
        "an axis variable is a place, no number");
  check("output Z = sum(q : k) L(q + q)", 27,
        "found a variable of the axis `k` twice in one argument, expected each variable there with "
        "the factor 1 or -1");
  check(
      "output Z = sum(q : k, x : k) L(-q + x - q)", 39,
      "found a variable of the axis `k` with the factor -2 in one argument, expected each variable "
      "there with the factor 1 or -1");
  check("output Z = sum(q : k, r : p) L(q + r)", 34,
        "found `+` between variables of the axes `k` and `p`, expected variables of one axis in an "
        "argument");
  check("output Z = sum(q : s, r : s) v(q + r)", 34,
        "found `+` between variables of the axis `s`, expected a single variable: only on cyclic "
        "axes arguments may be sums");
  check("output Z = sum(q : s) v(-q)", 25,
        "found `-` before a variable of the axis `s`, expected a single variable: only on cyclic "
        "axes arguments may have signs");
  check("output Z = sum(q : p) L(q)", 23,
        "found a variable of the axis `p` as axis variable 1 of `L`, expected one of the axis `k`");
  check("output Z = sum(q : k) [q == 0] * L(q)", 26,
        "found a condition on a variable of the cyclic axis `k`, expected conditions on variables "
        "of axes of static extent alone");
  check("output Z = sum(q : k) [q in {1}] * L(q)", 26,
        "found a condition on a variable of the cyclic axis `k`, expected conditions on variables "
        "of axes of static extent alone");
  check("output Z = sum(q : k) [q in 1..2] * L(q)", 26,
        "found a condition on a variable of the cyclic axis `k`, expected conditions on variables "
        "of axes of static extent alone");
  check("output Z = sum(q : k) (if q == 0 then 1 else 2)", 29,
        "found a condition on a variable of the cyclic axis `k`, expected conditions on variables "
        "of axes of static extent alone");
  check("output Z = sum(j in 1..k) L(j)", 24,
        "found the axis `k` as a value, expected it behind `:`, as in `sum(x : k)`", "");
  check("output Z = sum(q : k) L(q, q)", 23,
        "found 2 axis variables for the input `L`, expected 1 axis variable: `L(k)`", "");
  check("output Z = sum(q : k) L", 23,
        "found no axis variables for the input `L`, expected 1 axis variable: `L(k)`", "");
  check("output Z = sum(q : k) L(x)", 25,
        "found the unknown name `x`, expected a bound name or a declaration", "");
  check("output Z = prod(q : k) L(q)", 17,
        "found the name `q`, expected static binders: `prod` has no axis variables", "");
  CHECK(message("def F()(x, y) = L(x + y)\noutput Z = sum(q : k) F()(q, q)") ==
        "t.diag:9:23: error: found a variable of the axis `k` twice in one argument, expected each "
        "variable there with the factor 1 or -1\noutput Z = sum(q : k) F()(q, q)\n"
        "                      ^\n  in Z");
}

TEST_CASE("lengths of cyclic axes are asked for by name") {
  const auto message = [](const Grids& grids) -> std::string {
    try {
      lower(expand_arrays(load("grammar t\naxis k : cyclic\ninput L(k) : real\noutput Z = sum(x : "
                               "k) L(x)"),
                          {}),
            grids);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK(message({{"k", {3}}}) == "no error");
  CHECK(message({}) ==
        "found no length of the cyclic axis `k`, expected --axis k=LENGTH, or --axis k=N1xN2");
  CHECK(message({{"k", {3}}, {"q", {2}}}) ==
        "found a length of `q`, expected the name of a cyclic axis of the file");
}

TEST_CASE("cyclic and mean stay names where they were") {
  CHECK(value_of("static cyclic : int = 2\naxis k : cyclic\ninput v(k) : real\n"
                 "def mean(j) = j\noutput Z = mean(3) * sum(x : k) v(x)\n") == "9");
}
