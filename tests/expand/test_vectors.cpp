// The graphs that rules with vectors become.
#include <catch2/catch.hpp>

#include "tests/expand/rules_text.h"

using diagc::testing::nodes_of_expression;

TEST_CASE("vectors are component scalars") {
  CHECK(nodes_of_expression("2*k[1] - k[2]*x[0]") == R"(
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
  CHECK(nodes_of_expression("dot(k[1], k[2])") == R"(
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
  CHECK(nodes_of_expression("sq(k[1] + k[2])") == R"(
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
  CHECK(nodes_of_expression("sum(i in 1..2) k[i]/x[i]") == R"(
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
  CHECK(nodes_of_expression("k[1]/2 + 0*k[2]") == R"(
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
  CHECK(nodes_of_expression("vector(1, x[0], 0, N) + k[1]") == R"(
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
  CHECK(nodes_of_expression("comp(vector(1, x[0], 0, N), 0) + comp(k[1],2)") == R"(
%1 = input k[1].y
%2 = sum 1 + %1  @ y
y = %2
)");
  CHECK(nodes_of_expression("dot(0, k[1])*x[0]") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(nodes_of_expression("dot(vector(1,0,0,0), vector(0,1,0,0))") == R"(
%1 = sum 0  @ y
y = %1
)");
  CHECK(nodes_of_expression("conj(vector(z[0],x[0],0,1))") == R"(
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
