// SIGINT and SIGTERM as a request to stop.
#pragma once

#include <signal.h>

#include <stop_token>
#include <thread>

namespace diagc {

/// While it lives, the first SIGINT or SIGTERM raises the token; a second one ends the process at once. One at a time; threads that are
/// started in between inherit what this needs of signals.
class Interrupt {
 public:
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
