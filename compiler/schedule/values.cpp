#include "compiler/schedule/values.h"

#include "compiler/graph/users.h"

namespace diagc {

namespace {

/// For every node in how many sums that an output needs it is a term.
std::vector<std::uint32_t> count_sums(const Graph& graph, const std::vector<std::uint8_t>& needed) {
  std::vector<std::uint32_t> sums(graph.node_count(), 0);
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (!needed[id] || graph[id].kind != Kind::sum) continue;
    for (const Term term : graph.terms(id)) ++sums[term.node];
  }
  return sums;
}

std::vector<Role> find_roles(const Graph& graph, SharedProducts shared_products) {
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  const std::vector<std::uint32_t> uses = use_counts(graph, needed);
  const std::vector<std::uint32_t> sums = count_sums(graph, needed);
  const auto fusible = [&](NodeId product) {
    return uses[product] == 1 ||
           (shared_products == SharedProducts::fused && sums[product] == uses[product] &&
            graph.terms(product).size() == 2);
  };
  std::vector<Role> role(graph.node_count(), Role::unused);
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (!needed[id]) continue;
    const Kind kind = graph[id].kind;
    if (kind == Kind::input) {
      role[id] = Role::leaf;
      continue;
    }
    bool uniform = true;
    for (const Term term : graph.terms(id)) {
      uniform = uniform && role[term.node] == Role::uniform;
      if (kind == Kind::sum && graph[term.node].kind == Kind::product &&
          role[term.node] == Role::value && fusible(term.node)) {
        role[term.node] = Role::fused;
      }
    }
    role[id] = uniform ? Role::uniform : Role::value;
  }
  return role;
}

}  // namespace

Values::Values(const Graph& graph, SharedProducts shared_products)
    : role(find_roles(graph, shared_products)) {
  first_operand_.reserve(graph.node_count() + 1);
  first_operand_.push_back(0);
  for (NodeId id = 0; id < graph.node_count(); ++id) {
    if (role[id] == Role::value) {
      values.push_back(id);
      for (const Term term : graph.terms(id)) {
        if (role[term.node] == Role::value) {
          operands_.push_back(term.node);
        } else if (role[term.node] == Role::fused) {
          for (const Term factor : graph.terms(term.node)) {
            if (role[factor.node] == Role::value) operands_.push_back(factor.node);
          }
        }
      }
    }
    first_operand_.push_back(static_cast<std::uint32_t>(operands_.size()));
  }
  for (NodeId output : graph.outputs()) {
    if (role[output] == Role::value) output_values.push_back(output);
  }
}

}  // namespace diagc
