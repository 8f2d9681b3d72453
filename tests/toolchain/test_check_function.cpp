#include <catch2/catch.hpp>

#include "tests/toolchain/sources.h"

using namespace diagc::toolchain;

namespace {

const FunctionRule kRule{"f", "double (double)", "extern \"C\" double sin(double);\n", {"cmath"}};

// What is wrong with a text; empty: nothing.
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
