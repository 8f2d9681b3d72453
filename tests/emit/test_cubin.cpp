// Emitted CUDA sources, compiled to CUBIN where there is nvcc; that needs no device.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cuda/part.h"
#include "compiler/graph/text.h"
#include "runtime/system/temporary_folder.h"
#include "tests/emit/grammar_graphs.h"

namespace fs = std::filesystem;
using namespace diagc;

namespace {

/// Path of nvcc, from $CUDA_HOME, from PATH, or where NVIDIA's packages put it; empty where there is none.
std::string find_nvcc() {
  std::vector<fs::path> folders;
  if (const char* home = std::getenv("CUDA_HOME")) folders.push_back(fs::path(home) / "bin");
  if (const char* path = std::getenv("PATH")) {
    std::istringstream list(path);
    for (std::string folder; std::getline(list, folder, ':');) folders.emplace_back(folder);
  }
  folders.emplace_back("/usr/local/cuda/bin");
  for (const fs::path& folder : folders) {
    if (access((folder / "nvcc").c_str(), X_OK) == 0) return folder / "nvcc";
  }
  return "";
}

struct Compiled {
  int status = 0;
  std::string log;
};

Compiled compile(const std::string& nvcc, const std::string& source) {
  const TemporaryFolder folder;
  std::ofstream(folder / "kernel.cu") << source;
  std::string command = nvcc + " -cubin -arch=sm_90 -O3 -Werror all-warnings -Xptxas -v";
  for (const char* option : cuda_compile_options) command += std::string(" ") + option;
  command +=
      " -o " + (folder / "kernel.cubin").string() + " " + (folder / "kernel.cu").string() + " 2>&1";
  Compiled result;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  while (const std::size_t count = fread(buffer, 1, sizeof buffer, pipe)) {
    result.log.append(buffer, count);
  }
  result.status = pclose(pipe);
  return result;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Every kind of node, of real and of complex operands.
constexpr const char* all_kinds =
    "graph kinds\nparam N : real\nparam w : complex\ninput x[1..2] : real\ninput z : complex\n"
    "output y[1..16] : complex\n"
    "%1 = product z z x[1]\n%2 = sum x[1] - 2 %1\n%3 = quotient x[1] z\n%4 = quotient z x[2]\n"
    "%5 = quotient x[1] x[2]\n%6 = conj z\n%7 = re z\n%8 = im z\n%9 = complex x[1] x[2]\n"
    "%10 = sqrt x[1]\n%11 = exp x[1]\n%12 = log x[1]\n%13 = sin x[1]\n%14 = cos x[1]\n"
    "%15 = sqrt z\n%16 = exp z\n%17 = log z\n%18 = sin z\n%19 = cos z\n%20 = product N w\n"
    "%21 = product %20 z\n%22 = sum %7 + %8\n"
    "y[1] = %2\ny[2] = %3\ny[3] = %4\ny[4] = %5\ny[5] = %6\ny[6] = %22\ny[7] = %9\ny[8] = %10\n"
    "y[9] = %11\ny[10] = %12\ny[11] = %13\ny[12] = %14\ny[13] = %15\ny[14] = %16\n"
    "y[15] = %17\ny[16] = %21\n";

}  // namespace

TEST_CASE("emitted CUDA sources compile without warnings and without spilled registers") {
  const std::string nvcc = find_nvcc();
  if (nvcc.empty()) {
    WARN("no nvcc in $CUDA_HOME/bin, PATH or /usr/local/cuda/bin: no CUBIN is made");
    return;
  }
  const Graph kinds = from_text(std::make_shared<Source>("kinds.txt", all_kinds));
  const Graph density = grammar_kernel("hubbard/hubbard_sun_density", 4).graph;
  for (const Graph* graph : {&kinds, &density}) {
    for (const CudaForm& how :
         {CudaForm(StraightOptions{}), CudaForm(ChunkedOptions{80}), CudaForm(WindowedOptions{}),
          CudaForm(PackedOptions{}), CudaForm(MatrixOptions{.lanes = 2, .warps = 4})}) {
      const bool by_matrices = std::holds_alternative<MatrixOptions>(how);
      if (by_matrices && graph == &kinds) continue;  // it has functions
      const ScheduleOptions schedule = schedule_options(how);
      CudaOptions options;
      options.form = how;
      options.single_precision = graph == &density && !by_matrices;
      const CudaProgram program = emit_cuda(*graph, make_schedule(*graph, schedule), options);
      const Compiled compiled = compile(nvcc, program.source());
      INFO(compiled.log);
      CAPTURE(graph->signature().name, to_string(schedule_of(how)));
      CHECK(compiled.status == 0);
      // Of the kernels, and of functions that they call.
      const std::size_t functions = occurrences(compiled.log, " bytes spill stores, ");
      CHECK(functions >= program.launches.size());
      CHECK(occurrences(compiled.log, " 0 bytes spill stores, 0 bytes spill loads") == functions);
    }
  }
}

TEST_CASE("parts compile inside of a kernel of somebody else's, two in one source") {
  const std::string nvcc = find_nvcc();
  if (nvcc.empty()) {
    WARN("no nvcc in $CUDA_HOME/bin, PATH or /usr/local/cuda/bin: no CUBIN is made");
    return;
  }
  const Graph kinds = from_text(std::make_shared<Source>("kinds.txt", all_kinds));
  const Graph density = grammar_kernel("hubbard/hubbard_sun_density", 4).graph;
  CudaOptions options;
  const auto part = [&](const Graph& graph, const std::string& name) {
    const ScheduleOptions straight = schedule_options(StraightOptions{});
    return emit_cuda_part(graph, make_schedule(graph, straight), options, name).source;
  };
  for (const bool single : {true, false}) {
    options.single_precision = single;
    const Compiled compiled = compile(
        nvcc, part(kinds, "first") + part(density, "second") +
                  "extern \"C\" __global__ void __launch_bounds__(128)\n"
                  "step(const first::Rows a, const second::Rows b, const first::Size end) {\n"
                  "  const first::Size at = blockIdx.x * 128ull + threadIdx.x;\n"
                  "  if (at >= end) return;\n"
                  "  first::evaluate(a, at);\n"
                  "  second::evaluate(b, at);\n"
                  "}\n");
    INFO(compiled.log);
    CHECK(compiled.status == 0);
  }
}
