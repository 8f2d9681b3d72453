// diagc: the command line.
#include <csignal>

#include "programs/diagc/command_line.h"

int main(int argc, char** argv) {
  using namespace diagc;
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error like others
  constexpr AddCommand commands[] = {add_compile, add_stats,    add_eval,    add_bench,
                                     add_audit,   add_explain,  add_inspect, add_cache,
                                     add_doctor,  add_examples, add_demo};
  return run_command_line(argc, argv, commands);
}
