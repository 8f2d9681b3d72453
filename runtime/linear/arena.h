// One block of memory for all arrays of a contraction.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace diagc::linear {

/// Elements that no constructor touches, aligned to lines of the cache. Large blocks lie on large pages where the system has them: there are
/// hundreds of times fewer faults as they are first written.
template <class Value>
class Arena {
 public:
  explicit Arena(std::uint64_t elements)
      : bytes_(std::max<std::uint64_t>(elements, 1) * sizeof(Value)) {
    memory_ = static_cast<Value*>(::operator new(bytes_, alignment()));
    // A refusal costs time alone.
    if (is_large()) ::madvise(memory_, bytes_ / large_page * large_page, MADV_HUGEPAGE);
  }
  ~Arena() { ::operator delete(memory_, alignment()); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Value* at(std::uint64_t offset) const { return memory_ + offset; }

 private:
  static constexpr std::uint64_t large_page = 2 << 20U;
  bool is_large() const { return bytes_ >= 8 * large_page; }
  std::align_val_t alignment() const { return std::align_val_t(is_large() ? large_page : 64); }

  std::uint64_t bytes_;
  Value* memory_;
};

}  // namespace diagc::linear
