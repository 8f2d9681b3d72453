// What a rule file declares, and the rules that a theory stands for: what can be told without making a graph.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diagc/compile.h"
#include "diagc/export.h"

namespace diagc {

/// A static, param, input or output of a rule file, before any static has a value.
struct Declared {
  std::string name;
  std::string doc;
  /// "int", "bool", "real", "complex", "lorentz" or "lorentz<complex>"; empty for outputs, whose type follows from the rules.
  std::string type;
};

/// Each list in the order of the file. All are empty where there are diagnostics.
struct Declarations {
  std::string name;  ///< of the grammar
  std::string doc;
  std::vector<Declared> statics, params, inputs, outputs;
  bool theory = false;  ///< whether rules are derived from fields and vertices
  std::vector<Compiled::Diagnostic>
      diagnostics;  ///< errors of syntax and of names, sorted by position
};

/// `name` stands for the path in messages.
DIAGC_API Declarations read_declarations(std::string text, const std::string& name);

/// Rules in canonical form, or what is wrong.
struct Derived {
  std::string rules;
  std::vector<Compiled::Diagnostic> diagnostics;  ///< not empty exactly when there are no rules
};

/// The rules that a theory stands for, as `diagc derive` prints them. `statics`: orders at which forms of the rules are compared, so as to
/// take the smallest; those left out grow from 1 together. `walk`: "line", "trail" or "lowest" in place of what makes the smallest graph;
/// empty: that. docs/theory.md says what they are.
DIAGC_API Derived derive_rules(std::string text, const std::string& name,
                               const std::map<std::string, std::string>& statics = {},
                               const std::string& walk = "");

}  // namespace diagc
