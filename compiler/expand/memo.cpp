#include "compiler/expand/memo.h"

#include <algorithm>
#include <stdexcept>

namespace diagc::expansion {

Memo::Memo(std::vector<std::uint32_t> arities) : arities_(std::move(arities)), slots_(1024) {}

Memo::Entry Memo::find(std::uint32_t family, const Value* arguments) {
  const std::uint32_t arity = arities_[family];
  const std::uint64_t kinds = kind_words(arity);
  key_.assign(kinds + arity, 0);
  std::uint64_t hash = family * 0x9e3779b97f4a7c15ull + 1;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0xd6e8feb86659fd93ull;
    hash ^= hash >> 32;
  };
  for (std::uint32_t i = 0; i < arity; ++i) {
    key_[i / 32] |= static_cast<std::uint64_t>(arguments[i].tag) << (2 * (i % 32));
    key_[kinds + i] = arguments[i].bits;
    mix(arguments[i].bits);
  }
  for (std::uint64_t i = 0; i < kinds; ++i) mix(key_[i]);
  const auto tag = static_cast<std::uint32_t>(hash);

  const std::size_t mask = slots_.size() - 1;
  std::size_t at = tag & mask;
  for (; slots_[at].entry; at = (at + 1) & mask) {
    if (slots_[at].hash != tag) continue;
    const Entry entry = 2 * static_cast<Entry>(slots_[at].entry - 1);
    if (this->family(entry) == family &&
        std::equal(key_.begin(), key_.end(),
                   arena_.begin() + static_cast<std::ptrdiff_t>(entry + kinds_at))) {
      return entry;
    }
  }
  const Entry entry = arena_.size();
  if (entry / 2 + 1 > 0xffffffffu) throw std::length_error("a memo table has at most 2^36 bytes");
  const std::uint64_t length = (words(family) + 1) & ~1ULL;
  make_room(arena_, length);
  arena_.resize(entry + length);
  arena_[entry] = family;
  std::copy(key_.begin(), key_.end(),
            arena_.begin() + static_cast<std::ptrdiff_t>(entry + kinds_at));
  set_value(entry, Value::make(Value::Tag::absent, 0));
  slots_[at] = {tag, static_cast<std::uint32_t>(entry / 2 + 1)};
  if (++size_ * 3 > slots_.size() * 2) grow();
  return entry;
}

void Memo::grow() {
  std::vector<Slot, HugePages<Slot>> old(slots_.size() * 2);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (!slot.entry) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].entry) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

Value Memo::argument(Entry entry, std::uint32_t i) const {
  const std::uint64_t* key = arena_.data() + entry + kinds_at;
  const auto tag = static_cast<Value::Tag>((key[i / 32] >> (2 * (i % 32))) & 3);
  return Value::make(tag, key[kind_words(arity(entry)) + i]);
}

Value Memo::value(Entry entry) const {
  const std::uint64_t* words = arena_.data() + entry + value_at;
  return Value::make(static_cast<Value::Tag>(words[0] >> 32), words[1],
                     static_cast<CoefficientId>(words[0]));
}

void Memo::set_value(Entry entry, Value value) {
  std::uint64_t* words = arena_.data() + entry + value_at;
  words[0] = (static_cast<std::uint64_t>(value.tag) << 32) | value.coefficient;
  words[1] = value.bits;
}

}  // namespace diagc::expansion
