#include "runs/report/drawing.h"

#include <utility>

namespace diagc::runs::plot {

std::vector<Run> runs_of(const std::string& text) {
  std::vector<Run> runs;
  Run run;
  const auto finish = [&](bool is_italic, int script) {
    if (!run.text.empty()) runs.push_back(run);
    run = {"", is_italic, script};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool opens =
        (text[i] == '^' || text[i] == '_') && i + 1 < text.size() && text[i + 1] == '{';
    if (text[i] == '$') {
      finish(!run.is_italic, run.script);
    } else if (opens) {
      finish(run.is_italic, text[i] == '^' ? 1 : -1);
      ++i;
    } else if (text[i] == '}' && run.script != 0) {
      finish(run.is_italic, 0);
    } else {
      run.text += text[i];
    }
  }
  finish(false, 0);
  return runs;
}

}  // namespace diagc::runs::plot
