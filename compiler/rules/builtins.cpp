#include "compiler/rules/rules.h"

namespace diagc::rules {

const std::array<BuiltinInfo, 18>& builtins() {
  static constexpr std::array<BuiltinInfo, 18> table = {{
      {"size", 1, 1},
      {"min", 1, 2},
      {"max", 1, 2},
      {"abs", 1, 1},
      {"subsets", 1, 1},
      {"dot", 2, 2},
      {"sq", 1, 1},
      {"conj", 1, 1},
      {"re", 1, 1},
      {"im", 1, 1},
      {"sqrt", 1, 1},
      {"exp", 1, 1},
      {"log", 1, 1},
      {"sin", 1, 1},
      {"cos", 1, 1},
      {"complex", 2, 2},
      {"vector", 4, 4},
      {"comp", 2, 2},
  }};
  return table;
}

}  // namespace diagc::rules
