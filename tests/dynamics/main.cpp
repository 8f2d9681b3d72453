#include "physics/dynamics/job/own_bands.h"
#include "runtime/system/worker.h"
#include "tests/runner.h"

int main(int count, char** arguments) {
  using namespace diagc;
  constexpr Worker workers[] = {{dynamics::own_bands_worker_name, dynamics::own_bands_worker}};
  if (const auto code = run_as_worker(count, arguments, workers)) return *code;
  return run_tests(count, arguments);
}
