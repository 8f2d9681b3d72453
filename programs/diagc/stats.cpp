// diagc stats: the size of graphs, a row for each value of the statics; with --target cuda, what their kernels take of a device.
#include "programs/diagc/stats.h"

#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/expand/figures.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
#include "programs/command/progress.h"
#include "programs/command/result_rows.h"
#include "programs/command/rule_file.h"
#include "programs/diagc/array_stats.h"
#include "programs/diagc/cyclic_stats.h"
#include "programs/diagc/gpu_stats.h"
#include "runtime/system/elapsed.h"

namespace diagc {

namespace {

struct StatsArguments {
  RuleOptions rules;
  KernelOptions kernel;
  std::string arch;
  bool json = false;
};

Cell terms_of(const GraphFigures& figures) {
  if (!figures.terms) return std::monostate();
  return to_string(*figures.terms);
}

class Statistics {
 public:
  Statistics(const StatsArguments& options, const rules::Rules& rules)
      : options_(options), rules_(rules) {}

  /// Each stage lets go of what the next does not need: the largest graphs fill much of the memory.
  std::vector<Cell> row(const StaticValues& statics) {
    const FrontOptions front = front_options(options_.rules, statics);
    const std::string where = to_string(statics);
    progress_.stage("expanding " + where);
    auto start = std::chrono::steady_clock::now();
    Graph graph = expand(rules_, front.expand).graph;
    const double expand_seconds = seconds_since(start);
    const GraphFigures sizes = figures(graph);
    const std::uint64_t cost_expanded = operations(graph).cost();
    progress_.stage("simplifying " + where);
    start = std::chrono::steady_clock::now();
    graph = run_passes(std::move(graph), front.passes);
    const double passes_seconds = seconds_since(start);
    const Operations work = operations(graph);
    progress_.stage("ordering " + where);
    const std::uint64_t live = live_values(graph, front);

    std::vector<Cell> cells;
    for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
    for (const std::uint64_t number : {sizes.levels, sizes.nodes, sizes.edges})
      cells.push_back(cell_of(number));
    cells.push_back(terms_of(sizes));
    for (const std::uint64_t number : {work.flops(), cost_expanded, work.cost(), live})
      cells.push_back(cell_of(number));
    cells.insert(cells.end(), {expand_seconds, passes_seconds});
    progress_.stage("");
    return cells;
  }

 private:
  std::size_t live_values(const Graph& graph, const FrontOptions& front) {
    const std::optional<OrderRule> hint = order_hint(rules_, front, graph);
    const Values values(graph);
    const OrderRule rule = find_order(graph, values, hint ? &*hint : nullptr);
    return max_live(apply(rule, graph, values), values, graph.node_count());
  }

  const StatsArguments& options_;
  const rules::Rules& rules_;
  Progress progress_;
};

void run_stats(const StatsArguments& options) {
  if (options.kernel.target == "cuda") {
    return print_gpu_stats(options.rules, options.kernel, options.arch, options.json);
  }
  const Definitions definitions(options.rules.definitions);
  const rules::Rules rules = read_rules(options.rules);
  if (has_cyclic_axes(rules))
    return print_cyclic_stats(options.rules, rules, definitions, options.json);
  if (!rules.axes.empty())
    return print_array_stats(options.rules, rules, definitions, options.json);
  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  columns.insert(columns.end(), {{"levels"},
                                 {"nodes", 9},
                                 {"edges", 10},
                                 {"terms", 20, false, "", true,
                                  "terms are not counted where functions are their factors"},
                                 {"flops", 10},
                                 {"cost_expanded", 13},
                                 {"cost", 10},
                                 {"max_live", 8},
                                 {"expand_s", 9},
                                 {"passes_s", 9}});
  ResultRows rows(std::move(columns), options.json);
  Statistics statistics(options, rules);
  definitions.for_each([&](const StaticValues& statics) { rows.add(statistics.row(statics)); });
  rows.finish();
}

}  // namespace

void add_stats(CLI::App& app, Action& action) {
  auto options = std::make_shared<StatsArguments>();
  CLI::App* command =
      app.add_subcommand("stats", "the size of graphs, or of their kernels on a device");
  add_rule_options(*command, options->rules);
  take_one_of(
      command
          ->add_option(
              "--target", options->kernel.target,
              "cpu: levels, nodes, edges, diagrams and operations of the graph; cuda: registers, "
              "spills, code, shared memory and occupancy of its kernels on an NVIDIA GPU")
          ->capture_default_str(),
      {"cpu", "cuda"});
  add_gpu_options(*command, options->kernel);
  take_one_of(
      command->add_option("--arch", options->arch,
                          "with --target cuda, architecture to compile for; without it, the "
                          "device's, or sm_90 where there is no device"),
      {"sm_80", "sm_90"});
  add_kernel_options(*command, options->kernel);
  command->add_flag("--json", options->json, "one JSON array, an object for each row");
  command->footer(
      "levels, nodes, edges and terms describe the graph as expanded: a node is a distinct value "
      "of a call, an edge one\n"
      "additive term of it, terms the number of diagrams (a divisor is one factor, whatever it is "
      "the sum of). flops are the operations of one "
      "configuration after the passes,\n"
      "each counted once. cost weighs them: a division or square root counts 4, any other function "
      "8; cost_expanded is\n"
      "the cost before the passes. max_live is the largest number of values alive at once in the "
      "order of evaluation.\n"
      "Of a file with axes: arrays by kind (sums are contractions, maps other values element by "
      "element), the tensors and variables\n"
      "of the largest sum, the binary logarithm of the elements of the largest array, the decimal "
      "one of the products of direct sums.\n"
      "Of a file with cyclic axes: sums, the Fourier transforms that take their place, sums that "
      "are left, operations of both ways,\n"
      "as numbers where --axis gives lengths, and as formulas in these, a transform of n points "
      "counted as 5 n log2 n.\n"
      "With --target cuda, a row for each kernel of a program and one for all of them (sums of "
      "spills "
      "and code, of blocks and\n"
      "warps the least, else the largest): registers and stack are a thread's, spills the bytes "
      "stored "
      "and loaded for want of\n"
      "registers over the text, static and dynamic shared memory, threads and configurations a "
      "block's; workspace is global\n"
      "memory in bytes a configuration, slab the configurations of one pass (0: the whole batch). "
      "It "
      "takes NVRTC, but no device.\n"
      "--schedule auto is the schedule that the cost model puts first; nothing is measured.");
  command->callback([options, &action] { action = [options] { run_stats(*options); }; });
}

}  // namespace diagc
