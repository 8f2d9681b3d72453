// How whoever asked for a compilation ends it early.
#pragma once

#include <atomic>
#include <stdexcept>

namespace diagc {

/// Thrown by a stage that was asked to stop.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("stopped") {}
};

/// Every long stage calls this again and again. `stop` is set from another thread; null: nobody will.
inline void throw_if_stopped(const std::atomic<bool>* stop) {
  if (stop && stop->load(std::memory_order_relaxed)) throw Stopped();
}

}  // namespace diagc
