// What is wrong with rules: positions, chains of calls, several errors in one run.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

using diagc::ExpandOptions;
using diagc::testing::error_of;

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
