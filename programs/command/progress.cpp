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
  std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
  std::condition_variable_any wake;
  std::jthread thread{[this](const std::stop_token& stop) { run(stop); }};

  void run(const std::stop_token& stop) {
    using namespace std::chrono_literals;
    std::unique_lock lock(terminal);
    while (!wake.wait_for(lock, stop, 250ms, [&] { return stop.stop_requested(); })) {
      const std::chrono::duration<double> busy = std::chrono::steady_clock::now() - since;
      if (busy < 1s || what.empty()) continue;
      erase_line();
      fmt::print(stderr, "{} … {:.0f} s", what, busy.count());
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
  line_->what = std::move(what);
  line_->since = std::chrono::steady_clock::now();
}

void Progress::clear_line() {
  const std::lock_guard lock(terminal);
  erase_line();
}

}  // namespace diagc
