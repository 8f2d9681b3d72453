// The table of `diagc audit`: its columns, and a row of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "programs/audit/agreement.h"
#include "programs/audit/errors.h"
#include "programs/command/definitions.h"
#include "programs/command/result_rows.h"

namespace diagc::audit {

/// Which columns a table has beside those of every table.
struct TableShape {
  std::vector<std::string> grammars;  ///< a name for each file
  std::vector<std::string> statics;   ///< names, in the order of the command line
  bool labelled = false;  ///< whether evaluations of some file count for several labellings

  bool several() const { return grammars.size() > 1; }
};

std::vector<Column> columns(const TableShape& shape);

/// What a row tells of one file. Rates are evaluations per second in single and double precision.
struct Row {
  std::string file, grammar;
  const StaticValues& statics;
  std::size_t configurations = 0;
  std::optional<std::uint32_t> seed;  ///< of random configurations
  SingleErrors errors;
  std::optional<ExactErrors> exact;
  Agreement agreement;
  std::array<double, 2> rates{}, first_rates{};  ///< of this file and of the first
  double labellings = 1;                         ///< that one evaluation counts for
  std::optional<double> worth;
  double load_average = 0;
};

/// In the order of columns().
std::vector<Cell> cells(const TableShape& shape, const Row& row);

}  // namespace diagc::audit
