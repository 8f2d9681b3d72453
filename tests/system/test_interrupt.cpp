// SIGINT as a request to stop, in processes of their own.
#include "runtime/system/interrupt.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

using diagc::Interrupt;
using namespace std::chrono_literals;

namespace {

/// How a process ends that is signalled at these times, each after the one before, and that ends by itself with 0 half a second after the last
/// one; 1 where the token is not raised.
int exit_of(std::initializer_list<std::chrono::milliseconds> pauses) {
  const pid_t child = fork();
  if (child == 0) {
    const Interrupt interrupt;
    for (const auto pause : pauses) {
      std::this_thread::sleep_for(pause);
      kill(getpid(), SIGINT);
    }
    std::this_thread::sleep_for(500ms);
    _exit(interrupt.token().stop_requested() ? 0 : 1);
  }
  REQUIRE(child > 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE(
    "the first signal is a request, as are those right after it; a later one ends the process") {
  CHECK(exit_of({}) == 1);
  CHECK(exit_of({0ms}) == 0);
  CHECK(exit_of({0ms, 100ms, 100ms}) == 0);
  CHECK(exit_of({0ms, 100ms, 1200ms}) == 128 + SIGINT);
}
