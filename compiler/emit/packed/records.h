// Packed tasks in the words that a warp reads. A task is a head of 16 bytes and entries of 8 bytes, an even number of them:
//
//   head    x: what, quads of entries << 8, and marks   y, z, w: see PackedHead
//   entry   two pairs, or a star of a hub and three spokes, as two words: slot of one number | place of another << 14,
//           where a place is a slot times bytes of a slot
//           of fetch and store: slot | source << 14, row
#pragma once

#include "compiler/emit/packed/tasks.h"
#include "compiler/schedule/schedule.h"

namespace diagc {

struct PackedHead {
  /// Numbers of `what`; from `operations` on EdgeTables::operations.
  ///   sum         y: slot of the result; entries of pairs with a minus, with a plus << 16 in z
  ///   sums        three results: y: slots of two << 14; z: slot of the third | star entries minus << 14 | plus << 22;
  ///               w: pair entries minus, plus of each, 5 bits each
  ///   fetch, store   y: how many entries
  ///   operations  y, z, w: slots of the parts of two operands and the result, imaginary << 14
  static constexpr std::uint32_t nothing = 0, sum = 1, sums = 2, fetch = 3, store = 4,
                                 operations = 5;
  /// Behind the task: a barrier; the page ends; the list ends.
  static constexpr std::uint32_t barrier = 1u << 31, page_end = 1u << 30, list_end = 1u << 29;
  static constexpr std::uint32_t what = 0xff;
  static constexpr std::uint32_t slot_bits = 14, slot = (1u << slot_bits) - 1;
};

/// Where fetch and store find a row that is none of a variable.
struct PackedSource {
  static constexpr std::uint32_t work = 0x3ffff, number = 0x3fffe, nowhere = 0x3fffd;
};

/// Slots that are not for numbers of the graph.
struct PackedSlot {
  static constexpr std::uint32_t one = 0, minus_zero = 1;  ///< hold these numbers
  static constexpr std::uint32_t unread = 2,
                                 first = 3;  ///< what nobody reads; numbers from here on
};

/// What tasks side by side have in common.
struct PackedShape {
  std::uint32_t what = PackedHead::nothing;
  std::vector<std::uint32_t> entries =
      {};  ///< stars −, + of three sums; then pairs −, + of each sum
  auto operator<=>(const PackedShape&) const = default;

  std::uint32_t entry_count() const;
};
PackedShape shape_of(const PackedTask& task);

struct PackedWords {
  std::uint32_t head[4] = {};
  std::vector<std::uint32_t> entries = {};  ///< two words each
};

/// Where numbers stand at the moment.
struct PackedPlaces {
  const std::vector<Slot>& slot;  ///< by scalar, without those of PackedSlot
  Scalar one;
  std::uint32_t slot_bytes;

  std::uint32_t operator[](Scalar scalar) const {
    return scalar == one ? +PackedSlot::one : slot[scalar] + PackedSlot::first;
  }
};

/// A task with entries as `shape` has them, which is large enough. No task: computes what nobody reads.
PackedWords packed_words(const PackedTask* task, const PackedShape& shape,
                         const PackedPlaces& places);

}  // namespace diagc
