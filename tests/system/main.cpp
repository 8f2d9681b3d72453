#include "tests/runner.h"

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "runtime/system/worker.h"

namespace {

int misbehave(const std::vector<std::string>& arguments) {
  const std::string how = arguments.at(0);
  if (how == "exit") return 3;
  if (how == "say") return std::puts("said") < 0;
  if (how == "abort") std::abort();
  if (how == "compute") {
    volatile bool on = true;
    while (on) {
    }
  }
  if (how == "sleep") std::this_thread::sleep_for(std::chrono::hours(1));
  if (how == "allocate") {
    // The pointer is volatile: Clang leaves an allocation out whose bytes nobody else can see.
    char* volatile bytes = static_cast<char*>(std::malloc(std::size_t{1} << 31));
    if (!bytes) return 4;
    bytes[1 << 30] = 1;
    return bytes[1 << 30];
  }
  if (how == "write") {
    for (int i = 0; i < 1'000'000; ++i) {
      if (std::fputs("0123456789", stdout) < 0 || std::fflush(stdout) != 0) return 5;
    }
    return 0;
  }
  if (how == "read") return std::getchar() == EOF ? 6 : 7;
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  constexpr diagc::Worker workers[] = {{"misbehave", misbehave}};
  if (const auto code = diagc::run_as_worker(count, arguments, workers)) return *code;
  return diagc::run_tests(count, arguments);
}
