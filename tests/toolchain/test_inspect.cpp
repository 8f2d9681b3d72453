#include <catch2/catch.hpp>

#include "tests/toolchain/sources.h"

using namespace diagc::toolchain;

namespace {

const std::string kVec = R"(
typedef float Vec __attribute__((vector_size(64)));
static inline Vec fma(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, c); }
static inline Vec fms(Vec a, Vec b, Vec c) { return __builtin_elementwise_fma(a, b, -c); }
)";

FunctionReport only(const std::string& text) {
  const std::vector<FunctionReport> functions = inspect(source_for(text));
  REQUIRE(functions.size() == 1);
  return functions[0];
}

FunctionReport body(const std::string& statements) {
  return only(kVec + "extern \"C\" void f(const Vec *G, Vec *w, const float *params, long n) {\n" +
              statements + "\n}\n");
}

}  // namespace

TEST_CASE("operations of straight-line code") {
  const FunctionReport f = body(R"(
    Vec a = G[3] * w[5];
    a = fma(G[4], w[7], a);
    a = fms(G[4], w[8], a);
    Vec b = a - G[1] + G[2];
    b /= a;
    w[9] = b;
    w[10] += -a;)");
  CHECK(f.name == "f");
  CHECK(f.multiplications == 1);
  CHECK(f.fused == 2);
  CHECK(f.additions == 3);
  CHECK(f.divisions == 1);
  CHECK(f.negations == 1);
  CHECK(f.loads == 9);
  CHECK(f.stores == 2);
  CHECK(f.scalar_loads == 0);
  CHECK(f.locals == 2);
  CHECK(f.max_live == 2);
  CHECK(f.code_bytes > 0);
  CHECK(f.calls.empty());
}

TEST_CASE("the example kernel") {
  const FunctionReport f = only(kAxpy);
  CHECK(f.name == "axpy");
  CHECK(f.fused == 1);
  CHECK(f.multiplications + f.additions + f.divisions ==
        0);  // those of the index are no operations on values
  CHECK(f.loads == 3);
  CHECK(f.stores == 1);
  CHECK(f.locals == 1);
  CHECK(f.max_live == 1);
}

TEST_CASE("scalars and constants") {
  const FunctionReport f = body(R"(
    const float N = params[0];
    const double third = 1.0 / 3.0;
    const Vec V = Vec{} + N;
    w[0] = V * -2.0f * (float)third;
    w[1][3] = 2 * N;)");
  CHECK(f.scalar_loads == 1);
  CHECK(f.scalar_stores == 1);
  CHECK(f.stores == 1);
  CHECK(f.additions == 1);
  CHECK(f.multiplications == 3);
  CHECK(f.divisions == 0);
  CHECK(f.negations == 0);
  CHECK(f.locals == 3);
}

TEST_CASE("complex values count what their functions contain") {
  const FunctionReport f = only(kVec + R"(
struct Complex { Vec re, im; };
static inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
static inline Complex mul(const Complex &a, const Complex &b) {
  return {a.re * b.re - a.im * b.im, fma(a.re, b.im, a.im * b.re)};
}
static inline Complex fma(Complex a, Complex b, Complex c) {
  return {fma(a.re, b.re, fma(-a.im, b.im, c.re)), fma(a.re, b.im, fma(a.im, b.re, c.im))};
}
extern "C" void f(const Complex *G, Complex *w) {
  Complex x = mul(G[0], G[1]);
  x = fma(G[2], w[0], x);
  Complex y = x + w[1];
  w[2] = y;
  w[3].re = x.im;
  w[4] = w[5];
})");
  CHECK(f.multiplications == 3);
  CHECK(f.fused == 1 + 4);
  CHECK(f.additions == 1 + 2);
  CHECK(f.negations == 1);
  CHECK(f.loads == 2 * 6);
  CHECK(f.stores == 2 + 1 + 2);
  CHECK(f.locals == 2);
  CHECK(f.max_live == 2);
}

TEST_CASE("calls of functions that the file does not define are counted by name") {
  const FunctionReport f = only(R"(
typedef double Vec __attribute__((vector_size(64)));
extern "C" double sin(double);
extern "C" double exp(double);
static inline Vec sin(Vec x) { Vec y = x; for (int i = 0; i < 8; ++i) y[i] = sin(x[i]); return y; }
extern "C" void f(const Vec *G, Vec *w, const double *p) {
  w[0] = sin(G[0]) * exp(p[0]) + sin(G[1]) + __builtin_elementwise_sqrt(G[2]);
})");
  CHECK(f.calls ==
        std::map<std::string, uint64_t>{{"sin", 2}, {"exp", 1}, {"__builtin_elementwise_sqrt", 1}});
  CHECK(f.loads == 3);
  CHECK(f.scalar_loads == 1);
  CHECK(f.stores == 1);
}

