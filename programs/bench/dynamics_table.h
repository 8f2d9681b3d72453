// The columns of `diagc bench --dynamics`, and what stands in them.
#pragma once

#include <vector>

#include "programs/bench/dynamics_rates.h"
#include "programs/command/result_rows.h"

namespace diagc::bench {

std::vector<Column> dynamics_columns();
std::vector<Cell> dynamics_cells(const DynamicsRate& rate);

}  // namespace diagc::bench
