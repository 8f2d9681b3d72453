#define CATCH_CONFIG_RUNNER
#include <stdlib.h>

#include <catch2/catch.hpp>

int main(int count, char** arguments) {
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  return Catch::Session().run(count, arguments);
}
