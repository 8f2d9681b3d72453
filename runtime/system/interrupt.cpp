#include "runtime/system/interrupt.h"

#include <unistd.h>

#include <ctime>

namespace diagc {

namespace {

sigset_t watched() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t set = watched();
  pthread_sigmask(SIG_BLOCK, &set, &former_);
  watcher_ = std::jthread([this, set](const std::stop_token& end) {
    constexpr timespec patience{0, 50'000'000};
    std::chrono::steady_clock::time_point first;
    while (!end.stop_requested()) {
      const int signal = sigtimedwait(&set, nullptr, &patience);
      if (signal <= 0) continue;
      const auto now = std::chrono::steady_clock::now();
      if (!source_.stop_requested()) {
        first = now;
        source_.request_stop();
      } else if (now - first >= one_signal) {
        _exit(128 + signal);
      }
    }
  });
}

Interrupt::~Interrupt() {
  watcher_.request_stop();
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &former_, nullptr);
}

}  // namespace diagc
