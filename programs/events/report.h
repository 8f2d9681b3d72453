// What a run of the generator shows: its cross section while it becomes known, and all results at its end.
#pragma once

#include <cstdio>
#include <string>

#include "physics/collider/generator/generate.h"
#include "physics/collider/job/job.h"

namespace diagc::events {

/// "PP -> 4 jets of gluons at 14000 GeV, …".
std::string title_of(const collider::Job& job);

/// A table, one row a set of cuts, and what was warned of.
std::string result_text(const collider::Result& result);

/// Shows a run on a terminal, where its line is drawn anew, or on something else, where a line follows another whenever a stage begins and a
/// further tenth of it is done.
class RunTable {
 public:
  RunTable(std::FILE* to, bool is_terminal) : to_(to), is_terminal_(is_terminal) {}
  ~RunTable() { clear(); }
  RunTable(const RunTable&) = delete;
  RunTable& operator=(const RunTable&) = delete;

  void begin(const std::string& title);
  void show(const collider::Snapshot& snapshot);
  /// Removes the line that would be drawn anew.
  void clear();

 private:
  std::FILE* to_;
  bool is_terminal_;
  bool drawn_ = false;
  std::string stage_;
  int tenths_ = -1;
};

}  // namespace diagc::events
