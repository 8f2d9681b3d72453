// What Clang counts in an emitted source is what the schedule predicts.
#include <catch2/catch.hpp>
#include <map>

#include "compiler/emit/cpp.h"
#include "compiler/emit/names.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"
#include "tests/passes/random_graphs.h"
#include "toolchain/client/toolchain.h"

using namespace diagc;

namespace {

struct Emitted {
  Graph graph;
  Schedule schedule;
};

std::map<std::string, toolchain::FunctionReport> inspect_all(const std::vector<Emitted>& kernels,
                                                             bool single, const std::string& cpu) {
  const toolchain::Cpu target = toolchain::resolve_cpu(cpu);
  std::string text;
  for (const Emitted& kernel : kernels) {
    text += "namespace in_" + kernel.graph.signature().name + " {\n" +
            emit_cpp(kernel.graph, kernel.schedule, {single, target.vector_bytes}) + "}\n";
  }
  std::map<std::string, toolchain::FunctionReport> reports;
  for (toolchain::FunctionReport& report : toolchain::inspect({text, "emitted.cpp", target})) {
    const std::string name = report.name.substr(report.name.rfind(':') + 1);
    reports[name] = std::move(report);
  }
  return reports;
}

void check_counts(const std::vector<Emitted>& kernels, bool single, const std::string& cpu) {
  const auto reports = inspect_all(kernels, single, cpu);
  for (const Emitted& kernel : kernels) {
    const std::string symbol = kernel_symbol(kernel.graph.signature().name);
    for (std::size_t c = 0; c < kernel.schedule.chunks.size(); ++c) {
      const std::string name =
          kernel.schedule.chunked() ? symbol + "_chunk" + std::to_string(c) : symbol + "_vectors";
      CAPTURE(name, cpu, single);
      REQUIRE(reports.contains(name));
      const toolchain::FunctionReport& report = reports.at(name);
      const Work& work = kernel.schedule.chunks[c].work;
      CHECK(report.multiplications == work.multiplications);
      CHECK(report.additions == work.additions);
      CHECK(report.fused == work.fused);
      CHECK(report.divisions == work.divisions);
      CHECK(report.loads == work.loads);
      CHECK(report.stores == work.stores);
      CHECK(report.code_bytes > 0);
    }
  }
}

Emitted grammar(const std::string& path, int n, bool complex) {
  GrammarKernel kernel = grammar_kernel_from(path, n, complex);
  const std::string name =
      path.substr(path.find('/') + 1) + (complex ? "_complex" : "") + "_n" + std::to_string(n);
  Graph graph = renamed(kernel.graph, name);
  Schedule schedule = make_schedule(graph);
  return {std::move(graph), std::move(schedule)};
}

}  // namespace

TEST_CASE("counts of the golden sources' functions are the schedule's") {
  if (!compiler_here()) return;
  std::vector<Emitted> kernels;
  for (const std::string& path : grammar_paths()) {
    kernels.push_back(grammar(path, 4, false));
    kernels.push_back(grammar(path, 3, true));
  }
  kernels.push_back(grammar("hubbard/hubbard_sun_density", 6, false));
  check_counts(kernels, true, "x86-64-v4");
  check_counts(kernels, false, "x86-64-v3");
}

TEST_CASE("counts of random graphs' functions are the schedule's, whole and in chunks") {
  if (!compiler_here()) return;
  std::vector<Emitted> kernels;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Graph graph = renamed(random_graph(seed, {static_cast<int>(5 + seed), false, true}),
                          "random" + std::to_string(seed));
    ScheduleOptions options;
    if (seed % 2 == 0) options.chunk_operations = 1 + seed % 17;
    Schedule schedule = make_schedule(graph, options);
    kernels.push_back({std::move(graph), std::move(schedule)});
  }
  check_counts(kernels, false, "x86-64-v3");
}
