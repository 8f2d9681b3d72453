// On a device; skipped where there is none.
#include <cstdio>
#include <string>

#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/workers.h"
#include "runtime/system/temporary_folder.h"
#include "tests/dynamics_devices/setup.h"
#include "tests/runner.h"

namespace diagc::dynamics {

DeviceSettings test_settings() {
  static const TemporaryFolder folder;
  static const auto cache = std::make_shared<Cache>(CacheOptions{folder.path(), 1 << 30, {}});
  DeviceSettings settings;
  settings.cache = cache;
  settings.compile_worker = {"/proc/self/exe", compile_mode};
  return settings;
}

bool on_a_device() { return true; }

}  // namespace diagc::dynamics

int main(int count, char** arguments) {
  if (count > 1 && arguments[1] == std::string(diagc::dynamics::compile_mode))
    return diagc::cuda::compile_worker({arguments + 2, arguments + count});
  for (const std::string& why : {diagc::cuda::why_no_driver(), diagc::cuda::why_no_nvrtc()}) {
    if (why.empty()) continue;
    std::printf("skipped: %s\n", why.c_str());
    return 77;
  }
  return diagc::run_tests(count, arguments);
}
