#include "compiler/schedule/order.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "compiler/graph/components.h"
#include "compiler/schedule/demand.h"
#include "compiler/schedule/family_calls.h"

namespace diagc {

namespace {

/// Searches for the keys of some families.
class KeySearch {
 public:
  KeySearch(const Graph& graph, const Values& values, const Uses& uses,
            const std::vector<std::string>& families, const std::atomic<bool>* stop)
      : values_(values),
        uses_(uses),
        nodes_(graph.node_count()),
        stop_(stop),
        calls_(graph, values, families),
        parameters_(calls_.parameters()) {
    rule_.start = OrderRule::Start::arguments;
    rule_.families = families;
  }

  void search() {
    std::size_t rules = 2;
    for (std::size_t k = 1; k <= parameters_.size(); ++k) rules *= 2 * k;
    if (parameters_.size() <= 6 && rules * values_.edge_count() <= 8'000'000) {
      search_all();
    } else {
      search_by_key();
    }
  }

  const OrderRule& best() const { return best_; }
  std::size_t best_live() const { return best_live_; }

 private:
  /// All sort orders with all directions.
  void search_all() {
    const std::size_t count = parameters_.size();
    std::vector<std::uint32_t> permutation(count);
    std::iota(permutation.begin(), permutation.end(), 0u);
    do {
      for (std::uint32_t directions = 0; directions < (1u << count); ++directions) {
        rule_.keys.clear();
        for (std::size_t k = 0; k < count; ++k) {
          rule_.keys.push_back({parameters_[permutation[k]], ((directions >> k) & 1) != 0});
        }
        consider();
      }
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  }

  /// The most significant key first, each the best with those before it fixed, good or bad.
  void search_by_key() {
    std::vector<OrderRule::Key> chosen;
    while (chosen.size() < parameters_.size()) {
      std::size_t least = static_cast<std::size_t>(-1);
      OrderRule::Key next;
      for (const std::string& parameter : parameters_) {
        if (std::any_of(chosen.begin(), chosen.end(),
                        [&](const OrderRule::Key& key) { return key.parameter == parameter; })) {
          continue;
        }
        for (const bool descending : {false, true}) {
          rule_.keys = chosen;
          rule_.keys.push_back({parameter, descending});
          const std::size_t live = consider();
          if (live < least) {
            least = live;
            next = rule_.keys.back();
          }
        }
      }
      chosen.push_back(next);
    }
  }

  std::size_t consider() {
    std::size_t least = static_cast<std::size_t>(-1);
    const std::vector<NodeId> sequence = calls_.sorted(rule_.keys, stop_);
    for (const bool eager : {false, true}) {
      rule_.eager = eager;
      const std::size_t live =
          max_live(by_demand(sequence, values_, nodes_, eager ? &uses_ : nullptr, false, stop_),
                   values_, nodes_);
      least = std::min(least, live);
      if (live < best_live_) {
        best_live_ = live;
        best_ = rule_;
      }
    }
    return least;
  }

  const Values& values_;
  const Uses& uses_;
  std::size_t nodes_;
  const std::atomic<bool>* stop_;
  FamilyCalls calls_;
  const std::vector<std::string>& parameters_;
  OrderRule rule_, best_;
  std::size_t best_live_ = static_cast<std::size_t>(-1);
};

/// Groups of families to sort: each that has at least a thirtieth of the values of the largest (a small one may
/// lead the demand: the minors that an elimination is for), all together, and those that recurse through each other.
std::vector<std::vector<std::string>> family_groups(const Graph& graph, const Values& values) {
  const CallTable& calls = graph.calls();
  std::vector<std::size_t> count(calls.families.size(), 0);
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (NodeId value : values.values) {
    if (graph[value].call == no_call) continue;
    const std::uint32_t family = calls.family(graph[value].call);
    ++count[family];
    for (NodeId operand : values.operands(value)) {
      if (graph[operand].call == no_call) continue;
      edges.emplace(family, calls.family(graph[operand].call));
    }
  }
  std::vector<std::vector<std::string>> groups;
  const auto most = std::max_element(count.begin(), count.end());
  if (most == count.end() || *most < 2) return groups;
  for (std::size_t family = 0; family < count.size(); ++family) {
    if (count[family] >= 2 && 30 * count[family] >= *most)
      groups.push_back({calls.families[family].name});
  }
  groups.emplace_back();
  for (std::size_t family = 0; family < count.size(); ++family) {
    if (count[family] > 0) groups.back().push_back(calls.families[family].name);
  }
  for (const auto& component :
       strong_components(static_cast<std::uint32_t>(count.size()), {edges.begin(), edges.end()})) {
    if (component.size() < 2) continue;
    groups.emplace_back();
    for (std::uint32_t family : component) groups.back().push_back(calls.families[family].name);
  }
  return groups;
}

}  // namespace

std::string to_string(const OrderRule& rule) {
  std::string text;
  switch (rule.start) {
    case OrderRule::Start::creation:
      text = "as expanded";
      break;
    case OrderRule::Start::outputs:
      text = "by demand";
      break;
    case OrderRule::Start::backwards:
      text = "by demand, last operand first";
      break;
    case OrderRule::Start::arguments:
      text = fmt::format("{} by ", fmt::join(rule.families, ", "));
      for (const OrderRule::Key& key : rule.keys) {
        text += fmt::format("{}{} {}", &key == rule.keys.data() ? "" : ", ", key.parameter,
                            key.descending ? "descending" : "ascending");
      }
      break;
  }
  return rule.eager ? text + ", eagerly" : text;
}

std::vector<NodeId> apply(const OrderRule& rule, const Graph& graph, const Values& values,
                          const std::atomic<bool>* stop) {
  std::vector<NodeId> sequence;
  if (rule.start == OrderRule::Start::arguments) {
    sequence = FamilyCalls(graph, values, rule.families).sorted(rule.keys, stop);
  } else if (rule.start == OrderRule::Start::creation) {
    sequence = values.values;
  }
  std::optional<Uses> uses;
  if (rule.eager) uses.emplace(values, graph.node_count(), stop);
  return by_demand(sequence, values, graph.node_count(), uses ? &*uses : nullptr,
                   rule.start == OrderRule::Start::backwards, stop);
}

std::size_t max_live(const std::vector<NodeId>& order, const Values& values, std::size_t nodes) {
  std::vector<std::uint32_t> uses(nodes, 0);
  for (NodeId value : order) {
    for (NodeId operand : values.operands(value)) ++uses[operand];
  }
  std::size_t live = 0, most = 0;
  for (NodeId value : order) {
    most = std::max(most, ++live);
    for (NodeId operand : values.operands(value)) {
      if (--uses[operand] == 0) --live;
    }
    if (uses[value] == 0) --live;
  }
  return most;
}

OrderRule find_order(const Graph& graph, const Values& values, const OrderRule* hint,
                     const std::atomic<bool>* stop) {
  OrderRule best;
  std::size_t best_live = static_cast<std::size_t>(-1);
  const auto consider = [&](const OrderRule& rule, std::size_t live) {
    if (live < best_live) {
      best_live = live;
      best = rule;
    }
  };
  const auto evaluate = [&](const OrderRule& rule) {
    return max_live(apply(rule, graph, values, stop), values, graph.node_count());
  };

  if (hint != nullptr) {
    consider(*hint, evaluate(*hint));
    // On a large graph every further candidate costs seconds, and the hint has won its search already.
    if (values.edge_count() > 1'000'000) return best;
  } else {
    const Uses uses(values, graph.node_count(), stop);
    for (const std::vector<std::string>& families : family_groups(graph, values)) {
      KeySearch search(graph, values, uses, families, stop);
      search.search();
      consider(search.best(), search.best_live());
    }
  }
  for (const auto start :
       {OrderRule::Start::outputs, OrderRule::Start::backwards, OrderRule::Start::creation}) {
    for (const bool eager : {false, true}) {
      const OrderRule rule{start, {}, {}, eager};
      consider(rule, evaluate(rule));
    }
  }
  return best;
}

}  // namespace diagc
