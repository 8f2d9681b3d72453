// The order of a grammar that is shipped, as a value of its first static.
#pragma once

#include <map>
#include <string>

#include "compiler/rules/rules.h"

namespace diagc::testing {

/// A static `n` is the order; `m` is the order less one, as in the grammars whose measured point is integrated out.
inline std::map<std::string, std::string> order_statics(const rules::Rules& rules, int order) {
  const std::string& name = rules.statics.front()->name;
  return {{name, std::to_string(name == "m" ? order - 1 : order)}};
}

}  // namespace diagc::testing
