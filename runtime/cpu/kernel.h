#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "runtime/cpu/rows.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

/// Machine code of an emitted kernel (its functions: compiler/emit/cpp.h), loaded into this
/// process. Immutable; copies share the code, which is freed with the last of them.
template <class T>
class CpuKernel {
 public:
  /// Links an object that holds the kernel `name` with numbers of type T, made for a processor like
  /// this one. Throws toolchain::Refused where it is no such object, toolchain::Unavailable.
  CpuKernel(std::string_view object, const std::string& name);

  /// Configurations begin … end − 1 on the calling thread, in a workspace that the thread keeps.
  void operator()(const KernelRows<T>& rows, std::size_t begin, std::size_t end) const;

  std::size_t work_bytes() const { return work_bytes_; }

 private:
  using Range = void(const InputRows<T>* inputs, const OutputRows<T>* outputs, const T* params,
                     std::size_t begin, std::size_t end, T* work);

  toolchain::Module module_;
  Range* range_;
  std::size_t work_bytes_;
};

}  // namespace diagc
