// The columns of `diagc bench --contract`, and what stands in them.
#pragma once

#include <vector>

#include "programs/bench/contract_rates.h"
#include "programs/command/result_rows.h"

namespace diagc::bench {

std::vector<Column> contract_columns();
std::vector<Cell> contract_cells(const std::string& name, const ContractRates& rates);

/// Of the kernels of one network, the longest first.
std::vector<Column> kernel_columns();
std::vector<std::vector<Cell>> kernel_rows(const ContractRates& rates);

}  // namespace diagc::bench
