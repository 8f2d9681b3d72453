// Schedule → one readable C++ file without headers, for Clang.
//
// Emitted functions, T being float or double (NAME is kernel_symbol(grammar), see names.h):
//
//   extern "C" int NAME(const T *const *inputs, T *const *outputs, const T *params, size_t batch)
//       The whole batch on the calling thread. Rows lie [leaf][configuration] with `batch` configurations each;
//       1 when there is no memory for the workspace, else 0.
//   extern "C" void NAME_range(const InputRows *inputs, const OutputRows *outputs, params, begin, end, work)
//       Configurations begin … end − 1 of rows wherever they lie (InputRows<T> and OutputRows<T> of include/diagc/rows.h);
//       `work` has NAME_work_bytes bytes, aligned to 64.
//   extern "C" const size_t NAME_work_bytes
//
// plus one function a chunk. Rows of an input that nothing reads may be null. A configuration's result does not depend on its place in
// the batch, so neither does it on how the batch is split over threads.
#pragma once

#include <string>

#include "compiler/schedule/schedule.h"

namespace diagc {

struct CppOptions {
  bool single_precision = false;
  int vector_bytes = 64;  ///< 16, 32 or 64
};

std::string emit_cpp(const Graph& graph, const Schedule& schedule, const CppOptions& options);

/// C header for the object made from emit_cpp's source: prototypes with layout, alignment and shapes.
std::string emit_header(const Graph& graph, const CppOptions& options);

}  // namespace diagc
