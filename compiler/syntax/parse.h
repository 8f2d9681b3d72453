// Rule text → tree.
#pragma once

#include "compiler/source/diagnostic.h"
#include "compiler/syntax/tree.h"

namespace diagc::syntax {

/// Expressions nested deeper than this are an error (where the limit is passed).
inline constexpr int max_nesting = 1000;

/// What could be understood of a file, and what is wrong with the rest.
struct Parsed {
  File file;
  std::vector<Diagnostic> diagnostics;  ///< sorted; empty: the whole file was understood
  std::vector<std::string> broken;      ///< names whose declarations were not understood
};
Parsed parse_all(SourcePtr source);

/// Throws InputError with every syntax error that can be found in one run, sorted.
/// (rules::load also finds what is wrong with the names of such a file.)
File parse(SourcePtr source);

}  // namespace diagc::syntax
