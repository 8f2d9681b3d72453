#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "physics/lattice/model.h"
#include "physics/lattice/own_evaluation.h"
#include "physics/lattice/own_propagator.h"
#include "runtime/cuda/compile.h"
#include "runtime/cuda/driver.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/system/temporary_folder.h"
#include "toolchain/client/toolchain.h"

namespace {

using namespace diagc::integrate;

// A header that goes away with the test.
class Header {
 public:
  explicit Header(const std::string& text) { std::ofstream(path()) << text; }
  std::string path() const { return folder_ / "own.h"; }

 private:
  diagc::TemporaryFolder folder_;
};

ModelOptions options_for(const Header& header, Precision precision = Precision::fp64) {
  ModelOptions options;
  options.lattice = Lattice::own;
  options.size = {5, 4};
  options.beta = 1.5;
  options.precision = precision;
  options.own_propagator = header.path();
  return options;
}

// What is wrong with a header, its path written as own.h.
std::string complaint(const std::string& text, Precision precision = Precision::fp32) {
  const Header header(text);
  try {
    make_model(options_for(header, precision));
  } catch (const WrongModel& wrong) {
    CHECK(wrong.option == "own_propagator");
    std::string message = wrong.what();
    for (std::size_t at; (at = message.find(header.path())) != std::string::npos;) {
      message.replace(at, header.path().size(), "own.h");
    }
    return message;
  }
  return "";
}

bool clang_is_here() { return diagc::toolchain::why_unavailable().empty(); }

bool gpu_is_here() {
  return diagc::cuda::why_no_nvrtc().empty() && diagc::cuda::why_no_driver().empty();
}

// A level of energy 0.4 that decays with the distance, and a helper and data of its own.
const std::string kGood = R"(#pragma once
#include <cmath>

// Energies, not all of which are used.
constexpr double energies[] = {0.4, 1.0};

inline double decay(int dx, int dy) { return std::exp(-0.5 * (dx * dx + dy * dy)); }

double g0(int dx, int dy, double tau) {
  return -decay(dx, dy) * exp(-energies[0] * tau) / (1 + exp(-energies[0] * 1.5));
}
)";

double exact(int dx, int dy, double tau) {
  return -std::exp(-0.5 * (dx * dx + dy * dy)) * std::exp(-0.4 * tau) / (1 + std::exp(-0.4 * 1.5));
}

}  // namespace

TEST_CASE("An own propagator is taken at the nearest image and between 0 and beta", "[device]") {
  if (!clang_is_here() && !gpu_is_here()) return;
  const Header header(kGood);
  const Model model = make_model(options_for(header));
  CHECK(model.space.sites == 20);
  CHECK(model.filling == Approx(-exact(0, 0, 1.5)).epsilon(1e-14));
  CHECK(std::isnan(model.mu));
  CHECK(std::isnan(model.dn_dmu));
  CHECK(model.table.measured_error < 1e-11);
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 4; ++y) {
      const int dx = x > 2 ? x - 5 : x, dy = y > 2 ? y - 4 : y;
      const std::uint32_t row = model.space.row(0, x + 5 * y);
      CHECK(value(model.table, row, 0.7) == Approx(exact(dx, dy, 0.7)).margin(1e-11));
      CHECK(value(model.table, row, -0.7) == Approx(-exact(dx, dy, 0.8)).margin(1e-11));
      CHECK(model.table.equal_time[row] == Approx(-exact(dx, dy, 1.5)).margin(1e-14));
    }
  }
  CHECK(model.space.neighbours_of(0).size() == 4);
}

TEST_CASE("The text for CPU kernels computes the own propagator") {
  if (!clang_is_here()) return;
  const Header header(kGood);
  const Model model = make_model(options_for(header));
  namespace toolchain = diagc::toolchain;
  const std::string text = model.own_cpu_source +
                           "extern \"C\" double call(int dx, int dy, double tau) { return "
                           "diagc_own_g0(dx, dy, 0, tau); }\n";
  const auto code = toolchain::Module::load(toolchain::compile(
      {text, "kernel.cpp", toolchain::resolve_cpu("native")}, toolchain::Product::object));
  auto* call = code.function<double(int, int, double)>("call");
  CHECK(call(1, 3, 0.5) == Approx(exact(1, -1, 0.5)).epsilon(1e-14));
  CHECK(call(4, 2, -0.5) == Approx(-exact(-1, 2, 1.0)).epsilon(1e-14));
  CHECK(call(0, 0, 0) == Approx(-exact(0, 0, 1.5)).epsilon(1e-14));
}

