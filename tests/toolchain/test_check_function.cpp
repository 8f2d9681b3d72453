#include <catch2/catch.hpp>

#include "tests/toolchain/sources.h"

using namespace diagc::toolchain;

namespace {

const FunctionRule kRule{"f", "double (double)", "extern \"C\" double sin(double);\n", {"cmath"}};

/// What is wrong with a text; empty: nothing.
std::string complaint(std::string_view text) {
  try {
    check_function(source_for(text), kRule);
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "";
}

}  // namespace

TEST_CASE("A function may call what is declared for it and what the source defines") {
  CHECK(complaint("double f(double x) { return sin(x); }").empty());
  CHECK(complaint("#include <cmath>\nstatic double g(double x) { return x; }\n"
                  "double f(double x) { return g(x); }")
            .empty());
  CHECK(complaint("double f(double);\ndouble f(double x) { return x; }").empty());
  CHECK(complaint("using Real = double;\nauto f(Real x) -> Real { return x; }").empty());
  CHECK(complaint("struct A { double x; A(double y) : x(y) {} };\n"
                  "double f(double x) { return A(x).x; }")
            .empty());
}

TEST_CASE("Declarations stand in a file of their own, so that lines are the source's") {
  CHECK(complaint("double f(double x) { return cos(x); }\n") ==
        R"(test.cpp:1:29: error: use of undeclared identifier 'cos'
     1 | double f(double x) { return cos(x); }
       |                             ^
)");
}

TEST_CASE("A function that is missing, another's or there twice is refused") {
  CHECK(
      complaint("double g(double x) { return x; }") ==
      R"(test.cpp:1:1: error: found no function 'f' outside of namespaces, expected one of type 'double (double)'
     1 | double g(double x) { return x; }
       | ^
)");
  CHECK(contains(complaint("double f(double);"), "found no function 'f'"));
  CHECK(contains(complaint("template <class T> T f(T x) { return x; }"), "found no function 'f'"));
  CHECK(contains(complaint("double f(double x) { return x; }\ndouble f(int x) { return x; }"),
                 "test.cpp:2:8: error: found a second function 'f', expected one\n"));
  CHECK(contains(complaint("double f(float x) { return x; }"),
                 "found 'f' of type 'double (float)', expected 'double (double)'"));
}

TEST_CASE("What is no arithmetic is refused at its place, whatever it is") {
  const auto in_body = [](const std::string& statement) {
    return complaint("int system(int);\ndouble f(double x) {\n  " + statement +
                     "\n  return x;\n}\n");
  };
  const auto at = [](int line, int column, const std::string& text) {
    return "test.cpp:" + std::to_string(line) + ":" + std::to_string(column) + ": error: found " +
           text;
  };
  // Code that runs without a call.
  CHECK(contains(in_body("int i __attribute__((cleanup(system))) = 0;"), at(3, 9, "an attribute")));
  CHECK(contains(in_body("[[gnu::cleanup(system)]] int i = 0;"), at(3, 3, "an attribute")));
  CHECK(contains(in_body("struct S { ~S() { system(1); } } s;"), at(3, 14, "a destructor")));
  CHECK(contains(complaint("__attribute__((constructor)) void g() {}\n"
                           "double f(double x) { return x; }"),
                 at(1, 1, "an attribute")));
  // Functions under another's name.
  CHECK(contains(complaint("double h(double) __asm__(\"system\");\n"
                           "double f(double x) { return h(x); }"),
                 at(1, 18, "assembly")));
  CHECK(contains(complaint("double sin(double) asm(\"system\");\n"
                           "double f(double x) { return sin(x); }"),
                 at(1, 20, "assembly")));
  CHECK(contains(complaint("#pragma redefine_extname sin system\n"
                           "double f(double x) { return sin(x); }"),
                 at(1, 1, "a #pragma")));
  CHECK(contains(complaint("#define JOIN(a, b) a##b\nJOIN(_Pra, gma)(\"redefine_extname sin "
                           "system\")\ndouble f(double x) { return sin(x); }"),
                 "found a pragma"));
  CHECK(contains(complaint("#define JOIN(a, b) a##b\nint i JOIN(__attri, bute__)((weak));\n"
                           "double f(double x) { return x; }"),
                 "test.cpp:2:"));
  CHECK(contains(complaint("extern \"C\" { int puts(int); }\ndouble f(double x) { return x; }"),
                 at(1, 8, "extern with a language")));
  CHECK(contains(complaint("extern \"C\" int malloc(int) { return 0; }\n"
                           "double f(double x) { return x; }"),
                 "extern with a language"));
  // Other files and what else preprocessors do.
  CHECK(contains(complaint("#include \"/etc/passwd\"\ndouble f(double x) { return x; }"),
                 at(1, 10, "#include of \"/etc/passwd\"")));
  CHECK(contains(complaint("#include </declarations.h>\ndouble f(double x) { return x; }"),
                 at(1, 10, "#include of \"/declarations.h\"")));
  CHECK(contains(complaint("#pragma clang __debug crash\ndouble f(double x) { return x; }"),
                 at(1, 1, "a #pragma, expected none but `#pragma once`")));
  CHECK(contains(complaint("_Pragma(\"clang __debug crash\")\ndouble f(double x) { return x; }"),
                 at(1, 1, "a pragma")));
  CHECK(contains(complaint("#line 7 \"other.h\"\ndouble f(double x) { return x; }"),
                 at(1, 1, "a directive")));
  // Memory that is not the function's.
  CHECK(contains(in_body("*(double*)8 = 1;"), "found the operator * of pointers"));
  CHECK(contains(in_body("double* p = 0;"), at(3, 11, "the type 'double *'")));
  CHECK(contains(in_body("double y = (&x)[1];"), at(3, 15, "the operator & of pointers")));
  CHECK(contains(in_body("const char* text = \"text\";"), at(3, 15, "the type 'const char *'")));
  CHECK(contains(in_body("reinterpret_cast<double&>(x) = 1;"), at(3, 3, "reinterpret_cast")));
  CHECK(contains(in_body("double (*g)(double) = sin;"), "the type 'double (*)(double)'"));
  // Statements and expressions that are not on the list.
  CHECK(contains(in_body("again: goto again;"), at(3, 10, "goto")));
  CHECK(contains(in_body("here: x += 1;"), at(3, 3, "a label")));
  CHECK(contains(in_body("void* p = &&here; here:;"), "a label"));
  CHECK(contains(in_body("double y = ({ x; });"), at(3, 14, "code of the kind 'StmtExpr'")));
  CHECK(contains(in_body("double y = x ?: 1;"), "code of the kind 'BinaryConditionalOperator'"));
  CHECK(contains(in_body("typedef double V __attribute__((vector_size(16)));"), "an attribute"));
  CHECK(contains(in_body("long double y = 1;"), "the type 'long double'"));
  CHECK(contains(in_body("volatile double y = 1;"), "the type 'volatile double'"));
  CHECK(contains(in_body("double y[(int)x];"), "the type 'double["));
  CHECK(contains(complaint("struct A { virtual double g() { return 1; } };\n"
                           "double f(double x) { return A().g(); }"),
                 at(1, 27, "a virtual function")));
  CHECK(contains(complaint("double g(double x, ...) { return x; }\n"
                           "double f(double x) { return g(x); }"),
                 at(1, 8, "a function with ...")));
  // In templates, where they are made.
  CHECK(contains(complaint("template <class T> double g(T x) { T* p = 0; return p ? 1 : x; }\n"
                           "double f(double x) { return g(x); }"),
                 "the type 'double *'"));
}

TEST_CASE("Arithmetic in all its forms is allowed") {
  CHECK(complaint(R"(#pragma once
#include <cmath>
#define SQUARE(x) ((x) * (x))
#if defined(SQUARE) && SQUARE(2) == 4
namespace lattice { enum class Kind { square, chain }; constexpr int sizes[2][2] = {{1, 2}, {3, 4}}; }
#else
#error no macros
#endif
static_assert(lattice::sizes[1][1] == 4, "sizes");
using lattice::Kind;
template <class T, int N> struct Vector {
  T values[N] = {};
  constexpr Vector() = default;
  Vector& operator+=(const Vector& other) {
    for (int i = 0; i < N; ++i) values[i] += other.values[i];
    return *this;
  }
  T operator[](int i) const { return this->values[i]; }
  explicit operator bool() const { return values[0] != T(0); }
};
template <class... T> constexpr double sum(T... x) { return (x + ...); }
struct Complex { double re = 0, im = 0; };
Complex operator*(const Complex& a, const Complex& b) {
  return {.re = a.re * b.re - a.im * b.im, .im = a.re * b.im + a.im * b.re};
}
inline double power(double x, unsigned n) noexcept { return n == 0 ? 1 : x * power(x, n - 1); }
double series(const double (&c)[3], double x) {
  double value = 0;
  for (const double factor : c) value = value * x + factor;
  return value;
}
double f(double x) {
  static constexpr double factors[] = {0.5, 1e-3, 'a' * 2.0};
  const Complex z = Complex{x, 1} * Complex{1, -x};
  Vector<double, 4> v, w;
  v += w;
  auto [re, im] = z;
  auto scaled = [&, n = 2](double y) mutable { return y * re + n++; };
  switch (static_cast<int>(x) % 3) {
    case 0: x += 1; break;
    case 1: break;
    default: x = -x;
  }
  int i = 0;
  while (i < 3) { if (i == 2) break; else ++i; }
  do { --i; } while (i > 0 && !(x != x));
  return scaled(SQUARE(x)) + power(x, 3u) + series(factors, x) + sum(1, x, im) + v[0] + (v ? 1 : 0) +
         sin(x) + int(Kind::chain) + sizeof(double) + (true ? lattice::sizes[1][0] : 0);
}
)") == "");
}

TEST_CASE("Code that nests without end is an error at its line") {
  const auto repeated = [](int count, const std::string& text) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
  };
  CHECK(complaint("double f(double x) { return x" + repeated(300, " + x") + "; }").empty());
  CHECK(contains(complaint("double f(double x) {\n  return x" + repeated(50000, " + x") + ";\n}"),
                 "found code that nests more than 1000 deep, expected less: write long sums in "
                 "parts or as loops"));
  CHECK(contains(complaint("double f(double x) {\n  return " + repeated(2000, "(") + "x" +
                           repeated(2000, ")") + ";\n}"),
                 "test.cpp:2:1010: error: bracket nesting level exceeded maximum of 1000"));
  CHECK(contains(complaint("double f(double x) {\n  " + repeated(2000, "{") + repeated(2000, "}") +
                           "  return x;\n}"),
                 "bracket nesting level exceeded maximum of 1000"));
}

TEST_CASE("A check tells which line it reads, and at the end that of the function") {
  int line = 0;
  const std::string text = "\n\ndouble f(double x) { return x; }\n\n// the end\n";
  Source source = source_for(text);
  source.line = &line;
  check_function(source, kRule);
  CHECK(line == 3);
  const std::string wrong = "\n\n\ndouble f(double x) { return y; }\n";
  source = source_for(wrong);
  source.line = &line;
  CHECK_THROWS_AS(check_function(source, kRule), Refused);
  CHECK(line == 4);
}

TEST_CASE("A function that is not required may be absent, and is checked where it is there") {
  FunctionRule rule = kRule;
  rule.required = false;
  int line = 7;
  const auto check = [&](const std::string& text) {
    Source source = source_for(text);
    source.line = &line;
    check_function(source, rule);
  };
  check("\ndouble g(double x) { return x; }\n");
  CHECK(line == 0);
  check("\ndouble f(double x) { return x; }\n");
  CHECK(line == 2);
  CHECK_THROWS_AS(check("float f(double x) { return x; }\n"), Refused);
  CHECK_THROWS_AS(check("double g(double x) { return *new double(x); }\n"), Refused);
}

TEST_CASE("What reaches outside of the source is refused wherever it stands") {
  const std::string call =
      "found a call of 'h', expected functions of this file and mathematical functions only";
  CHECK(contains(complaint("double h(double);\ndouble f(double x) { return h(x); }"), call));
  CHECK(contains(
      complaint("double h(double);\ndouble f(double x) { return [&] { return h(x); }(); }"), call));
  CHECK(contains(complaint("double h(double);\ntemplate <class T> T g(T x) { return h(x); }\n"
                           "double f(double x) { return g(x); }"),
                 call));
  CHECK(contains(
      complaint("double h(double);\nnamespace inside { double g(double x) { return h(x); } }\n"
                "double f(double x) { return inside::g(x); }"),
      call));
  CHECK(contains(complaint("double f(double x) { return __builtin_malloc(8) ? x : 0; }"),
                 "found a call of '__builtin_malloc'"));
  CHECK(contains(complaint("double f(double x) { thread_local double y = 0; return y += x; }"),
                 "found the static variable 'y'"));
  CHECK(contains(complaint("asm(\"nop\");\ndouble f(double x) { return x; }"), "found assembly"));
  CHECK(contains(complaint("double f(double x) { delete &x; return x; }"), "found delete"));
}
