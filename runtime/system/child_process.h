#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace diagc {

/// What a child process may use; 0: as much as this process.
struct ProcessLimits {
  std::uint64_t address_space = 0;  ///< bytes
  std::chrono::seconds processor_time{0};
  std::chrono::milliseconds wall_time{0};
  std::uint64_t file_size = 0;  ///< bytes of every file that it writes, its output among them
};

/// A program that runs beside this one, without input; what it writes goes to files. It leaves no core file and is killed when the thread
/// that started it ends. The destructor kills it where it still runs, and waits for it.
class ChildProcess {
 public:
  /// `command` is a program, looked for in $PATH where it has no slash, and its arguments. Throws std::runtime_error where it cannot be
  /// started.
  ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& error_file,
               const std::filesystem::path& output_file = "/dev/null",
               const ProcessLimits& limits = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// How it ended.
  struct End {
    int exit_code = 0;
    int signal = 0;     ///< that killed it, or 0
    bool known = true;  ///< false: this process does not keep the ends of its children
    bool in_time =
        true;  ///< false: it was killed because its processor time or its wall time was over
    bool succeeded() const { return known && signal == 0 && exit_code == 0; }
  };

  /// Nothing while it runs.
  std::optional<End> ended();

  /// Waits for the end, and kills it where a stop is requested.
  End wait(const std::stop_token& stop = {});

 private:
  void stop();

  pid_t process_ = -1;
  std::optional<std::chrono::steady_clock::time_point> last_moment_;
  bool out_of_time_ = false;
  std::optional<End> end_;
};

/// "was killed by signal 11 (Segmentation fault)", "ended with exit code 3", "was stopped because its time was over": for a sentence about
/// the process.
std::string text_of(const ChildProcess::End& end);

}  // namespace diagc
