// What is wrong with the values of rules: messages, positions, chains of calls.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

using diagc::ExpandOptions;
using diagc::testing::error_of;
using diagc::testing::message_of;

namespace {

std::string message(const std::string& expression) {
  return message_of(expression, R"(param N : real
input x[0..9] : real
input k[1..3] : lorentz
def W(k) = k
def L(k) = if k == 0 then x[k] else x[0]*M(k-1)
def M(k) = L(k+1)
def F(j) = H(j+1, x[2])
fn H(a, b) = x[a+40]*b
def Q(j) = Q2({j}, 1/2, true)
def Q2(S, h, b) = 1/(size(S) - 1)
)");
}

}  // namespace

TEST_CASE("kinds") {
  CHECK(message("x[1/2]") == "found the number 1/2 as an index of `x`, expected a static integer");
  CHECK(message("x[N]") == "found a dynamic real as an index of `x`, expected a static integer");
  CHECK(message("k[1] + x[0]") ==
        "found `+` between a dynamic lorentz and a dynamic real, expected two scalars or two "
        "vectors");
  CHECK(
      message("k[1] - 1") ==
      "found `-` between a dynamic lorentz and the number 1, expected two scalars or two vectors");
  CHECK(message("k[1]*k[2]") ==
        "found `*` between a dynamic lorentz and a dynamic lorentz, expected a scalar on one side: "
        "the product of vectors is `dot(a, b)`");
  CHECK(message("x[0]/k[1]") ==
        "found `/` between a dynamic real and a dynamic lorentz, expected a scalar as the divisor");
  CHECK(message("{1} + 2") ==
        "found `+` between the set {1} and the number 2, expected numbers or dynamic values, or "
        "two sets");
  CHECK(message("2 - {1}") ==
        "found `-` between the number 2 and the set {1}, expected numbers or dynamic values, or "
        "two sets");
  CHECK(message("[1]") == "found the number 1 as the condition in [ ], expected a bool");
  CHECK(message("[true] + true") ==
        "found `+` between the number 1 and the bool true, expected numbers or dynamic values, or "
        "two sets: `[c]` is 1 where the condition c holds, else 0");
  CHECK(message("2*{1}") ==
        "found `*` between the number 2 and the set {1}, expected numbers or dynamic values");
  CHECK(message("if 1 then 2 else 3") == "found the number 1 as a condition, expected a bool");
  CHECK(
      message("x[0] == 1") ==
      "found `==` between a dynamic real and the number 1, expected two static values of one kind");
  CHECK(
      message("true == 1") ==
      "found `==` between the bool true and the number 1, expected two static values of one kind");
  CHECK(message("N < 2") ==
        "found `<` between a dynamic real and the number 2, expected two static numbers");
  CHECK(message("{1} < {2}") ==
        "found `<` between the set {1} and the set {2}, expected two static numbers");
  CHECK(message("{1} <= 2") ==
        "found `<=` between the set {1} and the number 2, expected two static numbers or two sets");
  CHECK(message("x[0]^N") == "found a dynamic real as an exponent, expected a static integer");
  CHECK(message("x[0]^(1/2)") == "found the number 1/2 as an exponent, expected a static integer");
  CHECK(message("k[1]^2") == "found a dynamic lorentz as the base of a power, expected a scalar");
  CHECK(message("{}^2") == "found the set {} as the base of a power, expected a scalar");
  CHECK(message("{1/2}") ==
        "found the number 1/2 as an element of a set, expected a static integer");
  CHECK(message("0..2") ==
        "found the set {0, 1, 2} as the value of the output `y`, expected a number or a dynamic "
        "value");
  CHECK(message("size(3)") == "found the number 3 as the argument of `size`, expected a set");
  CHECK(message("min({1}, 2)") ==
        "found the set {1} as an argument of `min`, expected a static number");
  CHECK(message("min(2)") == "found the number 2 as the one argument of `min`, expected a set");
  CHECK(message("min(x[0], 2)") ==
        "found a dynamic real as an argument of `min`, expected a static number");
  CHECK(message("abs(x[1])") ==
        "found a dynamic real as the argument of `abs`, expected a static number");
  CHECK(message("dot(x[0], k[1])") ==
        "found a dynamic real as an argument of `dot`, expected a vector");
  CHECK(message("sq(2)") == "found the number 2 as the argument of `sq`, expected a vector");
  CHECK(message("sqrt(k[1])") ==
        "found a dynamic lorentz as the argument of `sqrt`, expected a scalar");
  CHECK(message("sqrt({})") == "found the set {} as the argument of `sqrt`, expected a scalar");
  CHECK(message("conj(true)") ==
        "found the bool true as the argument of `conj`, expected a scalar");
  CHECK(message("complex(I, 1)") ==
        "found a dynamic complex as an argument of `complex`, expected a real value");
  CHECK(message("vector(k[1],0,0,0)") ==
        "found a dynamic lorentz as an argument of `vector`, expected a scalar");
  CHECK(message("comp(k[1], N)") ==
        "found a dynamic real as the second argument of `comp`, expected a static integer");
  CHECK(message("comp(x[1], 1)") ==
        "found a dynamic real as the first argument of `comp`, expected a vector");
  CHECK(message("1 div (1/2)") ==
        "found the number 1/2 as an operand of `div`, expected a static integer");
  CHECK(message("1 mod x[0]") ==
        "found a dynamic real as an operand of `mod`, expected a static integer");
  CHECK(message("sum(i in 3) i") == "found the number 3 as the set after `in`, expected a set");
  CHECK(message("prod(i in 1..N) i") ==
        "found a dynamic real as the last of a range, expected a static integer");
  CHECK(message("sum(i in 1..1/2) i") ==
        "found the number 1/2 as the last of a range, expected a static integer");
  CHECK(message("sum(1, i in 1..2) i") == "found the number 1 as a condition, expected a bool");
  CHECK(message("sum(T in subsets(2)) 1") ==
        "found the number 2 as the argument of `subsets`, expected a set");
  CHECK(message("true") ==
        "found the bool true as the value of the output `y`, expected a number or a dynamic value");
  CHECK(message("1 in 2") == "found the number 2 as the right side of `in`, expected a set");
  CHECK(message("x[0] in {1}") ==
        "found a dynamic real as the left side of `in`, expected a static integer");
  CHECK(message("1/2 in {1}") ==
        "found the number 1/2 as the left side of `in`, expected a static integer");
  CHECK(message("1 in subsets({1})") ==
        "found the number 1 as an element of `subsets`, expected a set");
  CHECK(message("not 1") == "found the number 1 as the operand of `not`, expected a bool");
  CHECK(message("[1 < 2 and 3]") == "found the number 3 as a condition, expected a bool");
  CHECK(message("[1 or 1 < 2]") == "found the number 1 as a condition, expected a bool");
  CHECK(message("-{1}") == "found `-` before the set {1}, expected a number or a dynamic value");
  CHECK(message("-true") == "found `-` before the bool true, expected a number or a dynamic value");
  CHECK(message("{1} & 2") == "found the number 2 as an operand of `&`, expected a set");
  CHECK(message("let b = N in W(b)") ==
        "found a dynamic real as the argument `k` of the def `W`, expected a static value: only "
        "the arguments of a `fn` may be dynamic");
  CHECK(message("W(k[1])") ==
        "found a dynamic lorentz as the argument `k` of the def `W`, expected a static value: only "
        "the arguments of a `fn` may be dynamic");
}

