// What needs NVRTC but no device; skipped where that is missing.
#include <cstdio>

#include "runtime/cuda/nvrtc.h"
#include "tests/runner.h"

int main(int count, char** arguments) {
  if (const std::string problem = diagc::cuda::why_no_nvrtc(); !problem.empty()) {
    std::printf("skipped: %s\n", problem.c_str());
    return 77;
  }
  return diagc::run_tests(count, arguments);
}
