// An estimate of how fast a program for a device will be, from the graph and its schedule, without a compiler and without a device.
//
// The time of a configuration, with the whole device busy, is the sum of what an H200 was seen to spend (docs/performance.md):
//   issue    instructions of a lane over the rate at which a device issues them, more where the code of a kernel exceeds the
//            instruction cache
//   workspace and spills   bytes over the bandwidth of the second-level cache
//   memory   bytes of inputs and outputs, and what of the workspace of one wave of blocks does not fit the second-level cache,
//            over the bandwidth of the memory
// It is good to some tens of per cent: enough to say which candidates are worth measuring.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/emit/cuda/program.h"

namespace diagc {

struct MatrixPlan;
struct PackedPlan;
struct ProductPlan;

struct CudaEstimate {
  unsigned registers = 0;        ///< a thread, of the kernel with the most
  std::size_t spill_bytes = 0;   ///< stored and loaded, over the text of all kernels
  std::size_t code_bytes = 0;    ///< of all kernels
  std::size_t largest_code = 0;  ///< of the largest kernel
  std::size_t cache_bytes = 0;   ///< to and from the second-level cache, a configuration
  std::size_t memory_bytes = 0;  ///< to and from the device's memory, a configuration
  unsigned warps = 0;            ///< a multiprocessor, of the kernel with the fewest
  double seconds = 0;            ///< a configuration
  double compile_seconds = 0;    ///< of all kernels one after the other, on one core
  double longest_compile = 0;    ///< of one kernel
};

/// `schedule` is of options.form, straight or chunked: one lane a configuration.
CudaEstimate estimate_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options);

/// Of `cooperative`, by the simulation of its tasks; `schedule` has panels. Throws what plan_cooperation() throws.
CudaEstimate estimate_cooperative(const Graph& graph, const Schedule& schedule,
                                  const CudaOptions& options);

/// Of the packed form of `cooperative`, all of whose options are in the plan.
CudaEstimate estimate_packed(const Graph& graph, const PackedPlan& plan,
                             const CudaOptions& options);

/// Of its matrix form, likewise.
CudaEstimate estimate_matrix(const Graph& graph, const MatrixPlan& plan,
                             const CudaOptions& options);

/// Of its form by products of tiles, likewise, with the kernels before them.
CudaEstimate estimate_products(const Graph& graph, const Schedule& schedule,
                               const ProductPlan& plan, const CudaOptions& options);

/// Of `windowed`, for a graph scheduled in one chunk.
CudaEstimate estimate_windowed(const Graph& graph, const Schedule& whole,
                               const CudaOptions& options);

}  // namespace diagc
