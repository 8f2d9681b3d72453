#include "compiler/driver/compilation.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "compiler/driver/derivation.h"
#include "compiler/passes/unshare.h"

namespace diagc {

namespace {

/// Graphs with more edges than this are ordered by the rule that wins on a smaller one.
constexpr std::size_t search_edges = 12'000;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The statics with every integer larger than 1 one smaller; nothing when there is none.
std::optional<std::map<std::string, std::string>> smaller(
    const std::vector<std::pair<std::string, std::string>>& statics) {
  std::map<std::string, std::string> result;
  bool changed = false;
  for (const auto& [name, text] : statics) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool reduce = error == std::errc() && end == text.data() + text.size() && value > 1;
    result[name] = reduce ? std::to_string(value - 1) : text;
    changed = changed || reduce;
  }
  if (!changed) return std::nullopt;
  return result;
}

/// Statics on the way from the smallest to the given ones, at most `most_steps` of them.
std::vector<std::map<std::string, std::string>> smaller_statics(
    std::vector<std::pair<std::string, std::string>> statics) {
  constexpr std::size_t most_steps = 32, most_levels = 100'000;
  std::vector<std::map<std::string, std::string>> chain;
  for (auto next = smaller(statics); next && chain.size() < most_levels; next = smaller(statics)) {
    for (auto& [name, value] : statics) value = next->at(name);
    chain.push_back(*std::move(next));
  }
  std::reverse(chain.begin(), chain.end());
  if (chain.size() <= most_steps) return chain;
  std::vector<std::map<std::string, std::string>> some;
  for (std::size_t i = 0; i < most_steps; ++i) {
    some.push_back(chain[i * (chain.size() - 1) / (most_steps - 1)]);
  }
  return some;
}

}  // namespace

rules::Rules read_rules(SourcePtr source, std::optional<theory::Walk> walk) {
  rules::Rules rules = rules::load(std::move(source));
  if (rules.is_theory()) return rules::check(derive_smallest(rules, {.statics = {}, .walk = walk}));
  if (walk) {
    throw InputError(make_diagnostic(
        Code::definition, *rules.file->source, rules.file->name_span,
        fmt::format("found no field, expected a theory: the walk `{}` says how rules are derived, "
                    "and these are written already",
                    theory::to_string(*walk))));
  }
  return rules;
}

FrontOptions for_panels(FrontOptions options) {
  for (const char* pass : {"share", "merge", "fold"}) options.passes.disabled.emplace_back(pass);
  return options;
}

Front expand_and_simplify(const rules::Rules& rules, const FrontOptions& options) {
  Front front;
  const Stopwatch expanding;
  front.expansion = expand(rules, options.expand);
  front.expand_seconds = expanding.seconds();
  const Stopwatch simplifying;
  front.graph = run_passes(front.expansion.graph, options.passes);
  front.passes_seconds = simplifying.seconds();
  return front;
}

Graph product_graph(const rules::Rules& rules, FrontOptions options) {
  options = for_panels(std::move(options));
  for (const char* pass : {"factor", "flatten", "split"})
    options.passes.disabled.emplace_back(pass);
  options.passes.after = nullptr;
  Graph graph = expand_and_simplify(rules, options).graph;
  std::optional<Graph> unshared = passes::unshare(graph);
  return unshared ? *std::move(unshared) : std::move(graph);
}

std::optional<OrderRule> order_hint(const rules::Rules& rules, const FrontOptions& options,
                                    const Graph& graph) {
  if (graph.edge_count() <= search_edges) return std::nullopt;
  FrontOptions small = options;
  small.passes.after = nullptr;
  // From the smallest up: going down, the first steps would cost as much as the graph itself.
  std::optional<Graph> largest;
  for (const auto& statics : smaller_statics(graph.signature().statics)) {
    small.expand.statics = statics;
    try {
      Graph expanded = expand(rules, small.expand).graph;
      if (expanded.edge_count() > search_edges) break;
      largest = std::move(expanded);
    } catch (const InputError&) {
      continue;  // the rules do not hold for these statics
    }
  }
  if (!largest) return std::nullopt;
  const Graph simplified = run_passes(std::move(*largest), small.passes);
  return find_order(simplified, Values(simplified), nullptr, options.passes.stop);
}

Schedule schedule_kernel(const rules::Rules& rules, const FrontOptions& options, const Graph& graph,
                         ScheduleOptions schedule) {
  const std::optional<OrderRule> hint = order_hint(rules, options, graph);
  schedule.hint = hint ? &*hint : nullptr;
  schedule.stop = options.passes.stop;
  return make_schedule(graph, schedule);
}

}  // namespace diagc
