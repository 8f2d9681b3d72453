#include "tests/emit/golden.h"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cpp.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/fingerprint.h"

namespace diagc::golden {

namespace {

constexpr int largest_in_full = 4;
constexpr std::ptrdiff_t lines_in_full = 100;
/// In nodes. The next order of such a grammar is several times larger, takes long and shows nothing new.
constexpr std::size_t large_graph = 5'000;
constexpr std::string_view digests_name = "digests.txt";
/// Sources of one level of processors are in full. Those of the other differ from them in types and sizes alone: two grammars, one
/// of real numbers and one of complex ones, show that.
constexpr std::string_view level_by_digest = "/x86-64-v4/";
constexpr std::string_view levels_side_by_side[] = {"cpu/permanent/", "cpu/quark_line/"};

/// For every grammar and n = 1 … `largest_n`: `emit(name, n, kernel)` adds the files of one n.
template <class Emit>
void for_grammars(int largest_n, const std::vector<std::string>& disabled, Emit emit) {
  for (const std::string& path : grammar_paths()) {
    for (int n = 1; n <= largest_n; ++n) {
      GrammarKernel kernel;
      try {
        kernel = grammar_kernel(path, n, false, disabled);
      } catch (const InputError&) {
        continue;  // defined for other n only
      }
      emit(path.substr(path.find('/') + 1), std::to_string(n), kernel);
      if (kernel.graph.node_count() > large_graph) break;
    }
  }
}

void emit_cpu(Files& files, int largest_n) {
  const std::pair<std::string, CppOptions> targets[] = {{"x86-64-v3", {false, 32}},
                                                        {"x86-64-v4", {true, 64}}};
  for_grammars(largest_n, {},
               [&](const std::string& name, const std::string& n, const GrammarKernel& kernel) {
                 for (const auto& [cpu, options] : targets) {
                   files["cpu/" + name + "/" + cpu + "/n" + n + ".cpp"] =
                       emit_cpp(kernel.graph, kernel.schedule, options);
                 }
               });
}

void emit_cuda(Files& files, int largest_n) {
  CudaOptions options;
  const std::vector<std::string> for_gpus = {cuda_disabled_pass};
  const auto path = [](const std::string& name, const std::string& n) {
    return "cuda/" + name + "/sm_90/n" + n;
  };
  for_grammars(largest_n, for_gpus,
               [&](const std::string& name, const std::string& n, const GrammarKernel& kernel) {
                 if (kernel.schedule.chunked()) return;  // too large for one straight kernel
                 files[path(name, n) + ".cu"] =
                     diagc::emit_cuda(kernel.graph, kernel.schedule, options).source();
               });
  // Examples of what is for larger graphs.
  const auto add = [&](const std::string& name, const std::string& n, const Graph& graph,
                       const Schedule& schedule) {
    files[path(name, n)] = diagc::emit_cuda(graph, schedule, options).source();
  };
  const GrammarKernel kernel = grammar_kernel("hubbard/hubbard_sun_density", 4, false, for_gpus);
  ScheduleOptions in_chunks;
  in_chunks.chunk_operations = 120;
  options.form = ChunkedOptions{};
  add("hubbard_sun_density", "4_chunked.cu", kernel.graph, make_schedule(kernel.graph, in_chunks));
  options.form = WindowedOptions{};
  add("hubbard_sun_density", "4_windowed.cu", kernel.graph, kernel.schedule);
  const GrammarKernel complex = grammar_kernel("gluons/gluon_current", 4, true, for_gpus);
  add("gluon_current", "4_complex_windowed.cu", complex.graph, complex.schedule);
  options.form = PackedOptions{.lanes = 16, .warps = 4, .blocks = 2};
  add("hubbard_sun_density", "4_packed.cu", kernel.graph, kernel.schedule);
  options.form = CooperativeOptions{
      .lanes = 32, .warps = 4, .blocks = 1, .groups = 4, .stages = 2, .sums = 96, .stagger = 0.5};
  for (const auto& [n, after_edges] : {std::pair<int, std::size_t>{4, 100}, {6, 300}}) {
    const GrammarKernel panels = panel_kernel("hubbard/hubbard_sun_density", n);
    ScheduleOptions in_panels;
    in_panels.panels = PanelRule{.low = 2, .row = "v", .after_edges = after_edges};
    add("hubbard_sun_density", std::to_string(n) + "_cooperative.cu", panels.graph,
        make_schedule(panels.graph, in_panels));
  }
  options.form = UnionOptions{.lanes = 32, .warps = 4};
  const Graph unions = graph_for_products("hubbard/hubbard_sun_symmetric_density", 4);
  add("hubbard_sun_symmetric_density", "4_unions.cu", unions,
      make_schedule(unions, schedule_options(options.form)));
  options.single_precision = false;
  options.form = DeterminantOptions{.lanes = 16, .warps = 4, .blocks = 3};
  const GrammarKernel determinants =
      grammar_kernel("hubbard/hubbard_sun_cdet_density_fixed", 4, false, for_gpus);
  add("hubbard_sun_cdet_density_fixed", "4_determinants.cu", determinants.graph,
      determinants.schedule);
  options.form = RotationOptions{.warps = 8};
  add("hubbard_sun_cdet_density_fixed", "4_rotations.cu", determinants.graph,
      determinants.schedule);
  options.form = DeterminantOptions{.lanes = 16, .warps = 4, .blocks = 3};
  const GrammarKernel squares =
      grammar_kernel("hubbard/hubbard_su2_cdet_density", 5, false, for_gpus);
  add("hubbard_su2_cdet_density", "5_determinants.cu", squares.graph, squares.schedule);
}

/// The number after the `n` of a source's name.
int size_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  int size = 0;
  for (std::size_t at = 1; at < name.size() && name[at] >= '0' && name[at] <= '9'; ++at) {
    size = 10 * size + (name[at] - '0');
  }
  return size;
}

bool is_stored_in_full(std::string_view path, std::string_view text) {
  const bool shows_level = std::ranges::any_of(
      levels_side_by_side, [&](std::string_view folder) { return path.starts_with(folder); });
  if (path.find(level_by_digest) != path.npos && !shows_level) return false;
  return size_of(path) <= largest_in_full || std::ranges::count(text, '\n') <= lines_in_full;
}

}  // namespace

