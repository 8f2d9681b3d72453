// A tensor network: one sum over a product of tensors.
//
//   result[open] = Σ over the labels that are not open, Π over tensors t of t[its labels]
//
// A label is a variable that runs over 0 … extent − 1. It may stand in any number of tensors, more than once in one of
// them (which takes a diagonal), and in none (which multiplies by its extent, or repeats the result along an open axis).
// A tensor without labels is a number. What the order of contraction may not change is this sum.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace diagc::arrays {

/// Index into Network::extents.
using Label = std::uint32_t;

struct Network {
  std::vector<std::uint64_t> extents;       ///< of every label; at least 1
  std::vector<std::vector<Label>> tensors;  ///< a label for each axis, the last axis varies fastest
  std::vector<Label> open;                  ///< labels of the result's axes, each once

  bool operator==(const Network&) const = default;
};

/// The number of tensors and of labels is bounded, so that tables over them have a size that fits a machine.
inline constexpr std::size_t most_tensors = 1U << 16U;
inline constexpr std::size_t most_labels = 1U << 16U;

/// Elements of an array with these labels; nothing where it has 2^63 or more.
std::optional<std::uint64_t> element_count(const Network& network, std::span<const Label> labels);

/// Throws std::logic_error where the network is not as described above: a label out of range, an extent of 0, an open
/// label twice, more labels or tensors than the bounds, a tensor of 2^63 elements or more.
void verify(const Network& network);

}  // namespace diagc::arrays