TEST_CASE("The text for devices compiles, and NVRTC's messages name the header's lines") {
  if (!diagc::cuda::why_no_nvrtc().empty()) return;
  const auto compiled_for_gpu = [](const std::string& text) {
    const Header header(text);
    OwnPropagator own;
    own.path = "own.h";
    own.text = text;
    own.extents = {5, 4, 1};
    own.real = "double";
    const std::string kernel = own_cuda_source(own) +
                               "extern \"C\" __global__ void run(double* out) {\n"
                               "  *out = diagc_own_g0(1, 2, 0, *out);\n"
                               "}\n";
    diagc::cuda::CompileOptions options;
    options.architecture = "sm_90";
    options.extra = {kOwnCudaOption};
    return diagc::cuda::compile({"kernel.cu", kernel}, options).bytes.size();
  };
  CHECK(compiled_for_gpu(kGood) > 0);
  try {
    compiled_for_gpu("double g0(int dx, int dy, double tau) {\n  return dx * tou;\n}\n");
    FAIL("no error");
  } catch (const diagc::cuda::Refused& refused) {
    const std::string message = refused.what();
    CAPTURE(message);
    CHECK(message.find("own.h(2): error: identifier \"tou\" is undefined") != std::string::npos);
  }
}

TEST_CASE("A device evaluates an own propagator where there is no Clang", "[device]") {
  if (!gpu_is_here()) {
    WARN("skipped: this takes NVRTC and a device");
    return;
  }
  OwnPropagator own;
  own.path = "own.h";
  own.text = kGood;
  own.extents = {5, 4, 1};
  own.real = "double";
  own.beta = 1.5;
  const PropagatorsAt gpu = own_on_gpu(own);
  std::vector<double> found(20);
  for (const double tau : {1e-3, 0.8, 1.5}) {
    gpu(tau, found);
    for (int x = 0; x < 5; ++x) {
      for (int y = 0; y < 4; ++y) {
        const double expected = exact(x > 2 ? x - 5 : x, y > 2 ? y - 4 : y, tau);
        CHECK(found[x + 5 * y] == Approx(expected).epsilon(1e-14));
      }
    }
  }
  own.text = "double g0(int dx, int dy, double tau) {\n  return dx * tou;\n}\n";
  try {
    own_on_gpu(own);
    FAIL("no error");
  } catch (const WrongModel& wrong) {
    const std::string message = wrong.what();
    CAPTURE(message);
    CHECK(message.find("own.h(2): error: identifier \"tou\" is undefined") != std::string::npos);
    CHECK(message.find("2 |   return dx * tou;") != std::string::npos);
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
      complaint(R"(extern "C" int puts(const char*);
float g0(int dx, int dy, float tau) {
  puts("here");
  return tau;
}
)") ==
      R"(own.h:3:3: error: found a call of 'puts', expected functions of this file and mathematical functions only
     1 | extern "C" int puts(const char*);
     2 | float g0(int dx, int dy, float tau) {
     3 |   puts("here");
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
  CHECK(complaint("float g0(int n, int, float tau) { return tau * *new float(n); }\n") ==
        R"(own.h:1:49: error: found new, expected no allocation: a kernel cannot allocate
     1 | float g0(int n, int, float tau) { return tau * *new float(n); }
       |                                                 ^)");
  CHECK(complaint("float g0(int n, int, float tau) {\n  float (*f)(float) = sinf;\n  return f(tau) "
                  "* n;\n}\n") ==
        R"(own.h:3:10: error: found a call through a pointer, expected the name of a function
     1 | float g0(int n, int, float tau) {
     2 |   float (*f)(float) = sinf;
     3 |   return f(tau) * n;
       |          ^
     4 | })");
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

TEST_CASE("A header that is not there is named") {
  ModelOptions options;
  options.lattice = Lattice::own;
  options.size = {4};
  options.own_propagator = "nowhere/own.h";
  CHECK_THROWS_WITH(make_model(options),
                    "found no file \"nowhere/own.h\" that can be read, expected a header with a "
                    "function g0 of type 'float (int, float)'");
}
