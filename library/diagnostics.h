// Diagnostics in the terms of the public headers.
#pragma once

#include <vector>

#include "compiler/source/diagnostic.h"
#include "diagc/compile.h"

namespace diagc {

Compiled::Diagnostic in_public(const Diagnostic& diagnostic);
std::vector<Compiled::Diagnostic> in_public(const std::vector<Diagnostic>& diagnostics);

}  // namespace diagc
