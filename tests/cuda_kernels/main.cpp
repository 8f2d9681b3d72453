#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#include <cstdio>

#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"

int main(int count, char** arguments) {
  for (const std::string& why : {diagc::cuda::why_no_driver(), diagc::cuda::why_no_nvrtc()}) {
    if (why.empty()) continue;
    std::printf("skipped: %s\n", why.c_str());
    return 77;
  }
  return Catch::Session().run(count, arguments);
}
