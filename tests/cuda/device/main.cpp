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
  const auto cards = diagc::cuda::devices();
  if (!words.empty() && words[0] == "[two]" && cards.size() < 2) {
    return skip("there is one card, and these tests share batches between two");
  }
  if (!words.empty() && words[0] == diagc::cuda::broken_mode) return diagc::cuda::run_broken();
  for (const auto& card : cards) {
    std::printf("device %d: %s, %s, driver for CUDA %d\n", card.number, card.name.c_str(),
                card.architecture.c_str(), diagc::cuda::driver_version());
  }
  return diagc::run_tests(count, arguments);
}