TEST_CASE("counts are transitive, functions keep the order of the file, helpers are not listed") {
  const auto functions = inspect(source_for(kVec + R"(
static void hidden(const Vec *G, Vec *w) { w[0] = G[0] * G[1]; }
extern "C" void chunk0(const Vec *G, Vec *w) { hidden(G, w); hidden(G, w); }
extern "C" void chunk1(const Vec *G, Vec *w) { Vec x = G[0] + G[1]; w[1] = x; }
namespace inner { void third() {} }
extern "C" void all(const Vec *G, Vec *w) { chunk0(G, w); chunk1(G, w); }
)"));
  REQUIRE(functions.size() == 4);
  CHECK(functions[0].name == "chunk0");
  CHECK(functions[1].name == "chunk1");
  CHECK(functions[2].name == "inner::third");
  CHECK(functions[3].name == "all");
  CHECK(functions[0].multiplications == 2);
  CHECK(functions[0].loads == 4);
  CHECK(functions[1].additions == 1);
  CHECK(functions[3].multiplications == 2);
  CHECK(functions[3].additions == 1);
  CHECK(functions[3].stores == 3);
  CHECK(functions[1].locals == 1);
  CHECK(functions[3].locals == 0);
  CHECK(functions[2].code_bytes > 0);
}

TEST_CASE("recursion ends") {
  const FunctionReport f =
      only("extern \"C\" double f(double x) { return x < 1 ? x : x * f(x - 1); }");
  CHECK(f.multiplications == 1);
  CHECK(f.additions == 1);
  CHECK(f.calls == std::map<std::string, uint64_t>{{"f", 1}});
}

TEST_CASE("values live at once") {
  SECTION("a chain needs one") {
    CHECK(body("Vec a = G[0]; Vec b = a * a; Vec c = b * b; w[0] = c;").max_live == 1);
  }
  SECTION("all read at the end") {
    CHECK(body("Vec a = G[0]; Vec b = G[1]; Vec c = G[2]; Vec d = G[3]; w[0] = a + b + c + d;")
              .max_live == 4);
  }
  SECTION("a value that is never read is not live") {
    CHECK(body("Vec a = G[0]; Vec b = G[1]; w[0] = b;").max_live == 1);
  }
  SECTION("a variable written anew holds nothing between its last read and that") {
    CHECK(body("Vec a = G[0]; w[0] = a; Vec b = G[1]; w[1] = b; a = G[2]; w[2] = a;").max_live ==
          1);
    CHECK(body("Vec a = G[0]; w[0] = a; Vec b = G[1]; w[1] = b; a += G[2]; w[2] = a;").max_live ==
          2);
  }
  SECTION("what a loop reads from outside lives through it") {
    CHECK(body("Vec s = G[0]; for (long i = 0; i < n; ++i) { Vec t = s * G[i]; Vec u = t * t; w[i] "
               "= u; }")
              .max_live == 2);
    CHECK(body("Vec s; for (long i = 0; i < n; ++i) { s = G[i]; Vec t = s * s; w[i] = t; }")
              .max_live == 1);
  }
  SECTION("a write on a branch keeps the old value alive") {
    CHECK(body("Vec a = G[0]; Vec b = G[1]; if (n) a = b * b; w[0] = a;").max_live == 2);
    CHECK(body("Vec a = G[0]; Vec b = G[1]; a = b * b; w[0] = a;").max_live == 1);
  }
  SECTION("parameters that hold values") {
    CHECK(only("extern \"C\" float f(float a, float b, int i) { return a * b + i; }").max_live ==
          2);
  }
}

TEST_CASE("code size is that of the function") {
  std::string statements = "Vec a = G[0];";
  const uint64_t small = body(statements + "w[0] = a;").code_bytes;
  for (int i = 1; i < 200; ++i) statements += "a = fma(a, G[" + std::to_string(i) + "], a);\n";
  const uint64_t large = body(statements + "w[0] = a;").code_bytes;
  CHECK(large > small + 199 * 4);
  CHECK(large < small + 199 * 40);
}

TEST_CASE("a file that does not parse is refused with the place") {
  CHECK_THROWS_WITH(inspect(source_for("extern \"C\" void f() { return 1; }")),
                    Catch::StartsWith("test.cpp:1:23: error: "));
  CHECK(inspect(source_for("")).empty());
}
