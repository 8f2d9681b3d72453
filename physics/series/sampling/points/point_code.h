// Steps of walkers at any points as machine code of this processor.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "diagc/embed.h"
#include "physics/series/sampling/points/point_text.h"
#include "physics/series/sampling/step_memory.h"

namespace diagc::series {

/// Of a block: outputs, links, weight and λ w in rows of numbers; times, codes and anchors in rows of integers.
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

}  // namespace diagc::series
