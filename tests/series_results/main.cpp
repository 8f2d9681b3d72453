#include "physics/series/results/result_file.h"
#include "runtime/system/worker.h"
#include "tests/runner.h"

int main(int count, char** arguments) {
  using namespace diagc;
  constexpr Worker workers[] = {{series::result_worker_name, series::result_worker}};
  if (const auto code = run_as_worker(count, arguments, workers)) return *code;
  return run_tests(count, arguments);
}
