#include "compiler/schedule/order.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "compiler/graph/components.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The order in which values are computed on demand: a depth-first search whose end at a value may let users of it go first.
class DemandOrder {
 public:
  DemandOrder(const Values& values, std::size_t nodes, bool eager, bool backwards,
              const std::atomic<bool>* stop)
      : values_(values), backwards_(backwards), stop_(stop), done_(nodes, 0) {
    order_.reserve(values.values.size());
    if (eager) count_uses(nodes);
  }

  void demand(NodeId value) {
    if (done_[value]) return;
    stack_.push_back({value, 0});
    while (!stack_.empty()) {
      auto& [node, next] = stack_.back();
      const auto operands = values_.operands(node);
      if (next < operands.size()) {
        const NodeId operand = operands[backwards_ ? operands.size() - 1 - next : next];
        ++next;
        if (!done_[operand]) stack_.push_back({operand, 0});
      } else {
        const NodeId finished = node;
        stack_.pop_back();
        if (!done_[finished]) finish(finished);
      }
    }
  }

  std::vector<NodeId> take() { return std::move(order_); }

 private:
  void count_uses(std::size_t nodes) {
    remaining_uses_.assign(nodes, 0);
    missing_operands_.assign(nodes, 0);
    first_user_.assign(nodes + 1, 0);
    for (NodeId value : values_.values) {
      throw_if_stopped(stop_);
      for (NodeId operand : values_.operands(value)) {
        ++remaining_uses_[operand];
        ++missing_operands_[value];
        ++first_user_[operand + 1];
      }
    }
    std::partial_sum(first_user_.begin(), first_user_.end(), first_user_.begin());
    users_.resize(first_user_.back());
    std::vector<std::uint32_t> next(first_user_.begin(), first_user_.end() - 1);
    for (NodeId value : values_.values) {
      throw_if_stopped(stop_);
      for (NodeId operand : values_.operands(value)) users_[next[operand]++] = value;
    }
  }

  void finish(NodeId value) {
    throw_if_stopped(stop_);
    done_[value] = 1;
    order_.push_back(value);
    if (users_.empty()) return;
    ready_.assign(1, value);
    while (!ready_.empty()) {
      const NodeId computed = ready_.back();
      ready_.pop_back();
      for (NodeId operand : values_.operands(computed)) --remaining_uses_[operand];
      for (std::uint32_t i = first_user_[computed]; i < first_user_[computed + 1]; ++i) {
        const NodeId user = users_[i];
        if (--missing_operands_[user] == 0 && !done_[user] && ends_a_life(user)) {
          done_[user] = 1;
          order_.push_back(user);
          ready_.push_back(user);
        }
      }
    }
  }

  bool ends_a_life(NodeId user) const {
    const auto operands = values_.operands(user);
    return std::any_of(operands.begin(), operands.end(), [&](NodeId operand) {
      return remaining_uses_[operand] ==
             static_cast<std::uint32_t>(std::count(operands.begin(), operands.end(), operand));
    });
  }

  const Values& values_;
  bool backwards_;
  const std::atomic<bool>* stop_;
  std::vector<std::uint8_t> done_;
  std::vector<NodeId> order_;
  std::vector<std::pair<NodeId, std::uint32_t>> stack_;
  std::vector<std::uint32_t> remaining_uses_, missing_operands_, first_user_;
  std::vector<NodeId> users_, ready_;
};

/// The values of some families' calls in the order of the keys.
std::vector<NodeId> sorted_by_arguments(const OrderRule& rule, const Graph& graph,
                                        const Values& values, const std::atomic<bool>* stop) {
  const CallTable& calls = graph.calls();
  constexpr std::uint32_t none = 0xffffffffu;
  const std::size_t width = rule.keys.size();
  // Where each family has the keys among its arguments; empty for families that are not sorted.
  std::vector<std::vector<std::uint32_t>> places(calls.families.size());
  for (std::size_t f = 0; f < calls.families.size(); ++f) {
    const CallTable::Family& family = calls.families[f];
    if (!contains(rule.families, family.name)) continue;
    for (const OrderRule::Key& key : rule.keys) {
      const auto at = std::find(family.parameters.begin(), family.parameters.end(), key.parameter);
      places[f].push_back(at == family.parameters.end()
                              ? none
                              : static_cast<std::uint32_t>(at - family.parameters.begin()));
    }
  }
  // The keys of all calls in one array: sorting then touches no call table.
  std::vector<NodeId> nodes;
  std::vector<std::int64_t> keys;
  for (NodeId value : values.values) {
    const CallId call = graph[value].call;
    if (call == no_call || places[calls.family(call)].empty()) continue;
    const auto arguments = calls.arguments(call);
    nodes.push_back(value);
    for (std::size_t k = 0; k < width; ++k) {
      const std::uint32_t place = places[calls.family(call)][k];
      const std::int64_t bits = place < arguments.size() ? arguments[place].bits : 0;
      keys.push_back(rule.keys[k].descending ? -bits : bits);
    }
  }
  std::vector<std::uint32_t> index(nodes.size());
  std::iota(index.begin(), index.end(), 0u);
  std::stable_sort(index.begin(), index.end(), [&](std::uint32_t a, std::uint32_t b) {
    throw_if_stopped(stop);
    return std::lexicographical_compare(&keys[a * width], &keys[a * width] + width,
                                        &keys[b * width], &keys[b * width] + width);
  });
  std::vector<NodeId> result(nodes.size());
  std::transform(index.begin(), index.end(), result.begin(),
                 [&](std::uint32_t i) { return nodes[i]; });
  return result;
}

/// Searches for the keys of some families.
class KeySearch {
 public:
  KeySearch(const Graph& graph, const Values& values, std::vector<std::string> families,
            const std::atomic<bool>* stop)
      : graph_(graph), values_(values), stop_(stop) {
    rule_.start = OrderRule::Start::arguments;
    rule_.families = std::move(families);
    for (const CallTable::Family& family : graph.calls().families) {
      if (!contains(rule_.families, family.name)) continue;
      for (const std::string& parameter : family.parameters) {
        if (!contains(parameters_, parameter)) parameters_.push_back(parameter);
      }
    }
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
    for (const bool eager : {false, true}) {
      rule_.eager = eager;
      const std::size_t live =
          max_live(apply(rule_, graph_, values_, stop_), values_, graph_.node_count());
      least = std::min(least, live);
      if (live < best_live_) {
        best_live_ = live;
        best_ = rule_;
      }
    }
    return least;
  }

  const Graph& graph_;
  const Values& values_;
  const std::atomic<bool>* stop_;
  std::vector<std::string> parameters_;
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
  DemandOrder order(values, graph.node_count(), rule.eager,
                    rule.start == OrderRule::Start::backwards, stop);
  if (rule.start == OrderRule::Start::arguments) {
    for (NodeId value : sorted_by_arguments(rule, graph, values, stop)) order.demand(value);
  } else if (rule.start == OrderRule::Start::creation) {
    for (NodeId value : values.values) order.demand(value);
  }
  for (NodeId value : values.output_values) order.demand(value);
  return order.take();
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
    for (const std::vector<std::string>& families : family_groups(graph, values)) {
      KeySearch search(graph, values, families, stop);
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
