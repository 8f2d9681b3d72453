// Static values: exact numbers, sets, conditions, ranges, filters; what is expanded and what is not.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

using diagc::testing::message_of;
using diagc::testing::value_of;

namespace {

struct Case {
  std::string expression;
  std::string value;
};

/// The expected side is an expression, too: most simply a number.
void check(const std::vector<Case>& cases, const std::string& declarations = "") {
  for (const Case& c : cases) {
    INFO(c.expression);
    CHECK(value_of(c.expression, declarations) == value_of(c.value));
  }
}

/// A def whose expansion is an error.
const std::string bad = "def bad() = 1/0\n";

}  // namespace

TEST_CASE("numbers are exact") {
  check({{"1/10 + 2/10", "3/10"},
         {"[1/10 + 2/10 == 3/10]", "1"},
         {"0.1 + 0.2 - 0.3", "0"},
         {"1.5e3", "1500"},
         {"25e-1", "5/2"},
         {"00.50", "1/2"},
         {"4/2", "2"},
         {"size(1..4/2)", "2"},
         {"1/3*3", "1"},
         {"-7", "-7"},
         {"2 - 3 - 4", "-5"},
         {"2*3 - 4*5/10", "4"},
         {"9223372036854775807 + 1", "9223372036854775808"},
         {"-9223372036854775807 - 2", "-9223372036854775809"},
         {"9223372036854775807*9223372036854775807 - 9223372036854775807^2", "0"},
         {"(9223372036854775807 + 1) - 1", "9223372036854775807"},
         {"-(-9223372036854775807 - 1)", "9223372036854775808"},
         {"(-9223372036854775807 - 1) div (-1)", "9223372036854775808"},
         {"(-9223372036854775807 - 1) mod (-1)", "0"},
         {"(-9223372036854775807 - 1) / (-1)", "9223372036854775808"},
         {"abs(-9223372036854775807 - 1)", "9223372036854775808"},
         {"2^200 / 2^199", "2"},
         {"size({2^100/2^98})", "1"}});
}

TEST_CASE("powers") {
  check({{"2^10", "1024"},
         {"2^-2", "1/4"},
         {"(-2)^3", "-8"},
         {"-2^2", "-4"},
         {"(2/3)^-3", "27/8"},
         {"(-2/3)^3", "-8/27"},
         {"0^0", "1"},
         {"0^5", "0"},
         {"5^0", "1"},
         {"1^(2^80)", "1"},
         {"(-1)^(2^80+1)", "-1"},
         {"0^(2^80)", "0"},
         {"2^3^2", "512"},
         {"[2^4095 > 0]", "1"}});
}

TEST_CASE("div rounds down, mod goes with it") {
  check({{"7 div 2", "3"},
         {"-7 div 2", "-4"},
         {"7 div -2", "-4"},
         {"(-7) div (-2)", "3"},
         {"7 mod 2", "1"},
         {"(-7) mod 2", "1"},
         {"7 mod -2", "-1"},
         {"(-7) mod (-2)", "-1"},
         {"6 mod 3", "0"},
         {"(2^70 + 1) div 2^69", "2"},
         {"(-(2^70) - 1) div 2^69", "-3"},
         {"(2^70 + 6) mod 7", "1"},
         {"8 / 2 div 3 * 5 mod 4", "1"}});
}

TEST_CASE("min, max, abs of numbers") {
  check({{"min(2, 3)", "2"},
         {"min(3, 2)", "2"},
         {"max(1/2, 1/3)", "1/2"},
         {"min(-1/2, 1/3)", "-1/2"},
         {"max(2^70, 2^71)/2^70", "2"},
         {"abs(-3/2)", "3/2"},
         {"abs(4)", "4"},
         {"max(2, 2)", "2"}});
}

TEST_CASE("conditions") {
  check({{"[true]", "1"},
         {"[false]", "0"},
         {"[1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3 and 1 != 2 and not 1 == 2]", "1"},
         {"[1 > 2 or 2 < 1]", "0"},
         {"[not true or true]", "1"},
         {"[not not false]", "0"},
         {"[true == (1 < 2)]", "1"},
         {"[true != true]", "0"},
         {"[1/2 < 2/3]", "1"},
         {"[{1, 2} == {2, 1}]", "1"},
         {"[{1} != {}]", "1"},
         {"[{1} <= {1, 2}]", "1"},
         {"[{1, 3} <= {1, 2}]", "0"},
         {"[{} <= {}]", "1"},
         {"if 1 < 2 then 10 else 20", "10"},
         {"if {} == {1} then 10 else 20", "20"}});
}

TEST_CASE("sets") {
  check({{"size({})", "0"},
         {"size({5, 5, 7})", "2"},
         {"size(0..63)", "64"},
         {"size(3..3)", "1"},
         {"size(3..2)", "0"},
         {"size(100..1)", "0"},
         {"size(-1..-5)", "0"},
         {"min({5, 3, 60})", "3"},
         {"max({5, 3, 60})", "60"},
         {"max({63})", "63"},
         {"size({1, 2} + {2, 3})", "3"},
         {"size({1, 2} - {2, 3})", "1"},
         {"size({1, 2} & {2, 3})", "1"},
         {"size((0..10) & (5..20) - (7..8))", "4"},
         {"size({1} + {2} - {1} + {3})", "2"},
         {"[3 in {1, 3}]", "1"},
         {"[-3 in {1, 3}]", "0"},
         {"[100 in {1, 3}]", "0"},
         {"[64 in 0..63]", "0"},
         {"[1000 in 5..2000]", "1"},
         {"[-7 in -10..-5]", "1"},
         {"[4 in 5..3]", "0"},
         {"[{1} in subsets({1, 2})]", "1"},
         {"[{3} in subsets({1, 2})]", "0"}});
}

