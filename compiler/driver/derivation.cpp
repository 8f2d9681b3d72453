#include "compiler/driver/derivation.h"

#include <algorithm>
#include <charconv>

#include "compiler/expand/expand.h"

namespace diagc {

namespace {

constexpr int highest_order = 8;
constexpr std::size_t enough_edges = 1500;  // the form that is smallest at this size stays so
constexpr std::uint64_t most_nodes = 100'000;
constexpr std::uint64_t most_steps = 3'000'000;  // tenths of a second

struct Measured {
  rules::Rules rules;
  std::optional<std::size_t> edges;
};

std::optional<int> integer_of(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The statics of an order: those without a value of their own get it, and none is larger. What is asked for can be an order at which every
/// form is too large to be compared.
std::map<std::string, std::string> statics_of(const rules::Rules& theory,
                                              const DerivationOptions& options, int order) {
  std::map<std::string, std::string> statics = options.statics;
  for (const syntax::Decl* decl : theory.statics) {
    const auto given = statics.find(decl->name);
    if (given != statics.end()) {
      const auto value = integer_of(given->second);
      if (value && *value > order) given->second = std::to_string(order);
    } else if (!decl->body) {
      statics.emplace(decl->name, decl->is_bool ? "true" : std::to_string(order));
    }
  }
  return statics;
}

std::optional<std::size_t> edges_of(const rules::Rules& rules,
                                    const std::map<std::string, std::string>& statics) {
  ExpandOptions options;
  options.statics = statics;
  options.max_nodes = most_nodes;
  options.max_steps = most_steps;
  try {
    return expand(rules, options).graph.edge_count();
  } catch (const InputError&) {
    return std::nullopt;  // the order does not fit the theory, or the form grows too fast
  }
}

}  // namespace

std::optional<theory::Walk> walk_named(const std::string& word) {
  if (word.empty()) return std::nullopt;
  for (const theory::Walk walk : {theory::Walk::line, theory::Walk::trail, theory::Walk::lowest}) {
    if (theory::to_string(walk) == word) return walk;
  }
  throw InputError(Diagnostic{
      .code = Code::definition,
      .path = {},
      .position = {0, 0},
      .message = "found the walk " + diagc::quoted(word) + ", expected line, trail or lowest"});
}

syntax::File derive_smallest(const rules::Rules& theory, const DerivationOptions& options) {
  std::vector<theory::Form> all = theory::forms(theory, options.walk);
  if (all.size() == 1) return std::move(all[0].file);
  std::vector<Measured> forms;
  for (const theory::Form& form : all)
    forms.push_back({rules::check(theory::derive(theory, form.choice)), std::nullopt});
  std::size_t best = 0;
  bool compared =
      false;  // at a lower order; where no form can be had any more, higher ones have none
  std::map<std::string, std::string> before;
  for (int order = 1; order <= highest_order; ++order) {
    const auto statics = statics_of(theory, options, order);
    if (statics == before) break;
    before = statics;
    std::size_t largest = 0;
    for (Measured& form : forms) {
      form.edges = edges_of(form.rules, statics);
      largest = std::max(largest, form.edges.value_or(0));
    }
    for (std::size_t i = 0; i < forms.size(); ++i) {
      if (!forms[i].edges) continue;
      if (!forms[best].edges || *forms[i].edges < *forms[best].edges) best = i;
    }
    const bool some = std::ranges::any_of(forms, [](const auto& form) { return !!form.edges; });
    if (largest > enough_edges || (compared && !some)) break;
    compared = compared || some;
  }
  return std::move(all[best].file);
}

}  // namespace diagc
