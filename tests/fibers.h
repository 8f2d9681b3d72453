// The threads of a block of a GPU kernel, on one thread of the host.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <memory>
#include <vector>

#include <ucontext.h>

namespace diagc::testing {

/// Runs a function once for every thread of a block, each as a fiber with a stack of its own that runs to the next barrier, the last
/// thread first, or the first one, so that a missing barrier shows. One block runs at a time in a process.
class BlockFibers {
 public:
  using Body = void(const void* batch);

  /// `thread_index` is what the function reads as its number, `*barrier` what it calls at a barrier; both are set here.
  BlockFibers(unsigned threads, unsigned* thread_index, void (**barrier)())
      : thread_index_(thread_index),
        fibers_(threads),
        stacks_(std::make_unique_for_overwrite<char[]>(threads * stack_bytes)) {
    *barrier = [] { current_->leave(); };
    outside_.started = true;
    for (unsigned t = 0; t < threads; ++t) {
      ucontext_t& start = fibers_[t].context;
      getcontext(&start);
      start.uc_stack.ss_sp = stacks_.get() + t * stack_bytes;
      start.uc_stack.ss_size = stack_bytes;
      makecontext(&start, &run_blocks, 0);
    }
  }
  // Fibers know where they stand.
  BlockFibers(const BlockFibers&) = delete;
  BlockFibers& operator=(const BlockFibers&) = delete;

  /// One block, from the start of the function to its end in every thread.
  void run(Body* body, const void* batch, bool first_thread_first = false) {
    current_ = this;
    body_ = body;
    batch_ = batch;
    for (Fiber& fiber : fibers_) fiber.done = false;
    for (std::size_t left = fibers_.size(); left > 0;) {
      for (std::size_t turn = 0; turn < fibers_.size(); ++turn) {
        thread_ = first_thread_first ? turn : fibers_.size() - 1 - turn;
        if (fibers_[thread_].done) continue;
        *thread_index_ = static_cast<unsigned>(thread_);
        change(outside_, fibers_[thread_]);
        if (fibers_[thread_].done) --left;
      }
    }
  }

 private:
  static constexpr std::size_t stack_bytes = 128 << 10;

  struct Fiber {
    ucontext_t context{};
    std::jmp_buf place{};
    bool started = false, done = false;
  };

// swapcontext() saves the mask of signals, a call of the kernel each time, which takes far longer than what a thread does from one
// barrier to the next. Address sanitizers follow it, but not jumps from stack to stack.
#if defined(__SANITIZE_ADDRESS__)
#define DIAGC_FIBERS_SWAP_CONTEXTS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DIAGC_FIBERS_SWAP_CONTEXTS
#endif
#endif
#ifdef DIAGC_FIBERS_SWAP_CONTEXTS
  static void change(Fiber& from, Fiber& to) { swapcontext(&from.context, &to.context); }
#else
  [[gnu::noinline]] static void change(Fiber& from, Fiber& to) {
    if (_setjmp(from.place) != 0) return;
    if (to.started) _longjmp(to.place, 1);
    to.started = true;
    setcontext(&to.context);
  }
#endif
#undef DIAGC_FIBERS_SWAP_CONTEXTS

  void leave() { change(fibers_[thread_], outside_); }

  /// What every fiber does: its thread of one block after another.
  static void run_blocks() {
    for (;;) {
      current_->body_(current_->batch_);
      current_->fibers_[current_->thread_].done = true;
      current_->leave();
    }
  }

  inline static BlockFibers* current_ = nullptr;
  unsigned* thread_index_;
  Fiber outside_;
  std::vector<Fiber> fibers_;
  std::unique_ptr<char[]> stacks_;
  std::size_t thread_ = 0;
  Body* body_ = nullptr;
  const void* batch_ = nullptr;
};

}  // namespace diagc::testing
