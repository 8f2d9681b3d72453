#include "compiler/arrays/linear_map.h"

#include <algorithm>
#include <array>

#include "compiler/arrays/scalar_body.h"

namespace diagc::arrays {

namespace {

bool has_axis(const Operand& operand) {
  return !operand.variables.empty() || !operand.arguments.empty();
}

/// 0 without a factor that has the axis, 1 with one in every term, 2 otherwise.
int degree(const Graph& body, NodeId node, const std::vector<int>& degrees) {
  int sum = 0, first = -1;
  bool same = true;
  for (std::size_t k = 0; k < body.operand_count(node); ++k) {
    const int own = degrees[body.operand(node, k)];
    sum = std::min(2, sum + own);
    if (first < 0) first = own;
    same = same && own == first;
  }
  switch (body[node].kind) {
    case Kind::sum:
      return same ? std::max(first, 0) : 2;
    case Kind::product:
      return sum;
    case Kind::quotient:
      return degrees[body.operand(node, 1)] == 0 ? first : 2;
    case Kind::conj:
      return first;
    default:
      return sum == 0 ? 0 : 2;
  }
}

}  // namespace

bool is_linear(const ArrayGraph& graph, const ArrayNode& map) {
  if (map.kind != ArrayKind::map || map.axes.size() != 1 || map.cyclic_axis(0) == 0) return false;
  for (const Operand& operand : map.operands) {
    const std::size_t axes = graph.nodes[operand.array].axes.size();
    if (axes > 1 || (axes == 1 && arguments_of(operand)[0].size() != 1)) return false;
  }
  const Graph& body = *map.body;
  std::vector<int> degrees(body.node_count());
  for (NodeId node = 0; node < degrees.size(); ++node) {
    degrees[node] = body[node].kind == Kind::input
                        ? (has_axis(map.operands[body[node].payload]) ? 1 : 0)
                        : degree(body, node, degrees);
  }
  return degrees[body.outputs()[0]] == 1;
}

MapBuilder::MapBuilder(std::uint32_t axis, std::uint64_t points)
    : graph(GraphBuilder::Sharing::hash_consed) {
  node_.kind = ArrayKind::map;
  if (axis == 0) return;
  node_.axes = {0};
  node_.variables = {points};
  node_.cyclic = {axis};
}

NodeId MapBuilder::leaf(Operand operand, Type type) {
  const auto found = std::ranges::find(node_.operands, operand) - node_.operands.begin();
  if (found == static_cast<std::ptrdiff_t>(node_.operands.size())) {
    node_.operands.push_back(std::move(operand));
    types_.push_back(type);
  }
  const auto number = static_cast<std::uint32_t>(found);
  return graph.leaf(Kind::input, types_[number], number);
}

NodeId MapBuilder::at(ArrayId array, std::int32_t sign, Type type) {
  Argument argument;
  if (sign != 0) argument.push_back({0, sign});
  return leaf(operand_at(array, {argument}), type);
}

NodeId MapBuilder::scalar(ArrayId array, Type type) { return leaf({array, {}}, type); }

ArrayNode MapBuilder::finish(NodeId value) {
  const Type type = graph[value].type;
  node_.body = std::make_shared<const Graph>(
      graph.finish({value}, body_signature(types_, type), std::make_shared<const CallTable>()));
  return std::move(node_);
}

NodeId copy_linear(MapBuilder& to, const ArrayNode& map, std::int32_t sign,
                   const std::function<NodeId(std::size_t, std::int32_t)>& at,
                   const std::function<NodeId(std::size_t)>& scalar) {
  const Graph& body = *map.body;
  // By parity of the conjugations above a node: F[conj x](R) = conj F[x](−R).
  std::vector<std::array<bool, 2>> needed(body.node_count());
  std::vector<std::array<NodeId, 2>> made(body.node_count());
  needed[body.outputs()[0]][0] = true;
  for (NodeId node = static_cast<NodeId>(body.node_count()); node-- > 0;) {
    for (std::size_t k = 0; k < body.operand_count(node); ++k) {
      const bool turns = body[node].kind == Kind::conj;
      for (std::size_t parity = 0; parity < 2; ++parity) {
        if (needed[node][parity]) needed[body.operand(node, k)][turns ? 1 - parity : parity] = true;
      }
    }
  }
  for (NodeId node = 0; node < made.size(); ++node) {
    for (std::size_t parity = 0; parity < 2; ++parity) {
      if (!needed[node][parity]) continue;
      NodeId& own = made[node][parity];
      const Kind kind = body[node].kind;
      if (kind == Kind::one) {
        own = to.graph.one();
      } else if (kind == Kind::input) {
        const std::size_t k = body[node].payload;
        const Operand& operand = map.operands[k];
        if (has_axis(operand)) {
          const std::int32_t argument = arguments_of(operand)[0][0].sign;
          own = at(k, sign * argument * (parity == 0 ? 1 : -1));
        } else {
          own = scalar(k);
        }
      } else if (is_leaf(kind)) {
        own = to.graph.leaf(kind, body[node].type, body[node].payload);
      } else {
        std::vector<Term> terms;
        const std::size_t of_operands = kind == Kind::conj ? 1 - parity : parity;
        for (const Term& term : body.terms(node)) {
          terms.push_back({made[term.node][of_operands],
                           to.graph.coefficients.add(body.coefficients()[term.coefficient])});
        }
        Node copy = body[node];
        copy.call = no_call;
        own = to.graph.add(copy, terms);
      }
    }
  }
  return made[body.outputs()[0]][0];
}

}  // namespace diagc::arrays
