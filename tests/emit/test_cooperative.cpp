// The schedule `cooperative`: panels, templates, task lists, and what the kernels compute, run on the CPU.
#include <catch2/catch.hpp>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cooperative/plan.h"
#include "compiler/emit/names.h"
#include "compiler/graph/text.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"

using namespace diagc;

namespace {

struct Case {
  PanelRule rule;
  CooperativeOptions options;
  bool single = true;
};

CudaOptions options_of(const Case& how) {
  CudaOptions options;
  options.single_precision = how.single;
  options.form = how.options;
  options.slab = 100;
  return options;
}

Schedule schedule_of(const Graph& graph, const PanelRule& rule) {
  ScheduleOptions options;
  options.panels = rule;
  return make_schedule(graph, options);
}

/// Emits every case of a graph that has panels and fits, and runs all at once. Returns how many ran.
template <class T>
std::size_t run_cases(const Graph& graph, const std::vector<Case>& cases) {
  std::vector<Graph> named;
  std::vector<CudaProgram> programs;
  named.reserve(cases.size());
  for (const Case& how : cases) {
    Graph own = renamed(graph, "case" + std::to_string(named.size()));
    try {
      programs.push_back(emit_cuda(own, schedule_of(own, how.rule), options_of(how)));
    } catch (const std::runtime_error&) {
      continue;
    }
    named.push_back(std::move(own));
  }
  std::vector<typename CudaOnCpu<T>::Plan> plans;
  for (std::size_t i = 0; i < named.size(); ++i) plans.push_back({&named[i], programs[i]});
  if (plans.empty()) return 0;
  const CudaOnCpu<T> runs(plans);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    CAPTURE(graph.signature().name, i, programs[i].kernels.size());
    check_run(runs, i, named[i]);
  }
  return plans.size();
}

std::vector<Case> cases_of(const Graph& graph, bool single) {
  std::vector<std::string> rows = row_parameters(graph, Values(graph));
  rows.push_back("");
  std::vector<Case> cases;
  for (const std::string& row : rows) {
    for (const std::int64_t low : {1, 2, 3}) {
      const unsigned which = static_cast<unsigned>(cases.size());
      CooperativeOptions options{.lanes = 32u >> which % 3,
                                 .warps = 2 + which % 3,
                                 .blocks = 1,
                                 .groups = 1 + which % 4,
                                 .stages = 1 + which % 2,
                                 .sums = which % 3 ? 200u : 10u,
                                 .stagger = 0.4};
      cases.push_back({{low, row, which % 2 ? 40u : 0u}, options, single});
    }
  }
  return cases;
}

}  // namespace

TEST_CASE("cooperative kernels of the grammars compute what the interpreter computes",
          "[grammars][cooperative]") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN(why);
    return;
  }
  std::size_t ran = 0, grammars = 0;
  for (const std::string& path : grammar_paths()) {
    for (const int n : {4, 5}) {
      std::optional<GrammarKernel> kernel;
      try {
        kernel = grammar_kernel(path, n, false, disabled_for_panels());
      } catch (const InputError&) {
        continue;
      }
      if (kernel->graph.node_count() > 2'000) continue;
      INFO(path << ", n = " << n);
      const std::size_t here =
          n % 2 ? run_cases<float>(kernel->graph, cases_of(kernel->graph, true))
                : run_cases<double>(kernel->graph, cases_of(kernel->graph, false));
      ran += here;
      grammars += here > 0;
    }
  }
  CAPTURE(ran, grammars);
  CHECK(ran >= 60);
  CHECK(grammars >= 12);
}

TEST_CASE("inputs and params may be called what cooperative kernels call their own things") {
  if (!toolchain::why_unavailable().empty()) return;
  const Graph graph =
      grammar_kernel("hubbard/hubbard_sun_density", 5, false, disabled_for_panels()).graph;
  const auto replace_all = [](std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  };
  for (const std::string name :
       {"lane", "body", "base0", "product1", "sum_W", "where", "stage", "tile", "tile0"}) {
    std::string text = to_text(graph);
    if (name == "sum_W") {
      for (const std::string before : {"input ", "\n  ", " "}) {
        replace_all(text, before + "G[", before + name + "[");
      }
    } else {
      replace_all(text, "param N", "param " + name);
    }
    const Graph renamed = from_text(std::make_shared<Source>("renamed", text));
    const Signature& signature = renamed.signature();
    REQUIRE((signature.inputs.front().name == name || signature.params.front().name == name));
    CAPTURE(name);
    const Names names(renamed, schedule_of(renamed, {2, "v", 0}), Language::cuda);
    std::size_t equal = 0;
    for (NodeId node = 0; node < renamed.node_count(); ++node) equal += names[node] == name;
    CHECK(equal == 0);
    CHECK(run_cases<float>(
              renamed, {{{2, "v", 0}, {.lanes = 32, .warps = 2, .blocks = 1, .groups = 2}}}) == 1);
  }
}

