#include "compiler/emit/packed/pages.h"

namespace diagc {

namespace {

/// Stars are read two at a time.
std::size_t star_quads(const PackedWords& words) {
  if (words.head[0] != PackedHead::sums) return 0;
  return (words.head[2] >> PackedHead::slot_bits & 0xff) + (words.head[2] >> 22 & 0xff);
}

}  // namespace

void PackedPages::append(const std::vector<PackedWords>& tasks, bool last) {
  const std::size_t entries = (tasks.front().entries.size() / 2 + 1) / 2 * 2;
  const std::size_t words = (4 + 2 * entries) * sides_;
  const std::size_t used = words_.size() % page_words_;
  if (!words_.empty() && (used == 0 || used + words > page_words_)) finish_page();
  last_head_ = words_.size();
  for (const PackedWords& task : tasks) {
    words_.insert(words_.end(), task.head, task.head + 4);
    words_[words_.size() - 4] |= static_cast<std::uint32_t>(entries / 2) << 8;
    if (last) words_[words_.size() - 4] |= PackedHead::barrier;
  }
  const std::size_t quads = star_quads(tasks.front());
  for (std::size_t quad = 0; quad < quads; ++quad) {
    for (const PackedWords& task : tasks) {
      const auto first = task.entries.begin() + static_cast<std::ptrdiff_t>(4 * quad);
      words_.insert(words_.end(), first, first + 4);
    }
  }
  // Pairs are read one entry at a time.
  for (std::size_t entry = 2 * quads; entry < entries; ++entry) {
    for (const PackedWords& task : tasks) {
      for (std::size_t word = 2 * entry; word < 2 * entry + 2; ++word) {
        words_.push_back(word < task.entries.size() ? task.entries[word] : 0);
      }
    }
  }
}

void PackedPages::end() {
  finish_page();
  mark_last_task(PackedHead::list_end);
}

void PackedPages::finish_page() {
  mark_last_task(PackedHead::page_end);
  words_.resize((words_.size() + page_words_ - 1) / page_words_ * page_words_, 0);
}

void PackedPages::mark_last_task(std::uint32_t mark) {
  for (unsigned side = 0; side < sides_; ++side) words_[last_head_ + 4 * side] |= mark;
}

}  // namespace diagc
