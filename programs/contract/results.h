// Where the values of a run go: standard output, and the file of -o.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "programs/contract/arrays_out.h"
#include "programs/contract/options.h"

namespace diagc::contract {

class Results {
 public:
  /// Of so many outputs; `is_shown`: whether this process prints and writes files. Options must outlive it.
  Results(const Options& options, std::size_t outputs, bool is_shown = true);

  /// Of several outputs: what follows is of this one.
  void begin(const std::string& output);

  /// Of all configurations, and what is printed: lines, or a JSON object in one.
  void add(const networks::SliceState& state, const std::vector<networks::Value>& values,
           std::string shown);

  /// After the last output.
  void finish();

 private:
  const Options& options_;
  bool is_shown_, has_several_;
  std::string output_;
  std::string objects_;
  std::vector<ResultArray> arrays_;
};

}  // namespace diagc::contract
