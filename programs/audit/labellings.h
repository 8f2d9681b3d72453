// What the command line says of labellings: for how many an evaluation counts, and which indices they number.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "programs/audit/configurations.h"

namespace diagc::audit {

using Statics = std::vector<std::pair<std::string, std::string>>;

/// --stands-for GRAMMAR=EXPR: one evaluation of the grammar counts for so many of the first file's.
class StandsFor {
 public:
  /// Throws UsageError where one is malformed or a grammar comes twice.
  explicit StandsFor(const std::vector<std::string>& texts);

  /// The number for a grammar; nothing where none is given. Throws InputError where EXPR is wrong.
  std::optional<double> labellings(const std::string& grammar, const Statics& statics) const;
  /// Throws Failure where a name is that of the first grammar or of none.
  void check_names(const std::vector<std::string>& grammars) const;
  bool empty() const { return counts_.empty(); }

 private:
  std::vector<std::pair<std::string, std::string>> counts_;
};

/// The value of a range of the rule language, such as "1..n", at these statics. Throws InputError.
Labels label_range(const std::string& text, const Statics& statics);

}  // namespace diagc::audit
