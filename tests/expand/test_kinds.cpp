// Operands of wrong kinds and values: what the messages say.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

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
