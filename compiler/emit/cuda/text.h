// What all kernels of a CUDA program begin with.
#pragma once

#include <algorithm>

#include "compiler/emit/cuda/program.h"
#include "compiler/emit/kernel_text.h"
#include "compiler/schedule/determinants.h"

namespace diagc {

class CudaText : protected KernelText {
 protected:
  CudaText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : KernelText(graph, schedule, {options.single_precision, false}), options_(options) {}

  std::size_t real_bytes() const { return options_.single_precision ? 4 : 8; }

  /// Comment lines about the launches of a program.
  void launches(const CudaProgram& program);
  /// Types, struct Complex and functions where the graph has such, and struct Batch.
  void prelude(std::size_t tables);
  /// The same without struct Batch.
  void types();
  /// `extern "C" __global__ … {`
  void kernel_begin(const std::string& function, unsigned threads, unsigned blocks);
  /// For each input that the chunk reads, where configuration `at` is: the array `offsets`, in bytes from the beginning of a row, or
  /// `inputs`, its places in the first rows.
  void input_lanes(const Chunk& chunk);
  /// "in_row(batch.inputs[0].data + 3 * batch.inputs[0].row_stride, offsets[0])", or "inputs[0] + 3 * batch.inputs[0].row_stride"
  std::string input_row(std::size_t variable, std::uint32_t row) const;
  /// "batch.outputs[0].data[2 * batch.outputs[0].row_stride + at]"
  std::string output_row(std::size_t variable, std::uint32_t row) const;

  /// M, of params that uniforms() has named.
  std::string power_text(const DeterminantPower& power) const;

  const char* rows_ = "batch";  ///< what inputs, outputs and params are members of
  bool row_addresses_ = false;  ///< each read adds the lane's offset to the address of its row

  std::string take_text() { return std::move(text_); }

  const CudaOptions& options_;
};

/// The bytes of a table; one that is empty has some, too, since memory of no bytes is an error on a device.
template <class Record>
std::string table_bytes(const std::vector<Record>& table) {
  std::string bytes(std::max<std::size_t>(table.size() * sizeof(Record), 16), '\0');
  if (!table.empty()) {
    bytes.replace(0, table.size() * sizeof(Record), reinterpret_cast<const char*>(table.data()),
                  table.size() * sizeof(Record));
  }
  return bytes;
}
/// Numbers of the kernel's precision, each rounded once.
std::string rounded_numbers(const std::vector<Rational>& numbers, bool single_precision);

}  // namespace diagc
