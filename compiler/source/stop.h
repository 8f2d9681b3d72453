// How the caller of a compilation ends it early.
#pragma once

#include <atomic>
#include <stdexcept>

namespace diagc {

/// Thrown by a stage once the flag is set.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

/// Every long stage polls this. Another thread sets `stop`; null: the stage cannot be stopped.
inline void throw_if_stopped(const std::atomic<bool>* stop) {
  if (stop && stop->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace diagc
