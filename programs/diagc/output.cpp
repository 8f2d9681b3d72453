#include "programs/diagc/output.h"

#include <pthread.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "programs/diagc/command.h"
#include "runtime/batch/atomic_file.h"

namespace diagc {

namespace {

[[noreturn]] void lost_output() {
  throw Failure(fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
}

static_assert(sizeof(sigset_t) <= 128);

bool is_plain_file(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) lost_output();
}

void flush_out() {
  if (std::fflush(stdout) != 0) lost_output();
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
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, reinterpret_cast<sigset_t*>(saved_));
}

HoldSignals::~HoldSignals() {
  if (held_) pthread_sigmask(SIG_SETMASK, reinterpret_cast<const sigset_t*>(saved_), nullptr);
}

}  // namespace diagc
