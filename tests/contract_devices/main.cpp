// On a device; skipped where there is none.
#include <algorithm>
#include <cstdio>
#include <string>

#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/workers.h"
#include "runtime/system/temporary_folder.h"
#include "tests/contract_devices/setup.h"
#include "tests/runner.h"

namespace diagc::networks {

DeviceSetup test_setup() {
  static const TemporaryFolder folder;
  static const auto cache = std::make_shared<Cache>(CacheOptions{folder.path(), 1 << 30, {}});
  DeviceSetup setup;
  setup.cache = cache;
  setup.compile_worker = {"/proc/self/exe", compile_mode};
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
  setup.kernels_of_source = 3;
  return setup;
}

}  // namespace diagc::networks

int main(int count, char** arguments) {
  if (count > 1 && arguments[1] == std::string(diagc::networks::compile_mode))
    return diagc::cuda::compile_worker({arguments + 2, arguments + count});
  for (const std::string& why : {diagc::cuda::why_no_driver(), diagc::cuda::why_no_nvrtc()}) {
    if (why.empty()) continue;
    std::printf("skipped: %s\n", why.c_str());
    return 77;
  }
  return diagc::run_tests(count, arguments);
}
