// Emitted CUDA programs, compiled as C++ and run on the CPU: a thread of a block is a fiber that runs to the next barrier,
// the last thread first, so that a missing barrier shows.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "compiler/emit/cuda/program.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

/// What CUDA has and C++ has not, for other texts; `FUNCTIONS` there are those of real numbers.
std::string cuda_on_cpu_shim();

template <class T>
class CudaOnCpu {
 public:
  struct Plan {
    const Graph* graph;  ///< with a name that no other plan has
    CudaProgram program;
  };
  explicit CudaOnCpu(std::vector<Plan> plans);

  /// Plan `i` for configurations begin … end − 1 of rows [row][configuration], `stride` apart, those of the variables one after
  /// another. Workspace and shared memory are full of NaN before each slab. `lane_stride` is that of every other input, from the
  /// first on.
  void run(std::size_t i, const std::vector<T>& inputs, std::vector<T>& outputs,
           const std::vector<T>& params, std::size_t stride, std::size_t begin, std::size_t end,
           std::size_t lane_stride = 1) const;

 private:
  struct Freed {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<void, Freed>;
  static Memory allocate(std::size_t bytes);

  /// The bytes of a Batch, as the contract in cuda.h lays them out.
  std::vector<unsigned char> batch(std::size_t i, const std::vector<T>& inputs,
                                   std::vector<T>& outputs, const std::vector<T>& params,
                                   std::size_t stride, std::size_t begin, std::size_t end,
                                   std::size_t lane_stride, void* work) const;

  std::vector<Plan> plans_;
  std::vector<std::vector<Memory>> tables_;
  toolchain::Module module_;
};

extern template class CudaOnCpu<float>;
extern template class CudaOnCpu<double>;

}  // namespace diagc
