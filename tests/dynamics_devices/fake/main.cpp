// On the fake driver, with kernels that the fake NVRTC compiles for the host. Nothing here is a result of a device.
#include <stdlib.h>

#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/setup.h"
#include "tests/runner.h"

namespace diagc::dynamics {

DeviceSettings test_settings() {
  static const TemporaryFolder folder;
  static const auto cache = std::make_shared<Cache>(CacheOptions{folder.path(), 1 << 30, {}});
  DeviceSettings settings;
  settings.cache = cache;
  return settings;
}

bool on_a_device() { return false; }

}  // namespace diagc::dynamics

int main(int count, char** arguments) {
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  setenv("DIAGC_NCCL", DIAGC_FAKE_CUDA, 1);
  setenv("DIAGC_NVRTC", DIAGC_FAKE_NVRTC, 1);
  setenv("DIAGC_CUBLAS", DIAGC_FAKE_CUBLAS, 1);
  return diagc::run_tests(count, arguments);
}
