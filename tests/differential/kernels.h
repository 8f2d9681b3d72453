// Many emitted kernels, compiled as one source and loaded.
#pragma once

#include <string>
#include <vector>

#include "compiler/schedule/schedule.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

template <class T>
class Kernels {
 public:
  struct Plan {
    const Graph* graph;
    const Schedule* schedule;
  };
  /// Each in a namespace of its own; their grammars have different names.
  explicit Kernels(const std::vector<Plan>& plans);

  /// Configurations begin … end − 1 of rows [row][configuration], `stride` apart, those of the variables one after another.
  /// All configurations share the first of input number `shared`.
  void run(const Graph& graph, const T* inputs, T* outputs, const std::vector<T>& params,
           std::size_t stride, std::size_t begin, std::size_t end,
           std::size_t shared = static_cast<std::size_t>(-1)) const;

  const std::string& source() const { return source_; }

 private:
  std::string source_;
  toolchain::Module module_;
};

extern template class Kernels<float>;
extern template class Kernels<double>;

}  // namespace diagc
