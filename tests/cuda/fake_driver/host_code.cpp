#include "tests/cuda/fake_driver/host_code.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <vector>

#include "tests/cuda/fake_driver/world.h"
#include "tests/cuda/fake_nvrtc/fake_cubin.h"

namespace fake_cuda {
namespace {

using Body = void(const void* batch);

std::mutex one_at_a_time;

/// The threads of a block as fibers, each of which runs to the next barrier, the last thread first.
class Fibers {
 public:
  Fibers(unsigned threads, unsigned* thread_index, void (**barrier)())
      : thread_index_(thread_index),
        fibers_(threads),
        stacks_(std::make_unique_for_overwrite<char[]>(threads * stack_bytes)),
        done_(threads) {
    *barrier = [] { current_->pause(); };
  }

  void run(Body* body, const void* batch) {
    current_ = this;
    body_ = body;
    batch_ = batch;
    std::fill(done_.begin(), done_.end(), false);
    for (std::size_t t = 0; t < fibers_.size(); ++t) {
      getcontext(&fibers_[t]);
      fibers_[t].uc_stack.ss_sp = stacks_.get() + t * stack_bytes;
      fibers_[t].uc_stack.ss_size = stack_bytes;
      fibers_[t].uc_link = &outside_;
      makecontext(
          &fibers_[t],
          [] {
            current_->body_(current_->batch_);
            current_->done_[current_->thread_] = true;
          },
          0);
    }
    while (std::count(done_.begin(), done_.end(), false) > 0) {
      for (thread_ = fibers_.size(); thread_-- > 0;) {
        if (done_[thread_]) continue;
        *thread_index_ = static_cast<unsigned>(thread_);
        swapcontext(&outside_, &fibers_[thread_]);
      }
    }
  }

 private:
  static constexpr std::size_t stack_bytes = 128 << 10;
  void pause() { swapcontext(&fibers_[thread_], &outside_); }

  inline static Fibers* current_ = nullptr;
  unsigned* thread_index_;
  ucontext_t outside_{};
  std::vector<ucontext_t> fibers_;
  std::unique_ptr<char[]> stacks_;
  std::vector<bool> done_;
  std::size_t thread_ = 0;
  Body* body_ = nullptr;
  const void* batch_ = nullptr;
};

template <class T>
T* find(void* handle, const std::string& name) {
  return reinterpret_cast<T*>(dlsym(handle, name.c_str()));
}

}  // namespace

HostCode::HostCode(std::string_view library) {
  // Under a name of its own, so that two modules with the same kernels are two libraries.
  std::string path = (std::filesystem::temp_directory_path() / "fake-cuda-XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) return;
  if (write(file, library.data(), library.size()) == std::ssize(library)) {
    handle_ = {dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
                 if (handle) dlclose(handle);
               }};
  }
  close(file);
  unlink(path.c_str());
}

HostCode::Function HostCode::function(const std::string& name) const {
  if (!handle_) return {};
  void* const handle = handle_.get();
  Body* const body = find<Body>(handle, "fake_run_" + name);
  if (!body) return {};
  const Kernel kernel = [keep = handle_, handle, body](const void* batch, unsigned grid,
                                                       unsigned threads) {
    const std::lock_guard lock(one_at_a_time);
    auto* const thread_index = find<unsigned>(handle, "threadIdx");
    auto* const block_index = find<unsigned>(handle, "blockIdx");
    *find<unsigned>(handle, "blockDim") = threads;
    *find<unsigned>(handle, "gridDim") = grid;
    const bool barriers = *find<bool>(handle, "fake_has_barriers");
    Fibers fibers(barriers ? threads : 0, thread_index, find<void (*)()>(handle, "cuda_barrier"));
    const unsigned blocks =
        std::min(grid, static_cast<unsigned>(number_from("FAKE_CUDA_BLOCKS", 1 << 30)));
    for (*block_index = 0; *block_index < blocks; ++*block_index) {
      std::memset(find<char>(handle, "diagc_shared"), 0xff, barriers ? shared_bytes : 0);
      if (barriers) {
        fibers.run(body, batch);
      } else {
        for (*thread_index = 0; *thread_index < threads; ++*thread_index) body(batch);
      }
    }
    return 0;
  };
  return {kernel, *find<const unsigned long long>(handle, "fake_bytes_" + name)};
}

}  // namespace fake_cuda
