// The columns of `diagc bench`, and what stands in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/value.h"
#include "programs/bench/gpu_rates.h"
#include "programs/bench/kernel_rates.h"
#include "programs/bench/step_rates.h"
#include "programs/command/result_rows.h"

namespace diagc::bench {

/// What one evaluation is.
struct Work {
  std::uint64_t executed_flops =
      0;                          ///< of the kernel, after the passes; a fused multiply-add is two
  std::uint64_t edges = 0;        ///< of the graph as the rules write it, as `stats` counts them
  std::optional<Rational> terms;  ///< of the same, where they are counted
};

struct Preparation {
  double compile_seconds = 0;  ///< from the rules to the callable kernel, nothing from the cache
  std::optional<double> cached_load;  ///< from the cache's key to the callable kernel
};

/// `threads` beyond 1: with a column for them.
std::vector<Column> processor_columns(unsigned threads);
std::vector<Cell> processor_cells(const Work& work, const Rates& rates,
                                  const Preparation& preparation, unsigned threads);

/// A kernel's rate over that of another, both measured in turn.
std::vector<Column> against_columns();
std::vector<Cell> against_cells(const RatesInTurn& rates);

/// The code that runs on a device, all kernels of a program together.
struct GpuProgram {
  std::string schedule, schedule_choice;
  double tune_seconds = 0;
  int registers = 0;  ///< the most
  std::size_t spill_bytes = 0, code_bytes = 0;
};

std::vector<Column> gpu_columns(std::size_t devices);
std::vector<Cell> gpu_cells(const Work& work, const GpuRates& rates, const Preparation& preparation,
                            const GpuProgram& program, std::size_t devices);

/// The steps of walkers on a device in both forms.
struct StepForms {
  std::string schedule;
  bool fused = false;  ///< the form that an integration takes
  StepRates split;
  std::optional<StepRates> one_kernel;  ///< of the fused form, where the graph may be straight
};

std::vector<Column> step_columns(bool on_gpu);
std::vector<Cell> step_cells(const StepRates& rates);
std::vector<Cell> step_cells(const StepForms& forms);

}  // namespace diagc::bench
