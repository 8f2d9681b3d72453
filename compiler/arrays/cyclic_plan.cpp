#include "compiler/arrays/cyclic_plan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/scalar_body.h"
#include "compiler/graph/builder.h"

namespace diagc::arrays {

namespace {

/// An array as a step reads it: at the variable (1), at its negative (−1), at the origin (0).
struct Reading {
  ArrayId array = 0;
  std::int32_t sign = 1;
  auto operator<=>(const Reading&) const = default;
};

Reading reading_of(const Operand& operand) {
  const std::vector<Argument> arguments = arguments_of(operand);
  if (arguments.empty()) return {operand.array, 1};
  return {operand.array, arguments[0].empty() ? 0 : arguments[0][0].sign};
}

class CyclicPlanner {
 public:
  CyclicPlanner(ArrayGraph graph, const std::vector<Type>& types) : types_(types) {
    plan_.graph = std::move(graph);
  }

  CyclicPlan run() {
    check();
    declare();
    const std::uint32_t last = *std::ranges::max_element(stage_);
    for (std::uint32_t stage = 0; stage <= last; ++stage) {
      for (ArrayId id = 0; id < nodes().size(); ++id) {
        if (stage_[id] == stage && nodes()[id].kind != ArrayKind::map) single(id);
      }
      for (const Reading& reading : moved_) {
        const std::uint32_t own = stage_[reading.array] + (is_map(reading.array) ? 1 : 0);
        if (own == stage) move(reading);
      }
      for (std::uint32_t axis = 0; axis <= plan_.graph.cyclic.size(); ++axis)
        pointwise(stage, axis);
    }
    for (const ArrayId output : plan_.graph.outputs) plan_.outputs.push_back(value({output, 1}));
    return std::move(plan_);
  }

 private:
  const std::vector<ArrayNode>& nodes() const { return plan_.graph.nodes; }
  bool is_map(ArrayId id) const { return nodes()[id].kind == ArrayKind::map; }
  std::uint32_t axis_of(ArrayId id) const {
    const ArrayNode& node = nodes()[id];
    return node.axes.empty() ? 0 : node.cyclic_axis(node.axes[0]);
  }

  void check() const;
  void declare();
  bool is_complex(ArrayId id) const;
  std::uint32_t value(const Reading& reading) {
    const auto [entry, is_new] =
        value_of_.try_emplace(reading, static_cast<std::uint32_t>(plan_.values.size()));
    if (is_new) {
      const std::uint32_t axis = reading.sign == 0 ? 0 : axis_of(reading.array);
      plan_.values.push_back({axis, complex_[reading.array]});
    }
    return entry->second;
  }
  void single(ArrayId id);
  void move(const Reading& reading);
  void pointwise(std::uint32_t stage, std::uint32_t axis);

