// Depth, breadth, and the limits on both.
#include <catch2/catch.hpp>

#include <atomic>

#include "compiler/graph/interpret.h"
#include "tests/expand/rules_text.h"

using namespace diagc;
using namespace diagc::testing;

namespace {

Rational value(const std::string& text, const std::vector<Rational>& inputs) {
  return interpret_exactly(expand_text(text).graph, inputs, {}).at(0);
}

std::string limit(const std::string& text, std::uint64_t nodes, std::uint64_t steps) {
  ExpandOptions options;
  options.max_nodes = nodes;
  options.max_steps = steps;
  return error_of(text, options);
}

}  // namespace

TEST_CASE("a million calls deep") {
  const std::string head = "grammar t\ninput x : real\n";
  SECTION("static def") {
    CHECK(value(head + "def f(k) = if k == 0 then 0 else 1 + f(k-1)\noutput y = f(1000000)", {0}) ==
          1000000);
  }
  SECTION("dynamic def") {
    CHECK(value(head + "def f(k) = if k == 0 then x else x + f(k-1)\noutput y = f(1000000)", {2}) ==
          2000002);
  }
  SECTION("fn") {
    CHECK(value(head + "fn f(k, a) = if k == 0 then a else f(k-1, a)\noutput y = f(1000000, x)",
                {7}) == 7);
  }
  SECTION("fn whose sums stay open") {
    CHECK(value(head + "fn f(k) = if k == 0 then x else x + f(k-1)\noutput y = f(1000000)", {2}) ==
          2000002);
  }
  SECTION("fn whose sums stay open behind a number") {
    CHECK(value(head + "fn f(k) = if k == 0 then x else 1 + f(k-1)\noutput y = f(300000)", {2}) ==
          300002);
  }
  SECTION("fn whose products stay open") {
    CHECK(value(head + "fn f(k) = if k == 0 then x else (1*x) * f(k-1)\noutput y = f(300000)",
                {1}) == 1);
  }
  SECTION("two families in turn") {
    CHECK(value(head + "def a(k) = if k == 0 then x else -b(k-1)\ndef b(k) = a(k-1)\noutput y = "
                       "a(1000000)",
                {3}) == 3);
  }
}

TEST_CASE("long sums and loops") {
  const std::string head = "grammar t\ninput x : real\ninput k : lorentz\n";
  CHECK(value(head + "output y = sum(i in 1..1000000) x", {2, 0, 0, 0, 0}) == 2000000);
  CHECK(value(head + "output y = x - sum(i in 1..1000000) x", {2, 0, 0, 0, 0}) == -1999998);
  CHECK(value(head + "output y = comp(sum(i in 1..100000) i*k, 2)", {2, 0, 0, 3, 0}) ==
        Rational(15000150000));
}

TEST_CASE("the node limit tells how far it got and what grows") {
  CHECK(
      limit("grammar t\ninput x : real\ndef f(k) = x + f(k+1)\noutput y = f(0)\n", 1000, 1000000) ==
      R"(t.diag:3:12: error: found more than 1000 nodes (--max-nodes): 2 nodes, 999 unfinished and 0 finished calls; the most calls are those of `f`: 999, the last f(998); expected a smaller expansion, or a larger limit
def f(k) = x + f(k+1)
           ^
  in f(998), called at t.diag:3:16
  in f(997), called at t.diag:3:16
  in f(996), called at t.diag:3:16
  in f(995), called at t.diag:3:16
  in f(994), called at t.diag:3:16
  in f(993), called at t.diag:3:16
  in f(992), called at t.diag:3:16
  in f(991), called at t.diag:3:16
  in f(990), called at t.diag:3:16
  in f(989), called at t.diag:3:16
  in f(988), called at t.diag:3:16
  in f(987), called at t.diag:3:16
  … 984 more calls …
  in f(2), called at t.diag:3:16
  in f(1), called at t.diag:3:16
  in f(0), called at t.diag:4:12
  in y)");
  CHECK(
      limit("grammar t\ndef f(k) = f(k+1)\noutput y = f(0)\n", 1000, 1000000) ==
      R"(t.diag:2:14: error: found more than 1000 nodes (--max-nodes): 1 nodes, 1000 unfinished and 0 finished calls; the most calls are those of `f`: 1000, the last f(999); expected a smaller expansion, or a larger limit
def f(k) = f(k+1)
             ^
  in f(999), called at t.diag:2:12
  in f(998), called at t.diag:2:12
  in f(997), called at t.diag:2:12
  in f(996), called at t.diag:2:12
  in f(995), called at t.diag:2:12
  in f(994), called at t.diag:2:12
  in f(993), called at t.diag:2:12
  in f(992), called at t.diag:2:12
  in f(991), called at t.diag:2:12
  in f(990), called at t.diag:2:12
  in f(989), called at t.diag:2:12
  in f(988), called at t.diag:2:12
  … 985 more calls …
  in f(2), called at t.diag:2:12
  in f(1), called at t.diag:2:12
  in f(0), called at t.diag:3:12
  in y)");
  CHECK(
      limit("grammar t\nfn f(k) = f(k+1)\noutput y = f(0)\n", 100, 1000000) ==
      R"(t.diag:2:13: error: found more than 100 nodes (--max-nodes): 1 nodes, 100 unfinished and 0 finished calls; the most calls are those of `f`: 100, the last f(99); expected a smaller expansion, or a larger limit
fn f(k) = f(k+1)
            ^
  in f(99), called at t.diag:2:11
  in f(98), called at t.diag:2:11
  in f(97), called at t.diag:2:11
  in f(96), called at t.diag:2:11
  in f(95), called at t.diag:2:11
  in f(94), called at t.diag:2:11
  in f(93), called at t.diag:2:11
  in f(92), called at t.diag:2:11
  in f(91), called at t.diag:2:11
  in f(90), called at t.diag:2:11
  in f(89), called at t.diag:2:11
  in f(88), called at t.diag:2:11
  … 85 more calls …
  in f(2), called at t.diag:2:11
  in f(1), called at t.diag:2:11
  in f(0), called at t.diag:3:12
  in y)");
  CHECK(
      limit("grammar t\ninput x[0..9999] : real\ndef f(k) = x[k]*x[k+1]\ndef g(k) = "
            "f(k)*f(k+1)\noutput y = sum(k in 0..5000) g(k)\n",
            1000, 1000000) ==
      R"(t.diag:3:16: error: found more than 1000 nodes (--max-nodes): 999 nodes, 2 unfinished and 663 finished calls; the most calls are those of `f`: 333, the last f(332); expected a smaller expansion, or a larger limit
def f(k) = x[k]*x[k+1]
               ^
  in f(332), called at t.diag:4:17
  in g(331), called at t.diag:5:30
  in y)");
}

