// Values of calls, by family and static arguments.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/expand/value.h"
#include "compiler/graph/huge_pages.h"

namespace diagc::expansion {

/// Hash table with open addressing; keys are compared in full. An entry's key and value lie side by side in one arena,
/// so that a call costs two cache misses.
class Memo {
 public:
  using Entry = std::uint64_t;  ///< place in the arena
  static constexpr Entry none = ~Entry{0};

  /// `arities` by family.
  explicit Memo(std::vector<std::uint32_t> arities);

  /// The entry of a call, made with the value `absent` where there is none. Arguments are static.
  Entry find(std::uint32_t family, const Value* arguments);

  std::uint32_t family(Entry entry) const { return static_cast<std::uint32_t>(arena_[entry]); }
  std::uint32_t arity(Entry entry) const { return arities_[family(entry)]; }
  Value argument(Entry entry, std::uint32_t i) const;
  Value value(Entry entry) const;
  void set_value(Entry entry, Value value);
  std::size_t size() const { return size_; }

  /// Calls `visit` for every argument and value.
  template <class Visit>
  void for_each_value(Visit visit) const;
  /// Calls `visit` for every entry, in the order in which they were made.
  template <class Visit>
  void for_each(Visit visit) const;

 private:
  // An entry: family and hash; value (two words); kinds of the arguments, 32 a word; arguments.
  static constexpr std::uint64_t value_at = 1;
  static constexpr std::uint64_t kinds_at = 3;
  static std::uint64_t kind_words(std::uint64_t arity) { return (arity + 31) / 32; }
  std::uint64_t words(std::uint32_t family) const {
    return kinds_at + kind_words(arities_[family]) + arities_[family];
  }
  void grow();

  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t entry = 0;  ///< in steps of two words, plus 1; 0 where the slot is free
  };
  std::vector<std::uint32_t> arities_;
  std::vector<std::uint64_t, HugePages<std::uint64_t>> arena_;
  std::vector<Slot, HugePages<Slot>> slots_;
  std::vector<std::uint64_t> key_;  ///< of the call looked up: kinds, arguments
  std::size_t size_ = 0;
};

template <class Visit>
void Memo::for_each(Visit visit) const {
  for (Entry entry = 0; entry < arena_.size(); entry += (words(family(entry)) + 1) & ~1ULL)
    visit(entry);
}

template <class Visit>
void Memo::for_each_value(Visit visit) const {
  for_each([&](Entry entry) {
    visit(value(entry));
    for (std::uint32_t i = 0; i < arity(entry); ++i) visit(argument(entry, i));
  });
}

}  // namespace diagc::expansion
