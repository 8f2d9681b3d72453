// The records of one warp in pages, which the kernel copies ahead. A task never goes over the end of a page.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/emit/packed/records.h"

namespace diagc {

class PackedPages {
 public:
  /// `page_bytes` are those of a page with the records of all `sides`, [word][side].
  PackedPages(std::uint32_t page_bytes, unsigned sides)
      : page_words_(page_bytes / 4), sides_(sides) {}

  /// A task for each side, all of one shape; `last`: a barrier of the block follows.
  void append(const std::vector<PackedWords>& tasks, bool last);
  /// Nothing follows.
  void end();
  const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  void finish_page();
  void mark_last_task(std::uint32_t mark);

  std::size_t page_words_;
  unsigned sides_;
  std::vector<std::uint32_t> words_;
  std::size_t last_head_ = 0;
};

}  // namespace diagc
