#include "runtime/system/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

extern char** environ;

namespace diagc::cuda {
namespace {

/// Where the three streams of the child go, and signals as a fresh program expects them.
class Setting {
 public:
  Setting(const std::filesystem::path& error_file, const std::filesystem::path& output_file) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output_file.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, error_file.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Setting() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  Setting(const Setting&) = delete;

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command,
                           const std::filesystem::path& error_file,
                           const std::filesystem::path& output_file) {
  if (command.empty()) throw std::logic_error("a child process needs a command");
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const Setting setting(error_file, output_file);
  const int error = posix_spawnp(&process_, arguments[0], setting.files(), setting.attributes(),
                                 arguments.data(), environ);
  if (error != 0) {
    throw std::runtime_error(fmt::format("{}: cannot be started: {}", command[0], strerror(error)));
  }
}

ChildProcess::~ChildProcess() {
  if (ended()) return;
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<ChildProcess::End> ChildProcess::ended() {
  if (end_) return end_;
  int status = 0;
  const pid_t result = waitpid(process_, &status, WNOHANG);
  if (result == 0 || (result < 0 && errno == EINTR)) return std::nullopt;
  if (result < 0) {
    end_ = End{0, 0, false};
  } else if (WIFSIGNALED(status)) {
    end_ = End{0, WTERMSIG(status), true};
  } else {
    end_ = End{WEXITSTATUS(status), 0, true};
  }
  return end_;
}

}  // namespace diagc::cuda