TEST_CASE("the step limit tells how far it got and what grows") {
  CHECK(
      limit("grammar t\noutput y = sum(i in 1..1000000000000) 1", 1000, 1000) ==
      R"(t.diag:2:16: error: found more than 1000 steps (--max-steps): 0 static calls, 0 calls of fn, 1001 iterations, with 1 nodes so far; all of it in y; expected a shorter expansion, or a larger limit
output y = sum(i in 1..1000000000000) 1
               ^
  in y)");
  CHECK(
      limit("grammar t\ndef f(k) = if k == 0 then 1 else f(k-1) + 1\noutput y = sum(i in 1..100) "
            "f(i)",
            1000, 150) ==
      R"(t.diag:2:12: error: found more than 150 steps (--max-steps): 76 static calls, 0 calls of fn, 75 iterations, with 1 nodes so far; the most calls are those of `f`: 76, the last f(75); expected a shorter expansion, or a larger limit
def f(k) = if k == 0 then 1 else f(k-1) + 1
           ^
  in f(75), called at t.diag:3:29
  in y)");
  CHECK(
      limit("grammar t\nfn f(k) = if k < 2 then 1 else f(k-1) + f(k-2)\noutput y = f(100)", 1000,
            150) ==
      R"(t.diag:2:41: error: found more than 150 steps (--max-steps): 0 static calls, 151 calls of fn, 0 iterations, with 1 nodes so far; the most calls are those of `f`: 151, the last f(6); expected a shorter expansion, or a larger limit
fn f(k) = if k < 2 then 1 else f(k-1) + f(k-2)
                                        ^
  in f(6), called at t.diag:2:41
  in f(8), called at t.diag:2:32
  in f(9), called at t.diag:2:32
  in f(10), called at t.diag:2:32
  in f(11), called at t.diag:2:32
  in f(12), called at t.diag:2:32
  in f(13), called at t.diag:2:32
  in f(14), called at t.diag:2:32
  in f(15), called at t.diag:2:32
  in f(16), called at t.diag:2:32
  in f(17), called at t.diag:2:32
  in f(18), called at t.diag:2:32
  … 79 more calls …
  in f(98), called at t.diag:2:32
  in f(99), called at t.diag:2:32
  in f(100), called at t.diag:3:12
  in y)");
}

TEST_CASE("limits that are just enough") {
  const std::string text =
      "grammar t\ninput x[0..9] : real\ndef f(k) = x[k] + x[k+1]\noutput y = f(0) + f(1)";
  CHECK(limit(text, 7, 100) == "no error");
  CHECK(limit(text, 6, 100).find("error: found more than 6 nodes") != std::string::npos);
}

TEST_CASE("expansion stops when it is told to") {
  std::atomic<bool> stop = true;
  ExpandOptions options;
  options.stop = &stop;
  CHECK_THROWS_AS(expand_text("grammar t\noutput y = sum(i in 1..1000000) 1", options), Stopped);
}

TEST_CASE("recursion that never ends is told long before memory ends") {
  const std::string message =
      limit("grammar t\ninput x : real\ndef f(k) = x*f(k+1)\noutput y = f(0)\n", 50'000'000, 1000);
  CHECK(message.substr(0, message.find(';')) ==
        "t.diag:3:12: error: found too many unfinished calls for a limit of 50000000 nodes "
        "(--max-nodes): 2 nodes, 6250001 "
        "unfinished and 0 finished calls");
}
