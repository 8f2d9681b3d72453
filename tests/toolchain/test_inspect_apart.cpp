#include <catch2/catch.hpp>

#include "runtime/system/ask_worker.h"
#include "tests/toolchain/sources.h"
#include "toolchain/client/inspect_apart.h"

using namespace diagc;
using namespace diagc::toolchain;

namespace {

std::string inspection_error(std::string_view text, ProcessLimits limits = foreign_code_limits()) {
  try {
    inspect_apart(source_for(text), limits);
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "";
}

}  // namespace

TEST_CASE("A source inspected in another process has the same report") {
  const std::string text =
      "extern \"C\" double cos(double);\nextern \"C\" double f(double x) { return cos(x * x) + 1; "
      "}\nextern \"C\" double g(double x) { return f(x) / x; }\n";
  const auto apart = inspect_apart(source_for(text), foreign_code_limits());
  const auto here = inspect(source_for(text));
  REQUIRE(apart.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(apart[i].name == here[i].name);
    CHECK(apart[i].multiplications == here[i].multiplications);
    CHECK(apart[i].divisions == here[i].divisions);
    CHECK(apart[i].code_bytes == here[i].code_bytes);
    CHECK(apart[i].calls == here[i].calls);
  }
  CHECK(apart[0].calls == std::map<std::string, uint64_t>{{"cos", 1}});
}

TEST_CASE("What is wrong with a source is told as it is in this process") {
  const std::string text = "extern \"C\" double f(double x) { return y; }\n";
  CHECK_THROWS_WITH(inspect(source_for(text)), inspection_error(text));
}

TEST_CASE("What kills Clang is an error at its line") {
  const std::string message = inspection_error(
      "extern \"C\" double f(double x) { return x; }\n#pragma clang __debug crash\n");
  CHECK_THAT(message, Catch::StartsWith(
                          "test.cpp:2:1: error: the process in which Clang read this was killed by "
                          "signal "));
  CHECK_THAT(message, Catch::EndsWith("expected C++ that it can compile\n"
                                      "     1 | extern \"C\" double f(double x) { return x; }\n"
                                      "     2 | #pragma clang __debug crash\n"
                                      "       | ^\n"));
}

TEST_CASE("A sum of many terms has its report, or an error in time") {
  const auto sum = [](int terms) {
    std::string text = "extern \"C\" double f(const double *x) {\n  return x[0]";
    for (int i = 1; i < terms; ++i) text += " + x[" + std::to_string(i) + "]";
    return text + ";\n}\n";
  };
  const auto small = inspect_apart(source_for(sum(500)), foreign_code_limits());
  REQUIRE(small.size() == 1);
  CHECK(small[0].additions == 499);
  CHECK(small[0].loads + small[0].scalar_loads == 500);
  ProcessLimits limits = foreign_code_limits();
  limits.processor_time = std::chrono::seconds(2);
  try {
    const auto large = inspect_apart(source_for(sum(50'000)), limits);
    REQUIRE(large.size() == 1);
    CHECK(large[0].additions == 49'999);
  } catch (const Refused& refused) {
    CHECK_THAT(refused.what(), Catch::StartsWith("test.cpp:"));
    CHECK_THAT(refused.what(), Catch::Contains("the process in which Clang read this was stopped "
                                               "because its time was over, expected C++ that it "
                                               "can compile"));
  }
}

TEST_CASE("What takes Clang too long is an error at its line") {
  ProcessLimits limits = foreign_code_limits();
  limits.processor_time = std::chrono::seconds(1);
  // Each use of a template makes two others.
  const std::string message = inspection_error(
      "template <int N, int M> struct A { static constexpr int x = A<N - 1, 2 * M>::x + A<N - 1, 2 "
      "* "
      "M + 1>::x; };\ntemplate <int M> struct A<0, M> { static constexpr int x = 1; };\n"
      "extern \"C\" int f() { return A<40, 0>::x; }\n",
      limits);
  CHECK_THAT(message, Catch::StartsWith(
                          "test.cpp:3:1: error: the process in which Clang read this was "
                          "stopped because its time was over, expected C++ that it can compile"));
}
