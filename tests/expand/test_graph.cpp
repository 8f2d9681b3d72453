// The graphs that rules become.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

using diagc::testing::nodes_of;

namespace {

std::string graph(const std::string& expression) {
  return "\n" + nodes_of(
                    "param N : real\ninput x[0..9] : real\ninput z[0..3] : complex\ninput k[1..3] "
                    ": lorentz\noutput y = " +
                    expression);
}

}  // namespace

TEST_CASE(
    "n-ary sums: terms in order, static numbers as coefficients, nothing merged or cancelled") {
  CHECK(graph("x[0] + 2*x[1] - x[2]/3 - (x[3] - x[4]) + 0*x[5]") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = input x[4]
%6 = sum %1 + 2 %2 - 1/3 %3 - %4 + %5  @ y
y = %6
)");
  CHECK(graph("1 + 2 + x[0] + 3 + 4 - 5") == R"(
%1 = input x[0]
%2 = sum 3 + %1 + 3 + 4 - 5  @ y
y = %2
)");
  CHECK(graph("x[0] - x[0] + (1 - 1)") == R"(
%1 = input x[0]
%2 = sum %1 - %1  @ y
y = %2
)");
  CHECK(graph("2*(x[0] + 3*(x[1] - x[2]*x[3]))") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = product %3 %4
%6 = sum 2 %1 + 6 %2 - 6 %5  @ y
y = %6
)");
  CHECK(graph("sum(i in 0..2) (-1)^i * x[i] * x[i+1] + N") == R"(
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
  CHECK(graph("1 - sum(i in 0..1) x[i]*N") == R"(
%1 = input x[0]
%2 = param N
%3 = input x[1]
%4 = product %1 %2
%5 = product %3 %2
%6 = sum 1 - %4 - %5  @ y
y = %6
)");
  CHECK(graph("N*x[0] + (if 1 < 2 then x[1] - x[2] else 1/0)") == R"(
%1 = param N
%2 = input x[0]
%3 = input x[1]
%4 = input x[2]
%5 = product %1 %2
%6 = sum %5 + %3 - %4  @ y
y = %6
)");
  CHECK(graph("let a = x[0]*x[1] in a - (x[2] + a)") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = product %1 %2
%4 = input x[2]
%5 = sum %3 - %4 - %3  @ y
y = %5
)");
}

TEST_CASE("values without terms of their own") {
  CHECK(graph("x[0]") == R"(
%1 = input x[0]
%2 = sum %1  @ y
y = %2
)");
  CHECK(graph("-x[0]") == R"(
%1 = input x[0]
%2 = sum -%1  @ y
y = %2
)");
  CHECK(graph("5/2") == R"(
%1 = sum 5/2  @ y
y = %1
)");
  CHECK(graph("0") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(graph("1") == R"(
y = 1
)");
  CHECK(graph("0*x[0]") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(graph("x[0]^0") == R"(
y = 1
)");
  CHECK(graph("0/x[0]") == R"(
%1 = sum 0  @ y
y = %1
)");
}

TEST_CASE("products, quotients, powers") {
  CHECK(graph("x[0]*x[1]*(x[2]*2*x[3])/4") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = input x[3]
%5 = product %1 %2 %3 %4
%6 = sum 1/2 %5  @ y
y = %6
)");
  CHECK(graph("(x[0]+x[1])*x[2]") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = sum %1 + %2
%5 = product %4 %3  @ y
y = %5
)");
  CHECK(graph("2/x[0]") == R"(
%1 = input x[0]
%2 = quotient 1 %1
%3 = sum 2 %2  @ y
y = %3
)");
  // The 2 is a part of the divisor, not a coefficient of the term; the pass `fold` makes it one.
  CHECK(graph("x[0]/(2*x[1])") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = sum 2 %2
%4 = quotient %1 %3  @ y
y = %4
)");
  CHECK(graph("x[0]^3") == R"(
%1 = input x[0]
%2 = product %1 %1
%3 = product %1 %2  @ y
y = %3
)");
  CHECK(graph("x[0]^-2") == R"(
%1 = input x[0]
%2 = product %1 %1
%3 = quotient 1 %2  @ y
y = %3
)");
  CHECK(graph("(2*x[0])^2*x[1]") == R"(
%1 = input x[0]
%2 = product %1 %1
%3 = input x[1]
%4 = product %2 %3
%5 = sum 4 %4  @ y
y = %5
)");
  CHECK(graph("(-x[0])^-1") == R"(
%1 = input x[0]
%2 = quotient 1 %1
%3 = sum -%2  @ y
y = %3
)");
  CHECK(graph("x[0]*x[1]/x[2]*x[3]") == R"(
%1 = input x[0]
%2 = input x[1]
%3 = input x[2]
%4 = product %1 %2
%5 = quotient %4 %3
%6 = input x[3]
%7 = product %5 %6  @ y
y = %7
)");
  CHECK(graph("prod(i in 1..3) (2*x[i])") == R"(
%1 = input x[1]
%2 = input x[2]
%3 = input x[3]
%4 = product %1 %2 %3
%5 = sum 8 %4  @ y
y = %5
)");
  CHECK(graph("let s = x[0] + 1 in s*s + s") == R"(
%1 = input x[0]
%2 = sum %1 + 1
%3 = product %2 %2
%4 = sum %3 + %2  @ y
y = %4
)");
}

TEST_CASE("vectors are component scalars") {
  CHECK(graph("2*k[1] - k[2]*x[0]") == R"(
%1 = input k[1].E
%2 = input k[1].x
%3 = input k[1].y
%4 = input k[1].z
%5 = input k[2].E
%6 = input k[2].x
%7 = input k[2].y
%8 = input k[2].z
%9 = input x[0]
%10 = product %5 %9
%11 = product %6 %9
%12 = product %7 %9
%13 = product %8 %9
%14 = sum 2 %1 - %10  @ y
%15 = sum 2 %2 - %11  @ y
%16 = sum 2 %3 - %12  @ y
%17 = sum 2 %4 - %13  @ y
y.E = %14
y.x = %15
y.y = %16
y.z = %17
)");
  CHECK(graph("dot(k[1], k[2])") == R"(
%1 = input k[1].E
%2 = input k[1].x
%3 = input k[1].y
%4 = input k[1].z
%5 = input k[2].E
%6 = input k[2].x
%7 = input k[2].y
%8 = input k[2].z
%9 = product %1 %5
%10 = product %2 %6
%11 = product %3 %7
%12 = product %4 %8
%13 = sum %9 - %10 - %11 - %12  @ y
y = %13
)");
  CHECK(graph("sq(k[1] + k[2])") == R"(
%1 = input k[1].E
%2 = input k[1].x
%3 = input k[1].y
%4 = input k[1].z
%5 = input k[2].E
%6 = input k[2].x
%7 = input k[2].y
%8 = input k[2].z
%9 = sum %1 + %5
%10 = sum %2 + %6
%11 = sum %3 + %7
%12 = sum %4 + %8
%13 = product %9 %9
%14 = product %10 %10
%15 = product %11 %11
%16 = product %12 %12
%17 = sum %13 - %14 - %15 - %16  @ y
y = %17
)");
  CHECK(graph("sum(i in 1..2) k[i]/x[i]") == R"(
%1 = input k[1].E
%2 = input k[1].x
%3 = input k[1].y
%4 = input k[1].z
%5 = input x[1]
%6 = quotient %1 %5
%7 = quotient %2 %5
%8 = quotient %3 %5
%9 = quotient %4 %5
%10 = input k[2].E
%11 = input k[2].x
%12 = input k[2].y
%13 = input k[2].z
%14 = input x[2]
%15 = quotient %10 %14
%16 = quotient %11 %14
%17 = quotient %12 %14
%18 = quotient %13 %14
%19 = sum %6 + %15  @ y
%20 = sum %7 + %16  @ y
%21 = sum %8 + %17  @ y
%22 = sum %9 + %18  @ y
y.E = %19
y.x = %20
y.y = %21
y.z = %22
)");
  CHECK(graph("k[1]/2 + 0*k[2]") == R"(
%1 = input k[1].E
%2 = input k[1].x
%3 = input k[1].y
%4 = input k[1].z
%5 = sum 1/2 %1  @ y
%6 = sum 1/2 %2  @ y
%7 = sum 1/2 %3  @ y
%8 = sum 1/2 %4  @ y
y.E = %5
y.x = %6
y.y = %7
y.z = %8
)");
  CHECK(graph("vector(1, x[0], 0, N) + k[1]") == R"(
%1 = input x[0]
%2 = param N
%3 = input k[1].E
%4 = input k[1].x
%5 = input k[1].y
%6 = input k[1].z
%7 = sum 1 + %3  @ y
%8 = sum %1 + %4  @ y
%9 = sum %2 + %6  @ y
%10 = sum %5  @ y
y.E = %7
y.x = %8
y.y = %10
y.z = %9
)");
  CHECK(graph("comp(vector(1, x[0], 0, N), 0) + comp(k[1],2)") == R"(
%1 = input k[1].y
%2 = sum 1 + %1  @ y
y = %2
)");
  CHECK(graph("dot(0, k[1])*x[0]") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(graph("dot(vector(1,0,0,0), vector(0,1,0,0))") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(graph("conj(vector(z[0],x[0],0,1))") == R"(
%1 = input z[0]
%2 = input x[0]
%3 = conj %1  @ y
%4 = sum 0  @ y
%5 = sum %2  @ y
y.E = %3
y.x = %5
y.y = %4
y.z = 1
)");
}

TEST_CASE("functions; those of numbers are dynamic, of reals nothing where they change nothing") {
  CHECK(graph("im(x[0]) + re(x[1]) + conj(x[2])") == R"(
%1 = sum 0
%2 = input x[1]
%3 = input x[2]
%4 = sum %1 + %2 + %3  @ y
y = %4
)");
  CHECK(graph("re(2*z[0]) + im(z[1])") == R"(
%1 = input z[0]
%2 = re %1
%3 = input z[1]
%4 = im %3
%5 = sum 2 %2 + %4  @ y
y = %5
)");
  CHECK(graph("complex(x[0], 2)*I") == R"(
%1 = input x[0]
%2 = sum 2
%3 = complex %1 %2
%4 = imaginary
%5 = product %3 %4  @ y
y = %5
)");
  CHECK(graph("sqrt(2) + exp(0) + sin(2*x[0])") == R"(
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
  CHECK(graph("re(3)*x[0]") == R"(
%1 = input x[0]
%2 = sum 3 %1  @ y
y = %2
)");
  CHECK(graph("conj(2*I)") == R"(
%1 = imaginary
%2 = conj %1
%3 = sum 2 %2  @ y
y = %3
)");
}

TEST_CASE("subsets come in the order of the binary numbers") {
  CHECK(graph("sum(T in subsets({0, 2, 3})) x[sum(i in T) [i == 0] + 2*[2 in T] + 4*[3 in T]]") ==
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
