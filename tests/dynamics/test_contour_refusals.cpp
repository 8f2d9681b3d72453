// What products along the contour and equations must not say, word for word.
#include <catch2/catch.hpp>

#include "compiler/source/diagnostic.h"
#include "physics/dynamics/heun.h"
#include "tests/dynamics/rule_theories.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

const std::string head =
    "grammar t\naxis k : cyclic\nvertex U : real\ngreen G(k)\n"
    "def B()(q) = -I * mean(y : k) G(y) * G(q-y)\n";
const std::string self_line = "self G(x) = U * U' * mean(q : k) T(q) * G'(q-x)\n";

/// The message without the chain of calls, which test_compiled_theories compares.
std::string contour_refusal(const std::string& rules) {
  try {
    theory_of_text(head + rules, {3});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

/// A message at line 6, the first one behind the head, with the line itself.
std::string at_line_6(std::size_t column, const std::string& message, const std::string& line) {
  return "t.diag:6:" + std::to_string(column) + ": error: " + message + "\n" + line +
         std::string(column - 1, ' ') + "^";
}

void check_solve(const std::string& equation, std::size_t column, const std::string& message) {
  const std::string line = "solve T(q) = " + equation + "\n";
  CHECK(contour_refusal(line + self_line) == at_line_6(column, message, line));
}

const std::string linearity =
    ", expected `T` to the right of one `@`, times numbers and vertices at the first time, as in "
    "`F(q) @ (U * "
    "T(q))`: the equation has to be linear in it";

}  // namespace

TEST_CASE("products along the contour take values at two times at one axis point") {
  std::string line = "self G(x) = mean(q : k) (U @ B()(q)) * G'(q-x)\n";
  CHECK(
      contour_refusal(line) ==
      at_line_6(28,
                "found a value without a factor at two times left of `@`, expected products of "
                "values such as G, as in `A @ (U * B)`: `@` takes what stands next to it, like `*`",
                line) +
          "\n  in self G(x)");
  line = "self G(x) = mean(q : k) (B()(q) @ U * B()(q)) * G'(q-x)\n";
  CHECK(
      contour_refusal(line) ==
      at_line_6(33,
                "found a value without a factor at two times right of `@`, expected products of "
                "values such as G, as in `A @ (U * B)`: `@` takes what stands next to it, like `*`",
                line) +
          "\n  in self G(x)");
  line = "self G(x) = G(x) @ rho(G)(x)\n";
  CHECK(contour_refusal(line) ==
        at_line_6(18, "found rho right of `@`, expected values at two times", line) +
            "\n  in self G(x)");
  line = "self G(x) = mean(q : k) G(q) @ G(x-q)\n";
  CHECK(contour_refusal(line) ==
        at_line_6(30,
                  "found `@` between values at different axis points, expected both at one, as in "
                  "`A(q) @ B(q)`",
                  line) +
            "\n  in self G(x)");
  line = "self G(x) = (mean(q : k) G(q)) @ (mean(q : k) G(q))\n";
  CHECK(contour_refusal(line) == at_line_6(32,
                                           "found `@` between values at no axis point, expected "
                                           "both at one, as in `A(q) @ B(q)`",
                                           line) +
                                     "\n  in self G(x)");
  line = "def C()(q) = (B()(q) * (B()(q) @ B()(q))) @ B()(q)\n";
  CHECK(contour_refusal(line + "self G(x) = mean(q : k) C()(q) * G'(q-x)\n") ==
        at_line_6(43,
                  "found a product left of `@` with `@` in one of its factors, so that three "
                  "factors at two times meet at one inner time, expected a chain of products: give "
                  "what is inside a `solve` of its own",
                  line) +
            "\n  in C()(q), called at t.diag:7:25\n  in self G(x)");
  // With a name of its own it is one factor.
  CHECK(
      contour_refusal(
          "solve S(q) = B()(q) @ B()(q)\n"
          "self G(x) = I * U * U' * mean(q : k) ((B()(q) * S(q)) @ (B()(q) * S(q))) * G(x-q)\n") ==
      "no error");
  line = "self G(x) = G(x) @ B()(x)\n";
  CHECK(contour_refusal(line) ==
        at_line_6(6,
                  "found `@` between values with an odd and with an even number of factors G, "
                  "expected the same in both: both periodic in imaginary time or neither",
                  line));
  line = "self G(x) = U * U' * mean(q : k) B()(q) * B()(x-q)\n";
  CHECK(contour_refusal(line) ==
        at_line_6(6, "found a self-energy with an even number of factors G, expected an odd one",
                  line));
  line = "self G(x) = G(x) + U * U' * B()(x)\n";
  CHECK(contour_refusal(line) ==
        at_line_6(6,
                  "found a self-energy with terms of an odd and of an even number of factors G, "
                  "expected odd ones",
                  line));
  line = "self G(x) = U * U' * G(x) ^ -1\n";
  CHECK(contour_refusal(line).find("found a quotient of a value at two times") !=
        std::string::npos);
}

TEST_CASE("equations are linear in their unknown, at one axis point and at these times") {
  check_solve("B()(q) - B()(q) @ (T(q) * T(q))", 33,
              "found `T` with other values at two times to the right of `@` in its own equation" +
                  linearity);
  check_solve("B()(q) - B()(q) @ T'(q)", 32,
              "found `T'`, the unknown at exchanged times, in its own equation" + linearity);
  check_solve("B()(q) + U * T(q)", 27, "found `T` outside of `@` in its own equation" + linearity);
  check_solve("B()(q) + T(q) * T(q)", 23, "found `T` times itself in its own equation" + linearity);
  check_solve("B()(q) - T(q) @ B()(q)", 23,
              "found `T` to the left of `@` in its own equation" + linearity);
  check_solve("B()(q) - mean(p : k) T(p) * G(p) * G(q)", 35,
              "found `T` in a sum over an axis in its own equation" + linearity);
  check_solve("B()(q) - B()(-q) @ T(-q)", 33,
              "found `T` at another axis point in its own equation" + linearity);
  check_solve("B()(q) - B()(q) * (B()(q) @ T(q))", 42,
              "found `T` times another value at two times in its own equation" + linearity);
  check_solve("B()(q) - U' * (B()(q) @ T(q))", 38,
              "found `T` times a vertex at the second time in its own equation" + linearity);
  check_solve("-B()(q) @ T(q)", 24,
              "found no term without `T` in its own equation, expected one: without, the solution "
              "is zero");
  check_solve("rho(G)(q)", 14,
              "found rho in `solve T`, expected values at two times: equal times are those of "
              "`local` alone");
  check_solve("U", 14, "found no factor at two times in `solve T`, expected products of G and G'");
  std::string line = "solve T(q, p) = B()(q)\n";
  CHECK(contour_refusal(line + self_line)
            .starts_with("t.diag:6:7: error: found 2 axis variables of the solve `T`, expected 1 "
                         "axis variable: `G(k)`, as the green `G` has\n"));
  CHECK(
      contour_refusal("solve T(q) = B()(q) - B()(q) @ S(q)\nsolve S(q) = B()(q) - T(q) @ B()(q)\n" +
                      self_line)
          .find("found that the equation of the solve `T` refers to itself by way of another "
                "one, expected equations that follow each other") != std::string::npos);
  // A solution whose adjoint is no element of it.
  CHECK(contour_refusal("def E()(q) = -I * mean(y : k) G(y+q) * G'(y)\n"
                        "solve T(q) = B()(q) - E()(q) @ (U * T(q))\n" +
                        self_line)
            .find("found a `solve` whose solution is another one at exchanged times than its "
                  "equation says") != std::string::npos);
}

TEST_CASE("functions of values at two times are refused") {
  for (const char* name : {"exp", "sqrt", "re"}) {
    const std::string line = std::string("self G(x) = U * U' * ") + name + "(G(x))\n";
    CHECK(contour_refusal(line) ==
          at_line_6(22,
                    std::string("found `") + name +
                        "` of a value at two times, expected sums and products of such values "
                        "alone: what stands at exchanged times is written G'",
                    line) +
              "\n  in self G(x)");
  }
}

TEST_CASE("row by row there are no products along the contour") {
  Model model = ring_of(theory_of_grammar("hubbard_t_matrix", {3}), 1);
  UniformSteps steps;
  steps.step = 0.1;
  steps.steps = 2;
  CHECK_THROWS_WITH(
      propagate_uniformly(model, steps, std::vector<Complex>{1, 0, 0}),
      "found a theory with products along the contour or several vertices, expected a self-energy "
      "from G at the same two times and U alone");
  TheoryOptions without;
  CHECK_THROWS_WITH(theory_of_grammar("extended_hubbard_gw", {3}, without),
                    "found no values of the vertex `V` along the axis, expected one for each of 3 "
                    "points: of a job `along` in [V]");
}