  CyclicPlan plan_;
  const std::vector<Type>& types_;
  std::vector<bool> complex_;
  std::vector<std::uint32_t> stage_;
  std::vector<bool> stored_;    ///< maps that something else than their own step reads
  std::vector<Reading> moved_;  ///< all readings at −k and at 0
  std::map<Reading, std::uint32_t> value_of_;
};

void CyclicPlanner::check() const {
  for (const ArrayNode& node : nodes()) {
    const bool fits =
        node.kind != ArrayKind::constant && node.kind != ArrayKind::permute &&
        (node.axes.empty() || (node.axes.size() == 1 && node.cyclic_axis(node.axes[0]) != 0));
    const bool reads = std::ranges::all_of(node.operands, [&](const Operand& operand) {
      const std::vector<Argument> arguments = arguments_of(operand);
      return node.kind == ArrayKind::contract || arguments.empty() || arguments[0].size() <= 1;
    });
    if (fits && reads) continue;
    throw std::runtime_error(
        "found arrays with several axes, or with axes of static extent, expected arrays with one "
        "cyclic axis: kernels are made for those alone");
  }
}

bool CyclicPlanner::is_complex(ArrayId id) const {
  const ArrayNode& node = nodes()[id];
  if (node.kind == ArrayKind::map) return node.body->signature().outputs[0].type == Type::complex;
  if (node.kind == ArrayKind::transform || node.kind == ArrayKind::inverse) return true;
  return std::ranges::any_of(node.operands,
                             [&](const Operand& operand) { return complex_[operand.array]; });
}

void CyclicPlanner::declare() {
  const std::size_t count = nodes().size();
  complex_.resize(count);
  stage_.resize(count);
  stored_.resize(count);
  std::size_t input = 0;
  for (ArrayId id = 0; id < count; ++id) {
    const ArrayNode& node = nodes()[id];
    if (node.kind == ArrayKind::input) {
      complex_[id] = types_.at(input++) == Type::complex;
      plan_.inputs.push_back(value({id, 1}));
      continue;
    }
    complex_[id] = is_complex(id);
    for (const Operand& operand : node.operands) {
      const std::uint32_t before = stage_[operand.array];
      if (!is_map(id)) {
        stage_[id] = std::max(stage_[id], before + 1);
        stored_[operand.array] = true;
        continue;
      }
      const Reading reading = reading_of(operand);
      const bool moves = reading.sign != 1;
      stage_[id] = std::max(stage_[id], before + (moves && is_map(operand.array) ? 1 : 0));
      if (moves) {
        stored_[operand.array] = true;
        if (std::ranges::count(moved_, reading) == 0) moved_.push_back(reading);
      }
    }
  }
  for (ArrayId id = 0; id < count; ++id) {
    for (const Operand& operand : nodes()[id].operands) {
      if (stage_[operand.array] != stage_[id] || axis_of(operand.array) != axis_of(id))
        stored_[operand.array] = true;
    }
  }
  for (const ArrayId output : plan_.graph.outputs) stored_[output] = true;
}

void CyclicPlanner::single(ArrayId id) {
  const ArrayNode& node = nodes()[id];
  if (node.kind == ArrayKind::input) return;
  CyclicStep step;
  step.node = id;
  step.kind = node.kind == ArrayKind::transform                 ? CyclicStep::Kind::transform
              : node.kind == ArrayKind::inverse                 ? CyclicStep::Kind::inverse
              : node.operands.empty() && node.variables.empty() ? CyclicStep::Kind::length
                                                                : CyclicStep::Kind::sum;
  for (const Operand& operand : node.operands) step.reads.push_back(value({operand.array, 1}));
  step.writes = {value({id, 1})};
  plan_.steps.push_back(std::move(step));
}

void CyclicPlanner::move(const Reading& reading) {
  CyclicStep step;
  step.kind = reading.sign == 0 ? CyclicStep::Kind::origin : CyclicStep::Kind::turn;
  step.reads = {value({reading.array, 1})};
  step.writes = {value(reading)};
  plan_.steps.push_back(std::move(step));
}

/// All maps of a stage along an axis in one body.
void CyclicPlanner::pointwise(std::uint32_t stage, std::uint32_t axis) {
  GraphBuilder builder(GraphBuilder::Sharing::hash_consed);
  CyclicStep step;
  step.axis = axis;
  std::vector<Type> types;
  std::map<ArrayId, NodeId> own;
  std::vector<NodeId> outputs;
  const auto leaf = [&](const Reading& reading) {
    const std::uint32_t read = value(reading);
    const auto found = std::ranges::find(step.reads, read) - step.reads.begin();
    if (found == static_cast<std::ptrdiff_t>(step.reads.size())) {
      step.reads.push_back(read);
      types.push_back(plan_.values[read].is_complex ? Type::complex : Type::real);
    }
    const auto number = static_cast<std::uint32_t>(found);
    return builder.leaf(Kind::input, types[number], number);
  };
  for (ArrayId id = 0; id < nodes().size(); ++id) {
    const ArrayNode& map = nodes()[id];
    if (map.kind != ArrayKind::map || stage_[id] != stage || axis_of(id) != axis) continue;
    const Graph& body = *map.body;
    std::vector<NodeId> made(body.node_count());
    for (NodeId node = 0; node < made.size(); ++node) {
      const Kind kind = body[node].kind;
      if (kind == Kind::one) {
        made[node] = builder.one();
      } else if (kind == Kind::input) {
        const Reading reading = reading_of(map.operands[body[node].payload]);
        const auto inner = own.find(reading.array);
        made[node] = inner != own.end() && reading.sign == 1 ? inner->second : leaf(reading);
        if (body[node].type == Type::real && builder[made[node]].type == Type::complex) {
          const NodeId part = made[node];
          made[node] = builder.function(Kind::re, std::span(&part, 1));
        }
      } else if (kind == Kind::constant) {
        builder.constants.push_back(body.constants()[body[node].payload]);
        made[node] = builder.leaf(kind, body[node].type,
                                  static_cast<std::uint32_t>(builder.constants.size() - 1));
      } else if (is_leaf(kind)) {
        made[node] = builder.leaf(kind, body[node].type, body[node].payload);
      } else {
        std::vector<Term> terms;
        for (const Term& term : body.terms(node)) {
          terms.push_back(
              {made[term.node], builder.coefficients.add(body.coefficients()[term.coefficient])});
        }
        Node copy = body[node];
        copy.call = no_call;
        made[node] = builder.add(copy, terms);
      }
    }
    own[id] = made[body.outputs()[0]];
    if (!stored_[id]) continue;
    complex_[id] = builder[own[id]].type == Type::complex;
    outputs.push_back(own[id]);
    step.writes.push_back(value({id, 1}));
  }
  if (outputs.empty()) return;
  auto signature = body_signature(types, Type::real);
  signature->name = "pointwise";
  signature->outputs.clear();
  for (std::uint32_t k = 0; k < outputs.size(); ++k) {
    signature->outputs.push_back(
        {fmt::format("y{}", k), "", {}, ElementShape::scalar, builder[outputs[k]].type, k});
  }
  step.body = std::make_shared<const Graph>(builder.finish(std::move(outputs), std::move(signature),
                                                           std::make_shared<const CallTable>()));
  plan_.steps.push_back(std::move(step));
}

double operations_of(const Graph& body) {
  double sum = 0;
  for (NodeId node = 0; node < body.node_count(); ++node) {
    if (is_leaf(body[node].kind)) continue;
    const bool complex = body[node].type == Type::complex;
    const auto operands = static_cast<double>(body.operand_count(node));
    if (body[node].kind == Kind::product) {
      sum += (operands - 1) * (complex ? 6 : 1);
    } else if (body[node].kind == Kind::sum) {
      sum += (operands - 1) * (complex ? 2 : 1);
    } else {
      sum += complex ? 6 : 1;
    }
  }
  return sum;
}

}  // namespace

CyclicPlan plan_cyclic(ArrayGraph graph, const std::vector<Type>& types) {
  return CyclicPlanner(std::move(graph), types).run();
}

CyclicCost cost_of(const ArrayGraph& graph) {
  CyclicCost cost;
  // Powers of all lengths, and for transforms the axis whose logarithm stands beside.
  std::map<std::pair<std::vector<std::size_t>, std::uint32_t>, double, std::greater<>> terms;
  for (const ArrayNode& node : graph.nodes) {
    std::vector<std::size_t> powers(graph.cyclic.size());
    double each = 0, points = 1;
    for (Variable variable = 0; variable < node.variables.size(); ++variable) {
      const std::uint32_t axis = node.cyclic_axis(variable);
      points *= static_cast<double>(node.variables[variable]);
      if (axis == 0) {
        each = each == 0 ? 1 : each;
      } else {
        ++powers[axis - 1];
      }
    }
    double fixed = 1;
    for (Variable variable = 0; variable < node.variables.size(); ++variable) {
      if (node.cyclic_axis(variable) == 0) fixed *= static_cast<double>(node.variables[variable]);
    }
    std::uint32_t logarithm = 0;
    switch (node.kind) {
      case ArrayKind::transform:
      case ArrayKind::inverse:
        ++cost.transforms;
        logarithm = node.cyclic_axis(0);
        each = 5;
        cost.operations += 5 * points * std::max(1.0, std::log2(points));
        break;
      case ArrayKind::map:
        each = operations_of(*node.body);
        cost.operations += each * points;
        break;
      case ArrayKind::contract:
      case ArrayKind::reduce:
      case ArrayKind::permute:
        each = node.variables.empty() ? 0 : 6 * static_cast<double>(node.operands.size() - 1) + 2;
        cost.operations += each * points;
        break;
      default:
        continue;
    }
    if (each > 0) terms[{powers, logarithm}] += each * fixed;
  }
  for (const auto& [term, factor] : terms) {
    if (!cost.formula.empty()) cost.formula += " + ";
    cost.formula += fmt::format("{:g}", factor);
    for (std::size_t axis = 0; axis < term.first.size(); ++axis) {
      const std::string& name = graph.cyclic[axis].name;
      if (term.first[axis] == 1) cost.formula += fmt::format(" n{}", name);
      if (term.first[axis] > 1) cost.formula += fmt::format(" n{}^{}", name, term.first[axis]);
    }
    if (term.second > 0)
      cost.formula += fmt::format(" log2 n{}", graph.cyclic[term.second - 1].name);
  }
  if (cost.formula.empty()) cost.formula = "0";
  return cost;
}

}  // namespace diagc::arrays
