// Random rule files for property tests.
#pragma once

#include <rapidcheck.h>

#include "compiler/syntax/tree.h"

namespace diagc::syntax {

/// A file of random declarations. Every tree the parser could make may come out; the names have no
/// meaning.
File random_file();

/// A random expression of about `size` parts.
ExprPtr random_expression(int size);

/// Text with random spaces, line ends, redundant round brackets and comments between the tokens of
/// a file.
std::string random_layout(const std::string& text);

}  // namespace diagc::syntax
