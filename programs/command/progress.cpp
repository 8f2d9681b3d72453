#include "programs/command/progress.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include <fmt/format.h>

namespace diagc {

namespace {

std::mutex terminal;  // guards what is on the line
bool line_shown = false;

void erase_line() {
  if (line_shown) std::fputs("\r\033[K", stderr);
  line_shown = false;
}

}  // namespace

struct Progress::Line {
  std::string what;
  std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();  ///< this stage
  std::chrono::steady_clock::time_point idle = since;  ///< until when there was none
  std::condition_variable_any wake;
  std::jthread thread{[this](const std::stop_token& stop) { run(stop); }};

  void run(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::unique_lock lock(terminal);
    while (!wake.wait_for(lock, stop, 250ms, [&] { return stop.stop_requested(); })) {
      const auto now = std::chrono::steady_clock::now();
      if (now - idle < 1s || what.empty()) continue;
      const std::chrono::duration<double> busy = now - since;
      erase_line();
      std::fputs(fmt::format("{} … {:.0f} s", what, busy.count()).c_str(), stderr);
      std::fflush(stderr);
      line_shown = true;
    }
    erase_line();
  }
};

Progress::Progress() {
  if (isatty(STDERR_FILENO) == 1) line_ = std::make_unique<Line>();
}

Progress::~Progress() = default;

void Progress::stage(std::string what) {
  if (!line_) return;
  const std::lock_guard lock(terminal);
  line_->since = std::chrono::steady_clock::now();
  // Short stages that follow each other are shown once they take a second together.
  if (line_->what.empty()) line_->idle = line_->since;
  line_->what = std::move(what);
}

void Progress::clear_line() {
  const std::lock_guard lock(terminal);
  erase_line();
}

}  // namespace diagc
