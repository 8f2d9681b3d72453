// The first lines of an emitted C++ file: types, and the few operations that Clang's vectors lack.
#pragma once

#include <string>

#include "compiler/schedule/schedule.h"

namespace diagc {

struct PreludeOptions {
  bool single_precision = true;
  int vector_bytes = 64;
};

/// Only what the graph needs of: vectors, complex numbers, functions.
std::string cpp_prelude(const Graph& graph, const Schedule& schedule,
                        const PreludeOptions& options);

}  // namespace diagc
