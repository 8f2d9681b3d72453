#include "compiler/schedule/order.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace diagc {

namespace {

/// Computes values on demand and writes down in which order that happened.
class DemandOrder {
 public:
  DemandOrder(const Values& values, std::size_t nodes, bool eager, bool backwards)
      : values_(values), backwards_(backwards), done_(nodes, 0) {
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
      for (NodeId operand : values_.operands(value)) users_[next[operand]++] = value;
    }
  }

  void finish(NodeId value) {
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
  std::vector<std::uint8_t> done_;
  std::vector<NodeId> order_;
  std::vector<std::pair<NodeId, std::uint32_t>> stack_;
  std::vector<std::uint32_t> remaining_uses_, missing_operands_, first_user_;
  std::vector<NodeId> users_, ready_;
};

/// The values of one family's calls in the order of the keys.
std::vector<NodeId> sorted_by_arguments(const OrderRule& rule, const Graph& graph,
                                        const Values& values) {
  const CallTable& calls = graph.calls();
  std::vector<NodeId> sorted;
  for (NodeId value : values.values) {
    const CallId call = graph[value].call;
    if (call != no_call && calls.families[calls.family(call)].name == rule.family) {
      sorted.push_back(value);
    }
  }
  // The keys of all calls in one array: sorting then touches no call table.
  const std::size_t width = rule.keys.size();
  std::vector<std::int64_t> keys(sorted.size() * width);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto arguments = calls.arguments(graph[sorted[i]].call);
    for (std::size_t k = 0; k < width; ++k) {
      const OrderRule::Key& key = rule.keys[k];
      const std::int64_t bits = key.argument < arguments.size() ? arguments[key.argument].bits : 0;
      keys[i * width + k] = key.descending ? -bits : bits;
    }
  }
  std::vector<std::uint32_t> index(sorted.size());
  std::iota(index.begin(), index.end(), 0u);
  std::stable_sort(index.begin(), index.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(&keys[a * width], &keys[a * width] + width,
                                        &keys[b * width], &keys[b * width] + width);
  });
  std::vector<NodeId> result(sorted.size());
  std::transform(index.begin(), index.end(), result.begin(),
                 [&](std::uint32_t i) { return sorted[i]; });
  return result;
}

/// Searches for the keys of one family.
class KeySearch {
 public:
  KeySearch(const Graph& graph, const Values& values, std::string family, std::uint32_t arguments)
      : graph_(graph), values_(values), arguments_(arguments) {
    rule_.start = OrderRule::Start::arguments;
    rule_.family = std::move(family);
  }

  /// All sort orders with all directions.
  void search_all() {
    std::vector<std::uint32_t> permutation(arguments_);
    std::iota(permutation.begin(), permutation.end(), 0u);
    do {
      for (std::uint32_t directions = 0; directions < (1u << arguments_); ++directions) {
        rule_.keys.clear();
        for (std::uint32_t k = 0; k < arguments_; ++k) {
          rule_.keys.push_back({permutation[k], ((directions >> k) & 1) != 0});
        }
        consider();
      }
    } while (std::next_permutation(permutation.begin(), permutation.end()));
  }

