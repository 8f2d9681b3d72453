#include "programs/audit/table.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace diagc::audit {

namespace {

template <class T>
Cell cell_or_null(const std::optional<T>& value) {
  return value ? Cell(*value) : Cell();
}

}  // namespace

std::vector<Column> columns(const TableShape& shape) {
  const bool several = shape.several(), labelled = shape.labelled;
  std::size_t longest = 0;
  for (const std::string& name : shape.grammars) longest = std::max(longest, name.size());
  std::vector<Column> columns{{"file", 0, true, "", false},
                              {"grammar", static_cast<int>(longest), true}};
  for (const std::string& name : shape.statics) columns.push_back({name, 4});
  const std::string not_finite = "no value is finite in both precisions";
  const std::string inexact =
      "exact fractions cannot tell: complex numbers, functions, too large, or nothing finite";
  const Column others[] = {{"configurations", 0, false, "", false},
                           {"seed", 0, false, "", false},
                           {"fp32_error_median", 9, false, "median", true, not_finite},
                           {"fp32_error_p99", 9, false, "99 %", true, not_finite},
                           {"fp32_error_max", 9, false, "max", true, not_finite},
                           {"fp32_error_rms", 9, false, "rms", true, not_finite},
                           {"fp32_size_error_median", 0, false, "", false},
                           {"fp32_size_error_p99", 0, false, "", false},
                           {"fp32_size_error_max", 9, false, "max/A", true, not_finite},
                           {"fp32_not_finite", 0, false, "", false},
                           {"fp64_not_finite", 0, false, "", false},
                           {"fp64_error_max", 9, false, "fp64", true, inexact},
                           {"fp64_size_error_max", 0, false, "", false},
                           {"exact_configurations", 0, false, "", false},
                           {"fp32_evaluations_per_s", 9, false, "fp32/s"},
                           {"fp64_evaluations_per_s", 9, false, "fp64/s"}};
  columns.insert(columns.end(), std::begin(others), std::end(others));
  if (several) {
    columns.push_back({"agrees", 6});
    columns.push_back({"difference", 0, false, "", false});
  }
  if (labelled) {
    columns.insert(columns.end(),
                   {{"labellings", 10},
                    {"worth", 9, false, "", true, "a variance is zero or not finite"},
                    {"fp32_labellings_per_s", 9, false, "fp32 lab/s"},
                    {"fp64_labellings_per_s", 9, false, "fp64 lab/s"}});
  }
  if (several) {
    columns.push_back({"fp32_ratio", 9, false, "fp32 ratio"});
    columns.push_back({"fp64_ratio", 9, false, "fp64 ratio"});
  }
  columns.push_back({"load_average", 0, false, "", false});
  return columns;
}

std::vector<Cell> cells(const TableShape& shape, const Row& row) {
  std::vector<Cell> cells{row.file, row.grammar};
  const auto add = [&](std::initializer_list<Cell> more) { cells.insert(cells.end(), more); };
  for (const auto& [name, value] : row.statics) cells.push_back(cell_of(value));
  add({cell_of(row.configurations), row.seed ? Cell(std::int64_t{*row.seed}) : Cell()});
  const auto add_distribution = [&](const std::optional<Distribution>& distribution) {
    if (distribution) {
      add({distribution->median, distribution->percentile_99, distribution->maximum});
    } else {
      add({Cell(), Cell(), Cell()});
    }
  };
  add_distribution(row.errors.relative);
  add({cell_or_null(row.errors.rms)});
  add_distribution(row.errors.of_size);
  add({cell_of(row.errors.not_finite_fp32), cell_of(row.errors.not_finite_fp64)});
  add({row.exact ? Cell(row.exact->relative) : Cell(),
       row.exact ? Cell(row.exact->of_size) : Cell(),
       cell_of(row.exact ? row.exact->configurations : 0)});
  add({row.rates[0], row.rates[1]});
  if (shape.several())
    add({cell_or_null(row.agreement.agrees), cell_or_null(row.agreement.difference)});
  const double count = row.labellings;
  if (shape.labelled)
    add({count, cell_or_null(row.worth), count * row.rates[0], count * row.rates[1]});
  if (shape.several())
    add({count * row.rates[0] / row.first_rates[0], count * row.rates[1] / row.first_rates[1]});
  add({row.load_average});
  return cells;
}

}  // namespace diagc::audit
