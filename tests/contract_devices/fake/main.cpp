// On the fake driver, with kernels that the fake NVRTC compiles for the host. Nothing here is a result of a device.
#include <stdlib.h>

#include <algorithm>

#include "runtime/cuda/device.h"
#include "runtime/system/temporary_folder.h"
#include "tests/contract_devices/setup.h"
#include "tests/runner.h"

namespace diagc::networks {

DeviceSetup test_setup() {
  static const TemporaryFolder folder;
  static const auto cache = std::make_shared<Cache>(CacheOptions{folder.path(), 1 << 30, {}});
  DeviceSetup setup;
  setup.cache = cache;
  return setup;
}

std::vector<int> rank_devices(std::size_t ranks) {
  const std::size_t count = cuda::devices().size();
  std::vector<int> numbers;
  for (std::size_t rank = 0; rank < ranks; ++rank)
    numbers.push_back(static_cast<int>(rank * count / std::max(ranks, count)));
  return numbers;
}

DeviceSetup test_setup_without_tables() {
  DeviceSetup setup = test_setup();
  setup.limits = {0, 0};
  setup.kernels_of_source = 1000;
  return setup;
}

}  // namespace diagc::networks

int main(int count, char** arguments) {
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  setenv("DIAGC_NVRTC", DIAGC_FAKE_NVRTC, 1);
  setenv("DIAGC_CUBLAS", DIAGC_FAKE_CUBLAS, 1);
  setenv("DIAGC_NCCL", DIAGC_FAKE_CUDA, 1);
  setenv("FAKE_CUDA_DEVICES", "4", 1);
  return diagc::run_tests(count, arguments);
}
