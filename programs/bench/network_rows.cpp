#include "programs/bench/network_rows.h"

#include <utility>

#include "programs/bench/contract_gpus_rates.h"
#include "programs/bench/contract_rates.h"
#include "programs/bench/contract_table.h"
#include "programs/command/progress.h"
#include "programs/command/result_rows.h"

namespace diagc::bench {

namespace {

/// What one device does alone, beside what several do that share the arrays of every slice.
void run_shared_contractions(const Options& options, const std::vector<ContractCase>& cases) {
  const std::vector<int>& devices = options.kernel.devices;
  if (options.kernels)
    throw UsageError("found --kernels with several --devices, expected one of them");
  if (!options.memory.empty() && !options.order.empty())
    throw UsageError(
        "found --memory with --order, expected one of them: orders are searched for it");
  ResultRows rows(contract_gpus_columns(), options.json);
  for (const ContractCase& one : cases) {
    Progress progress;
    progress.stage("measuring " + one.name);
    const auto rates =
        measure_contraction_on_gpus(one, options.memory, static_cast<int>(options.rounds), devices);
    progress.stage("");
    rows.add(contract_gpus_cells(one.name, rates, devices.size()));
  }
  rows.finish();
}

}  // namespace

void measure_networks(const Options& options) {
  std::vector<ContractCase> cases;
  for (const std::string& file : options.networks) {
    constexpr double log2_of_slice = 26;
    const bool is_circuit = file.ends_with(".qsim");
    ContractCase one{file, {}, log2_of_slice, options.order};
    one.subject.file = file;
    one.subject.element = !options.element.empty() ? options.element : is_circuit ? "c64" : "f32";
    if (!is_circuit) one.subject.fill = "random:1";
    cases.push_back(std::move(one));
  }
  if (cases.size() != 1 && !(options.order.empty() && options.element.empty())) {
    throw UsageError(
        "found --order or --element without one network, expected them with --contract NETWORK");
  }
  if (cases.empty()) cases = standard_cases();
  if (options.kernels && cases.size() != 1)
    throw UsageError("found --kernels without one network, expected --contract --kernels NETWORK");
  const bool on_gpu = options.kernel.target == "cuda";
  if (on_gpu && options.kernel.devices.size() > 1) return run_shared_contractions(options, cases);
  if (!options.memory.empty()) {
    throw UsageError(
        "found --memory without several --devices, expected them with --contract --target cuda");
  }
  ResultRows rows(on_gpu ? (options.kernels ? gpu_kernel_columns() : contract_gpu_columns())
                         : (options.kernels ? kernel_columns() : contract_columns()),
                  options.json);
  for (const ContractCase& one : cases) {
    Progress progress;
    progress.stage("measuring " + one.name);
    if (on_gpu) {
      const auto rates = measure_contraction_on_gpu(one, static_cast<int>(options.rounds),
                                                    options.kernel.devices.front());
      progress.stage("");
      if (!options.kernels) rows.add(contract_gpu_cells(one.name, rates));
      if (!options.kernels) continue;
      for (const auto& cells : gpu_kernel_rows(rates)) rows.add(cells);
      continue;
    }
    const auto rates = measure_contraction(one, static_cast<int>(options.rounds), !options.kernels);
    progress.stage("");
    if (!options.kernels) {
      rows.add(contract_cells(one.name, rates));
      continue;
    }
    for (const auto& cells : kernel_rows(rates)) rows.add(cells);
  }
  rows.finish();
}

}  // namespace diagc::bench
