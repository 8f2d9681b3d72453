// The Markov step as machine code of this processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>

#include "diagc/embed.h"
#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::series {

/// Walkers of a vector, on the processor that the kernel was made for.
std::uint32_t lane_count(const Kernel& kernel);

/// Namespace of the graph in the source of a step.
inline constexpr const char* integrand = "integrand";

/// C++ text of the step around a kernel of the cpu target.
std::string step_source(const Kernel& kernel, const StepShape& shape);

/// Text of a step around a kernel, compiled for its processor. Throws as LoadedCode does.
LoadedCode load_step(const std::string& text, const Kernel& kernel, bool use_cache,
                     std::stop_token stop);

/// Numbers of type T, which is that of the kernel. Immutable, may be called from many threads with blocks of their own.
template <class T>
class StepCode {
 public:
  /// Takes the object from the cache where it is there (`use_cache`). Throws as LoadedCode does.
  StepCode(const Kernel& kernel, const StepShape& shape, bool use_cache, std::stop_token stop = {});

  void start(const StepPointers<T>& tables, StepBlock<T>& block, std::uint64_t step) const {
    start_(&tables, &block, step);
  }
  void refresh(const StepPointers<T>& tables, StepBlock<T>& block) const {
    refresh_(&tables, &block);
  }
  void walk(const StepPointers<T>& tables, StepBlock<T>& block, std::uint64_t first,
            std::uint64_t count, StepSums& sums) const {
    walk_(&tables, &block, first, count, &sums);
  }

  std::uint32_t number_rows() const { return rows_[0]; }
  std::uint32_t integer_rows() const { return rows_[1]; }
  std::uint32_t scratch_rows() const {
    return rows_[2];
  }  ///< of numbers; of integers as many as integer_rows()
  std::size_t work_bytes() const { return work_bytes_; }  ///< aligned to 64

 private:
  StepCode(const Kernel& kernel, const KernelPart& part, const StepShape& shape, bool use_cache,
           std::stop_token stop);

  LoadedCode code_;
  void (*start_)(const StepPointers<T>*, StepBlock<T>*, std::uint64_t);
  void (*refresh_)(const StepPointers<T>*, StepBlock<T>*);
  void (*walk_)(const StepPointers<T>*, StepBlock<T>*, std::uint64_t, std::uint64_t, StepSums*);
  const std::uint32_t* rows_;
  std::size_t work_bytes_;
};

}  // namespace diagc::series
