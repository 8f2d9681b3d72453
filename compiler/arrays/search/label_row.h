// Trees of a network whose labels are summed one after the other, as they stand in a row.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "compiler/arrays/search/problem.h"

namespace diagc::arrays {

/// The labels of a network in a row, where the network is leaves of a problem or larger parts of it.
/// A front goes through the network along the row: at each place all parts that have the label join the front, and the label is summed.
/// A label is in the front from the first place of a label that shares a part with it to its own place, so that Σ over places of the product of
/// the extents of the labels in the front bounds the products of such a contraction, a part at a time.
/// Open labels stand at the end and are not summed.
///
/// A row where few labels are in the front at once is an arrangement of small vertex separation, a path decomposition of the graph of labels
/// (N. Kinnersley, Inf. Process. Lett. 42, 345, 1992).
class LabelRow {
 public:
  /// By part the labels that it shares with others or that are open. A label is summed where the last of its parts is in this order.
  LabelRow(const SearchProblem& problem, std::vector<std::vector<std::uint64_t>> parts);

  /// Whether moves are cheap: no label shares parts with more than 64 others, and there are labels to move.
  bool has_few_neighbours() const;

  /// Proposes `moves` times to take a label to another place. The energy of Metropolis' rule, in powers of 2, is the change of the sum over places, relative to
  /// the sum. Results have the same bits on every machine.
  void anneal(std::size_t moves, float beta, std::mt19937_64& random);

  /// log2 of the sum over places, with extents rounded to sixteenths of a bit.
  double log2_products() const;

  /// Bits of the problem, in the order in which they are summed.
  std::vector<std::size_t> summed() const;

  /// The steps that sum the labels in this order, the cheapest of a label's steps first; as in Order::steps, over parts. What shares no label is joined last.
  std::vector<std::array<std::uint32_t, 2>> pairs() const;

 private:
  friend class LabelRowAnnealing;
  std::span<const std::uint32_t> neighbours(std::uint32_t label) const {
    return {neighbours_.data() + begin_[label], neighbours_.data() + begin_[label + 1]};
  }
  /// Of a label's neighbours and itself the one that comes first.
  std::uint32_t first_of(std::uint32_t label) const;

  const SearchProblem* problem_;
  std::vector<std::size_t> bits_;                  ///< by label: its bit of the problem
  std::vector<std::vector<std::uint64_t>> sets_;   ///< by part
  std::vector<std::vector<std::uint32_t>> parts_;  ///< by label, in the order of parts
  std::vector<std::int32_t> weights_;              ///< by label: log2 of the extent in sixteenths
  std::vector<std::uint32_t> begin_, neighbours_;  ///< by label: those that share a part with it
  std::uint32_t summed_ = 0;                       ///< labels that are not open
  std::vector<std::uint32_t> row_, place_,
      first_;                         ///< label by place; by label: its place, first_of()
  std::vector<std::int32_t> fronts_;  ///< by place: size of the front in sixteenths
};

}  // namespace diagc::arrays
