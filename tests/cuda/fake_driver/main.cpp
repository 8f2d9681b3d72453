#include <stdlib.h>

#include "tests/runner.h"

int main(int count, char** arguments) {
  setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
  setenv("DIAGC_NCCL", DIAGC_FAKE_CUDA, 1);
  return diagc::run_tests(count, arguments);
}
