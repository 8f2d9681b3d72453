#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "runtime/cuda/nvrtc.h"
#include "runtime/cuda/workers.h"
#include "tests/runner.h"

/// The modes in which the tests of workers start this program again.
int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  const std::string mode = words.empty() ? "" : words[0];
  if (mode == "nvrtc-worker" || mode == "picky-worker") {
    // The picky one dies of the first request, and only of that.
    if (mode == "picky-worker" && words[1].ends_with("/0.request")) raise(SIGKILL);
    return diagc::cuda::compile_worker({words.begin() + 1, words.end()});
  }
  if (mode == "sleeping-worker" && words[1].ends_with("/0.request")) raise(SIGSEGV);
  if (mode == "sleeping-worker" || mode == "endless-worker") {
    for (;;) pause();
  }
  if (mode == "failing-worker") {
    std::fputs("no more paper\n", stderr);
    return 3;
  }
  if (const std::string problem = diagc::cuda::why_no_nvrtc(); !problem.empty()) {
    std::printf("skipped: %s\n", problem.c_str());
    return 77;
  }
  return diagc::run_tests(count, arguments);
}
