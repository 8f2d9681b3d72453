// The schedule `cooperative`: panels, templates, task lists, and what the kernels compute, run on the CPU.
#include <set>
#include <tuple>

#include <catch2/catch.hpp>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cooperative/plan.h"
#include "compiler/emit/names.h"
#include "compiler/graph/text.h"
#include "compiler/schedule/tile_memory.h"
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

/// Every row parameter with one `low` of three, another one in every `turn`.
std::vector<Case> cases_of(const Graph& graph, bool single, unsigned turn) {
  std::vector<std::string> rows = row_parameters(graph, Values(graph));
  rows.push_back("");
  std::vector<Case> cases;
  for (unsigned row = 0; row < rows.size(); ++row) {
    const unsigned which = 3 * row + turn % 3;
    const CooperativeOptions options{.lanes = 32u >> which % 3,
                                     .warps = 2 + which % 3,
                                     .blocks = 1,
                                     .groups = 1 + which % 4,
                                     .stages = 1 + which % 2,
                                     .sums = which % 3 ? 200u : 10u,
                                     .stagger = 0.4};
    const std::int64_t low = 1 + (row + turn) % 3;
    cases.push_back({{low, rows[row], which % 2 ? 40u : 0u}, options, single});
  }
  return cases;
}

/// Returns how many kernels ran, and of how many graphs.
std::pair<std::size_t, std::size_t> run_grammars(unsigned turns) {
  std::size_t ran = 0, graphs = 0;
  unsigned turn = 0;
  for (const std::string& path : grammar_paths()) {
    for (const int n : {4, 5}) {
      std::optional<GrammarKernel> kernel;
      try {
        kernel = panel_kernel(path, n);
      } catch (const InputError&) {
        continue;
      }
      if (kernel->graph.node_count() > 2'000) continue;
      INFO(path << ", n = " << n);
      for (unsigned t = 0; t < turns; ++t) {
        const std::vector<Case> cases = cases_of(kernel->graph, n % 2, turn + t);
        const std::size_t here = n % 2 ? run_cases<float>(kernel->graph, cases)
                                       : run_cases<double>(kernel->graph, cases);
        ran += here;
        graphs += here > 0;
      }
      ++turn;
    }
  }
  return {ran, graphs};
}

}  // namespace

TEST_CASE("cooperative kernels of the grammars compute what the interpreter computes",
          "[grammars][cooperative]") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN(why);
    return;
  }
  const auto [ran, graphs] = run_grammars(1);
  CAPTURE(ran, graphs);
  CHECK(ran >= 30);
  CHECK(graphs >= 20);
}

TEST_CASE("cooperative kernels of the grammars in every form compute what the interpreter computes",
          "[.long]") {
  REQUIRE(toolchain::why_unavailable().empty());
  const auto [ran, graphs] = run_grammars(3);
  CAPTURE(ran, graphs);
  CHECK(ran >= 90);
}

