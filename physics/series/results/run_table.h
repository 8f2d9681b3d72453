// What a run shows: the coefficients while they become known, and at its end.
#pragma once

#include <cstdio>
#include <string>

#include "physics/series/results/result.h"
#include "runs/report/live_text.h"

namespace diagc::series {

/// One row an order: coefficient with error, mean sign, acceptance, autocorrelation time, effective samples, relative variance of an
/// evaluation, sampling. A warning is marked with `!`; at the end it stands in full below the table. While a run goes on the table has no more
/// columns than a terminal of 80 characters holds: acceptance and autocorrelation time are left out.
std::string order_table(const Result& result, bool at_end);

/// "sampling 42 %, 1.3e+07 steps/s, 18 s left".
std::string progress_line(const Snapshot& snapshot);

/// "square lattice, 8 x 8, t = 1, beta = 4, mu = -0.3, filling 0.4, 2 flavours".
std::string model_line(const ModelParameters& model);

/// Shows a run: on a terminal its table, else its coefficients in a line.
class RunTable {
 public:
  RunTable(std::FILE* to, bool is_terminal) : text_(to, is_terminal) {}

  /// A point of a scan begins; what it is, in a line.
  void begin(const std::string& title) { text_.begin(title); }
  void show(const Snapshot& snapshot);
  /// Removes the lines that would be drawn anew.
  void clear() { text_.clear(); }

 private:
  runs::LiveText text_;
};

}  // namespace diagc::series
