// The sources in generated/ are what the compiler emits. DIAGC_UPDATE_GOLDEN=1 writes them anew (./dev golden).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "compiler/emit/cpp.h"
#include "compiler/emit/cuda.h"
#include "compiler/emit/cuda_candidates.h"
#include "tests/emit/grammar_graphs.h"

namespace fs = std::filesystem;
using namespace diagc;

namespace {

constexpr std::ptrdiff_t most_lines = 2000;

using Files = std::map<std::string, std::string>;  // path below generated/ → text

/// For every grammar n = 1, 2, … as far as files stay readable: `emit(name, n, kernel, files)` adds the files of one n.
template <class Emit>
void for_grammars(int largest_n, Files& files, const std::vector<std::string>& disabled,
                  Emit emit) {
  for (const std::string& path : grammar_paths()) {
    for (int n = 1; n <= largest_n; ++n) {
      GrammarKernel kernel;
      try {
        kernel = grammar_kernel(path, n, false, disabled);
      } catch (const InputError&) {
        continue;  // defined for other n only
      }
      Files of_n;
      emit(path.substr(path.find('/') + 1), std::to_string(n), kernel, of_n);
      if (std::ranges::any_of(of_n, [](const auto& file) {
            return std::ranges::count(file.second, '\n') >= most_lines;
          })) {
        break;
      }
      files.merge(of_n);
    }
  }
}

void emit_cpu(Files& files) {
  const std::pair<std::string, CppOptions> targets[] = {{"x86-64-v3", {false, 32}},
                                                        {"x86-64-v4", {true, 64}}};
  for_grammars(
      6, files, {},
      [&](const std::string& name, const std::string& n, const GrammarKernel& kernel, Files& of_n) {
        for (const auto& [cpu, options] : targets) {
          of_n["cpu/" + name + "/" + cpu + "/n" + n + ".cpp"] =
              emit_cpp(kernel.graph, kernel.schedule, options);
        }
      });
}

void emit_gpu(Files& files) {
  CudaOptions options;
  const std::vector<std::string> for_gpus = {cuda_disabled_pass};
  const auto path = [](const std::string& name, const std::string& n) {
    return "cuda/" + name + "/sm_90/n" + n;
  };
  for_grammars(
      5, files, for_gpus,
      [&](const std::string& name, const std::string& n, const GrammarKernel& kernel, Files& of_n) {
        of_n[path(name, n) + ".cu"] = emit_cuda(kernel.graph, kernel.schedule, options).source();
      });
  // One example each of what is for larger graphs.
  const GrammarKernel kernel = grammar_kernel("hubbard/hubbard_sun_density", 4, false, for_gpus);
  ScheduleOptions in_chunks;
  in_chunks.chunk_operations = 120;
  options.schedule = CudaSchedule::chunked;
  files[path("hubbard_sun_density", "4_chunked.cu")] =
      emit_cuda(kernel.graph, make_schedule(kernel.graph, in_chunks), options).source();
  options.schedule = CudaSchedule::cooperative;
  options.cooperative = {
      .lanes = 32, .warps = 4, .blocks = 1, .groups = 4, .tiles = 2, .sums = 96, .stagger = 0.5};
  const GrammarKernel units =
      grammar_kernel("hubbard/hubbard_sun_density", 6, false, disabled_for_units());
  ScheduleOptions in_units;
  in_units.units = UnitRule{.low = 2, .row = "v", .after_edges = 300};
  files[path("hubbard_sun_density", "6_cooperative.cu")] =
      emit_cuda(units.graph, make_schedule(units.graph, in_units), options).source();
  options.schedule = CudaSchedule::windowed;
  files[path("hubbard_sun_density", "4_windowed.cu")] =
      emit_cuda(kernel.graph, kernel.schedule, options).source();
  options.schedule = CudaSchedule::cooperative;
  options.cooperative = {.packed = true, .lanes = 16, .warps = 4, .blocks = 2};
  files[path("hubbard_sun_density", "4_packed.cu")] =
      emit_cuda(kernel.graph, kernel.schedule, options).source();
  options.schedule = CudaSchedule::windowed;
  const GrammarKernel complex = grammar_kernel("gluons/gluon_current", 4, true, for_gpus);
  files[path("gluon_current", "4_complex_windowed.cu")] =
      emit_cuda(complex.graph, complex.schedule, options).source();
}

Files emit_all() {
  Files files;
  emit_cpu(files);
  emit_gpu(files);
  return files;
}

constexpr const char* folders[] = {"cpu", "cuda"};

Files read_all(const fs::path& root) {
  Files files;
  for (const char* folder : folders) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (!entry.is_regular_file()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      files[fs::relative(entry.path(), root).generic_string()] = text.str();
    }
  }
  return files;
}

/// The first line that differs, as people look for it.
std::string difference(const std::string& path, const std::string& golden,
                       const std::string& emitted) {
  std::istringstream a(golden), b(emitted);
  std::string line_a, line_b;
  for (int number = 1;; ++number) {
    if (!std::getline(a, line_a)) line_a = "(end of file)";
    if (!std::getline(b, line_b)) line_b = "(end of file)";
    if (line_a != line_b || (!a && !b)) {
      return "generated/" + path + ":" + std::to_string(number) + ":\n  golden:  " + line_a +
             "\n  emitted: " + line_b;
    }
  }
}

}  // namespace

TEST_CASE("emitted sources equal the golden ones") {
  const fs::path root = DIAGC_SOURCE_DIR "/generated";
  const auto emitted = emit_all();
  CHECK(emit_all() == emitted);
  if (std::getenv("DIAGC_UPDATE_GOLDEN")) {
    for (const char* folder : folders) fs::remove_all(root / folder);
    for (const auto& [path, text] : emitted) {
      fs::create_directories((root / path).parent_path());
      std::ofstream(root / path, std::ios::binary) << text;
    }
  }
  const auto golden = read_all(root);
  CHECK(golden.size() == emitted.size());
  int differences = 0;
  for (const auto& [path, text] : emitted) {
    const auto found = golden.find(path);
    if (found != golden.end() && found->second == text) continue;
    if (++differences > 5) continue;
    const std::string what = found == golden.end() ? "generated/" + path + " is missing"
                                                   : difference(path, found->second, text);
    FAIL_CHECK(what);
  }
  for (const auto& [path, text] : golden) {
    if (!emitted.contains(path)) FAIL_CHECK("generated/" + path + " is not emitted any more");
  }
  INFO("where the differences are intended: ./dev golden");
  CHECK(differences == 0);
}
