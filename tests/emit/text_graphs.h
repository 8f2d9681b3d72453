// What tests of emission begin with: graphs from their text, and whether kernels can be compiled here.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "compiler/graph/text.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

inline Graph graph_of_text(const std::string& text) {
  return from_text(std::make_shared<Source>("graph.txt", text));
}

/// Warns where there is no compiler.
inline bool compiler_here() {
  const std::string why = toolchain::why_unavailable();
  if (!why.empty()) WARN(why);
  return why.empty();
}

}  // namespace diagc
