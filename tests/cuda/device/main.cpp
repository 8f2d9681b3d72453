#include <cstdio>
#include <string>
#include <vector>

#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "tests/cuda/device/broken.h"
#include "tests/runner.h"

namespace {

constexpr int skipped = 77;

int skip(const std::string& why) {
  std::printf("skipped: %s\n", why.c_str());
  return skipped;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (const std::string why = diagc::cuda::why_no_driver(); !why.empty()) return skip(why);
  if (const std::string why = diagc::cuda::why_no_nvrtc(); !why.empty()) return skip(why);
  const auto gpus = diagc::cuda::devices();
  if (!words.empty() && words[0] == "[two]" && gpus.size() < 2) {
    return skip("there is one device, and these tests share batches between two");
  }
  if (!words.empty() && words[0] == diagc::cuda::broken_mode) return diagc::cuda::run_broken();
  for (const auto& gpu : gpus) {
    std::printf("device %d: %s, %s, driver for CUDA %d\n", gpu.number, gpu.name.c_str(),
                gpu.architecture.c_str(), diagc::cuda::driver_version());
  }
  return diagc::run_tests(count, arguments);
}
