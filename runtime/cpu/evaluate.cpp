#include "runtime/cpu/evaluate.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "runtime/cpu/workspace.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

/// Configurations of which threads get whole multiples: 64 floats are four lines of cache.
constexpr std::size_t unit = 64;
/// Parts for each thread: one that was held up leaves its last parts to the others.
constexpr std::size_t parts_per_thread = 4;
/// Rows of a block of configurations take so much of a core's second-level cache.
constexpr std::size_t block_bytes = 256 * 1024;
constexpr std::size_t max_block = 1024;

template <class Body>
void split_batch(std::size_t configurations, const Split& split, const Body& body) {
  const std::size_t units = configurations / unit + (configurations % unit != 0);
  const std::size_t parts = std::min(configurations / std::max(split.least, unit),
                                     std::size_t{split.threads} * parts_per_thread);
  if (split.threads <= 1 || parts <= 1) {
    if (configurations > 0) body(std::size_t{0}, configurations);
    return;
  }
  ThreadPool::shared().run(split.threads, parts, [&](std::size_t part) {
    const auto edge = [&](std::size_t i) {
      return std::min(units / parts * i + std::min(units % parts, i), units) * unit;
    };
    body(edge(part), std::min(edge(part + 1), configurations));
  });
}

/// The rows of one block, one variable after the other, in a thread's own memory.
template <class T>
class Block {
 public:
  Block(std::span<const Binding<ConstArray>> inputs, std::span<const Binding<MutableArray>> outputs)
      : inputs_(inputs), outputs_(outputs) {
    std::size_t rows = 0;
    for (const auto& input : inputs) rows += input.needed ? input.rows() : 0;
    for (const auto& output : outputs) rows += output.rows();
    const std::size_t fitting = block_bytes / (std::max<std::size_t>(rows, 1) * sizeof(T));
    columns_ = std::clamp(fitting / unit * unit, unit, max_block);
    // An odd number of lines: neighbouring rows do not compete for one cache set.
    stride_ = columns_ + Workspace::alignment / sizeof(T);
    rows_ = rows;
  }

  std::size_t columns() const { return columns_; }

  void run(const RangeFunction<T>& range, const T* params, std::size_t begin,
           std::size_t end) const {
    thread_local Workspace workspace;
    thread_local std::vector<const T*> input_rows;
    thread_local std::vector<T*> output_rows;
    T* next = reinterpret_cast<T*>(workspace.get(rows_ * stride_ * sizeof(T)));
    input_rows.clear();
    output_rows.clear();
    const auto take = [&](std::size_t rows) {
      T* const first = next;
      next += rows * stride_;
      return first;
    };
    for (const auto& input : inputs_) {
      input_rows.push_back(input.needed ? take(input.rows()) : nullptr);
    }
    for (const auto& output : outputs_) output_rows.push_back(take(output.rows()));
    for (std::size_t first = begin; first < end; first += columns_) {
      const std::size_t count = std::min(columns_, end - first);
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (!inputs_[i].needed || inputs_[i].leaf_count == 0) continue;
        load_configurations(
            inputs_[i].array, first, count, inputs_[i].leaves,
            RowsView<T>{const_cast<T*>(input_rows[i]), inputs_[i].rows(), columns_, stride_});
      }
      range({input_rows.data(), stride_, output_rows.data(), stride_, params}, 0, count);
      for (std::size_t i = 0; i < outputs_.size(); ++i) {
        if (!outputs_[i].array.data || outputs_[i].leaf_count == 0) continue;
        store_configurations(
            RowsView<const T>{output_rows[i], outputs_[i].rows(), columns_, stride_},
            outputs_[i].leaves, outputs_[i].array, first, count);
      }
    }
  }

 private:
  std::span<const Binding<ConstArray>> inputs_;
  std::span<const Binding<MutableArray>> outputs_;
  std::size_t rows_ = 0, columns_ = 0, stride_ = 0;
};

}  // namespace

std::size_t least_share(double operations) {
  constexpr double worth_waking = 1e6;  // operations: some ten microseconds of a core
  const double configurations = worth_waking / std::max(operations, 1.0);
  return std::max<std::size_t>(static_cast<std::size_t>(configurations) / unit, 1) * unit;
}

template <class T>
void evaluate_rows(const RangeFunction<T>& range, const KernelRows<T>& rows,
                   std::size_t configurations, const Split& split) {
  split_batch(configurations, split,
              [&](std::size_t begin, std::size_t end) { range(rows, begin, end); });
}

template <class T>
void evaluate_arrays(const RangeFunction<T>& range, std::span<const Binding<ConstArray>> inputs,
                     std::span<const Binding<MutableArray>> outputs, const T* params,
                     std::size_t configurations, const Split& split) {
  const Block<T> block(inputs, outputs);
  split_batch(configurations, split,
              [&](std::size_t begin, std::size_t end) { block.run(range, params, begin, end); });
}

template void evaluate_rows(const RangeFunction<float>&, const KernelRows<float>&, std::size_t,
                            const Split&);
template void evaluate_rows(const RangeFunction<double>&, const KernelRows<double>&, std::size_t,
                            const Split&);
template void evaluate_arrays(const RangeFunction<float>&, std::span<const Binding<ConstArray>>,
                              std::span<const Binding<MutableArray>>, const float*, std::size_t,
                              const Split&);
template void evaluate_arrays(const RangeFunction<double>&, std::span<const Binding<ConstArray>>,
                              std::span<const Binding<MutableArray>>, const double*, std::size_t,
                              const Split&);

}  // namespace diagc
