#include "programs/diagc/array_stats.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "compiler/arrays/lower.h"
#include "programs/command/result_rows.h"
#include "runtime/system/elapsed.h"

namespace diagc {

namespace {

using arrays::ArrayKind;
using arrays::ArrayNode;

double elements_in(const std::vector<std::uint64_t>& extents) {
  double result = 1;
  for (const std::uint64_t extent : extents) result *= static_cast<double>(extent);
  return result;
}

std::vector<Cell> array_figures(const arrays::ArrayGraph& graph) {
  std::size_t inputs = 0, constants = 0, maps = 0, sums = 0, tensors = 0, variables = 0;
  double largest = 1, operations = 0;
  for (const ArrayNode& node : graph.nodes) {
    largest = std::max(largest, elements_in(node.shape()));
    if (arrays::is_sum(node.kind)) {
      ++sums;
      tensors = std::max(tensors, node.operands.size());
      variables = std::max(variables, node.variables.size());
      operations += elements_in(node.variables) *
                    static_cast<double>(std::max<std::size_t>(node.operands.size(), 1));
    } else {
      ++(node.kind == ArrayKind::input ? inputs : node.kind == ArrayKind::map ? maps : constants);
    }
  }
  std::vector<Cell> cells;
  for (const std::size_t number : {inputs, constants, maps, sums, tensors, variables})
    cells.push_back(cell_of(number));
  cells.insert(cells.end(),
               {std::log2(largest), sums == 0 ? Cell() : Cell(std::log10(operations))});
  return cells;
}

}  // namespace

void print_array_stats(const RuleOptions& options, const rules::Rules& rules,
                       const Definitions& definitions, bool json) {
  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  columns.insert(columns.end(), {{"inputs", 7},
                                 {"constants", 9},
                                 {"maps", 6},
                                 {"sums", 6},
                                 {"tensors", 7},
                                 {"variables", 9},
                                 {"log2_largest", 12},
                                 {"log10_direct", 12, false, "", true, "there are no sums"},
                                 {"expand_s", 9}});
  ResultRows rows(std::move(columns), json);
  definitions.for_each([&](const StaticValues& statics) {
    const auto start = std::chrono::steady_clock::now();
    const arrays::ArrayGraph graph = arrays::merge_contractions(
        arrays::lower(expand_arrays(rules, front_options(options, statics).expand)).graph, false);
    std::vector<Cell> cells;
    for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
    const std::vector<Cell> figures = array_figures(graph);
    cells.insert(cells.end(), figures.begin(), figures.end());
    cells.emplace_back(seconds_since(start));
    rows.add(cells);
  });
  rows.finish();
}

}  // namespace diagc
