// A batch as a kernel has it, in memory of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "diagc/kernel.h"
#include "programs/command/machine.h"
#include "runtime/batch/batch.h"

namespace diagc::bench {

/// A real leaf takes one row, a complex one two.
std::size_t row_count(const std::vector<Kernel::Variable>& variables);

/// Rows of inputs and outputs for so many configurations. T is float or double, as the kernel's precision has it;
/// the kernel must live as long.
template <class T>
class RowArrays {
 public:
  RowArrays(const Kernel& kernel, std::size_t configurations);

  /// Uniform numbers in (-1, 1).
  void fill(std::uint64_t seed);
  /// Fills with the configurations of another, over and over.
  void repeat(const RowArrays& other);
  /// Evaluates `count` configurations from `first` on. `kernel` may be another handle of the same kernel.
  void evaluate(const Kernel& kernel, const std::vector<T>& params, std::size_t first,
                std::size_t count);

  std::size_t configurations() const { return configurations_; }
  T* input(std::size_t row) { return inputs_.row(row); }
  T input(std::size_t row, std::size_t c) const { return inputs_.row(row)[c]; }
  T output(std::size_t row, std::size_t c) const { return outputs_.row(row)[c]; }
  std::size_t input_rows() const { return row_count(kernel_.inputs()); }
  std::size_t output_rows() const { return row_count(kernel_.outputs()); }

 private:
  const Kernel& kernel_;
  std::size_t configurations_;
  Rows<T> inputs_, outputs_;
};

extern template class RowArrays<float>;
extern template class RowArrays<double>;

/// Bytes of one configuration's inputs and outputs.
template <class T>
std::size_t configuration_bytes(const Kernel& kernel) {
  return sizeof(T) *
         std::max<std::size_t>(row_count(kernel.inputs()) + row_count(kernel.outputs()), 1);
}

/// The number of configurations, rounded down to whole vectors, but not to none.
std::size_t whole_vectors(std::size_t configurations);

/// Random numbers, as many as half of the L2 cache holds.
template <class T>
RowArrays<T> cached_batch(const Kernel& kernel, const Machine& machine) {
  const std::size_t half_of_l2 = (machine.l2 == 0 ? std::size_t{1} << 20U : machine.l2) / 2;
  RowArrays<T> batch(kernel, whole_vectors(half_of_l2 / configuration_bytes<T>(kernel)));
  batch.fill(20260101);
  return batch;
}

}  // namespace diagc::bench
