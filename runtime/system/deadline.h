// A stop token that also asks to stop when time is up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace diagc {

/// From its making on, until it ends.
class Deadline {
 public:
  Deadline(std::stop_token outer, double seconds)
      : outer_(std::move(outer), [this] { source_.request_stop(); }),
        timer_([this, seconds](const std::stop_token& ended) {
          std::unique_lock lock(mutex_);
          const bool over = wake_.wait_for(lock, ended, std::chrono::duration<double>(seconds),
                                           [&] { return ended.stop_requested(); });
          if (!over) source_.request_stop();
        }) {}

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> outer_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread timer_;  ///< ended and joined first
};

}  // namespace diagc
