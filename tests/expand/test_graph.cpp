// The graphs that rules become.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

using diagc::testing::nodes_of_expression;

TEST_CASE(
    "n-ary sums: terms in order, static numbers as coefficients, nothing merged or cancelled") {
  CHECK(nodes_of_expression("x[0] + 2*x[1] - x[2]/3 - (x[3] - x[4]) + 0*x[5]") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = input x[4]
%6 = sum %1 + 2 %2 - 1/3 %3 - %4 + %5  @ y
y = %6
)");
  CHECK(nodes_of_expression("1 + 2 + x[0] + 3 + 4 - 5") == R"(
%1 = input x[0]
%2 = sum 3 + %1 + 3 + 4 - 5  @ y
y = %2
)");
  CHECK(nodes_of_expression("x[0] - x[0] + (1 - 1)") == R"(
%1 = input x[0]
%2 = sum %1 - %1  @ y
y = %2
)");
  CHECK(nodes_of_expression("2*(x[0] + 3*(x[1] - x[2]*x[3]))") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = product %3 %4
%6 = sum 2 %1 + 6 %2 - 6 %5  @ y
y = %6
)");
  CHECK(nodes_of_expression("sum(i in 0..2) (-1)^i * x[i] * x[i+1] + N") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = param N
%6 = product %1 %2
%7 = product %2 %3
%8 = product %3 %4
%9 = sum %6 - %7 + %8 + %5  @ y
y = %9
)");
  CHECK(nodes_of_expression("1 - sum(i in 0..1) x[i]*N") == R"(
%1 = input x[0]
%2 = param N
%3 = input x[1]
%4 = product %1 %2
%5 = product %3 %2
%6 = sum 1 - %4 - %5  @ y
y = %6
)");
  CHECK(nodes_of_expression("N*x[0] + (if 1 < 2 then x[1] - x[2] else 1/0)") == R"(
%1 = param N
%2 = input x[0]
%3 = input x[1]
%4 = input x[2]
%5 = product %1 %2
%6 = sum %5 + %3 - %4  @ y
y = %6
)");
  CHECK(nodes_of_expression("let a = x[0]*x[1] in a - (x[2] + a)") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = product %1 %2
%4 = input x[2]
%5 = sum %3 - %4 - %3  @ y
y = %5
)");
}

TEST_CASE("values without terms of their own") {
  CHECK(nodes_of_expression("x[0]") == R"(
%1 = input x[0]
%2 = sum %1  @ y
y = %2
)");
  CHECK(nodes_of_expression("-x[0]") == R"(
%1 = input x[0]
%2 = sum -%1  @ y
y = %2
)");
  CHECK(nodes_of_expression("5/2") == R"(
%1 = sum 5/2  @ y
y = %1
)");
  CHECK(nodes_of_expression("0") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(nodes_of_expression("1") == R"(
y = 1
)");
  CHECK(nodes_of_expression("0*x[0]") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(nodes_of_expression("x[0]^0") == R"(
y = 1
)");
  CHECK(nodes_of_expression("0/x[0]") == R"(
%1 = sum 0  @ y
y = %1
)");
}

TEST_CASE("products, quotients, powers") {
  CHECK(nodes_of_expression("x[0]*x[1]*(x[2]*2*x[3])/4") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = product %1 %2 %3 %4
%6 = sum 1/2 %5  @ y
y = %6
)");
  CHECK(nodes_of_expression("(x[0]+x[1])*x[2]") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = sum %1 + %2
%5 = product %4 %3  @ y
y = %5
)");
  CHECK(nodes_of_expression("2/x[0]") == R"(
%1 = input x[0]
%2 = quotient 1 %1
%3 = sum 2 %2  @ y
y = %3
)");
  // The 2 is a part of the divisor, not a coefficient of the term; the pass `fold` makes it one.
  CHECK(nodes_of_expression("x[0]/(2*x[1])") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = sum 2 %2
%4 = quotient %1 %3  @ y
y = %4
)");
  CHECK(nodes_of_expression("x[0]^3") == R"(
%1 = input x[0]
%2 = product %1 %1
%3 = product %1 %2  @ y
y = %3
)");
  CHECK(nodes_of_expression("x[0]^-2") == R"(
%1 = input x[0]
%2 = product %1 %1
%3 = quotient 1 %2  @ y
y = %3
)");
  CHECK(nodes_of_expression("(2*x[0])^2*x[1]") == R"(
%1 = input x[0]
%2 = product %1 %1
%3 = input x[1]
%4 = product %2 %3
%5 = sum 4 %4  @ y
y = %5
)");
  CHECK(nodes_of_expression("(-x[0])^-1") == R"(
%1 = input x[0]
%2 = quotient 1 %1
%3 = sum -%2  @ y
y = %3
)");
  CHECK(nodes_of_expression("x[0]*x[1]/x[2]*x[3]") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = product %1 %2
%5 = quotient %4 %3
%6 = input x[3]
%7 = product %5 %6  @ y
y = %7
)");
  CHECK(nodes_of_expression("prod(i in 1..3) (2*x[i])") == R"(
%1 = input x[1]
%2 = input x[2]
%3 = input x[3]
%4 = product %1 %2 %3
%5 = sum 8 %4  @ y
y = %5
)");
  CHECK(nodes_of_expression("let s = x[0] + 1 in s*s + s") == R"(
%1 = input x[0]
%2 = sum %1 + 1
%3 = product %2 %2
%4 = sum %3 + %2  @ y
y = %4
)");
}

TEST_CASE("functions; those of numbers are dynamic, of reals nothing where they change nothing") {
  CHECK(nodes_of_expression("im(x[0]) + re(x[1]) + conj(x[2])") == R"(
%1 = sum 0
%2 = input x[1]
%3 = input x[2]
%4 = sum %1 + %2 + %3  @ y
y = %4
)");
  CHECK(nodes_of_expression("re(2*z[0]) + im(z[1])") == R"(
%1 = input z[0]
%2 = re %1
%3 = input z[1]
%4 = im %3
%5 = sum 2 %2 + %4  @ y
y = %5
)");
  CHECK(nodes_of_expression("complex(x[0], 2)*I") == R"(
%1 = input x[0]
%2 = sum 2
%3 = complex %1 %2
%4 = imaginary
%5 = product %3 %4  @ y
y = %5
)");
  CHECK(nodes_of_expression("sqrt(2) + exp(0) + sin(2*x[0])") == R"(
%1 = sum 2
%2 = sqrt %1
%3 = sum 0
%4 = exp %3
%5 = input x[0]
%6 = sum 2 %5
%7 = sin %6
%8 = sum %2 + %4 + %7  @ y
y = %8
)");
  CHECK(nodes_of_expression("re(3)*x[0]") == R"(
%1 = input x[0]
%2 = sum 3 %1  @ y
y = %2
)");
  CHECK(nodes_of_expression("conj(2*I)") == R"(
%1 = imaginary
%2 = conj %1
%3 = sum 2 %2  @ y
y = %3
)");
}

TEST_CASE("subsets come in the order of the binary numbers") {
  CHECK(nodes_of_expression(
            "sum(T in subsets({0, 2, 3})) x[sum(i in T) [i == 0] + 2*[2 in T] + 4*[3 in T]]") ==
        R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = input x[4]
%6 = input x[5]
%7 = input x[6]
%8 = input x[7]
%9 = sum %1 + %2 + %3 + %4 + %5 + %6 + %7 + %8  @ y
y = %9
)");
}
