// What is wrong with headers of own propagators, and what they do to their process.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "physics/lattice/model.h"
#include "physics/lattice/own_table.h"
#include "runtime/system/ask_worker.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/lattice/own_header.h"

using namespace diagc::lattice;

TEST_CASE("What an own propagator does to its process is an error at its line") {
  if (!clang_is_here()) return;
  diagc::ProcessLimits limits = diagc::foreign_code_limits();
  limits.processor_time = std::chrono::seconds(2);
  const auto death = [&](const std::string& text) {
    const Header header(text);
    try {
      own_tables(read_own_propagator(options_for(header)), 3, limits);
    } catch (const WrongModel& wrong) {
      const std::string message = wrong.what();
      return message.starts_with(header.path()) ? "own.h" + message.substr(header.path().size())
                                                : message;
    }
    return std::string();
  };
  CHECK(
      death("\ndouble g0(int, int, double tau) {\n  while (tau > 0) tau = tau * 2 / 2;\n  return "
            "tau;\n}\n") ==
      R"(own.h:2:1: error: the process that called g0 at the displacement (0, 0, 0) and tau = 1.17549e-38 was stopped because its time was over, expected a number
     1 | 
     2 | double g0(int, int, double tau) {
       | ^
     3 |   while (tau > 0) tau = tau * 2 / 2;
     4 |   return tau;)");
  CHECK_THAT(
      death("double deep(int n, double x) {\n  return n == 0 ? x : deep(n + 1, x * n) + n;\n}\n"
            "double g0(int, int, double tau) { return deep(1, tau); }\n"),
      Catch::StartsWith("own.h:4:1: error: the process that called g0 at the displacement "
                        "(0, 0, 0) and tau = 1.17549e-38 was "));
  // A loop to the optimiser, and one without effects.
  CHECK_THAT(death("double g0(int dx, int dy, double tau) { return g0(dx, dy, tau); }\n"),
             Catch::Contains("was stopped because its time was over"));
  // Arrays have no bounds.
  CHECK_THAT(death("double g0(int dx, int, double tau) {\n  double a[2] = {tau, tau};\n"
                   "  for (long i = 0; i < 100000000; ++i) a[i + dx] = tau;\n  return a[1];\n}\n"),
             Catch::Contains("own.h:1:1: error: the process that called g0 at the displacement"));
  CHECK_THAT(death("double g0(int, int, double tau) {\n  *(double*)8 = 1;\n  return tau;\n}\n"),
             Catch::StartsWith("own.h:2:3: error: found the operator * of pointers"));
  CHECK_THAT(
      death("#pragma clang __debug crash\ndouble g0(int, int, double tau) { return tau; }\n"),
      Catch::StartsWith("own.h:1:1: error: found a #pragma"));
  CHECK_THAT(death("template <int N, int M> struct A {\n  static constexpr int x = A<N - 1, 2 * "
                   "M>::x + A<N - 1, 2 * M + 1>::x;\n};\ntemplate <int M> struct A<0, M> { static "
                   "constexpr int x = 1; };\ndouble g0(int, int, double tau) {\n  return tau * "
                   "A<40, 0>::x;\n}\n"),
             Catch::StartsWith("own.h:6:3: error: the process in which Clang read this was stopped "
                               "because its time was over, expected C++ that it can compile"));
}

TEST_CASE("What g0_mu does to its process is an error at its line") {
  if (!clang_is_here()) return;
  diagc::ProcessLimits limits = diagc::foreign_code_limits();
  limits.processor_time = std::chrono::seconds(2);
  const Header header(
      "double g0(int, int, double tau) { return -tau; }\n"
      "double g0_mu(int, int, double tau) {\n  while (tau > 0) tau = tau * 2 / 2;\n  return "
      "tau;\n}\n");
  try {
    own_tables(read_own_propagator(options_for(header)), 3, limits);
    FAIL("it came back");
  } catch (const WrongModel& wrong) {
    CHECK_THAT(wrong.what(), Catch::Contains(":2:1: error: the process that called g0_mu at the "
                                             "displacement (0, 0, 0) and tau = 1.17549e-38 was "
                                             "stopped because its time was over"));
  }
}

TEST_CASE("What is wrong with an own propagator is shown at its place") {
  if (!clang_is_here()) return;
  CHECK(complaint("float g0(int dx, int dy, float tau) { return tou; }\n") ==
        R"(own.h:1:46: error: use of undeclared identifier 'tou'; did you mean 'tau'?
     1 | float g0(int dx, int dy, float tau) { return tou; }
       |                                              ^)");
  CHECK(
      complaint("float g0(int dx, float tau) { return tau; }\n") ==
      R"(own.h:1:7: error: found 'g0' of type 'float (int, float)', expected 'float (int, int, float)'
     1 | float g0(int dx, float tau) { return tau; }
       |       ^)");
  CHECK(
      complaint("float g0(int dx, int dy, float tau) { return tau; }\n", Precision::fp64) ==
      R"(own.h:1:7: error: found 'g0' of type 'float (int, int, float)', expected 'double (int, int, double)'
     1 | float g0(int dx, int dy, float tau) { return tau; }
       |       ^)");
  CHECK(
      complaint("float g1(int dx, int dy, float tau) { return tau; }\n") ==
      R"(own.h:1:1: error: found no function 'g0' outside of namespaces, expected one of type 'float (int, int, float)'
     1 | float g1(int dx, int dy, float tau) { return tau; }
       | ^)");
  CHECK(
      complaint(R"(int puts(int);
float g0(int dx, int dy, float tau) {
  puts(dx);
  return tau;
}
)") ==
      R"(own.h:3:3: error: found a call of 'puts', expected functions of this file and mathematical functions only
     1 | int puts(int);
     2 | float g0(int dx, int dy, float tau) {
     3 |   puts(dx);
       |   ^
     4 |   return tau;
     5 | })");
  CHECK(
      complaint("#include <cstdio>\nfloat g0(int, int, float tau) { return tau; }\n") ==
      R"(own.h:1:10: error: found #include of "cstdio", expected a file that stands alone; mathematical functions are there without a header
     1 | #include <cstdio>
       |          ^
     2 | float g0(int, int, float tau) { return tau; })");
  CHECK(
      complaint("float g0(int, int, float tau) {\n  static int calls = 0;\n  return tau + "
                "++calls;\n}\n") ==
      R"(own.h:2:14: error: found the static variable 'calls', expected constexpr: a function in a kernel keeps nothing between calls
     1 | float g0(int, int, float tau) {
     2 |   static int calls = 0;
       |              ^
     3 |   return tau + ++calls;
     4 | })");
  CHECK(
      complaint("float scale = 2;\nfloat g0(int, int, float tau) { return scale * tau; }\n") ==
      R"(own.h:1:7: error: found the global variable 'scale', expected constexpr: a function in a kernel keeps nothing between calls
     1 | float scale = 2;
       |       ^
     2 | float g0(int, int, float tau) { return scale * tau; })");
  CHECK_THAT(
      complaint("float g0(int n, int, float tau) { return tau * *new float(n); }\n"),
      Catch::Contains(
          "own.h:1:49: error: found new, expected no allocation: a kernel cannot allocate\n"));
  CHECK_THAT(
      complaint("float g0(int n, int, float tau) {\n  float (*f)(float) = sinf;\n  return f(tau) "
                "* n;\n}\n"),
      Catch::Contains("own.h:3:10: error: found a call through a pointer, expected the name of a "
                      "function\n"));
  CHECK(complaint("float g0(int, int, float tau) {\n  asm(\"nop\");\n  return tau;\n}\n") ==
        R"(own.h:2:3: error: found assembly, expected C++: the function also runs on devices
     1 | float g0(int, int, float tau) {
     2 |   asm("nop");
       |   ^
     3 |   return tau;
     4 | })");
  CHECK(complaint("float g0(int dx, int, float tau) { return tau / (float)dx; }\n") ==
        "found g0 = inf at the displacement (0, 0, 0) and tau = 0, expected a finite "
        "number");
}

TEST_CASE("All errors of a header are told, in the order of its lines") {
  if (!clang_is_here()) return;
  const std::string message =
      complaint("int state;\nfloat g0(int, int, float tau) { return tau * *new float; }\n");
  CHECK(message.find("own.h:1:5: error: found the global") == 0);
  CHECK(message.find("own.h:2:47: error: found new") != std::string::npos);
}

TEST_CASE("Helpers, templates, lambdas and constexpr data are a header's own business") {
  if (!clang_is_here()) return;
  CHECK(complaint(R"(#include <math.h>
namespace mine {
struct Pair { float a, b; };
template <typename T> T twice(T x) { return 2 * x; }
constexpr float table[2] = {0.25f, 0.5f};
}
static float helper(mine::Pair pair) { return std::max(pair.a, pair.b) + fabsf(pair.a); }
float g0(int dx, int dy, float tau) {
  static constexpr float scale = 0.5f;
  const auto power = [&](float x) { return std::pow(x, 2.0f) * scale; };
  return mine::twice(helper({mine::table[0], tau})) - power(tau) + min(dx, dy) * 1e-3f;
}
)")
            .empty());
}

TEST_CASE("A header that is not there, has no end or is no file is named") {
  ModelOptions options;
  options.lattice = Lattice::own;
  options.size = {4};
  const auto expected = [](const std::string& path, const std::string& reason) {
    return "found no file \"" + path + "\" that can be read (" + reason +
           "), expected a header with a function g0 of type 'float (int, float)'";
  };
  options.own_propagator = "nowhere/own.h";
  CHECK_THROWS_WITH(make_model(options), expected("nowhere/own.h", "No such file or directory"));
  options.own_propagator = "/dev/zero";
  CHECK_THROWS_WITH(make_model(options), expected("/dev/zero", "it is no regular file"));
  const diagc::TemporaryFolder folder;
  options.own_propagator = folder / "pipe";
  REQUIRE(mkfifo(options.own_propagator.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(make_model(options), expected(options.own_propagator, "it is no regular file"));
  options.own_propagator = folder / "large.h";
  diagc::write_file(options.own_propagator, "");
  std::filesystem::resize_file(options.own_propagator, std::uintmax_t{1} << 40);
  CHECK_THROWS_WITH(make_model(options), expected(options.own_propagator,
                                                  "it has 1099511627776 bytes, more than 1048576"));
}
