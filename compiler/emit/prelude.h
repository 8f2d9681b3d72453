// The first lines of an emitted file: types, and the few operations that the language lacks.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "compiler/schedule/schedule.h"

namespace diagc {

struct PreludeOptions {
  bool single_precision = true;
  int vector_bytes = 64;
};

/// A function sqrt … cos with the type of its operand.
using FunctionUse = std::pair<Kind, Type>;

/// What of a prelude a kernel needs.
struct PreludeNeeds {
  PreludeNeeds(const Graph& graph, const Schedule& schedule);
  bool complex = false;
  std::set<FunctionUse> functions;
};

/// struct Complex with its operators. `real` is the type of its parts, `function` and `member` stand before functions and
/// constructors.
std::string complex_numbers(const char* real, const char* function, const char* member);

/// Only what the graph needs of: vectors, complex numbers, functions.
std::string cpp_prelude(const Graph& graph, const Schedule& schedule,
                        const PreludeOptions& options);

}  // namespace diagc