Files emit_sources(int largest_n) {
  Files files;
  emit_cpu(files, std::min(largest_n, 6));
  emit_cuda(files, std::min(largest_n, 5));
  return files;
}

Files stored(const Files& sources) {
  Files result;
  for (const auto& [path, text] : sources) {
    if (is_stored_in_full(path, text)) {
      result[path] = text;
      continue;
    }
    const std::size_t below = path.find('/') + 1;
    result[path.substr(0, below).append(digests_name)] +=
        fmt::format("{:<56} {:>6} lines {:>8} bytes  fnv1a {:016x}\n", path.substr(below),
                    std::ranges::count(text, '\n'), text.size(), fingerprint(text));
  }
  return result;
}

std::string difference(const std::string& path, const std::string& golden,
                       const std::string& emitted) {
  std::istringstream a(golden), b(emitted);
  std::string line_a, line_b;
  for (int number = 1;; ++number) {
    if (!std::getline(a, line_a)) line_a = "(end of file)";
    if (!std::getline(b, line_b)) line_b = "(end of file)";
    if (line_a == line_b && (a || b)) continue;
    std::string text =
        fmt::format("generated/{}:{}:\n  golden:  {}\n  emitted: {}", path, number, line_a, line_b);
    if (path.ends_with(digests_name)) {
      text +=
          "\n  to see the sources themselves: `./dev golden --sources out/after` here, "
          "`./dev golden --sources out/before` in a checkout of the commit before, diff -r";
    }
    return text;
  }
}

}  // namespace diagc::golden