TEST_CASE("values") {
  CHECK(message("1/0") ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message("x[0]/0") ==
        "found a dynamic real divided by the static number 0, expected another divisor");
  CHECK(message("k[1]/(1-1)") ==
        "found a dynamic lorentz divided by the static number 0, expected another divisor");
  CHECK(message("0^-1") == "found 0^(-1), a division by zero, expected another base");
  CHECK(message("5 div 0") == "found 5 div 0, expected another divisor");
  CHECK(message("5 mod 0") == "found 5 mod 0, expected another divisor");
  CHECK(message("min({})") ==
        "found min({}), expected a set that is not empty: `min` of the empty set has no value");
  CHECK(message("max({} + {})") ==
        "found max({}), expected a set that is not empty: `max` of the empty set has no value");
  CHECK(message("{64}") == "found 64 as an element of a set, expected one of 0..63");
  CHECK(message("{3, -1}") == "found -1 as an element of a set, expected one of 0..63");
  CHECK(message("0..64") ==
        "found the set 0..64, expected elements of 0..63: only directly after `in` a range may go "
        "further");
  CHECK(message("-1..3") ==
        "found the set -1..3, expected elements of 0..63: only directly after `in` a range may go "
        "further");
  CHECK(message("2^5000") ==
        "found 2^5000, expected at most 4096 bits in numerator and denominator");
  CHECK(message("2^4095*2") ==
        "found the number 10443888814131525066…04708340403154190336 (1234 digits), expected at "
        "most 4096 bits in numerator and denominator");
  CHECK(message("(1/3)^3000") ==
        "found (1/3)^3000, expected at most 4096 bits in numerator and denominator");
  CHECK(message("2^-5000") ==
        "found 2^(-5000), expected at most 4096 bits in numerator and denominator");
  CHECK(message("2^(2^70)*x[0]") ==
        "found 2^1180591620717411303424, expected at most 4096 bits in numerator and denominator");
  CHECK(message("x[0]^(2^70)") ==
        "found the exponent 1180591620717411303424, expected one of 64 bits");
  CHECK(message("1e5000") ==
        "found the number 1e5000, expected at most 4096 bits in numerator and denominator");
  CHECK(message("1e-2000") ==
        "found the number 1e-2000, expected at most 4096 bits in numerator and denominator");
  CHECK(message("sum(i in 1..2^70) 1") ==
        "found the number 1180591620717411303424 as the last of a range, expected an integer of 64 "
        "bits");
  CHECK(message("x[2^70]") ==
        "found x[1180591620717411303424], expected indices within the declared x[0..9]");
  CHECK(message("{2^70}") ==
        "found 1180591620717411303424 as an element of a set, expected one of 0..63");
  CHECK(message("comp(k[1], 4)") ==
        "found 4 as the second argument of `comp`, expected one of 0..3 (E, x, y, z)");
}

