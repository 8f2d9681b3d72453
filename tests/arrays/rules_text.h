// Rule text with axes in, array graphs, values and messages out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/arrays/interpret.h"
#include "compiler/arrays/lower.h"
#include "compiler/rules/rules.h"
#include "compiler/source/diagnostic.h"

namespace diagc::testing {

inline rules::Rules load(const std::string& text) {
  return rules::load(std::make_shared<const Source>("t.diag", text));
}

inline arrays::Lowered lowered(const std::string& text,
                               const std::map<std::string, std::string>& statics = {}) {
  ExpandOptions options;
  options.statics = statics;
  return arrays::lower(expand_arrays(load("grammar t\n" + text), options));
}

inline std::string error_of(const std::string& text) {
  try {
    lowered(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

/// The value of the one output, which has no axes; every input is filled with the numbers 1, 2, 3, … of its own.
inline std::string value_of(const std::string& text) {
  const arrays::Lowered rules = lowered(text);
  std::vector<std::vector<Rational>> inputs;
  for (const arrays::ArrayNode& node : rules.graph.nodes) {
    if (node.kind != arrays::ArrayKind::input) continue;
    std::uint64_t elements = 1;
    for (const std::uint64_t extent : node.shape()) elements *= extent;
    auto& numbers = inputs.emplace_back();
    for (std::uint64_t k = 1; k <= elements; ++k) numbers.emplace_back(k);
  }
  return arrays::interpret(rules.graph, inputs, arrays::Numbers<Rational>()).at(0).at(0).str();
}

}  // namespace diagc::testing
