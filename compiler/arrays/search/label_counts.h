// Numbers of labels in the sets that moves of the search make, by the instructions that the processor has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace diagc::arrays {

/// The labels of the nodes of a rotation: (a b) c becomes (a c) b, below p; x is a b.
struct RotationSets {
  const std::uint64_t *a, *b, *c, *p, *x;
};

/// log2 of numbers of elements. What a c leaves is what it has in common with b and with all else, which is p's.
struct RotationSizes {
  float joined;  ///< of the labels of a and c
  float left;    ///< of those that a c leaves
  float last;    ///< of these and those of b
  /// Of the sliced labels whose sums end with a b as it was, and with a c: steps above are not repeated for their values.
  float ended = 0, ends = 0;
};

/// Counts in sets of labels. Results have the same bits on every machine.
class LabelCounts {
 public:
  /// `weights`: by word, log2 of the extent of its labels; `sliced`: null where no label is; `sums_end_early`: those over sliced labels.
  LabelCounts(std::span<const float> weights, const std::uint64_t* sliced, bool sums_end_early);

  /// Of several rotations.
  void measure(std::span<const RotationSets> rotations, RotationSizes* sizes) const {
    rotations_(*this, rotations, sizes);
  }
  /// log2 of the number of elements that the labels in a or b have, sliced ones among them.
  float size(const std::uint64_t* a, const std::uint64_t* b) const { return union_(*this, a, b); }

  std::size_t words() const { return weights_.size(); }
  std::span<const float> weights() const { return weights_; }
  const std::uint64_t* sliced() const { return sliced_; }

 private:
  using OfRotations = void (*)(const LabelCounts&, std::span<const RotationSets>, RotationSizes*);
  using OfUnion = float (*)(const LabelCounts&, const std::uint64_t*, const std::uint64_t*);

  std::span<const float> weights_;
  const std::uint64_t* sliced_;
  OfRotations rotations_;
  OfUnion union_;
};

}  // namespace diagc::arrays
