#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace diagc::cuda {

/// A program that runs beside this one, without input; what it writes goes to files. Destroyed while it runs, it is killed;
/// either way it is waited for.
class ChildProcess {
 public:
  /// Throws std::runtime_error where it cannot be started.
  ChildProcess(const std::vector<std::string>& command, const std::filesystem::path& error_file,
               const std::filesystem::path& output_file = "/dev/null");
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;

  /// How it ended.
  struct End {
    int exit_code = 0;
    int signal = 0;     ///< that killed it, or 0
    bool known = true;  ///< false: this process does not keep the ends of its children
  };

  /// Nothing while it runs.
  std::optional<End> ended();

 private:
  pid_t process_ = -1;
  std::optional<End> end_;
};

}  // namespace diagc::cuda
