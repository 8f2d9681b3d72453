// What a run of the generator shows: its cross section while it becomes known, and all results at its end.
#pragma once

#include <cstdio>
#include <string>

#include "physics/collider/generator/generate.h"
#include "physics/collider/job/job.h"
#include "runs/report/live_text.h"

namespace diagc::events {

/// "PP -> 4 jets of gluons at 14000 GeV, …".
std::string title_of(const collider::Job& job);

/// A table, one row a set of cuts, and what was warned of.
std::string result_text(const collider::Result& result);

/// Shows a run in a line: the cross section as far as it is known.
class RunTable {
 public:
  RunTable(std::FILE* to, bool is_terminal) : text_(to, is_terminal) {}

  void begin(const std::string& title) { text_.begin(title); }
  void show(const collider::Snapshot& snapshot);
  /// Removes the line that would be drawn anew.
  void clear() { text_.clear(); }

 private:
  runs::LiveText text_;
};

}  // namespace diagc::events
