// Tree → rule text in canonical form.
#pragma once

#include <string>

#include "compiler/syntax/tree.h"

namespace diagc::syntax {

/// Parsing the result gives the same tree, printing that the same bytes. Comments and doc strings
/// are kept.
std::string print(const File& file);

/// One declaration, without comments; no newline at the end.
std::string print(const Decl& decl);

/// One expression on one line, as messages and emitted comments show it.
std::string print(const Expr& expr);

}  // namespace diagc::syntax
