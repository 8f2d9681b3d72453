// diagc: the command line.
#include <csignal>
#include <string_view>

#include "diagc/compile.h"
#include "programs/diagc/command_line.h"
#include "programs/diagc/kernel_options.h"

int main(int argc, char** argv) {
  using namespace diagc;
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error like others
  if (argc > 1 && argv[1] == std::string_view(nvrtc_worker)) {
    return cuda_compile_worker({argv + 2, argv + argc});
  }
  constexpr AddCommand commands[] = {
      add_compile, add_stats,  add_eval,     add_bench,     add_audit, add_explain, add_inspect,
      add_cache,   add_doctor, add_examples, add_integrate, add_resum, add_demo};
  return run_command_line(argc, argv, commands);
}
