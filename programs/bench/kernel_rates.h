// How fast a kernel is, and whether what it computes is right.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"
#include "diagc/kernel.h"
#include "programs/command/machine.h"

namespace diagc::bench {

struct Rates {
  double peak_flops = 0;   ///< per second, on one core, in the kernel's precision
  double evaluations = 0;  ///< per second, batches in half of L2, the kernel's own rows
  std::optional<double>
      baseline;           ///< the same of the edge list; nothing where the graph is no edge list
  double converting = 0;  ///< batches of half of L2 in [configuration][leaf]
  std::optional<double> from_memory;  ///< batches beyond all caches; nothing where memory is short
  std::optional<double>
      converting_from_memory;           ///< the same in [configuration][leaf], as NumPy has arrays
  std::optional<double> copy_bytes;     ///< a second, read and written, of a copy beyond all caches
  double configuration_bytes = 0;       ///< of the inputs and outputs of one evaluation
  std::optional<double> threads_ratio;  ///< with `threads` threads over with one
};

/// `expanded` is the graph that the kernel was made from, before the passes: the meaning that its results are checked
/// against. Throws std::logic_error where they are wrong. More than one thread: `threads_ratio` is measured.
Rates measure(const Kernel& kernel, const Graph& expanded, const std::vector<ParamValue>& params,
              const Machine& machine, unsigned threads);

/// Calls per second of each function.
using Timer = std::function<std::vector<double>(const std::vector<std::function<void()>>&)>;

/// The same by another clock than rates_in_turn(). It gets, in this order: a run of the FMA peak, one of the baseline (where there is one), a
/// batch, a batch that is converted, one from beyond the caches, a copy and a batch that is converted there (where memory allows it), and
/// one of `threads` batches (with more than one).
Rates measure(const Kernel& kernel, const Graph& expanded, const std::vector<ParamValue>& params,
              const Machine& machine, unsigned threads, const Timer& timer);

struct TimedKernel {
  const Kernel& kernel;
  const std::vector<ParamValue>& params;
};

/// Evaluations per second of each, on one thread, batches in half of L2, the kernels' own rows; the kernels run
/// in turn, so that what else the machine does touches all alike. Results are not looked at.
std::vector<double> evaluations_in_turn(const std::vector<TimedKernel>& kernels,
                                        const Machine& machine);

/// One call of the function evaluates a kernel on a batch of so many configurations.
struct BatchCall {
  std::function<void()> function;
  double configurations = 0;
};
/// As evaluations_in_turn() has them.
BatchCall batch_call(const TimedKernel& timed, const Machine& machine);

/// Evaluations per second of two, called in turn: medians, and the median of the ratios of all rounds.
struct RatesInTurn {
  double evaluations = 0, against = 0, ratio = 0;
};
RatesInTurn rates_against(const BatchCall& one, const BatchCall& other);

}  // namespace diagc::bench
