#include "runtime/cuda/array_blocks.h"

#include <algorithm>

#include "runtime/system/thread_pool.h"

namespace diagc::cuda {
namespace {

constexpr std::size_t lanes_at_once = 3;
/// Rows of a block begin at whole lines of the device's memory, 128 bytes.
constexpr std::size_t column_unit = 32;
/// A batch is cut into some blocks, so that copies overlap with kernels, but for less than this
/// (bytes of rows) a block is not worth its launches.
constexpr std::size_t least_block_bytes = std::size_t{4} << 20;
constexpr std::size_t blocks_wanted = 8;
/// Configurations that a thread of the host converts at a time.
constexpr std::size_t converted_at_once = 4096;

std::size_t round_up(std::size_t number, std::size_t unit) {
  return (number + unit - 1) / unit * unit;
}

}  // namespace

/// How a batch is cut.
template <class T>
struct ArrayBlocks<T>::Plan {
  std::size_t count = 0;  ///< configurations of the batch
  std::size_t input_rows = 0, output_rows = 0;
  std::size_t columns = 0;  ///< configurations of a block
  std::size_t pass = 0;     ///< of the program, within a block

  std::size_t blocks() const { return count / columns + (count % columns != 0); }
  std::size_t lanes() const { return std::min(lanes_at_once, blocks()); }
  std::size_t row_bytes() const { return (input_rows + output_rows) * sizeof(T); }
};

/// One block in flight.
template <class T>
class ArrayBlocks<T>::Lane {
 public:
  explicit Lane(const Device& device)
      : device_(device), host_(device, 0), rows_(device, 0), queue_(device) {}

  /// Room for one block of the plan.
  void reserve(const DeviceProgram<T>& program, const Plan& plan) {
    const std::size_t bytes = plan.row_bytes() * plan.columns;
    if (host_.bytes() < bytes) {
      host_ = PinnedBuffer(device_, 0);
      host_ = PinnedBuffer(device_, bytes);
    }
    if (rows_.bytes() < bytes) {
      rows_ = DeviceBuffer(device_, 0);
      rows_ = DeviceBuffer(device_, bytes);
    }
    queue_.workspace(program.workspace_bytes(plan.pass));
  }

  /// Converts the inputs of `count` configurations from `first` on and starts their evaluation.
  void start(const DeviceProgram<T>& program, const Plan& plan, const ArrayBatch<T>& batch,
             std::size_t first, std::size_t count, unsigned threads) {
    first_ = first;
    count_ = count;
    stride_ = round_up(count, column_unit);
    const std::size_t input_numbers = plan.input_rows * stride_;
    T* const host_inputs = host_.template as<T>();
    T* const inputs = rows_.template as<T>();
    host_outputs_ = host_inputs + input_numbers;
    T* const outputs = inputs + input_numbers;

    std::vector<InputRows<T>> input_rows;
    std::vector<RowsView<T>> views;
    std::size_t row = 0;
    for (const auto& input : batch.inputs) {
      const std::size_t rows = input.needed ? input.rows() : 0;
      input_rows.push_back({input.needed ? inputs + row * stride_ : nullptr, stride_,
                            input.shared ? std::size_t{0} : 1});
      views.push_back({host_inputs + row * stride_, rows, count, stride_});
      row += rows;
    }
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (views[i].rows == 0 || !batch.inputs[i].shared) continue;
      load_configurations(batch.inputs[i].array, 0, 1, batch.inputs[i].leaves, views[i]);
    }
    convert(threads, [&](std::size_t at, std::size_t length) {
      for (std::size_t i = 0; i < views.size(); ++i) {
        if (views[i].rows == 0 || batch.inputs[i].shared) continue;
        load_configurations(batch.inputs[i].array, first + at, length, batch.inputs[i].leaves,
                            RowsView<T>{views[i].data + at, views[i].rows, length, stride_});
      }
    });
    std::vector<OutputRows<T>> output_rows;
    row = 0;
    for (const auto& output : batch.outputs) {
      output_rows.push_back({outputs + row * stride_, stride_});
      row += output.rows();
    }
    const Stream& stream = queue_.stream();
    stream.copy_in(rows_.address(), host_inputs, input_numbers * sizeof(T));
    program.enqueue({input_rows.data(), output_rows.data(), batch.params}, 0, count, plan.pass,
                    queue_);
    stream.copy_out(host_outputs_, rows_.address() + input_numbers * sizeof(T),
                    plan.output_rows * stride_ * sizeof(T));
  }

  /// Waits for what was started, if anything was, and converts the outputs.
  void finish(const ArrayBatch<T>& batch, unsigned threads) {
    if (count_ == 0) return;
    queue_.synchronize();
    convert(threads, [&](std::size_t at, std::size_t length) {
      const T* rows = host_outputs_ + at;
      for (const auto& output : batch.outputs) {
        if (output.array.data && output.leaf_count > 0) {
          store_configurations(RowsView<const T>{rows, output.rows(), length, stride_},
                               output.leaves, output.array, first_ + at, length);
        }
        rows += output.rows() * stride_;
      }
    });
    count_ = 0;
  }