  /// The most significant key first, each the best with those before it fixed, good or bad.
  void search_by_key() {
    std::vector<OrderRule::Key> chosen;
    while (chosen.size() < arguments_) {
      std::size_t least = static_cast<std::size_t>(-1);
      OrderRule::Key next;
      for (std::uint32_t argument = 0; argument < arguments_; ++argument) {
        if (std::any_of(chosen.begin(), chosen.end(),
                        [&](const OrderRule::Key& key) { return key.argument == argument; })) {
          continue;
        }
        for (const bool descending : {false, true}) {
          rule_.keys = chosen;
          rule_.keys.push_back({argument, descending});
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

  const OrderRule& best() const { return best_; }
  std::size_t best_live() const { return best_live_; }

 private:
  std::size_t consider() {
    std::size_t least = static_cast<std::size_t>(-1);
    for (const bool eager : {false, true}) {
      rule_.eager = eager;
      const std::size_t live = max_live(apply(rule_, graph_, values_), values_, graph_.node_count());
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
  std::uint32_t arguments_;
  OrderRule rule_, best_;
  std::size_t best_live_ = static_cast<std::size_t>(-1);
};

/// The family with the most values, and how many arguments its calls have.
std::pair<std::string, std::uint32_t> main_family(const Graph& graph, const Values& values) {
  const CallTable& calls = graph.calls();
  std::vector<std::size_t> count(calls.families.size(), 0);
  for (NodeId value : values.values) {
    if (graph[value].call != no_call) ++count[calls.family(graph[value].call)];
  }
  const auto most = std::max_element(count.begin(), count.end());
  if (most == count.end() || *most < 2) return {"", 0};
  const auto& family = calls.families[static_cast<std::size_t>(most - count.begin())];
  return {family.name, static_cast<std::uint32_t>(family.parameters.size())};
}

}  // namespace

std::string to_string(const OrderRule& rule, const CallTable& calls) {
  std::string text;
  switch (rule.start) {
    case OrderRule::Start::creation: text = "as expanded"; break;
    case OrderRule::Start::outputs: text = "by demand"; break;
    case OrderRule::Start::backwards: text = "by demand, last operand first"; break;
    case OrderRule::Start::arguments: {
      text = rule.family + " by ";
      const auto family =
          std::find_if(calls.families.begin(), calls.families.end(),
                       [&](const auto& candidate) { return candidate.name == rule.family; });
      for (const OrderRule::Key& key : rule.keys) {
        const bool named =
            family != calls.families.end() && key.argument < family->parameters.size();
        text += fmt::format("{}{} {}", &key == rule.keys.data() ? "" : ", ",
                            named ? family->parameters[key.argument]
                                  : fmt::format("argument {}", key.argument + 1),
                            key.descending ? "descending" : "ascending");
      }
      break;
    }
  }
  return rule.eager ? text + ", eagerly" : text;
}

std::vector<NodeId> apply(const OrderRule& rule, const Graph& graph, const Values& values) {
  DemandOrder order(values, graph.node_count(), rule.eager,
                    rule.start == OrderRule::Start::backwards);
  if (rule.start == OrderRule::Start::arguments) {
    for (NodeId value : sorted_by_arguments(rule, graph, values)) order.demand(value);
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

OrderRule find_order(const Graph& graph, const Values& values, const OrderRule* hint) {
  OrderRule best;
  std::size_t best_live = static_cast<std::size_t>(-1);
  const auto consider = [&](const OrderRule& rule, std::size_t live) {
    if (live < best_live) {
      best_live = live;
      best = rule;
    }
  };
  const auto evaluate = [&](const OrderRule& rule) {
    return max_live(apply(rule, graph, values), values, graph.node_count());
  };

  const auto [family, arguments] = main_family(graph, values);
  if (hint != nullptr) {
    consider(*hint, evaluate(*hint));
    // On a large graph every further candidate costs seconds, and the hint has won its search already.
    if (values.edge_count() > 1'000'000) return best;
  } else if (arguments > 0) {
    KeySearch search(graph, values, family, arguments);
    std::size_t rules = 2;
    for (std::size_t k = 1; k <= arguments; ++k) rules *= 2 * k;
    if (rules * values.edge_count() <= 8'000'000 && arguments <= 6) {
      search.search_all();
    } else {
      search.search_by_key();
    }
    consider(search.best(), search.best_live());
  }
  for (const auto start : {OrderRule::Start::outputs, OrderRule::Start::backwards,
                           OrderRule::Start::creation}) {
    for (const bool eager : {false, true}) {
      const OrderRule rule{start, "", {}, eager};
      consider(rule, evaluate(rule));
    }
  }
  return best;
}

}  // namespace diagc
