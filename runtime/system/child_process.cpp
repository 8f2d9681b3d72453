#include "runtime/system/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "runtime/system/descriptor.h"

extern char** environ;

namespace diagc {
namespace {

constexpr std::chrono::milliseconds longest_pause{2};

/// The file that a command names, as a shell finds it.
std::string found_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* list = std::getenv("PATH");
  for (std::string rest = list ? list : "/usr/bin:/bin"; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = (end == 0 ? "." : rest.substr(0, end)) + "/" + name;
    if (access(file.c_str(), X_OK) == 0) return file;
    rest.erase(0, std::min(end + 1, rest.size()));
  }
  return name;
}

/// All that the child needs, made before it starts: between its start and its program nothing may be allocated.
struct Start {
  const char* program;
  char* const* arguments;
  int input, output, errors;
  std::array<std::pair<int, rlimit>, 4> limits;
  pid_t parent;
};

/// Of the child. Returns the error number where the program cannot be started.
int become(const Start& start) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != start.parent) _exit(127);  // the parent ended before it could be watched
  for (const auto& [resource, limit] : start.limits) {
    if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return errno;
  }
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &usual, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (dup2(start.input, STDIN_FILENO) < 0 || dup2(start.output, STDOUT_FILENO) < 0 ||
      dup2(start.errors, STDERR_FILENO) < 0) {
    return errno;
  }
  execve(start.program, start.arguments, environ);
  return errno;
}

/// Starts the child; throws the error number. The child has this process's memory until its program starts, and this thread waits so long:
/// copying the page tables of a large process would take long, and copied pages are wrong for devices that write to pinned memory.
pid_t start_child(const Start& start) {
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  volatile int reason = 0;
  const pid_t process = vfork();  // NOLINT(clang-analyzer-security.insecureAPI.vfork): see above
  if (process == 0) {
    reason = become(start);
    _exit(127);
  }
  const int fork_reason = errno;
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
  if (process < 0) throw fork_reason;
  if (reason != 0) {
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
    throw int{reason};
  }
  return process;
}

Descriptor opened(const std::filesystem::path& path, int flags) {
  Descriptor file(open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (!file) {
    throw std::runtime_error(fmt::format("{}: cannot be opened for a child process: {}",
                                         path.string(), strerror(errno)));
  }
  // One of the three standard streams may have been closed in this process, and its number taken here.
  if (file.number() <= STDERR_FILENO)
    file = Descriptor(fcntl(file.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  return file;
}

/// Never above what this process may use itself.
std::pair<int, rlimit> limit_of(int resource, std::uint64_t value) {
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  const rlim_t wanted = std::min<rlim_t>(value, limit.rlim_max);
  return {resource, {wanted, wanted}};
}

std::pair<int, rlimit> limit_of_optional(int resource, std::uint64_t value) {
  if (value != 0) return limit_of(resource, value);
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  return {resource, limit};
}

/// At the first bound the system sends SIGXCPU, which tells the reason, at the second one SIGKILL.
std::pair<int, rlimit> processor_limit(std::chrono::seconds time) {
  auto limit = limit_of_optional(RLIMIT_CPU, static_cast<std::uint64_t>(time.count()));
  if (time.count() > 0) limit.second.rlim_max = limit.second.rlim_cur + 1;
  return limit;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::filesystem::path& error_file,
                           const std::filesystem::path& output_file, const ProcessLimits& limits) {
  if (command.empty()) throw std::logic_error("a child process needs a command");
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const std::string program = found_in_path(command[0]);
  const Descriptor input = opened("/dev/null", O_RDONLY),
                   output = opened(output_file, O_WRONLY | O_CREAT | O_TRUNC),
                   errors = opened(error_file, O_WRONLY | O_CREAT | O_TRUNC);
  const Start start{
      program.c_str(),
      arguments.data(),
      input.number(),
      output.number(),
      errors.number(),
      {limit_of(RLIMIT_CORE, 0), limit_of_optional(RLIMIT_AS, limits.address_space),
       processor_limit(limits.processor_time), limit_of_optional(RLIMIT_FSIZE, limits.file_size)},
      getpid()};
  if (limits.wall_time.count() > 0)
    last_moment_ = std::chrono::steady_clock::now() + limits.wall_time;
  try {
    process_ = start_child(start);
  } catch (int reason) {
    throw std::runtime_error(
        fmt::format("{}: cannot be started: {}", command[0], strerror(reason)));
  }
}

ChildProcess::~ChildProcess() { stop(); }

void ChildProcess::stop() {
  if (end_) return;
  kill(process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  end_ = End{0, SIGKILL, true, !out_of_time_};
}

std::optional<ChildProcess::End> ChildProcess::ended() {
  if (end_) return end_;
  int status = 0;
  const pid_t result = waitpid(process_, &status, WNOHANG);
  if (result == 0 || (result < 0 && errno == EINTR)) {
    if (!last_moment_ || std::chrono::steady_clock::now() < *last_moment_) return std::nullopt;
    out_of_time_ = true;
    stop();
    return end_;
  }
  if (result < 0) {
    end_ = End{0, 0, false, true};
  } else if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    end_ = End{0, signal, true, signal != SIGXCPU};
  } else {
    end_ = End{WEXITSTATUS(status), 0, true, true};
  }
  return end_;
}

ChildProcess::End ChildProcess::wait(const std::stop_token& stop_token) {
  std::chrono::microseconds pause{50};
  for (;;) {
    if (const auto end = ended()) return *end;
    if (stop_token.stop_requested())
      stop();
    else
      std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, longest_pause);
  }
}

std::string text_of(const ChildProcess::End& end) {
  if (!end.known) return "ended in a way that is not known";
  if (!end.in_time) return "was stopped because its time was over";
  if (end.signal != 0)
    return fmt::format("was killed by signal {} ({})", end.signal, strsignal(end.signal));
  return fmt::format("ended with exit code {}", end.exit_code);
}

}  // namespace diagc
