// What contractions gain by several devices that share the arrays of one slice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "programs/bench/contract_rates.h"

namespace diagc::bench {

/// Seconds are those of all slices: of one slice, times their number. What is computed once before the slices is in none of them.
struct ContractGpusRates {
  double log2_macs_alone = 0, log2_macs = 0;  ///< of all slices
  double log2_width = 0;                      ///< of a slice that is shared
  std::uint64_t slices_alone = 1, slices = 1;
  double peak_bytes_alone = 0, peak_bytes = 0;  ///< of a device's memory
  double alone = 0;     ///< seconds on the first device, from call to result, median
  double seconds = 0;   ///< on all of them
  double busy = 0;      ///< of these what launches and exchanges take on the device that has most
  double exchange = 0;  ///< of these exchanges alone
  double planned_bytes = 0, counted_bytes = 0;  ///< that were sent in all slices that were taken
  double expected = 0;                          ///< ratio of the two, by the model of H200s
  std::string links;                            ///< what pieces go by
};

/// On devices that differ, `rounds` times. Without `memory`, one order for all: a slice on the first device, and shared. With it (`8GiB`), that is the limit of
/// each device: the order that is searched for the memory of one, on it, and the one for the memory of all, shared. Throws what runtime/cuda throws, Failure
/// where no plan keeps the limit.
ContractGpusRates measure_contraction_on_gpus(const ContractCase& one, const std::string& memory,
                                              int rounds, const std::vector<int>& devices);

}  // namespace diagc::bench