TEST_CASE("sums and products over sets and ranges") {
  check({{"sum(i in 1..4) i", "10"},
         {"sum(i in {9, 2, 5}) i * 10^i", "9000500200"},
         {"sum(i in -2..2) i^2", "10"},
         {"sum(i in 1..0) i", "0"},
         {"prod(i in 1..0) i", "1"},
         {"prod(i in 1..5) i", "120"},
         {"sum(i in 1..3, j in i+1..4) (10*i + j)", "12 + 13 + 14 + 23 + 24 + 34"},
         {"sum(i in 1..3, j in 1..3, i + j == 4) i*j", "10"},
         {"sum(i in 1..3, i != 2, j in 1..i) 1", "4"},
         {"sum(1 == 1, i in 1..3) i", "6"},
         {"sum(1 == 2, i in 1..3) i", "0"},
         {"prod(1 == 2, i in 1..3) i", "1"},
         {"sum(1 == 1) 7", "7"},
         {"prod(1 == 2) 7", "1"},
         {"prod(i in 1..3, j in 1..2) (i + j)", "2*3*3*4*4*5"},
         {"sum(i in 2..3) i*2 + 100", "110"},
         {"sum(i in 1..2) sum(j in 1..2) i*j", "9"},
         {"2 * sum(i in 1..3) i", "12"},
         {"- sum(i in 1..3) i", "-6"},
         {"sum(i in {1, 2}, (i in {2, 3})) i", "2"},
         {"sum(i in 60..70) 1", "11"},
         {"sum(i in 9223372036854775806..9223372036854775807) 1", "2"}});
}

TEST_CASE("subsets") {
  check({{"sum(T in subsets({})) 1", "1"},
         {"sum(T in subsets({0, 1, 2})) 1", "8"},
         {"sum(T in subsets({61, 62, 63})) max(T + {0})", "61 + 2*62 + 4*63"},
         {"prod(T in subsets({1, 4})) (1 + code(T))", "1*3*17*19"}},
        "def code(T) = sum(i in T) 2^i\n");
}

TEST_CASE("expansion stops at static zeros, left to right") {
  check({{"0 * bad()", "0"},
         {"[2 < 1] * bad()", "0"},
         {"2 * 0 * bad()", "0"},
         {"2 * zero() * bad()", "0"},
         {"prod(i in 0..3) (if i == 1 then 0 else if i == 2 then bad() else 7)", "0"},
         {"[false and bad() == 1]", "0"},
         {"[true or bad() == 1]", "1"},
         {"[true and true or bad() == 1]", "1"},
         {"if true then 1 else bad()", "1"},
         {"if false then bad() else 2", "2"},
         {"0 * bad() / 5", "0"},
         {"0 / 5 * bad()", "0"},
         {"0 * bad() div 3", "0"},
         {"1 + 0 * bad()", "1"},
         {"0 * true", "0"},
         {"zero() * {}", "0"}},
        bad + "def zero() = 1 - 1\n");
  CHECK(message_of("0 / bad()", bad) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("bad() * 0", bad) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("0 + bad()", bad) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("bad() ^ 0", bad) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("0 * 1 / bad()", bad) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("[bad() == 1 and false]", bad) ==
        "found the number 1 divided by the static number 0, expected another divisor");
}

TEST_CASE("arguments and let values are expanded first, once, left to right") {
  const std::string declarations = bad + "def first(a, b) = a\nfn second(a, b) = b\n";
  CHECK(message_of("first(1, bad())", declarations) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("second(bad(), 1)", declarations) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("let x = bad() in 1", declarations) ==
        "found the number 1 divided by the static number 0, expected another divisor");
  CHECK(message_of("first({64}, bad())", declarations) ==
        "found 64 as an element of a set, expected one of 0..63");
  CHECK(value_of("let x = 3 in let y = x + 1 in let x = 10 in x*y", "") == "40");
}

TEST_CASE("static families and functions") {
  check({{"fib(90)", "2880067194370816120"},
         {"fact(20)", "2432902008176640000"},
         {"fact(25)/fact(24)", "25"},
         {"f + f()", "14"},
         {"twice({1, 2})", "4"},
         {"half(3)", "3/2"},
         {"[even(10)]", "1"},
         {"[even(7)]", "0"},
         {"ackermann(2, 3)", "9"},
         {"pick(true) + pick(false)", "3"},
         {"byhalf(1/2) - byhalf(0.5) + byhalf(2/4)", "1/4"}},
        "def fib(n) = if n < 2 then n else fib(n-1) + fib(n-2)\n"
        "fn fact(n) = if n == 0 then 1 else n*fact(n-1)\n"
        "def f = 7\n"
        "def twice(S) = sum(i in S) 2*[true]\n"
        "def half(n) = n/2\n"
        "def even(n) = if n == 0 then true else not even(n-1)\n"
        "def ackermann(m, n) = if m == 0 then n+1 else if n == 0 then ackermann(m-1, 1) else "
        "ackermann(m-1, ackermann(m, n-1))\n"
        "def pick(b) = if b then 1 else 2\n"
        "def byhalf(x) = x^2\n");
}

TEST_CASE("many rationals come and go without piling up") {
  CHECK(value_of("sum(i in 1..300000) (1/i - 1/i)") == "0");
  CHECK(value_of("sum(i in 1..200000) (1/i - 1/(i+1))") == "200000/200001");
}
