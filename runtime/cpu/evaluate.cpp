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
/// Inputs larger than this come from memory, in parts of about a hundred lines, at least two of the widest vectors of floats.
constexpr std::size_t cached_bytes = 4 * 1024 * 1024, part_bytes = 6400, least_part = 32;

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
  Block(std::span<const Binding<ConstArray>> inputs, std::span<const Binding<MutableArray>> outputs,
        std::size_t least_call)
      : inputs_(inputs), outputs_(outputs) {
    std::size_t rows = 0;
    for (const auto& input : inputs) rows += input.needed ? input.rows() : 0;
    for (const auto& output : outputs) rows += output.rows();
    const std::size_t fitting = block_bytes / (std::max<std::size_t>(rows, 1) * sizeof(T));
    columns_ = std::clamp(fitting / unit * unit, unit, max_block);
    // An odd number of lines: neighbouring rows do not compete for one cache set.
    stride_ = columns_ + Workspace::alignment / sizeof(T);
    rows_ = rows;
    part_ = part_of(inputs, least_call);
  }

  std::size_t columns() const { return columns_; }

  void run(const RangeFunction<T>& range, const T* params, std::size_t begin,
           std::size_t end) const {
    thread_local Workspace workspace;
    thread_local std::vector<InputRows<T>> input_rows;
    thread_local std::vector<OutputRows<T>> output_rows;
    T* next = reinterpret_cast<T*>(workspace.get(rows_ * stride_ * sizeof(T)));
    input_rows.clear();
    output_rows.clear();
    const auto take = [&](std::size_t rows) {
      T* const first = next;
      next += rows * stride_;
      return first;
    };
    for (const auto& input : inputs_) {
      T* const rows = input.needed ? take(input.rows()) : nullptr;
      input_rows.push_back({rows, stride_, input.shared ? std::size_t{0} : 1});
      if (input.shared && input.needed) load(input, 0, 1, rows);
    }
    for (const auto& output : outputs_) output_rows.push_back({take(output.rows()), stride_});
    for (std::size_t first = begin; first < end; first += columns_) {
      const std::size_t count = std::min(columns_, end - first);
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (!inputs_[i].needed || inputs_[i].shared) continue;
        load(inputs_[i], first, count, const_cast<T*>(input_rows[i].data));
      }
      const KernelRows<T> rows{input_rows.data(), output_rows.data(), params};
      for (std::size_t at = 0; at < count; at += std::min(part_, count - at)) {
        if (part_ < columns_) ask_for(first + columns_ + at, end);
        range(rows, at, std::min(at + part_, count));
      }
      for (std::size_t i = 0; i < outputs_.size(); ++i) {
        if (!outputs_[i].array.data || outputs_[i].leaf_count == 0) continue;
        store_configurations(
            RowsView<const T>{output_rows[i].data, outputs_[i].rows(), columns_, stride_},
            outputs_[i].leaves, outputs_[i].array, first, count);
      }
    }
  }

 private:
  /// Configurations that are evaluated while as many of the next block come from memory: so many that the processor can have their lines under
  /// way at once. The whole block where the arrays fit into caches, or where rows are shared, which every call of a kernel fills anew.
  std::size_t part_of(std::span<const Binding<ConstArray>> inputs, std::size_t least_call) const {
    std::size_t configuration = 0, all = 0;  // bytes
    for (const auto& input : inputs) {
      if (!input.needed || input.leaf_count == 0) continue;
      if (input.shared) return columns_;
      if (input.array.layout != Layout::configuration_leaf) continue;
      const std::size_t bytes = input.array.leaves * element_size(input.array.type);
      configuration += bytes;
      all += bytes * input.array.configurations;
    }
    if (all <= cached_bytes) return columns_;
    const std::size_t fitting = part_bytes / configuration / least_part * least_part;
    return std::min(std::max({fitting, least_part, least_call}), columns_);
  }

  /// Has a part of a later block brought into the second cache, where it lies configuration after configuration.
  void ask_for(std::size_t first, std::size_t end) const {
    if (first >= end) return;
    const std::size_t count = std::min(part_, end - first);
    for (const auto& input : inputs_) {
      if (!input.needed || input.shared || input.array.layout != Layout::configuration_leaf)
        continue;
      const std::size_t element = element_size(input.array.type);
      const std::size_t bytes = input.array.leaves * element, step = input.array.stride * element;
      const std::byte* const from = input.array.data + first * step;
      if (step == bytes) {
        prefetch(from, count * bytes);
      } else {
        for (std::size_t c = 0; c < count; ++c) prefetch(from + c * step, bytes);
      }
    }
  }

  static void prefetch(const std::byte* from, std::size_t bytes) {
    for (std::size_t byte = 0; byte < bytes; byte += Workspace::alignment)
      __builtin_prefetch(from + byte, 0, 2);
  }

  void load(const Binding<ConstArray>& input, std::size_t first, std::size_t count, T* rows) const {
    if (input.leaf_count == 0) return;
    load_configurations(input.array, first, count, input.leaves,
                        RowsView<T>{rows, input.rows(), columns_, stride_});
  }

  std::span<const Binding<ConstArray>> inputs_;
  std::span<const Binding<MutableArray>> outputs_;
  std::size_t rows_ = 0, columns_ = 0, stride_ = 0;
  std::size_t part_ = 0;
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
  const Block<T> block(inputs, outputs, split.least_call);
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
