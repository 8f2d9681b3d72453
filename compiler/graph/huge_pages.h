// Memory for large tables that are read at random.
#pragma once

#include <cstdlib>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace diagc {

/// An allocator that asks for pages of 2 MB where a block is large: random reads then seldom miss the
/// translation buffer, and the first touch of fresh memory costs a fault per page.
template <class T>
struct HugePages {
  using value_type = T;

  HugePages() = default;
  template <class U>
  HugePages(const HugePages<U>&) {}

  T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / (2 * sizeof(T))) throw std::bad_alloc();
    std::size_t bytes = count * sizeof(T);
    const bool is_large = bytes >= 4 * page;
    if (is_large) bytes = (bytes + page - 1) / page * page;
    void* block = is_large ? std::aligned_alloc(page, bytes) : std::malloc(bytes);
    if (!block) throw std::bad_alloc();
#ifdef __linux__
    if (is_large) madvise(block, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(block);
  }
  void deallocate(T* block, std::size_t) { std::free(block); }

  bool operator==(const HugePages&) const { return true; }

 private:
  static constexpr std::size_t page = std::size_t{1} << 21;
};

/// Makes room for `count` more elements. Large tables grow fourfold: memory that is never touched costs nothing, copies
/// and fresh pages do.
template <class T>
void make_room(std::vector<T, HugePages<T>>& table, std::size_t count) {
  const std::size_t size = table.size() + count;
  if (size <= table.capacity()) return;
  constexpr std::size_t large = std::size_t{1} << 24;
  const std::size_t factor = table.capacity() * sizeof(T) >= large ? 4 : 2;
  table.reserve(size > factor * table.capacity() ? size : factor * table.capacity());
}

}  // namespace diagc
