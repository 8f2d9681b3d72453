// Standard output, whose failures are not lost, and files.
#pragma once

#include <string>
#include <string_view>

namespace diagc {

/// Nobody reads standard output any more, as in `diagc … | head`: no error, but nothing is left to do.
struct ClosedPipe {};

/// Throws ClosedPipe, or Failure where standard output takes no more for another reason (a full disk).
void write_out(std::string_view text);
void flush_out();

/// A line to standard error. Where that takes no more (its reader has gone, a disk is full) the line is lost and work goes on.
void write_note(std::string_view line);

/// Throws UsageError, "found a terminal for WHAT, expected EXPECTED", where standard output is one: what is not text would show
/// there as anything, and change how the terminal works.
void refuse_terminal(std::string_view what, std::string_view expected);

/// To a file, which appears whole or not at all, or to standard output where `path` is "-" or
/// empty. An interrupt waits until the file is there.
void write_result(const std::string& path, std::string_view bytes);

/// Holds back SIGINT, SIGTERM and SIGHUP, for all threads, while a plain file is written; devices
/// and pipes may wait for their other end as long as they like, so that there an interrupt works at
/// once. One at a time.
class HoldSignals {
 public:
  explicit HoldSignals(const std::string& path);
  ~HoldSignals();
  HoldSignals(const HoldSignals&) = delete;
  HoldSignals& operator=(const HoldSignals&) = delete;

 private:
  bool held_;
};

}  // namespace diagc
