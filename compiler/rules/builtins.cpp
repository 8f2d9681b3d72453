#include "compiler/rules/rules.h"

namespace diagc::rules {

const std::array<BuiltinInfo, 20>& builtins() {
  static constexpr std::array<BuiltinInfo, 20> table = {{
      {"size", 1, 1, "size(S)"},
      {"min", 1, 2, "min(S) or min(a, b)"},
      {"max", 1, 2, "max(S) or max(a, b)"},
      {"abs", 1, 1, "abs(a)"},
      {"subsets", 1, 1, "subsets(S)"},
      {"dot", 2, 2, "dot(a, b)"},
      {"sq", 1, 1, "sq(a)"},
      {"conj", 1, 1, "conj(a)"},
      {"re", 1, 1, "re(a)"},
      {"im", 1, 1, "im(a)"},
      {"sqrt", 1, 1, "sqrt(a)"},
      {"exp", 1, 1, "exp(a)"},
      {"log", 1, 1, "log(a)"},
      {"sin", 1, 1, "sin(a)"},
      {"cos", 1, 1, "cos(a)"},
      {"complex", 2, 2, "complex(a, b)"},
      {"vector", 4, 4, "vector(E, x, y, z)"},
      {"comp", 2, 2, "comp(k, i)"},
      {"derivative", 2, 2, "derivative(f, x)", true},
      {"source", 1, 1, "source(i)", true},
  }};
  return table;
}

}  // namespace diagc::rules
