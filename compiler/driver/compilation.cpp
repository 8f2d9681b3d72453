#include "compiler/driver/compilation.h"

#include <charconv>
#include <chrono>


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

}  // namespace

rules::Rules read_rules(SourcePtr source) { return rules::load(std::move(source)); }

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

std::optional<OrderRule> order_hint(const rules::Rules& rules, const FrontOptions& options,
                                    const Graph& graph) {
  if (graph.edge_count() <= search_edges) return std::nullopt;
  FrontOptions small = options;
  small.passes.after = nullptr;
  auto statics = smaller(graph.signature().statics);
  std::size_t edges = graph.edge_count();
  while (statics && edges > search_edges) {
    small.expand.statics = *statics;
    try {
      // Expanding costs a multiple of the edges, so go down until it is cheap before looking at any graph.
      const Expansion expansion = expand(rules, small.expand);
      edges = expansion.graph.edge_count();
      if (edges <= search_edges) {
        const Graph simplified = run_passes(expansion.graph, small.passes);
        return find_order(simplified, Values(simplified));
      }
      statics = smaller(expansion.graph.signature().statics);
    } catch (const InputError&) {
      return std::nullopt;  // the rules do not hold for smaller statics
    }
  }
  return std::nullopt;
}

Schedule schedule_kernel(const rules::Rules& rules, const FrontOptions& options,
                         const Graph& graph) {
  const std::optional<OrderRule> hint = order_hint(rules, options, graph);
  ScheduleOptions schedule;
  schedule.hint = hint ? &*hint : nullptr;
  return make_schedule(graph, schedule);
}

}  // namespace diagc
