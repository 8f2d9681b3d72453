// What is refused of axes, word for word.
#include <catch2/catch.hpp>

#include "tests/arrays/rules_text.h"

using namespace diagc::testing;

TEST_CASE("what is wrong with axes is said at its place") {
  const std::string head =
      "axis s : 2\naxis t : 2\ninput T[1..3](s, s) : real\ninput v(s) : real\n";
  const auto message = [&](const std::string& rules) { return error_of(head + rules); };
  CHECK(
      message("output Z = sum(q : s) q * 2") ==
      R"(t.diag:6:25: error: found `*` between an axis variable and the number 2, expected numbers or dynamic values: an axis variable is a place, no number
output Z = sum(q : s) q * 2
                        ^
  in Z)");
  CHECK(message("output Z = sum(q : s) if q == 0 then 1 else 2") ==
        R"(t.diag:6:23: error: found `if`, expected an expression: put `if …` in round brackets here
output Z = sum(q : s) if q == 0 then 1 else 2
                      ^)");
  CHECK(
      message("output Z = sum(q : s) [q + 1 == 2]") ==
      R"(t.diag:6:26: error: found `+` between an axis variable and the number 1, expected numbers or dynamic values: an axis variable is a place, no number
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
