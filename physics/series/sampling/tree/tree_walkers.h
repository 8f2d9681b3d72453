// Members of Markov chains around trees, on processors: what they carry from step to step.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "physics/series/sampling/place_check.h"
#include "physics/series/sampling/tree/tree_code.h"
#include "runs/checkpoint/bytes.h"

namespace diagc::series {

/// Blocks of TreeCode::members members, which one thread steps at a time.
template <class T>
class TreeWalkers {
 public:
  static constexpr std::uint32_t members = TreeCode<T>::members;

  /// `first`: the number of the first member of each block.
  TreeWalkers(const TreeCode<T>& code, const std::vector<std::uint32_t>& first);

  void start(std::size_t block, const TreePointers<T>& tables, std::uint64_t step);
  void chain(std::size_t block, const TreePointers<T>& tables, std::uint64_t first,
             std::uint64_t count, TreeSums& sums);
  /// Tables have changed.
  void unsettle() { settled_.assign(blocks_.size(), 0); }

  /// Times, codes and anchors, rows [what][vertex][member].
  void save(std::size_t block, runs::Bytes& to) const;
  /// Throws as PlaceCheck does.
  void restore(std::size_t block, std::span<const std::byte>& from, const PlaceCheck& check,
               std::size_t vertices);
  void take_snapshot() { kept_ = places_; }
  void roll_back() {
    places_ = kept_;
    unsettle();
  }

 private:
  StepBlock<T> view(std::size_t block);

  const TreeCode<T>& code_;
  std::vector<std::uint32_t> blocks_;  ///< first members
  std::size_t place_numbers_, number_count_;
  std::vector<std::uint32_t> places_, scratch_, kept_;  ///< [block][row][member]
  std::vector<T> numbers_;                              ///< likewise
  std::vector<char> settled_;  ///< [block]: whether f and w belong to the places
};

}  // namespace diagc::series
