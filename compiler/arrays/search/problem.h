// What the search of orders works on: tensors as sets of labels.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"

namespace diagc::arrays {

/// A network after absorb(), with its labels as bits. Labels of equal extents share words, so that the size of a set is a weighted sum of
/// the numbers of bits in its words.
class SearchProblem {
 public:
  /// Tensors that were absorbed into others are steps of `absorbed`.
  explicit SearchProblem(const Network& network);
  /// Of another problem the values with these sets of labels in place of leaves; labels of `open` are needed outside.
  SearchProblem(const SearchProblem& whole, std::span<const std::uint64_t* const> leaves,
                const std::uint64_t* open);

  std::size_t leaves() const { return leaf_values_.size(); }
  std::size_t words() const { return weights_.size(); }
  std::span<const std::uint64_t> leaf(std::size_t index) const {
    return {sets_.data() + index * words(), words()};
  }
  std::span<const std::uint64_t> open() const { return open_; }
  /// log2 of the product of the extents of a set of labels.
  float size(const std::uint64_t* set) const {
    float sum = 0;
    for (std::size_t w = 0; w < weights_.size(); ++w) {
      sum += weights_[w] * static_cast<float>(std::popcount(set[w]));
    }
    return sum;
  }
  std::span<const float> weights() const { return weights_; }

  static constexpr Label no_label = 0xffffffffU;
  /// The network's label of a bit; no_label for bits that stand for none.
  Label label(std::size_t bit) const { return labels_[bit]; }

  /// The steps that absorb() made, and the value of the order that is leaf `index`.
  const std::vector<std::array<std::uint32_t, 2>>& absorbed() const { return absorbed_; }
  std::uint32_t leaf_value(std::size_t index) const { return leaf_values_[index]; }

 private:
  /// Multiplies tensors into others where the result is no larger than the larger one, and that takes at most two operations for each
  /// of its elements: vectors and gates of one qubit, say. The cheapest first.
  std::vector<std::vector<Label>> absorb(const Network& network);

  std::vector<float> weights_;  ///< by word: log2 of the extent of its labels
  std::vector<Label> labels_;   ///< by bit
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint64_t> open_;
  std::vector<std::uint32_t> leaf_values_;
  std::vector<std::array<std::uint32_t, 2>> absorbed_;
};

}  // namespace diagc::arrays
