#include "programs/command/output.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "programs/command/command.h"
#include "runtime/system/atomic_file.h"

namespace diagc {

namespace {

[[noreturn]] void lost_output() {
  if (errno == EPIPE) throw ClosedPipe();
  throw Failure(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
}

constexpr std::array held_signals{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, held_signals.size()> former_actions;
volatile std::sig_atomic_t arrived = 0;

bool is_plain_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) lost_output();
}

void write_note(std::string_view line) { std::fputs(fmt::format("{}\n", line).c_str(), stderr); }

void flush_out() {
  if (std::fflush(stdout) != 0) lost_output();
}

void refuse_terminal(std::string_view what, std::string_view expected) {
  if (isatty(STDOUT_FILENO) == 1)
    throw UsageError(fmt::format("found a terminal for {}, expected {}", what, expected));
}

void write_result(const std::string& path, std::string_view bytes) {
  if (path.empty() || path == "-") {
    write_out(bytes);
    return flush_out();
  }
  const HoldSignals hold(path);
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(bytes)));
  file.commit();
}

HoldSignals::HoldSignals(const std::string& path) : held_(is_plain_file(path)) {
  if (!held_) return;
  struct sigaction note{};
  note.sa_handler = [](int signal) { arrived = signal; };
  note.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < held_signals.size(); ++i) {
    sigaction(held_signals[i], &note, &former_actions[i]);
  }
}

HoldSignals::~HoldSignals() {
  if (!held_) return;
  for (std::size_t i = 0; i < held_signals.size(); ++i) {
    sigaction(held_signals[i], &former_actions[i], nullptr);
  }
  if (arrived != 0) raise(arrived);
}

}  // namespace diagc
