#include "programs/bench/cyclic_rates.h"

#include <fmt/format.h>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/cyclic_plan.h"
#include "compiler/arrays/lower_cyclic.h"
#include "compiler/source/diagnostic.h"
#include "library/cyclic/measured_sums.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/result_rows.h"

namespace diagc::bench {

namespace {

constexpr double seconds_of_round = 0.1;
/// Of direct sums that are timed: a round has to end.
constexpr double most_operations = 1e9;

std::vector<Cell> cyclic_row(const Options& options, const rules::Rules& rules,
                             const arrays::Grids& grids, const StaticValues& statics) {
  const ArrayExpansion expansion =
      expand_arrays(rules, front_options(options.rules, statics).expand);
  const arrays::Lowered lowered = arrays::lower(expansion, grids);
  const Signature& signature = expansion.graph.signature();
  std::vector<Type> types;
  for (const arrays::InputSource& source : lowered.inputs) {
    types.push_back(source.is_param ? signature.param_of(source.number).type
                                    : signature.input_of(source.number).type);
  }
  const arrays::CyclicCost of_sums = arrays::cost_of(lowered.graph);
  const arrays::CyclicCost of_transforms = arrays::cost_of(arrays::convolve(lowered.graph));
  const bool direct = of_sums.operations <= most_operations;
  const MeasuredSums sums = timed_sums(
      lowered.graph, types, {.target = Target::cpu, .use_cache = !options.kernel.no_cache},
      seconds_of_round, direct);
  std::vector<Cell> cells;
  for (const auto& [name, value] : statics) cells.push_back(cell_of(value));
  cells.insert(cells.end(), {cell_of(of_transforms.transforms), sums.by_transforms,
                             of_transforms.operations / sums.by_transforms * 1e-9,
                             direct ? Cell(sums.direct) : Cell(),
                             direct ? Cell(of_sums.operations / sums.direct * 1e-9) : Cell(),
                             direct ? Cell(sums.direct / sums.by_transforms) : Cell()});
  return cells;
}

}  // namespace

void measure_cyclic(const Options& options, const rules::Rules& rules) {
  if (options.kernel.target == "cuda" || options.integrate || !options.against.empty() ||
      options.threads != 1) {
    throw UsageError(
        "found --target cuda, --integrate, --against or --threads with a file with cyclic axes, "
        "expected it without: its sums are measured on one thread of a processor");
  }
  if (!rules.greens.empty()) {
    throw Failure(fmt::format(
        "found the green {} in the file, expected inputs and outputs alone: `diagc bench "
        "--dynamics` measures theories at two times",
        diagc::quoted(rules.greens[0]->name)));
  }
  const arrays::Grids grids = parse_axes(options.rules.axes, rules);
  const Definitions definitions(options.rules.definitions);
  std::vector<Column> columns;
  for (const std::string& name : definitions.names()) columns.push_back({name, 4});
  const std::string without = "direct sums take more than 1e9 operations";
  columns.insert(columns.end(), {{"transforms", 10},
                                 {"seconds", 9},
                                 {"gflops", 7, false, "Gflop/s"},
                                 {"direct_s", 9, false, {}, true, without},
                                 {"direct_gflops", 7, false, "Gflop/s", true, without},
                                 {"ratio", 8, false, {}, true, without}});
  ResultRows rows(std::move(columns), options.json);
  definitions.for_each(
      [&](const StaticValues& statics) { rows.add(cyclic_row(options, rules, grids, statics)); });
  rows.finish();
}

}  // namespace diagc::bench
