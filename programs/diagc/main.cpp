// diagc: the command line.
#include <csignal>

#include "diagc/compile.h"
#include "physics/collider/results/result_file.h"
#include "physics/dynamics/job/own_bands.h"
#include "physics/dynamics/results/result_file.h"
#include "physics/lattice/own_table.h"
#include "physics/series/results/result_file.h"
#include "programs/audit/audit.h"
#include "programs/bench/bench.h"
#include "programs/command/command_line.h"
#include "programs/command/kernel_options.h"
#include "programs/contract/contract.h"
#include "programs/demo/demo.h"
#include "programs/diagc/cache.h"
#include "programs/diagc/compile.h"
#include "programs/diagc/derive.h"
#include "programs/diagc/doctor.h"
#include "programs/diagc/eval.h"
#include "programs/diagc/examples.h"
#include "programs/diagc/explain.h"
#include "programs/diagc/inspect.h"
#include "programs/diagc/stats.h"
#include "programs/dynamics/dynamics.h"
#include "programs/events/events.h"
#include "programs/explore/explore.h"
#include "programs/integrate/integrate.h"
#include "programs/integrate/resum.h"
#include "runtime/system/worker.h"
#include "toolchain/client/inspect_apart.h"

int main(int argc, char** argv) {
  using namespace diagc;
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error like others
  constexpr Worker workers[] = {
      {nvrtc_worker, cuda_compile_worker},
      {toolchain::inspect_worker_name, toolchain::inspect_worker},
      {lattice::own_propagator_worker_name, lattice::own_propagator_worker},
      {series::result_worker_name, series::result_worker},
      {collider::result_worker_name, collider::result_worker},
      {dynamics::own_bands_worker_name, dynamics::own_bands_worker},
      {dynamics::result_worker_name, dynamics::result_worker}};
  if (const auto code = run_as_worker(argc, argv, workers)) return *code;
  constexpr AddCommand commands[] = {
      add_compile,   add_stats,  add_eval,    add_bench,    add_audit,    add_explain,
      add_explore,   add_derive, add_inspect, add_cache,    add_doctor,   add_examples,
      add_integrate, add_resum,  add_events,  add_dynamics, add_contract, add_demo};
  return run_command_line(argc, argv, commands);
}
