#include "runs/report/live_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "runs/report/number_text.h"

namespace diagc::runs {

std::string progress_line(const std::string& stage, double fraction, double rate,
                          const std::string& rate_unit, double seconds_left) {
  std::string text = fmt::format("{} {:.0f} %", stage, 100 * std::clamp(fraction, 0.0, 1.0));
  if (rate > 0) text += fmt::format(", {} {}/s", rounded(rate), rate_unit);
  if (seconds_left >= 0) text += fmt::format(", {} left", duration_text(seconds_left));
  return text;
}

void LiveText::begin(const std::string& title) {
  clear();
  stage_.clear();
  tenths_ = -1;
  write(title + "\n");
}

void LiveText::show(const std::string& stage, double fraction, const std::string& text) {
  if (is_terminal_) {
    clear();
    write(text + "\n");
    lines_ = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    return;
  }
  const int tenths = static_cast<int>(10 * std::clamp(fraction, 0.0, 1.0));
  if (stage == stage_ && tenths <= tenths_) return;
  stage_ = stage;
  tenths_ = tenths;
  write(text + "\n");
}

void LiveText::clear() {
  if (lines_ == 0) return;
  write(fmt::format("\033[{}F\033[J", lines_));
  lines_ = 0;
}

void LiveText::write(const std::string& text) {
  std::fputs(text.c_str(), to_);
  std::fflush(to_);
}

}  // namespace diagc::runs
