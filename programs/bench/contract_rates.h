// How fast networks are contracted: one slice on one thread, against the machine and against transposes with OpenBLAS on the same order.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "compiler/arrays/plan.h"
#include "programs/contract/subject.h"

namespace diagc::bench {

struct ContractCase {
  std::string name;
  contract::SubjectOptions subject;
  /// Labels are sliced until no value has more; an order of a file is taken as it is.
  double most_log2_elements = std::numeric_limits<double>::infinity();
  std::string order;  ///< a file; empty: the network's own, else one that is searched
};

/// The networks of docs/performance.md, from tests/networks/data below the current folder.
std::vector<ContractCase> standard_cases();

struct KernelRow {
  std::uint32_t result = 0;  ///< value
  std::size_t steps = 1;
  arrays::KernelForm form = arrays::KernelForm::panels;
  bool relaid = false;
  std::string shape;  ///< of every step: rows, columns and summed values, times the batch
  double seconds = 0, operations = 0, bytes = 0;
  double expected = 0;  ///< seconds by the model of place()
};

struct ContractRates {
  double log2_macs = 0, log2_width = 0;  ///< of the slice
  double operations = 0;                 ///< 2 a real product, 8 a complex one
  double all_bytes = 0;                  ///< operands and results of all steps
  double fused_bytes = 0;                ///< those of kernels alone
  double cold = 0, warm = 0;  ///< seconds: the first time, and the median of those after it
  double peak_flops = 0,
         product_flops =
             0;           ///< a second, between kernels: FMA, and large square products of OpenBLAS
  double copy_bytes = 0;  ///< a second, read and written
  double transposed = 0;  ///< seconds of the baseline
  double by_lifetime = 0;  ///< seconds of the second baseline, with the order of axes of the paper
  double products = 0;     ///< of these, in OpenBLAS
  double transpose_bytes = 0;  ///< a second, of its transposes
  /// Of one slice on two threads, over that of two slices side by side: slices a second. Nothing with one processor.
  std::optional<double> two_threads;
  /// Seconds in which its order is distributed among eight devices; nothing where its labels cannot fill them, and without baselines.
  std::optional<double> distribution;
  std::vector<KernelRow> kernels;
};

/// `sums_end_early`: whether a search counts sums over sliced labels so (slice_loops.h). Throws InputError for what is wrong in a file.
arrays::Order order_of(const ContractCase& one, const contract::Subject& subject,
                       bool sums_end_early);

/// Ours and the baselines in turn, `rounds` times; or, without baselines, ours alone. A slice has the loops of its plan. Where it is expected to take more
/// than ten seconds, loops around others take one value, and what is within counts as often as the whole slice runs it.
ContractRates measure_contraction(const ContractCase& one, int rounds, bool baselines);

}  // namespace diagc::bench