TEST_CASE("inputs and params may be called what cooperative kernels call their own things") {
  if (!toolchain::why_unavailable().empty()) return;
  const Graph graph = panel_kernel("hubbard/hubbard_sun_density", 5).graph;
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
  const GrammarKernel kernel = panel_kernel("hubbard/hubbard_sun_density", 7);
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

TEST_CASE("panels of connected determinants: sums over subsets in columns of two tiles") {
  const GrammarKernel kernel = panel_kernel("hubbard/hubbard_sun_cdet_density_fixed", 6);
  const Schedule schedule = schedule_of(kernel.graph, {1, "v", 100});
  const Panels& panels = schedule.cooperation->panels;
  const Templates& templates = schedule.cooperation->templates;
  // Of each pair of a high A and a high B, and of each high set of vertices, 2..5.
  CHECK(panels.panels.size() <= 81 + 16 + 16);
  CHECK(templates.templates.size() * 4 <= panels.panels.size());
  std::size_t of_two = 0, all = 0, copies = 0;
  for (const TemplateUse& use : templates.uses) {
    for (const auto& kind : use.columns) {
      for (const TemplateUse::ColumnUse& column : kind) {
        of_two += column.other != no_tile;
        CHECK((column.other != no_tile) == column.leaves.empty());
        ++all;
      }
    }
  }
  CHECK(of_two * 3 > all);
  std::vector<int> computed(kernel.graph.node_count(), 0);
  for (const Chunk& chunk : schedule.chunks) {
    for (const Statement& statement : chunk.statements) ++computed[statement.node];
  }
  const Values values(kernel.graph, SharedProducts::fused);
  for (NodeId node : values.values) CHECK(computed[node] == 1);
  // What panels copy is computed before them, and stands in one of their tiles.
  const Chunk& before = schedule.chunks.front();
  for (PanelId panel = 0; panel < panels.panels.size(); ++panel) {
    for (std::uint32_t i = 0; i < panels.panels[panel].copies; ++i) {
      const NodeId node = panels.panels[panel].values[i];
      ++copies;
      CHECK(std::ranges::any_of(before.statements,
                                [&](const Statement& made) { return made.node == node; }));
      CHECK(panels.tiles[panels.tile_of[node]].panel == panel);
    }
  }
  CHECK(copies >= 10);
}

TEST_CASE("all values of a tile are of the tile's panel") {
  // `first` differs in its last argument alone where its row is low and its column is not.
  const Graph graph = panel_kernel("hubbard/hubbard_sun_cdet_density_fixed_lowest", 4).graph;
  for (const std::string row : {"s", "v"}) {
    for (const std::int64_t low : {1, 2, 3}) {
      CAPTURE(row, low);
      const Schedule schedule = schedule_of(graph, {low, row, 0});
      const Panels& panels = schedule.cooperation->panels;
      std::size_t values = 0;
      for (TileId tile = 0; tile < panels.tiles.size(); ++tile) {
        for (NodeId node : panels.tiles[tile].values) {
          if (node == no_node) continue;
          ++values;
          CHECK(panels.panel_of[node] == panels.tiles[tile].panel);
          CHECK(panels.tile_of[node] == tile);
        }
      }
      CHECK(values >= 10);
    }
  }
}

TEST_CASE("tiles stand in packs that are free") {
  TileMemory memory(10);
  CHECK(memory.take(4) == 0u);
  CHECK(memory.take(3) == 4u);
  CHECK(memory.take(4) == std::nullopt);
  memory.give_back(0, 4);
  memory.set_readers(0, 4, {7, 9});
  CHECK(memory.take(3) == 0u);
  CHECK(memory.most() == 7);
  std::set<std::uint32_t> after;
  memory.add_readers_to(after, 0, 3);
  CHECK(after == std::set<std::uint32_t>{7, 9});
  // One pack is left of the first place, three behind the second.
  CHECK(memory.take(3) == 7u);
  CHECK(memory.take(1) == 3u);
  CHECK(memory.take(1) == std::nullopt);
  CHECK(memory.most() == 10);
}

TEST_CASE("task lists: operands before users, no pack written before its readers are done") {
  const auto [grammar, n, rule] =
      GENERATE(std::tuple("hubbard/hubbard_sun_density", 7, PanelRule{3, "v", 0}),
               std::tuple("hubbard/hubbard_sun_cdet_density_fixed", 6, PanelRule{1, "v", 100}));
  CAPTURE(grammar);
  const GrammarKernel kernel = panel_kernel(grammar, n);
  const Schedule schedule = schedule_of(kernel.graph, rule);
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
  const auto packs_of = [&](TileId tile) { return (panels.tiles[tile].values.size() + 3) / 4; };
  for (const unsigned packs : {100u, 250u, 4000u}) {
    TaskOptions options{
        .workers = 5, .side_by_side = 2, .groups = 6, .stages = 2, .packs = packs, .pack = 4};
    const auto lists = make_task_lists(panels, templates, exported, costs, options);
    if (!lists) {
      CHECK(packs == 100);
      continue;
    }
    CHECK(lists->packs <= packs);
    // Workers take tasks in turn, always the last that can: any order that the dependencies allow must be right.
    std::vector<std::size_t> next(lists->lists.size(), 0);
    std::vector<std::uint8_t> done(lists->tasks, 0);
    std::vector<std::vector<std::uint8_t>> computed(
        options.groups, std::vector<std::uint8_t>(panels.panels.size(), 0));
    std::vector<std::pair<unsigned, TileId>> holds(lists->packs, {0, no_tile});
    std::size_t wrong = 0, finished = 0;
    const auto read = [&](std::uint32_t first, unsigned group, TileId tile) {
      for (std::size_t pack = first; pack < first + packs_of(tile); ++pack) {
        wrong += holds[pack] != std::pair{group, tile};
      }
    };
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
              read(task.inputs[side][input++], task.group, column.tile);
              if (column.other == no_tile) continue;
              read(task.inputs[side][input++], task.group, column.other);
            }
          }
          for (const TileId tile : use.tiles) read(task.inputs[side][input++], task.group, tile);
        }
        for (std::size_t side = 0; side < task.panels.size(); ++side) {
          const TemplateUse& use = templates.uses[task.panels[side]];
          for (std::size_t i = 0; i < use.outputs.size(); ++i) {
            std::fill_n(holds.begin() + task.outputs[side][i], packs_of(use.outputs[i]),
                        std::pair{task.group, use.outputs[i]});
          }
        }
        for (const auto& [node, first] : task.stored) {
          read(first, task.group, panels.tile_of[node]);
        }
        done[task.number] = 1;
        ++next[worker];
        ++finished;
        moved = true;
      }
    }
    CAPTURE(packs);
    CHECK(wrong == 0);
    CHECK(finished == lists->tasks);
  }
}
