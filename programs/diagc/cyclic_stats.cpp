#include "programs/diagc/cyclic_stats.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/cyclic_plan.h"
#include "compiler/arrays/lower_cyclic.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/result_rows.h"
#include "runtime/system/elapsed.h"

namespace diagc {

namespace {

std::size_t count_sums(const arrays::ArrayGraph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.nodes, [](const arrays::ArrayNode& node) {
        return arrays::is_sum(node.kind) && !node.variables.empty();
      }));
}

}  // namespace

void print_cyclic_stats(const RuleOptions& options, const rules::Rules& rules,
                        const Definitions& definitions, bool json) {
  auto grids = parse_axes(options.axes, rules);
  bool lengths_known = true;
  for (const syntax::Decl* axis : rules.axes) {
    if (!axis->is_cyclic || grids.contains(axis->name)) continue;
    grids[axis->name] = {2};
    lengths_known = false;
  }
  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  const std::string without = "lengths are not known: --axis gives them";
  columns.insert(columns.end(), {{"inputs", 6},
                                 {"sums", 5},
                                 {"transforms", 10},
                                 {"remaining_sums", 9, false, "left"},
                                 {"direct_operations", 10, false, "direct", true, without},
                                 {"operations", 10, false, {}, true, without},
                                 {"direct_cost", 24, true, "direct cost"},
                                 {"cost", 24, true},
                                 {"expand_s", 9}});
  ResultRows rows(std::move(columns), json);
  definitions.for_each([&](const StaticValues& statics) {
    const auto start = std::chrono::steady_clock::now();
    const arrays::Lowered direct =
        arrays::lower(expand_arrays(rules, front_options(options, statics).expand), grids);
    const arrays::ArrayGraph fast = arrays::convolve(direct.graph);
    const arrays::CyclicCost of_sums = arrays::cost_of(direct.graph);
    const arrays::CyclicCost of_transforms = arrays::cost_of(fast);
    std::vector<Cell> cells;
    for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
    cells.push_back(cell_of(direct.inputs.size()));
    cells.push_back(cell_of(count_sums(direct.graph)));
    cells.push_back(cell_of(of_transforms.transforms));
    cells.push_back(cell_of(count_sums(fast)));
    cells.push_back(lengths_known ? Cell(of_sums.operations) : Cell());
    cells.push_back(lengths_known ? Cell(of_transforms.operations) : Cell());
    cells.emplace_back(of_sums.formula);
    cells.emplace_back(of_transforms.formula);
    cells.emplace_back(seconds_since(start));
    rows.add(cells);
  });
  rows.finish();
}

}  // namespace diagc
