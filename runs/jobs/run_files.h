// Keys of jobs that say which files a run writes.
#pragma once

#include <string>
#include <vector>

#include "runs/jobs/schema.h"

namespace diagc::runs {

/// What a section "checkpoint" says.
struct CheckpointFile {
  std::string path;
  double interval = 0;  ///< seconds; 0: one at the end only
};
Section checkpoint_section(CheckpointFile& to);

/// What a section "output" says of every run.
struct ResultFiles {
  std::vector<std::string> results;  ///< .json, .h5
  std::string plot;                  ///< empty: none
};
/// With the keys of both, and more behind them. `otherwise`: where plot is not given; `picture`: what it is of.
Section output_section(ResultFiles& to, const std::string& otherwise, const std::string& picture,
                       std::vector<Key> more = {});

}  // namespace diagc::runs
