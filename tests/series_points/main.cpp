#include "physics/lattice/own_table.h"
#include "runtime/system/worker.h"
#include "tests/runner.h"

int main(int count, char** arguments) {
  using namespace diagc;
  constexpr Worker workers[] = {
      {lattice::own_propagator_worker_name, lattice::own_propagator_worker}};
  if (const auto code = run_as_worker(count, arguments, workers)) return *code;
  return run_tests(count, arguments);
}
