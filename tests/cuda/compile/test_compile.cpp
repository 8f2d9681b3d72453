#include "runtime/cuda/compile.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <regex>
#include <stop_token>
#include <thread>

#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/source_excerpt.h"
#include "tests/cuda/compile/sources.h"

namespace diagc::cuda {
namespace {

std::string refusal(const Source& source, const CompileOptions& options) {
  try {
    compile(source, options);
  } catch (const Refused& refused) {
    return refused.what();
  }
  return "compiled";
}

/// The log of ptxas, by calls of NVRTC of the test's own.
std::string ptxas_log(const Source& source, const CompileOptions& options) {
  const api::NvrtcFunctions& f = nvrtc().functions;
  api::NvrtcProgram program = nullptr;
  REQUIRE(f.nvrtcCreateProgram(&program, source.text.c_str(), "x.cu", 0, nullptr, nullptr) == 0);
  const std::vector<std::string> texts = nvrtc_options(options);
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  REQUIRE(f.nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data()) == 0);
  std::size_t size = 0;
  f.nvrtcGetProgramLogSize(program, &size);
  std::string log(size, '\0');
  f.nvrtcGetProgramLog(program, log.data());
  f.nvrtcDestroyProgram(&program);
  return log;
}

std::size_t number_before(const std::string& log, const std::string& words) {
  std::smatch match;
  return std::regex_search(log, match, std::regex("(\\d+) (bytes )?" + words))
             ? std::stoul(match[1].str())
             : 0;
}

TEST_CASE("a CUBIN says what its kernels use") {
  const Object object = compile({"scale.cu", scale_source}, {.architecture = "sm_90"});
  CHECK(is_cubin(object.bytes));
  REQUIRE(object.kernels.size() == 1);
  const KernelCode& kernel = object.kernels[0];
  CHECK(kernel.name == "scale");
  CHECK(kernel.registers >= 4);
  CHECK(kernel.registers <= 32);
  CHECK(kernel.parameter_bytes == 72);
  CHECK(kernel.max_threads == 128);
  CHECK(kernel.code_bytes >= 128);
  CHECK(kernel.code_bytes % 128 == 0);
  CHECK(kernel.stack_bytes == 0);
  CHECK(kernel.shared_bytes == 0);
  CHECK(kernel.spill_stores + kernel.spill_loads == 0);
}

TEST_CASE("the CUBIN of every architecture agrees with the log of ptxas") {
  for (const int number : nvrtc().architectures) {
    const CompileOptions options{.architecture = fmt::format("sm_{}", number),
                                 .extra = {"--maxrregcount=40"}};
    const Source source{"heavy.cu", heavy_source(80)};
    const Object object = compile(source, options);
    const std::string log = ptxas_log(source, options);
    CAPTURE(options.architecture, log);
    REQUIRE(object.kernels.size() == 1);
    const KernelCode& kernel = object.kernels[0];
    CHECK(kernel.registers == static_cast<int>(number_before(log, "registers")));
    CHECK(kernel.stack_bytes == number_before(log, "stack frame"));
    CHECK(kernel.shared_bytes == number_before(log, "smem"));
    CHECK(kernel.shared_bytes == 96 * sizeof(float));
    CHECK(kernel.spill_stores == number_before(log, "spill stores"));
    CHECK(kernel.spill_loads == number_before(log, "spill loads"));
    CHECK(kernel.spill_stores > 0);
    CHECK(kernel.parameter_bytes == 2 * sizeof(void*) + sizeof(int));
    CHECK(kernel.max_threads == 0);
    CHECK(kernel.stack_bytes >= 64 * sizeof(float) + 4);
  }
}

TEST_CASE("a damaged CUBIN is told as such, wherever it is cut") {
  const std::string bytes = compile({"scale.cu", scale_source}, {.architecture = "sm_90"}).bytes;
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    const std::string cut = bytes.substr(0, size);
    // The tables of sections and segments stand at the end, so that no part is a whole file.
    CHECK_THROWS_WITH(cubin_kernels(cut), "this is no CUBIN, or it is damaged");
  }
  CHECK_THROWS_WITH(cubin_kernels("text"), "this is no CUBIN, or it is damaged");
}