TEST_CASE("an index outside of its range: the indices and the chain of calls") {
  CHECK(error_of(R"(grammar t
input G[0..3, 1..4] : real
def W(k, S, h) = if k == 4 then G[k, max(S)] else W(k+1, S + {k}, h/2)
output y[i in 1..2] = 2*W(i, {}, i)
)",
                 diagc::testing::Statics{}) ==
        R"(t.diag:3:33: error: found G[4, 3], expected indices within the declared G[0..3, 1..4]
def W(k, S, h) = if k == 4 then G[k, max(S)] else W(k+1, S + {k}, h/2)
                                ^
  in W(4, {1, 2, 3}, 1/8), called at t.diag:3:51
  in W(3, {1, 2}, 1/4), called at t.diag:3:51
  in W(2, {1}, 1/2), called at t.diag:3:51
  in W(1, {}, 1), called at t.diag:4:25
  in y[1])");
}

TEST_CASE("chains through fn: dynamic arguments by kind") {
  CHECK(error_of(R"(grammar t
input x[1..2] : real
input k : lorentz
fn f(a, b, c, d) = x[c + 3]
def g(b) = f(k, x[1], 4, b)
output y = g(true)
)",
                 diagc::testing::Statics{}) ==
        R"(t.diag:4:20: error: found x[7], expected indices within the declared x[1..2]
fn f(a, b, c, d) = x[c + 3]
                   ^
  in f(a dynamic lorentz, a dynamic real, 4, true), called at t.diag:5:12
  in g(true), called at t.diag:6:12
  in y)");
}

