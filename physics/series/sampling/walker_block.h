// A block of walkers, which one thread steps at a time. Statistics and results are made of blocks, which do not depend on the number of
// threads or ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "physics/series/sampling/step_memory.h"

namespace diagc::series {

template <class T>
class WalkerBlock {
 public:
  static constexpr std::uint32_t walkers = 128;

  /// Walkers `first` … of an order, for a StepCode or a PointCode; nothing is in them until its start() or set_places().
  template <class Code>
  WalkerBlock(const Code& code, std::uint32_t first)
      : WalkerBlock(code.number_rows(), code.integer_rows(), first) {}

  /// For calls of `code`, with scratch memory of the calling thread: not to be kept.
  template <class Code>
  StepBlock<T> view(const Code& code) {
    return view(code.scratch_rows(), code.work_bytes());
  }

  /// Times, codes and anchors, rows [what][vertex][walker]: all that a walker is. After setting them,
  /// refresh() of the code makes the rest, bit by bit what it was.
  std::vector<std::uint32_t> places() const;
  void set_places(std::span<const std::uint32_t> places);
  std::size_t place_numbers() const { return std::size_t{integer_rows_} * walkers; }

  /// Row of places, for walkers 0 … walkers − 1.
  const std::uint32_t* integers(std::uint32_t row) const {
    return integers_.get() + std::size_t{row} * stride;
  }
  const T* numbers(std::uint32_t row) const { return numbers_.get() + std::size_t{row} * stride; }

  std::size_t bytes() const {
    return stride * (number_rows_ * sizeof(T) + integer_rows_ * sizeof(std::uint32_t));
  }

 private:
  WalkerBlock(std::uint32_t number_rows, std::uint32_t integer_rows, std::uint32_t first);
  StepBlock<T> view(std::uint32_t scratch_rows, std::size_t work_bytes);

  /// An odd number of lines of cache for float: neighbouring rows do not compete for one cache set.
  static constexpr std::size_t stride = walkers + 16;
  struct Free {
    void operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }
  };
  template <class Number>
  using Rows = std::unique_ptr<Number[], Free>;
  template <class Number>
  static Rows<Number> allocate(std::uint32_t rows);

  std::uint32_t first_, number_rows_, integer_rows_;
  Rows<T> numbers_;
  Rows<std::uint32_t> integers_;
};

}  // namespace diagc::series
