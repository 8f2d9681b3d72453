// What a run shows while it goes on.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace diagc::runs {

/// "sampling 42 %, 1.3e+07 steps/s, 18 s left". A rate of 0 and negative seconds are left out.
std::string progress_line(const std::string& stage, double fraction, double rate,
                          const std::string& rate_unit, double seconds_left);

/// Text on a terminal, where it is drawn anew, or on something else, where a line follows another whenever a stage begins and a further tenth
/// of it is done. Where the file takes no more (its reader has gone, a disk is full) the text is lost and the run goes on: its results are
/// written elsewhere.
class LiveText {
 public:
  LiveText(std::FILE* to, bool is_terminal) : to_(to), is_terminal_(is_terminal) {}
  ~LiveText() { clear(); }
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;

  bool is_terminal() const { return is_terminal_; }

  /// A part of the run begins; the line stays.
  void begin(const std::string& title);
  /// `text`: lines, the last one without its end. `fraction` of the stage is done, 0 … 1.
  void show(const std::string& stage, double fraction, const std::string& text);
  /// Removes the lines that would be drawn anew.
  void clear();

 private:
  void write(const std::string& text);

  std::FILE* to_;
  bool is_terminal_;
  std::size_t lines_ = 0;  ///< on the terminal, to be drawn anew
  std::string stage_;
  int tenths_ = -1;
};

}  // namespace diagc::runs
