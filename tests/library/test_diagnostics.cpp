// Whatever is wrong with rules or options comes back as diagnostics.
#include <chrono>
#include <thread>

#include "tests/library/fixture.h"

namespace diagc {
namespace {

constexpr const char* permanent =
    "grammar permanent\n"
    "static n : int\n"
    "input A[1..n, 1..n] : real\n"
    "def P(i, S) = if i > n then 1 else sum(j in S) A[i, j] * P(i+1, S - {j})\n"
    "output perm = P(1, 1..n)\n";

/// The one diagnostic of a compilation that fails.
Compiled::Diagnostic only_error(const Compiled& compiled) {
  CHECK_FALSE(compiled.kernel);
  REQUIRE(compiled.diagnostics.size() == 1);
  return compiled.diagnostics[0];
}

TEST_CASE("errors in rules have code, position, text and rendered form") {
  test_cache();
  const Compiled compiled = compile_text("grammar g\noutput y = a + b\n", "rules.diag");
  CHECK_FALSE(compiled.kernel);
  REQUIRE(compiled.diagnostics.size() == 2);
  const Compiled::Diagnostic& first = compiled.diagnostics[0];
  CHECK(first.code == "unknown-name");
  CHECK(first.path == "rules.diag");
  CHECK((first.line == 2 && first.column == 12));
  CHECK(first.source_line == "output y = a + b");
  CHECK_THAT(first.message, Catch::Contains("`a`"));
  CHECK(first.rendered ==
        "rules.diag:2:12: error: " + first.message + "\noutput y = a + b\n           ^");
  CHECK(compiled.diagnostics[1].column == 16);
}

TEST_CASE("errors of expansion tell the calls that led there") {
  const Compiled::Diagnostic error = only_error(
      compile_text("grammar g\ninput x[1..3] : real\ndef F(i) = x[i] + F(i+1)\noutput y = F(2)\n",
                   "rules.diag"));
  CHECK(error.code == "index");
  CHECK(error.line == 3);
  REQUIRE_FALSE(error.call_chain.empty());
  CHECK_THAT(error.call_chain[0], Catch::Contains("F(4)"));
}

TEST_CASE("errors in options") {
  CompileOptions options;
  SECTION("a static that is missing") {
    const auto error = only_error(compile_text(permanent, "p.diag", options));
    CHECK(error.code == "definition");
    CHECK(error.line == 2);
  }
  SECTION("a static that no file declares") {
    options.statics = {{"n", "2"}, {"m", "3"}};
    const auto error = only_error(compile_text(permanent, "p.diag", options));
    CHECK(error.code == "definition");
    CHECK_THAT(error.message, Catch::Contains("`n`"));
  }
  options.statics = {{"n", "2"}};
  SECTION("an output that is not there") {
    options.outputs = {"determinant"};
    CHECK_THAT(only_error(compile_text(permanent, "p.diag", options)).message,
               Catch::Contains("determinant"));
  }
  SECTION("a pass that is not there") {
    options.disabled_passes = {"magic"};
    const auto error = only_error(compile_text(permanent, "p.diag", options));
    CHECK(error.code == "definition");
    CHECK_THAT(error.message, Catch::Contains("magic") && Catch::Contains("prune"));
  }
  SECTION("a type that is not there") {
    options.input_types = {{"A", "integer"}};
    CHECK(only_error(compile_text(permanent, "p.diag", options)).message ==
          "found the type `integer` for the input `A`, expected real, complex, lorentz, "
          "lorentz<real> or lorentz<complex>");
  }
  SECTION("an input that is not there") {
    options.input_types = {{"B", "complex"}};
    CHECK_THAT(only_error(compile_text(permanent, "p.diag", options)).message,
               Catch::Contains("`B`"));
  }
  SECTION("a processor that is not there") {
    options.cpu = "z80";
    const auto error = only_error(compile_text(permanent, "p.diag", options));
    CHECK(error.code == "definition");
    CHECK_THAT(error.message, Catch::Contains("z80") && Catch::Contains("native"));
  }
  SECTION("too many nodes or steps") {
    options.statics = {{"n", "16"}};
    options.max_nodes = 1000;
    CHECK(only_error(compile_text(permanent, "p.diag", options)).code == "limit");
  }
}

TEST_CASE("a file that cannot be read") {
  const auto error = only_error(compile_file("no/such/file.diag"));
  CHECK(error.code == "file");
  CHECK(error.path == "no/such/file.diag");
  CHECK(error.line == 0);
  CHECK_THAT(error.rendered, Catch::StartsWith("no/such/file.diag: error: "));
}

TEST_CASE("names that are words of C and C++ name grammars") {
  const char* name = GENERATE("double", "free", "main", "class", "lanes", "restrict", "malloc");
  const Kernel kernel =
      kernel_from_text(std::string("grammar ") + name + " input x : real output y = 2*x");
  const std::vector<double> x{1, 2, 3};
  std::vector<double> y(3);
  kernel.evaluate(3, {{"x", x}}, {}, {{"y", y}});
  CHECK(y == std::vector<double>{2, 4, 6});
}

TEST_CASE("compiling stops when asked to", "[timing]") {
  test_cache();
  std::stop_source source;
  CompileOptions options{.statics = {{"n", "18"}}, .use_cache = false, .stop = source.get_token()};
  SECTION("before it begins") {
    source.request_stop();
    const auto error = only_error(compile_text(permanent, "p.diag", options));
    CHECK(error.code == "stopped");
    CHECK(error.rendered == "p.diag: error: stopped while reading");
  }
  SECTION("while expanding, simplifying or compiling") {
    // Permanents of this size take minutes.
    const int delay = GENERATE(100, 1000, 3000);
    std::jthread asker([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(delay));
      source.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    CHECK(only_error(compile_text(permanent, "p.diag", options)).code == "stopped");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
  }
  SECTION("in the search for an order") {
    // The search takes seconds: without statics there is no smaller graph whose order could be a hint.
    const std::string whole =
        "grammar permanent input A[1..16, 1..16] : real "
        "def P(i, S) = if i > 16 then 1 else sum(j in S) A[i, j] * P(i+1, S - {j}) "
        "output perm = P(1, 1..16)";
    std::jthread asker;
    options.statics = {};
    options.progress = [&](std::string_view stage) {
      if (stage != "scheduling") return;
      asker = std::jthread([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        source.request_stop();
      });
    };
    const auto error = only_error(compile_text(whole, "p.diag", options));
    CHECK(error.code == "stopped");
    CHECK(error.message == "stopped while scheduling");
  }
  SECTION("in Clang") {
    options.statics = {{"n", "12"}};
    options.progress = [&](std::string_view stage) {
      if (stage == "compiling") source.request_stop();
    };
    const auto error = only_error(compile_text(permanent, "p.diag", options));
    CHECK(error.code == "stopped");
    CHECK(error.message == "stopped while compiling");
  }
}

TEST_CASE("progress names the stages in order") {
  test_cache();
  std::vector<std::string> stages;
  compiled(compile_text(permanent, "p.diag",
                        {.statics = {{"n", "2"}},
                         .progress = [&](std::string_view stage) { stages.emplace_back(stage); }}));
  CHECK(stages ==
        std::vector<std::string>{"reading", "expanding", "scheduling", "emitting", "compiling"});
}

}  // namespace
}  // namespace diagc
