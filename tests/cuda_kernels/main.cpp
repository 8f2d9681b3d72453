#include <cstdio>

#include "diagc/compile.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "tests/cuda_kernels/worker.h"
#include "tests/runner.h"

int main(int count, char** arguments) {
  if (count > 1 && arguments[1] == std::string(diagc::compile_worker_mode)) {
    return diagc::cuda_compile_worker({arguments + 2, arguments + count});
  }
  for (const std::string& why : {diagc::cuda::why_no_driver(), diagc::cuda::why_no_nvrtc()}) {
    if (why.empty()) continue;
    std::printf("skipped: %s\n", why.c_str());
    return 77;
  }
  return diagc::run_tests(count, arguments);
}
