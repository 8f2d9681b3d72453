// What a run is busy with, shown on a terminal once it takes more than a second.
#pragma once

#include <memory>
#include <string>

namespace diagc {

/// One line on standard error, replaced as things go on and removed at the end; nothing where
/// standard error is no terminal. One at a time.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void stage(std::string what);

  /// Removes the line, for others that are about to write to the terminal.
  static void clear_line();

 private:
  struct Line;
  std::unique_ptr<Line> line_;
};

}  // namespace diagc
