// What a theory says of its points: which are external, which belong to one vertex, where an amputated line enters.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/rules/rules.h"

namespace diagc::integrate {

/// Of one output of a theory, at values of the statics. Points are the indices of inputs.
struct Statement {
  /// Points of `connected`, ascending, each once.
  std::vector<std::int64_t> external;
  /// Of an observable with two ends: where its line begins and where it ends, which of an amputated one is the output's index.
  std::optional<std::int64_t> begins, ends;
  bool is_amputated = false;
  bool fermion = false;  ///< what stands at an end is
  bool all_labellings = false;
  double labellings = 1;  ///< how many the vertices have, without one that an amputated line enters
  struct Vertex {
    std::vector<std::int64_t> points;  ///< each once
    /// Inputs of one index that its coefficient has: name, index.
    std::vector<std::pair<std::string, std::int64_t>> inputs;
  };
  std::vector<Vertex> vertices;
};

using StaticNumbers = std::map<std::string, std::int64_t>;

/// Throws InputError at the place in the rule file where the output is no `connected`, `amputated`, `irreducible` or `skeleton`, or has points
/// that are no whole numbers.
Statement statement_of(const rules::Rules& theory, const std::string& output,
                       const StaticNumbers& statics);

/// Whether an output of a theory has `labellings all`.
bool sums_all_labellings(const rules::Rules& theory, const std::string& output);

}  // namespace diagc::integrate
