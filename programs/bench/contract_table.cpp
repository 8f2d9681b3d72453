#include "programs/bench/contract_table.h"

#include <algorithm>

namespace diagc::bench {

std::vector<Column> contract_columns() {
  return {{"network", 14, true},
          {"log2_macs", 6, false, "MACs"},
          {"log2_width", 6, false, "width"},
          {"kernels", 7},
          {"cold_s", 8},
          {"seconds", 8},
          {"gflops", 7},
          {"gbytes", 7, false, "GB/s"},
          {"peak_share", 6, false, "peak"},
          {"product_share", 6, false, "sgemm"},
          {"over_copies", 6, false, "copies"},
          {"roofline", 8},
          {"over_transposes", 8, false, "baseline"},
          {"over_by_lifetime", 8, false, "lifetime"},
          {"over_products", 6, false, "BLAS"},
          {"copy_gbytes", 6, false, "copy"},
          {"transpose_share", 6, false, "transp."},
          {"two_threads", 7, false, "threads", true, "this machine has one processor"},
          {"distribution_s", 9, false, "plan of 8", true, "its labels do not fill eight devices"},
          {"peak_gflops", 6, false, {}, false},
          {"product_gflops", 6, false, {}, false}};
}

std::vector<Cell> contract_cells(const std::string& name, const ContractRates& rates) {
  const double roofline =
      std::max(rates.fused_bytes / rates.copy_bytes, rates.operations / rates.peak_flops);
  const double flops = rates.operations / rates.warm;
  return {name,
          rates.log2_macs,
          rates.log2_width,
          cell_of(rates.kernels.size()),
          rates.cold,
          rates.warm,
          flops / 1e9,
          rates.fused_bytes / rates.warm / 1e9,
          flops / rates.peak_flops,
          flops / rates.product_flops,
          rates.warm / (rates.all_bytes / rates.copy_bytes),
          roofline / rates.warm,
          rates.transposed / rates.warm,
          rates.by_lifetime / rates.warm,
          rates.products / rates.warm,
          rates.copy_bytes / 1e9,
          rates.transpose_bytes / rates.copy_bytes,
          rates.two_threads ? Cell(*rates.two_threads) : Cell(),
          rates.distribution ? Cell(*rates.distribution) : Cell(),
          rates.peak_flops / 1e9,
          rates.product_flops / 1e9};
}

std::vector<Column> kernel_columns() {
  return {{"value", 6},       {"kind", 13, true}, {"steps", 5},
          {"relaid", 6},      {"seconds", 9},     {"expected", 9},
          {"share", 7},       {"gflops", 7},      {"gbytes", 7, false, "GB/s"},
          {"shape", 10, true}};
}

std::vector<std::vector<Cell>> kernel_rows(const ContractRates& rates) {
  std::vector<KernelRow> kernels = rates.kernels;
  std::ranges::stable_sort(kernels, std::greater(), &KernelRow::seconds);
  double all = 0;
  for (const KernelRow& kernel : kernels) all += kernel.seconds;
  std::vector<std::vector<Cell>> rows;
  for (const KernelRow& kernel : kernels) {
    if (kernel.seconds == 0) continue;
    rows.push_back({cell_of(kernel.result), arrays::name_of(kernel.form), cell_of(kernel.steps),
                    kernel.relaid, kernel.seconds, kernel.expected, kernel.seconds / all,
                    kernel.operations / kernel.seconds / 1e9, kernel.bytes / kernel.seconds / 1e9,
                    kernel.shape});
  }
  return rows;
}

std::vector<Column> contract_gpu_columns() {
  const std::string without = "cuBLAS is not there, or the slice leaves no memory for its operands";
  return {{"network", 14, true},
          {"log2_macs", 6, false, "MACs"},
          {"log2_width", 6, false, "width"},
          {"launches", 8},
          {"peak_bytes", 10, false, "memory"},
          {"compile_s", 9},
          {"cold_s", 8},
          {"seconds", 8},
          {"busy_s", 8},
          {"gflops", 7},
          {"gbytes", 7, false, "GB/s"},
          {"peak_share", 6, false, "peak"},
          {"over_copies", 6, false, "copies"},
          {"roofline", 8},
          {"over_transposes", 8, false, "baseline", true, without},
          {"over_products", 6, false, "BLAS", true, without},
          {"copy_gbytes", 6, false, "copy"},
          {"peak_gflops", 7, false, {}, false}};
}

std::vector<Cell> contract_gpu_cells(const std::string& name, const ContractGpuRates& rates) {
  const double copies = rates.bytes / rates.copy_bytes, moved = rates.moved / rates.copy_bytes,
               arithmetic = rates.operations / rates.peak_flops;
  return {name,
          rates.log2_macs,
          rates.log2_width,
          cell_of(rates.kernels.size()),
          rates.peak_bytes,
          rates.compile,
          rates.cold,
          rates.warm,
          rates.busy,
          rates.operations / rates.busy / 1e9,
          rates.moved / rates.busy / 1e9,
          arithmetic / rates.busy,
          rates.busy / copies,
          std::max(moved, arithmetic) / rates.busy,
          rates.products
              ? Cell((*rates.products + rates.transposed_bytes / rates.copy_bytes) / rates.large)
              : Cell(),
          rates.products ? Cell(*rates.products / rates.large) : Cell(),
          rates.copy_bytes / 1e9,
          rates.peak_flops / 1e9};
}

std::vector<Column> contract_gpus_columns() {
  return {{"network", 14, true},
          {"devices", 7},
          {"log2_macs_alone", 6, false, "alone"},
          {"log2_macs", 6, false, "MACs"},
          {"log2_width", 6, false, "width"},
          {"slices_alone", 7, false, "slices1"},
          {"slices", 7},
          {"peak_bytes_alone", 10, false, "memory1"},
          {"peak_bytes", 10, false, "memory"},
          {"alone_s", 9},
          {"seconds", 9},
          {"ratio", 6},
          {"efficiency", 6, false, "eff."},
          {"expected_ratio", 6, false, "model"},
          {"busy_s", 9},
          {"exchange_s", 10},
          {"planned_bytes", 12, false, "planned"},
          {"counted_bytes", 12, false, "counted"},
          {"links", 26, true}};
}

std::vector<Cell> contract_gpus_cells(const std::string& name, const ContractGpusRates& rates,
                                      std::size_t devices) {
  const double ratio = rates.alone / rates.seconds;
  return {name,
          cell_of(devices),
          rates.log2_macs_alone,
          rates.log2_macs,
          rates.log2_width,
          cell_of(rates.slices_alone),
          cell_of(rates.slices),
          rates.peak_bytes_alone,
          rates.peak_bytes,
          rates.alone,
          rates.seconds,
          ratio,
          ratio / static_cast<double>(devices),
          rates.expected,
          rates.busy,
          rates.exchange,
          rates.planned_bytes,
          rates.counted_bytes,
          rates.links};
}

std::vector<Column> gpu_kernel_columns() {
  return {{"value", 6},  {"kind", 13, true},          {"steps", 5}, {"seconds", 9}, {"share", 7},
          {"gflops", 7}, {"gbytes", 7, false, "GB/s"}};
}

std::vector<std::vector<Cell>> gpu_kernel_rows(const ContractGpuRates& rates) {
  std::vector<GpuKernelRow> kernels = rates.kernels;
  std::ranges::stable_sort(kernels, std::greater(), &GpuKernelRow::seconds);
  double all = 0;
  for (const GpuKernelRow& kernel : kernels) all += kernel.seconds;
  std::vector<std::vector<Cell>> rows;
  for (const GpuKernelRow& kernel : kernels) {
    if (kernel.seconds == 0) continue;
    rows.push_back({cell_of(kernel.result), kernel.kind, cell_of(kernel.steps), kernel.seconds,
                    kernel.seconds / all, kernel.operations / kernel.seconds / 1e9,
                    kernel.bytes / kernel.seconds / 1e9});
  }
  return rows;
}

}  // namespace diagc::bench