 private:
  template <class Body>
  void convert(unsigned threads, const Body& body) const {
    const std::size_t parts = count_ / converted_at_once + (count_ % converted_at_once != 0);
    ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
      const std::size_t at = part * converted_at_once;
      body(at, std::min(converted_at_once, count_ - at));
    });
  }

  Device device_;
  PinnedBuffer host_;
  DeviceBuffer rows_;
  Queue queue_;  // destroyed, and waited for, before the buffers go
  T* host_outputs_ = nullptr;
  std::size_t first_ = 0, count_ = 0, stride_ = 0;
};

template <class T>
ArrayBlocks<T>::ArrayBlocks(std::shared_ptr<const DeviceProgram<T>> program,
                            const ArrayLimits& limits)
    : program_(std::move(program)), limits_(limits) {}

template <class T>
ArrayBlocks<T>::~ArrayBlocks() = default;

template <class T>
typename ArrayBlocks<T>::Plan ArrayBlocks<T>::plan(const ArrayBatch<T>& batch,
                                                   std::size_t count) const {
  Plan plan;
  plan.count = count;
  for (const auto& input : batch.inputs) plan.input_rows += input.needed ? input.rows() : 0;
  for (const auto& output : batch.outputs) plan.output_rows += output.rows();
  const std::size_t row_bytes = std::max<std::size_t>(plan.row_bytes(), 1);
  const auto columns_in = [&](std::size_t bytes) {
    return std::max<std::size_t>(bytes / row_bytes / column_unit, 1) * column_unit;
  };
  plan.columns = std::min(
      columns_in(limits_.block_bytes),
      std::max(columns_in(least_block_bytes), round_up(count / blocks_wanted + 1, column_unit)));
  plan.columns = std::min(plan.columns, round_up(count, column_unit));
  for (;;) {
    // What the rows leave of the memory is for workspaces.
    const std::size_t rows = plan.lanes() * row_bytes * plan.columns;
    const std::size_t left = rows < limits_.memory ? limits_.memory - rows : 0;
    plan.pass = program_->pass(plan.columns, left / plan.lanes());
    const bool fits = rows + plan.lanes() * program_->workspace_bytes(plan.pass) <= limits_.memory;
    if (fits || plan.columns <= column_unit) return plan;
    plan.columns = round_up(plan.columns / 2, column_unit);
  }
}

template <class T>
typename ArrayBlocks<T>::Lanes ArrayBlocks<T>::take_lanes(Plan& plan) {
  Lanes lanes;
  {
    const std::lock_guard lock(mutex_);
    while (!idle_.empty() && lanes.size() < plan.lanes()) {
      lanes.push_back(std::move(idle_.back()));
      idle_.pop_back();
    }
  }
  for (;;) {
    try {
      while (lanes.size() < plan.lanes()) {
        lanes.push_back(std::make_unique<Lane>(program_->device()));
      }
      for (const auto& lane : lanes) lane->reserve(*program_, plan);
      return lanes;
    } catch (const OutOfMemory&) {
      // Others use the device, too: what is idle is freed, and then blocks get smaller.
      lanes.clear();
      Lanes unused;
      {
        const std::lock_guard lock(mutex_);
        unused.swap(idle_);
      }
      if (!unused.empty()) continue;
      if (plan.columns <= column_unit) throw;
      plan.columns = round_up(plan.columns / 2, column_unit);
      plan.pass = std::min(plan.pass, plan.columns);
    }
  }
}

template <class T>
void ArrayBlocks<T>::keep(Lanes lanes) {
  const std::lock_guard lock(mutex_);
  while (!lanes.empty() && idle_.size() < lanes_at_once) {
    idle_.push_back(std::move(lanes.back()));
    lanes.pop_back();
  }
}

template <class T>
void ArrayBlocks<T>::evaluate(const ArrayBatch<T>& batch, std::size_t begin, std::size_t end,
                              const std::atomic<bool>& stop) {
  if (begin >= end) return;
  Plan cut = plan(batch, end - begin);
  Lanes lanes = take_lanes(cut);
  std::size_t next = 0;
  for (std::size_t first = begin; first < end && !stop;
       first += std::min(cut.columns, end - first)) {
    Lane& lane = *lanes[next];
    lane.finish(batch, limits_.threads);
    lane.start(*program_, cut, batch, first, std::min(cut.columns, end - first), limits_.threads);
    next = (next + 1) % lanes.size();
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    lanes[(next + i) % lanes.size()]->finish(batch, limits_.threads);
  }
  keep(std::move(lanes));
}

template class ArrayBlocks<float>;
template class ArrayBlocks<double>;

}  // namespace diagc::cuda
