// Steps of samples from trees as machine code of this processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "diagc/embed.h"
#include "physics/series/sampling/step_memory.h"
#include "physics/series/sampling/step_text.h"

namespace diagc::series {

/// C++ text of the step around a kernel of the cpu target, and around that which evaluates most samples in single precision, if there is one.
std::string tree_source(const Kernel& kernel, const std::optional<Kernel>& single,
                        const StepShape& shape);

/// Numbers of type T, which is that of the kernel. Immutable, may be called from many threads with blocks of their own.
template <class T>
class TreeCode {
 public:
  static constexpr std::uint32_t members = 64;  ///< of a block, whose rows then stay near

  /// Takes the object from the cache where it is there (`use_cache`). Throws as LoadedCode does.
  TreeCode(const Kernel& kernel, const StepShape& shape, bool use_cache, std::stop_token stop = {})
      : TreeCode(kernel, {}, shape, use_cache, std::move(stop)) {}
  /// Of mixed precision: `single` evaluates most samples.
  TreeCode(const Kernel& kernel, const std::optional<Kernel>& single, const StepShape& shape,
           bool use_cache, std::stop_token stop = {});

  /// A block of members `first` …, in memory of the calling thread that the next call of this function takes again.
  StepBlock<T> block(std::uint32_t first) const;

  /// Steps first … first + count − 1; the samples of the last stay in the block: times, codes and anchors of all vertices in its rows of
  /// integers, f and w in rows f_row() and f_row() + 1 of its numbers.
  void walk(const TreePointers<T>& tables, StepBlock<T>& block, std::uint64_t first,
            std::uint64_t count, TreeSums& sums) const {
    walk_(&tables, &block, first, count, &sums);
  }
  std::uint32_t f_row() const { return rows_[3]; }

  /// Members of Markov chains: start() puts them to independent places, refresh() makes what belongs to the places that they are at.
  /// Their blocks have memory of their own, of scratch_integers and chain_rows() of numbers, but for `work`, which block() gives.
  void start(const TreePointers<T>& tables, StepBlock<T>& block, std::uint64_t step) const {
    start_(&tables, &block, step);
  }
  void refresh(const TreePointers<T>& tables, StepBlock<T>& block) const {
    refresh_(&tables, &block);
  }
  void chain(const TreePointers<T>& tables, StepBlock<T>& block, std::uint64_t first,
             std::uint64_t count, TreeSums& sums) const {
    chain_(&tables, &block, first, count, &sums);
  }
  std::uint32_t integer_rows() const { return rows_[1]; }
  std::uint32_t chain_rows() const { return rows_[2]; }

 private:
  LoadedCode code_;
  void (*walk_)(const TreePointers<T>*, StepBlock<T>*, std::uint64_t, std::uint64_t, TreeSums*);
  decltype(walk_) chain_;
  void (*start_)(const TreePointers<T>*, StepBlock<T>*, std::uint64_t);
  void (*refresh_)(const TreePointers<T>*, StepBlock<T>*);
  const std::uint32_t* rows_;  ///< of numbers, of integers, of numbers of chains; that of f
  std::size_t work_bytes_;
};

}  // namespace diagc::series
