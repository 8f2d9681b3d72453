// diagc as a library: rule text in, a kernel that evaluates batches out.
//
//   const diagc::Compiled compiled = diagc::compile_file("permanent.diag", {.statics = {{"n", "4"}}});
//   if (!compiled.kernel) {
//     for (const auto& diagnostic : compiled.diagnostics) std::cerr << diagnostic.rendered << '\n';
//     return 1;
//   }
//   std::vector<double> matrices(1000 * 4 * 4), permanents(1000);  // [configuration][row][column], [configuration]
//   compiled.kernel->evaluate(1000, {{"A", matrices}}, {}, {{"perm", permanents}});
//
// Nothing here prints, exits or keeps global state. What is wrong with rules and options comes back
// as diagnostics, what is wrong with the arrays of a batch as std::invalid_argument;
// std::logic_error is a fault of diagc itself.
#pragma once

#include "diagc/array.h"
#include "diagc/compile.h"
#include "diagc/embed.h"
#include "diagc/kernel.h"
#include "diagc/rules.h"
#include "diagc/stream.h"
