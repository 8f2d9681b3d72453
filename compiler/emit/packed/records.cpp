#include "compiler/emit/packed/records.h"

#include <algorithm>
#include <numeric>

namespace diagc {

namespace {

template <class List>
std::uint32_t signed_count(const List& list, bool negative) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(list, [&](const auto& each) { return each.negative == negative; }));
}

/// The entries of one task.
class Writer {
 public:
  Writer(const PackedPlaces& places, PackedWords& words) : places_(places), words_(words) {}

  /// Two pairs an entry; −0 · 1 leaves a sum as it is.
  void add_pairs(const std::vector<Pair>& pairs, bool negative, std::uint32_t entries) {
    std::uint32_t count = 0;
    for (const Pair& pair : pairs) {
      if (pair.negative != negative) continue;
      add(places_[pair.a], places_[pair.b]);
      ++count;
    }
    for (; count < 2 * entries; ++count) add(PackedSlot::one, PackedSlot::minus_zero);
  }

  void add_stars(const std::vector<Star>& stars, bool negative, std::uint32_t entries) {
    std::uint32_t count = 0;
    for (const Star& star : stars) {
      if (star.negative != negative) continue;
      add(places_[star.hub], places_[star.spokes[0]]);
      add(places_[star.spokes[1]], places_[star.spokes[2]]);
      ++count;
    }
    for (; count < entries; ++count) {
      add(PackedSlot::one, PackedSlot::minus_zero);
      add(PackedSlot::minus_zero, PackedSlot::minus_zero);
    }
  }

 private:
  void add(std::uint32_t slot, std::uint32_t other) {
    words_.entries.push_back(slot | other * places_.slot_bytes << PackedHead::slot_bits);
  }

  const PackedPlaces& places_;
  PackedWords& words_;
};

}  // namespace

std::uint32_t PackedShape::entry_count() const {
  return std::accumulate(entries.begin(), entries.end(), 0u);
}

PackedShape shape_of(const PackedTask& task) {
  if (task.kind == PackedTask::Kind::operation) {
    return {PackedHead::operations + task.operation - 1};
  }
  PackedShape result{task.pairs.size() == 1 ? PackedHead::sum : PackedHead::sums};
  if (task.pairs.size() > 1) {
    for (const bool negative : {true, false}) {
      result.entries.push_back((signed_count(task.stars, negative) + 1) / 2 * 2);
    }
  }
  for (const std::vector<Pair>& pairs : task.pairs) {
    for (const bool negative : {true, false}) {
      result.entries.push_back((signed_count(pairs, negative) + 1) / 2);
    }
  }
  return result;
}

PackedWords packed_words(const PackedTask* task, const PackedShape& shape,
                         const PackedPlaces& places) {
  constexpr std::uint32_t next = PackedHead::slot_bits;
  const auto result = [&](std::size_t i) {
    return task && i < task->results.size() ? places[task->results[i]] : +PackedSlot::unread;
  };
  PackedWords words;
  words.head[0] = shape.what;
  if (shape.what >= PackedHead::operations) {
    const auto operand = [&](std::size_t i) {
      return task && i < task->reads.size() ? places[task->reads[i]] : +PackedSlot::one;
    };
    words.head[1] = operand(0) | operand(1) << next;
    words.head[2] = operand(2) | operand(3) << next;
    words.head[3] = result(0) | result(1) << next;
    return words;
  }
  Writer writer(places, words);
  auto entries = shape.entries.begin();
  const bool several = shape.what == PackedHead::sums;
  if (several) {
    for (const bool negative : {true, false}) {
      writer.add_stars(task ? task->stars : std::vector<Star>(), negative, *entries++);
    }
  }
  for (std::size_t sum = 0; sum < (several ? 3 : 1); ++sum) {
    for (const bool negative : {true, false}) {
      writer.add_pairs(task ? task->pairs[sum] : std::vector<Pair>(), negative, *entries++);
    }
  }
  words.head[1] = result(0);
  if (!several) {
    words.head[2] = shape.entries[0] | shape.entries[1] << 16;
    return words;
  }
  words.head[1] |= result(1) << next;
  words.head[2] = result(2) | shape.entries[0] / 2 << next | shape.entries[1] / 2 << 22;
  for (std::size_t i = 2; i < 8; ++i) words.head[3] |= shape.entries[i] << 5 * (i - 2);
  return words;
}

}  // namespace diagc
