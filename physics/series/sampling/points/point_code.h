// Steps of walkers at any points as machine code of this processor, and the memory of their blocks.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "diagc/embed.h"
#include "physics/series/sampling/points/point_text.h"
#include "physics/series/sampling/step_memory.h"

namespace diagc::series {

/// Numbers of type T, which is that of the kernel. Immutable, may be called from many threads with blocks of their own.
template <class T>
class PointCode {
 public:
  /// Throws as LoadedCode does.
  PointCode(const Kernel& kernel, const StepShape& shape, const PointForm& form,
            const std::vector<bool>& periodic, bool use_cache, std::stop_token stop);

  void start(const PointPointers<T>& tables, StepBlock<T>& block, std::uint64_t step) const {
    start_(&tables, &block, step);
  }
  void refresh(const PointPointers<T>& tables, StepBlock<T>& block) const {
    refresh_(&tables, &block);
  }
  void step(const PointPointers<T>& tables, StepBlock<T>& block, std::uint64_t step,
            PointSums& sums) const {
    step_(&tables, &block, step, &sums);
  }

  std::uint32_t number_rows() const { return rows_[0]; }
  std::uint32_t integer_rows() const { return rows_[1]; }
  std::uint32_t scratch_rows() const { return rows_[2]; }
  std::size_t work_bytes() const { return work_bytes_; }

 private:
  PointCode(const Kernel& kernel, const KernelPart& part, const std::string& text, bool use_cache,
            std::stop_token stop);

  LoadedCode code_;
  void (*start_)(const PointPointers<T>*, StepBlock<T>*, std::uint64_t);
  void (*refresh_)(const PointPointers<T>*, StepBlock<T>*);
  void (*step_)(const PointPointers<T>*, StepBlock<T>*, std::uint64_t, PointSums*);
  const std::uint32_t* rows_;
  std::size_t work_bytes_;
};

/// A block of walkers: outputs, links, weight and λ w in rows of numbers; times, codes and anchors in rows of integers.
template <class T>
class PointBlock {
 public:
  static constexpr std::uint32_t walkers = 128;
  static constexpr std::size_t stride = walkers + 16;

  PointBlock(const PointCode<T>& code, std::uint32_t first);
  /// For calls of `code`, with scratch memory of the calling thread: not to be kept.
  StepBlock<T> view(const PointCode<T>& code);

  const T* numbers(std::uint32_t row) const { return numbers_.data() + row * stride; }
  const std::uint32_t* integers(std::uint32_t row) const { return integers_.data() + row * stride; }
  /// Rows [what][point][walker], without gaps.
  std::vector<std::uint32_t> places() const;
  void set_places(std::span<const std::uint32_t> places);
  std::size_t place_numbers() const { return integers_.size() / stride * walkers; }
  std::size_t bytes() const {
    return numbers_.size() * sizeof(T) + integers_.size() * sizeof(std::uint32_t);
  }

 private:
  std::uint32_t first_;
  std::vector<T> numbers_;
  std::vector<std::uint32_t> integers_;
};

}  // namespace diagc::series
