#pragma once

// Memory that a thread keeps from one batch to the next, so that repeated calls allocate nothing.

#include <cstddef>
#include <memory>
#include <new>

namespace diagc {

/// Grows to the largest size ever requested; meant to be a thread_local variable of the code that
/// needs it.
class Workspace {
 public:
  static constexpr std::size_t alignment = 64;

  /// At least `bytes` bytes, aligned to 64, with whatever was last left there. The previous memory
  /// of this workspace may be gone. Throws std::bad_alloc.
  std::byte* get(std::size_t bytes) {
    if (bytes > size_) {
      memory_.reset();
      size_ = 0;
      memory_.reset(static_cast<std::byte*>(::operator new(bytes, std::align_val_t{alignment})));
      size_ = bytes;
    }
    return memory_.get();
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete(memory, std::align_val_t{alignment});
    }
  };
  std::unique_ptr<std::byte[], Free> memory_;
  std::size_t size_ = 0;
};

}  // namespace diagc