TEST_CASE("panels of the density: few templates, and no value is lost") {
  const GrammarKernel kernel =
      grammar_kernel("hubbard/hubbard_sun_density", 7, false, disabled_for_panels());
  const Schedule schedule = schedule_of(kernel.graph, {4, "v", 300});
  const Cooperation& cooperation = *schedule.cooperation;
  // One template for every number of rows, 1 to 3 of the vertices 5..7.
  CHECK(cooperation.templates.templates.size() == 3);
  std::vector<int> computed(kernel.graph.node_count(), 0);
  for (const Chunk& chunk : schedule.chunks) {
    for (const Statement& statement : chunk.statements) ++computed[statement.node];
  }
  const Values values(kernel.graph);
  for (NodeId node : values.values) CHECK(computed[node] == 1);
  std::size_t inside = 0;
  for (const Panel& panel : cooperation.panels.panels) inside += panel.values.size();
  CHECK(inside * 10 > values.values.size() * 6);
}

TEST_CASE("task lists: operands before users, no slot written before its readers are done") {
  const GrammarKernel kernel =
      grammar_kernel("hubbard/hubbard_sun_density", 7, false, disabled_for_panels());
  const Schedule schedule = schedule_of(kernel.graph, {3, "v", 0});
  const Panels& panels = schedule.cooperation->panels;
  const Templates& templates = schedule.cooperation->templates;
  std::vector<NodeId> exported;
  for (const Tile& tile : panels.tiles) {
    for (NodeId node : tile.values) {
      if (node != no_node && schedule.slot[node] != no_slot) exported.push_back(node);
    }
  }
  TaskCosts costs;
  for (const Template& form : templates.templates) {
    costs.fixed.push_back(static_cast<double>(form.statements.size()));
    costs.per_column.emplace_back(form.columns.size(), 50.0);
    costs.overwrites.push_back(1);
  }
  for (const unsigned slots : {30u, 60u, 1000u}) {
    TaskOptions options{.workers = 5, .side_by_side = 2, .groups = 6, .stages = 2, .slots = slots};
    const auto lists = make_task_lists(panels, templates, exported, costs, options);
    if (!lists) {
      CHECK(slots == 30);
      continue;
    }
    CHECK(lists->slots <= slots);
    // Workers take tasks in turn, always the last that can: any order that the dependencies allow must be right.
    std::vector<std::size_t> next(lists->lists.size(), 0);
    std::vector<std::uint8_t> done(lists->tasks, 0);
    std::vector<std::vector<std::uint8_t>> computed(
        options.groups, std::vector<std::uint8_t>(panels.panels.size(), 0));
    std::vector<std::pair<unsigned, TileId>> holds(lists->slots, {0, no_tile});
    std::size_t wrong = 0, finished = 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t worker = lists->lists.size(); worker-- > 0;) {
        if (next[worker] == lists->lists[worker].size()) continue;
        const Task& task = lists->lists[worker][next[worker]];
        if (!std::ranges::all_of(task.after, [&](std::uint32_t t) { return done[t]; })) continue;
        for (std::size_t side = 0; side < task.panels.size(); ++side) {
          const TemplateUse& use = templates.uses[task.panels[side]];
          std::size_t input = 0;
          for (const auto& kind : use.columns) {
            for (const auto& column : kind) {
              const std::pair<unsigned, TileId> wanted{task.group, column.tile};
              wrong += holds[task.inputs[side][input++]] != wanted;
            }
          }
        }
        for (std::size_t side = 0; side < task.panels.size(); ++side) {
          const TemplateUse& use = templates.uses[task.panels[side]];
          for (std::size_t i = 0; i < use.outputs.size(); ++i) {
            holds[task.outputs[side][i]] = {task.group, use.outputs[i]};
          }
        }
        for (const auto& [node, slot] : task.stored) {
          wrong += holds[slot] != std::pair<unsigned, TileId>{task.group, panels.tile_of[node]};
        }
        done[task.number] = 1;
        ++next[worker];
        ++finished;
        moved = true;
      }
    }
    CAPTURE(slots);
    CHECK(wrong == 0);
    CHECK(finished == lists->tasks);
  }
}