TEST_CASE(
    "PTX is text, and multiplications and additions stay apart unless they are written fused") {
  const std::string source =
      "extern \"C\" __global__ void f(float *x) { x[0] = x[1] * x[2] + x[3]; }\n"
      "extern \"C\" __global__ void g(float *x) { x[0] = fmaf(x[1], x[2], x[3]); }\n";
  const std::string ptx =
      compile({"f.cu", source}, {.architecture = "sm_90", .product = Product::ptx}).bytes;
  CHECK_THAT(ptx, Catch::Contains(".target sm_90"));
  CHECK_THAT(ptx, Catch::Contains(".visible .entry f("));
  CHECK_THAT(ptx, Catch::Contains("mul.f32") || Catch::Contains("mul.rn.f32"));
  const std::size_t first = ptx.find("fma.rn.f32");
  REQUIRE(first != std::string::npos);
  CHECK(ptx.find("fma.rn.f32", first + 1) == std::string::npos);
}

TEST_CASE("a wrong source: the log and the lines around it") {
  const std::string text = refusal(
      {"wrong.cu", "extern \"C\" __global__ void f(float *x) {\n  x[0] = 1;\n  x[1] = y;\n}\n"},
      {.architecture = "sm_90"});
  CHECK(text == fmt::format("NVRTC {} refuses wrong.cu for sm_90:\n"
                            "wrong.cu(3): error: identifier \"y\" is undefined\n"
                            "    x[1] = y;\n"
                            "           ^\n\n"
                            "1 error detected in the compilation of \"wrong.cu\".\n"
                            "      1 | extern \"C\" __global__ void f(float *x) {{\n"
                            "      2 |   x[0] = 1;\n"
                            ">     3 |   x[1] = y;\n"
                            "      4 | }}\n",
                            nvrtc().version()));
}

TEST_CASE("wrong options are refused by name") {
  CHECK_THAT(refusal({"f.cu", ""}, {.architecture = "sm_90", .extra = {"--no-such-thing"}}),
             Catch::StartsWith(fmt::format("NVRTC {} refuses f.cu for sm_90 "
                                           "(NVRTC_ERROR_INVALID_OPTION):\n",
                                           nvrtc().version())) &&
                 Catch::Contains("--no-such-thing"));
  for (const std::string wrong :
       {"", "sm", "sm_", "sm_9", "90", "compute_90", "sm_90x", "sm_9999"}) {
    CHECK(refusal({"f.cu", ""}, {.architecture = wrong}) ==
          "'" + wrong +
              "' is no architecture of an NVIDIA GPU; one is written as sm_90 (compute capability "
              "9.0) or sm_90a");
  }
}

TEST_CASE("an architecture that this NVRTC does not know") {
  CHECK_THROWS_AS(compile({"f.cu", ""}, {.architecture = "sm_20"}), Unavailable);
  try {
    compile({"f.cu", ""}, {.architecture = "sm_20"});
  } catch (const Unavailable& unavailable) {
    CHECK_THAT(
        unavailable.what(),
        Catch::StartsWith(fmt::format("NVRTC {} ({}) makes no code for sm_20, only for sm_",
                                      nvrtc().version(), nvrtc().file)) &&
            Catch::EndsWith(". A newer toolkit knows newer devices, an older one older devices; "
                            "DIAGC_NVRTC can name another libnvrtc.so."));
  }
}

TEST_CASE("compiling stops when asked to") {
  std::stop_source source;
  source.request_stop();
  CHECK_THROWS_AS(compile({"f.cu", scale_source}, {.architecture = "sm_90"}, source.get_token()),
                  Cancelled);
  if (!nvrtc().functions.nvrtcSetFlowCallback) return;
  std::stop_source later;
  // Three thousand values take seconds; the request comes while NVRTC is at work, or before.
  std::jthread asks([&] { later.request_stop(); });
  CHECK_THROWS_AS(
      compile({"heavy.cu", heavy_source(3000)}, {.architecture = "sm_90"}, later.get_token()),
      Cancelled);
}

TEST_CASE("excerpts show two lines around each error, once") {
  const std::string source = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12";
  CHECK(source_excerpt("a.cu(1): error: x\nb.cu(3): error: y\na.cu(4): warning: z\n"
                       "a.cu(9): error: u\na.cu(99): error: v\na.cu(0): error: w",
                       "a.cu", source) ==
        ">     1 | 1\n      2 | 2\n      3 | 3\n       ...\n      7 | 7\n      8 | 8\n>     9 | 9\n"
        "     10 | 10\n     11 | 11\n");
  CHECK(source_excerpt("nothing here", "a.cu", source).empty());
  CHECK(source_excerpt("a.cu(1): error: x", "a.cu", std::string(200, 'x')) ==
        ">     1 | " + std::string(120, 'x') + " ...\n");
}

}  // namespace
}  // namespace diagc::cuda
