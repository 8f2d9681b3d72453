// What a propagation shows: a row for every stretch of time while it goes on, and its results at the end.
#pragma once

#include <cstdio>
#include <string>

#include "physics/dynamics/job/setup.h"
#include "physics/dynamics/propagator.h"
#include "physics/dynamics/results/result.h"
#include "runs/report/live_text.h"

namespace diagc::dynamics {

/// "two_band_second_born, 8 k points (5 of them kept), 2 bands, to t = 5 with tolerance 1e-10".
std::string title_of(const Job& job, const Setup& setup);

/// A table of the times that the job names, and what was conserved. `nodes`: the result at all nodes.
std::string result_text(const Result& result, const Result& nodes);

/// What the job will take: functions that are stored, steps of a sweep, bytes and operations as formulas and for this job.
std::string plan_text(const Job& job, const Setup& setup);

/// Rows while a run goes on.
class RunTable {
 public:
  RunTable(std::FILE* to, bool is_terminal) : text_(to, is_terminal) {}

  void begin(const std::string& title) { text_.begin(title); }
  void show(const Propagator& propagator, double end, double seconds);
  void show(const UniformPropagator& propagator, double end, double seconds);
  void clear() { text_.clear(); }

 private:
  runs::LiveText text_;
};

}  // namespace diagc::dynamics
