// The columns of `diagc bench --contract`, and what stands in them.
#pragma once

#include <vector>

#include "programs/bench/contract_gpu_rates.h"
#include "programs/bench/contract_gpus_rates.h"
#include "programs/bench/contract_rates.h"
#include "programs/command/result_rows.h"

namespace diagc::bench {

std::vector<Column> contract_columns();
std::vector<Cell> contract_cells(const std::string& name, const ContractRates& rates);

/// Of the kernels of one network, the longest first.
std::vector<Column> kernel_columns();
std::vector<std::vector<Cell>> kernel_rows(const ContractRates& rates);

/// The same of a device.
std::vector<Column> contract_gpu_columns();
std::vector<Cell> contract_gpu_cells(const std::string& name, const ContractGpuRates& rates);
std::vector<Column> gpu_kernel_columns();
std::vector<std::vector<Cell>> gpu_kernel_rows(const ContractGpuRates& rates);

/// Of several devices beside the first one.
std::vector<Column> contract_gpus_columns();
std::vector<Cell> contract_gpus_cells(const std::string& name, const ContractGpusRates& rates,
                                      std::size_t devices);

}  // namespace diagc::bench
