// SIGINT and SIGTERM as a request to stop.
#pragma once

#include <signal.h>

#include <chrono>
#include <stop_token>
#include <thread>

namespace diagc {

/// While it lives, the first SIGINT or SIGTERM raises the token; one that comes `one_signal` later or after that ends the process at once. One at a
/// time; threads that are started in between inherit what this needs of signals.
class Interrupt {
 public:
  /// Signals this close to the first one are the same request: `timeout` signals the process and its group.
  static constexpr std::chrono::seconds one_signal{1};

  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  sigset_t former_;
  std::stop_source source_;
  std::jthread watcher_;
};

}  // namespace diagc
