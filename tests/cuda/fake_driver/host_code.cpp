#include "tests/cuda/fake_driver/host_code.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "tests/cuda/fake_driver/world.h"
#include "tests/cuda/fake_nvrtc/fake_cubin.h"
#include "tests/fibers.h"

namespace fake_cuda {
namespace {

using diagc::testing::BlockFibers;
using Body = BlockFibers::Body;

std::mutex one_at_a_time;

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
    BlockFibers fibers(barriers ? threads : 0, thread_index,
                       find<void (*)()>(handle, "cuda_barrier"));
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
