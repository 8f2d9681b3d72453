// The memory that a thread works in: panels, gathered blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace diagc::linear {

class Workspace {
 public:
  /// For blocks and panels of operands, and for rows of a tile of panels.
  static constexpr std::size_t panel_bytes = 2 << 20U, row_bytes = 16 << 10U;
  static constexpr std::size_t bytes = panel_bytes + row_bytes;

  /// Of the calling thread; made when it is first asked for.
  static Workspace& own() {
    thread_local Workspace workspace;
    return workspace;
  }
  template <class T>
  T* panel() {
    return reinterpret_cast<T*>(memory_.get());
  }
  template <class T>
  T* rows() {
    return reinterpret_cast<T*>(memory_.get() + panel_bytes / sizeof(Line));
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::unique_ptr<Line[]> memory_ = std::make_unique<Line[]>(bytes / sizeof(Line));
};

}  // namespace diagc::linear