TEST_CASE("a recursion that comes back: the cycle, call by call") {
  CHECK(
      error_of(R"(grammar t
input x[0..9] : real
def L(k) = if k == 0 then x[k] else x[0]*M(k-1, {k})
def M(k, S) = x[1] + f(k+1)
fn f(k) = L(k)
output y = L(3)
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:5:11: error: found a call that needs its own value: L(3) → M(2, {3}) → f(3) → L(3), expected a recursion that ends
fn f(k) = L(k)
          ^
  in f(3), called at t.diag:4:22
  in M(2, {3}), called at t.diag:3:42
  in L(3), called at t.diag:6:12
  in y)");
}

TEST_CASE("a call of itself") {
  CHECK(
      error_of(R"(grammar t
def a = a + 1
output y = a
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:2:9: error: found a call that needs its own value: a → a, expected a recursion that ends
def a = a + 1
        ^
  in a, called at t.diag:3:12
  in y)");
}

TEST_CASE("a long cycle") {
  CHECK(
      error_of(R"(grammar t
def a(k) = a((k+1) mod 1000)
output y = a(7)
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:2:12: error: found a call that needs its own value: a(7) → a(8) → a(9) → a(10) → a(11) → a(12) → a(13) → a(14) → a(15) → a(16) → a(17) → a(18) → … 984 more calls … → a(3) → a(4) → a(5) → a(6) → a(7), expected a recursion that ends
def a(k) = a((k+1) mod 1000)
           ^
  in a(6), called at t.diag:2:12
  in a(5), called at t.diag:2:12
  in a(4), called at t.diag:2:12
  in a(3), called at t.diag:2:12
  in a(2), called at t.diag:2:12
  in a(1), called at t.diag:2:12
  in a(0), called at t.diag:2:12
  in a(999), called at t.diag:2:12
  in a(998), called at t.diag:2:12
  in a(997), called at t.diag:2:12
  in a(996), called at t.diag:2:12
  in a(995), called at t.diag:2:12
  … 985 more calls …
  in a(9), called at t.diag:2:12
  in a(8), called at t.diag:2:12
  in a(7), called at t.diag:3:12
  in y)");
}

TEST_CASE("errors of several outputs, each once, sorted") {
  CHECK(error_of(R"(grammar t
input x[0..2] : real
def f(i) = x[i]
output c = f(5)
output b = f(7)
output a = 1/0
output d = f(5)
output e[i in 0..3] = f(i)
)",
                 diagc::testing::Statics{}) ==
        R"(t.diag:3:12: error: found x[3], expected indices within the declared x[0..2]
def f(i) = x[i]
           ^
  in f(3), called at t.diag:8:23
  in e[3]
t.diag:3:12: error: found x[5], expected indices within the declared x[0..2]
def f(i) = x[i]
           ^
  in f(5), called at t.diag:4:12
  in c
t.diag:3:12: error: found x[7], expected indices within the declared x[0..2]
def f(i) = x[i]
           ^
  in f(7), called at t.diag:5:12
  in b
t.diag:6:13: error: found the number 1 divided by the static number 0, expected another divisor
output a = 1/0
            ^
  in a)");
}

TEST_CASE("a chain of calls from the default of a static") {
  CHECK(error_of(R"(grammar t
static n : int = 1/2
static m : int = 3
output y = n
)",
                 diagc::testing::Statics{}) ==
        R"(t.diag:2:19: error: found the number 1/2 as the default of `n`, expected an int
static n : int = 1/2
                  ^)");
}

TEST_CASE("defaults and ranges") {
  CHECK(
      error_of(R"(grammar t
static n : int = 1/0
output y = n
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:2:19: error: found the number 1 divided by the static number 0, expected another divisor
static n : int = 1/0
                  ^)");
}

TEST_CASE("ends of ranges") {
  CHECK(
      error_of(R"(grammar t
param N : real
input x[0..N] : real
input z[1..1/2] : real
input q[{1}] : real
input w[0..1/0] : real
output y = 1
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:3:12: error: found a dynamic real as an end of a range of `x`, expected a static integer below 2^62
input x[0..N] : real
           ^
t.diag:4:13: error: found the number 1/2 as an end of a range of `z`, expected a static integer below 2^62
input z[1..1/2] : real
            ^
t.diag:5:9: error: found no range for an index of `q`, expected `a..b`
input q[{1}] : real
        ^
t.diag:6:13: error: found the number 1 divided by the static number 0, expected another divisor
input w[0..1/0] : real
            ^)");
}

TEST_CASE("ranges of outputs") {
  CHECK(
      error_of(R"(grammar t
param N : real
output y[i in 0..N] = 1
output z[i in {1, 2}] = 1
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:3:18: error: found a dynamic real as an end of a range of `y`, expected a static integer below 2^62
output y[i in 0..N] = 1
                 ^
t.diag:4:15: error: found no range for an index of `z`, expected `a..b`
output z[i in {1, 2}] = 1
              ^)");
}

TEST_CASE("elements of one output of different kinds") {
  CHECK(
      error_of(R"(grammar t
input k : lorentz
output y[i in 0..3] = if i == 1 then k else if i == 2 then 0 else 2
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:3:23: error: found the number 2 as the value of the output `y`, expected a vector, as its other elements are
output y[i in 0..3] = if i == 1 then k else if i == 2 then 0 else 2
                      ^)");
}

TEST_CASE("missing values of statics") {
  CHECK(
      error_of(R"(grammar t
static n : int
static m : int = n
static b : bool
output y = n
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:2:8: error: found no value for the static `n`, expected -D n=… with an integer; this file has the statics `n`, `m`, `b`
static n : int
       ^
t.diag:4:8: error: found no value for the static `b`, expected -D b=… with true or false; this file has the statics `n`, `m`, `b`
static b : bool
       ^)");
}

TEST_CASE("unknown and wrong values of statics") {
  CHECK(
      error_of(R"(grammar t
static n : int
static b : bool
output y = n
)",
               diagc::testing::Statics{{"n", "1.5"}, {"b", "1"}, {"q", "3"}, {"r", "x"}}) ==
      R"(t.diag:1:9: error: found -D q=3, expected the name of a static: this file has the statics `n`, `b`
grammar t
        ^
t.diag:1:9: error: found -D r=x, expected the name of a static: this file has the statics `n`, `b`
grammar t
        ^
t.diag:2:8: error: found -D n=1.5, expected an integer
static n : int
       ^
t.diag:3:8: error: found -D b=1, expected true or false
static b : bool
       ^)");
}

TEST_CASE("a value for a file without statics") {
  CHECK(error_of(R"(grammar t
output y = 1
)",
                 diagc::testing::Statics{{"n", "1"}}) ==
        R"(t.diag:1:9: error: found -D n=1, expected the name of a static: this file has no statics
grammar t
        ^)");
}

TEST_CASE("inputs too large") {
  CHECK(
      error_of(R"(grammar t
input x[0..9999999999, 1..9999999999] : real
output y = 1
)",
               diagc::testing::Statics{}) ==
      R"(t.diag:2:7: error: found x[0..9999999999, 1..9999999999], expected at most 4294967280 values in all
input x[0..9999999999, 1..9999999999] : real
      ^)");
}

TEST_CASE("outputs too large") {
  ExpandOptions options;
  options.max_nodes = 50;
  CHECK(error_of(R"(grammar t
output y[i in 1..100] = 1
)",
                 options) ==
        R"(t.diag:2:8: error: found y[1..100], expected at most 50 values in all
output y[i in 1..100] = 1
       ^)");
}
