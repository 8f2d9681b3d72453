#include "runtime/system/worker.h"
#include "tests/runner.h"
#include "toolchain/client/inspect_apart.h"

int main(int count, char** arguments) {
  using namespace diagc;
  constexpr Worker workers[] = {{toolchain::inspect_worker_name, toolchain::inspect_worker}};
  if (const auto code = run_as_worker(count, arguments, workers)) return *code;
  return run_tests(count, arguments);
}
