#include "compiler/arrays/two_time_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/linear_map.h"
#include "compiler/arrays/two_time_sample.h"

namespace diagc::arrays {

namespace {

struct FieldReference {
  std::uint32_t field = 0;
  int sign = 1;
};

class TwoTimePlanner {
 public:
  TwoTimePlanner(const ArrayGraph& graph, const TwoTimeInputs& inputs)
      : graph_(graph), inputs_(inputs), sample_(graph, inputs) {}

  TwoTimePlan run() {
    read_inputs();
    for (const ArrayId output : graph_.outputs) check_statistics(output);
    for (std::size_t e = 0; e < graph_.outputs.size(); ++e) {
      const ArrayId turned = graph_.outputs[e % inputs_.bands * inputs_.bands + e / inputs_.bands];
      plan_.is_hermitian =
          plan_.is_hermitian &&
          GreenSample::ratio(sample_.adjoint_of(graph_.outputs[e]), sample_.of(turned)) == 1;
    }
    settle();
    std::uint32_t last = 0;
    for (const ArrayId output : graph_.outputs) last = std::max(last, level_below(output, false));
    make_stages(last);
    return std::move(plan_);
  }

 private:
  /// Where a field comes from: a node, or its adjoint.
  struct Origin {
    ArrayId node = 0;
    bool is_adjoint = false;
  };

  const ArrayNode& node(ArrayId id) const { return graph_.nodes[id]; }
  bool is_green(ArrayId id) const { return green_of_.contains(id); }
  bool is_vertex(ArrayId id) const { return vertex_of_.contains(id); }
  bool is_leaf(ArrayId id) const {
    return is_green(id) || node(id).kind == ArrayKind::compose ||
           node(id).kind == ArrayKind::volterra;
  }

  void read_inputs() {
    const auto elements = static_cast<std::uint32_t>(inputs_.bands * inputs_.bands);
    std::uint32_t input = 0;
    for (ArrayId id = 0; id < graph_.nodes.size(); ++id) {
      if (node(id).kind != ArrayKind::input) continue;
      if (input < elements) {
        green_of_[id] = input;
        field_of_[{id, false}] = {input, 1};
        plan_.fields.push_back({.kind = TwoTimeField::Kind::green, .name = node(id).name});
        origins_.push_back({id, false});
      } else {
        vertex_of_[id] = input - elements;
        vertices_.push_back(id);
      }
      ++input;
    }
    if (input != elements + inputs_.vertices)
      throw std::logic_error("plan_two_times: found another number of inputs");
    for (const auto& [id, number] : green_of_) {
      const auto bands = static_cast<std::uint32_t>(inputs_.bands);
      const std::uint32_t turned = number % bands * bands + number / bands;
      field_of_[{id, true}] = {turned, 1};
      plan_.fields[number].adjoint = turned;
    }
  }

  void check_statistics(ArrayId output) const {
    const auto bosonic = sample_.is_bosonic(output);
    if (bosonic == false || sample_.is_zero(output)) return;
    throw std::runtime_error(
        bosonic ? "found a self-energy with an even number of factors G, expected an odd one"
                : "found a self-energy with terms of an odd and of an even number of factors G, "
                  "expected odd ones");
  }

  /// Fields, also at exchanged times, that a pointwise node is made of.
  std::set<ArrayId> leaves_below(ArrayId root) const {
    std::set<ArrayId> leaves;
    std::set<ArrayId> seen;
    std::vector<ArrayId> pending{root};
    while (!pending.empty()) {
      const ArrayId id = pending.back();
      pending.pop_back();
      if (!seen.insert(id).second) continue;
      if (is_leaf(id)) {
        leaves.insert(id);
      } else {
        for (const Operand& operand : node(id).operands) pending.push_back(operand.array);
      }
    }
    return leaves;
  }
  /// Whether a leaf stands below a node as it is, or at exchanged times.
  std::array<bool, 2> how_below(ArrayId root, ArrayId leaf) const {
    std::array<bool, 2> result{};
    std::set<ArrayId> seen;
    std::vector<ArrayId> pending{root};
    while (!pending.empty()) {
      const ArrayId id = pending.back();
      pending.pop_back();
      if (!seen.insert(id).second) continue;
      if (id == leaf) result[0] = true;
      if (is_leaf(id)) continue;
      for (const Operand& operand : node(id).operands) {
        if (node(id).kind == ArrayKind::exchange) {
          if (operand.array == leaf) result[1] = true;
        } else {
          pending.push_back(operand.array);
        }
      }
    }
    return result;
  }

  /// The field that is a node's value, or its adjoint.
  FieldReference field(ArrayId id, bool is_adjoint) {
    const auto key = std::pair(id, is_adjoint);
    if (const auto found = field_of_.find(key); found != field_of_.end()) return found->second;
    if (is_adjoint) {
      if (const auto found = existing_adjoint(id)) return field_of_[key] = *found;
    }
    const auto number = static_cast<std::uint32_t>(plan_.fields.size());
    field_of_[key] = {number, 1};
    TwoTimeField own;
    own.kind = node(id).kind == ArrayKind::compose    ? TwoTimeField::Kind::product
               : node(id).kind == ArrayKind::volterra ? TwoTimeField::Kind::solution
                                                      : TwoTimeField::Kind::pointwise;
    const auto bosonic = sample_.is_bosonic(id);
    if (!bosonic) {
      throw std::runtime_error(
          "found a value at two times with terms of an odd and of an even number of factors G, "
          "expected the same in all: it is periodic in imaginary time or it is not");
    }
    own.bosonic = *bosonic;
    if (own.kind == TwoTimeField::Kind::solution && is_adjoint) {
      throw std::runtime_error(
          "found a `solve` whose solution is another one at exchanged times than its equation "
          "says: T(z', z) has to be an element of T at (z, z'), conjugate and negative, as where "
          "`solve T(q) = F(q) - F(q) @ (U * T(q))` has a factor F with this symmetry");
    }
    plan_.fields.push_back(std::move(own));
    origins_.push_back({id, is_adjoint});
    return {number, 1};
  }

  /// Another node whose value is the adjoint of this one, but for the sign.
  std::optional<FieldReference> existing_adjoint(ArrayId id) {
    const ContourValues wanted = sample_.adjoint_of(id);
    std::vector<ArrayId> candidates;
    for (ArrayId other = 0; other < graph_.nodes.size(); ++other) {
      if (is_leaf(other)) candidates.push_back(other);
      if (node(other).kind != ArrayKind::compose && node(other).kind != ArrayKind::volterra)
        continue;
      for (const Operand& operand : node(other).operands) candidates.push_back(operand.array);
    }
    for (const ArrayId other : candidates) {
      const int sign = GreenSample::ratio(wanted, sample_.of(other));
      if (sign == 0) continue;
      // Of nodes with equal values one that is a field already.
      const FieldReference found = field(other, false);
      return FieldReference{found.field, sign * found.sign};
    }
    return std::nullopt;
  }

  /// Makes all fields that those which there are depend on.
  void settle() {
    for (std::uint32_t number = 0; number < plan_.fields.size(); ++number) {
      const Origin origin = origins_[number];
      const TwoTimeField::Kind kind = plan_.fields[number].kind;
      if (kind == TwoTimeField::Kind::product) {
        const ArrayId left = node(origin.node).operands[0].array;
        const ArrayId right = node(origin.node).operands[1].array;
        field(origin.is_adjoint ? right : left, origin.is_adjoint);
        store(field(origin.is_adjoint ? left : right, origin.is_adjoint).field);
      } else if (kind == TwoTimeField::Kind::solution) {
        for (const Operand& operand : node(origin.node).operands) field(operand.array, false);
        store(number);
      } else if (kind == TwoTimeField::Kind::pointwise) {
        for (const ArrayId leaf : leaves_below(origin.node)) use_below(origin, leaf);
      }
    }
    for (const ArrayId output : graph_.outputs) {
      for (const ArrayId leaf : leaves_below(output)) use_below({output, false}, leaf);
    }
    if (settled_ != plan_.fields.size()) {
      settled_ = plan_.fields.size();
      return settle();
    }
    for (std::uint32_t number = 0; number < plan_.fields.size(); ++number) {
      TwoTimeField& own = plan_.fields[number];
      own.stage = level(number);
      if (!own.name.empty()) continue;
      const auto named = inputs_.names.find(origins_[number].node);
      own.name =
          own.kind == TwoTimeField::Kind::solution && named != inputs_.names.end()
              ? named->second
              : fmt::format("{}{}", own.kind == TwoTimeField::Kind::product ? "C" : "X", ++names_);
    }
  }

  void use_below(const Origin& origin, ArrayId leaf) {
    const auto [plain, exchanged] = how_below(origin.node, leaf);
    if (plain) field(leaf, origin.is_adjoint);
    if (exchanged) field(leaf, !origin.is_adjoint);
  }

  void store(std::uint32_t number) {
    if (plan_.fields[number].is_stored) return;
    plan_.fields[number].is_stored = true;
    const Origin origin = origins_[number];
    const FieldReference other = field(origin.node, !origin.is_adjoint);
    plan_.fields[number].adjoint = other.field;
    plan_.fields[number].sign = other.sign;
    store(other.field);
  }

  /// The stage that computes a field.
  std::uint32_t level(std::uint32_t number) {
    if (const auto found = level_of_.find(number); found != level_of_.end()) return found->second;
    level_of_[number] = 0;  // of an equation's own unknowns
    // What a product takes of its right factor is there with the factor's adjoint.
    const auto both = [&](const FieldReference& of) {
      const TwoTimeField& own = plan_.fields[of.field];
      return std::max(ready(of.field), own.is_stored ? ready(own.adjoint) : 0);
    };
    const Origin origin = origins_[number];
    std::uint32_t result = 0;
    switch (plan_.fields[number].kind) {
      case TwoTimeField::Kind::green:
        break;
      case TwoTimeField::Kind::pointwise:
        result = level_below(origin.node, origin.is_adjoint);
        break;
      case TwoTimeField::Kind::product:
      case TwoTimeField::Kind::solution:
        for (const Operand& operand : node(origin.node).operands)
          result = std::max(result, both(field(operand.array, origin.is_adjoint)));
        break;
    }
    return level_of_[number] = result;
  }
  /// The first stage whose products may take a field.
  std::uint32_t ready(std::uint32_t number) {
    const TwoTimeField::Kind kind = plan_.fields[number].kind;
    const bool after = kind == TwoTimeField::Kind::product || kind == TwoTimeField::Kind::solution;
    return level(number) + (after ? 1 : 0);
  }
  /// The first stage whose kernel may compute a pointwise node.
  std::uint32_t level_below(ArrayId root, bool is_adjoint) {
    std::uint32_t result = 0;
    for (const ArrayId leaf : leaves_below(root)) {
      const auto [plain, exchanged] = how_below(root, leaf);
      for (const bool turned : {false, true}) {
        if (!(turned ? exchanged : plain)) continue;
        result = std::max(result, ready(field(leaf, is_adjoint != turned).field));
      }
    }
    return result;
  }

  void make_stages(std::uint32_t last) {
    plan_.stages.resize(last + 1);
    for (std::uint32_t number = 0; number < plan_.fields.size(); ++number) {
      const TwoTimeField& own = plan_.fields[number];
      TwoTimeStage& stage = plan_.stages[own.stage];
      const Origin& origin = origins_[number];
      switch (own.kind) {
        case TwoTimeField::Kind::green:
          break;
        case TwoTimeField::Kind::pointwise:
          stage.writes.push_back(number);
          break;
        case TwoTimeField::Kind::product: {
          std::array<FieldReference, 2> factors{};
          for (std::size_t k = 0; k < 2; ++k)
            factors[k] = field(node(origin.node).operands[k].array, origin.is_adjoint);
          if (origin.is_adjoint) std::swap(factors[0], factors[1]);
          stage.products.push_back(
              {number, factors[0].field, factors[1].field, factors[0].sign * factors[1].sign});
          break;
        }
        case TwoTimeField::Kind::solution:
          add_to_equation(stage, number, node(origin.node));
          break;
      }
    }
    for (const TwoTimeStage& stage : plan_.stages) {
      for (const TwoTimeProduct& product : stage.products)
        plan_.fields[product.left].is_factor = plan_.fields[product.right].is_factor = true;
      for (const TwoTimeEquation& equation : stage.equations) {
        for (const std::uint32_t rest : equation.rests) plan_.fields[rest].is_factor = true;
        for (const auto& left : equation.left) plan_.fields[left.field].is_factor = true;
      }
    }
    for (TwoTimeField& own : plan_.fields) own.is_factor = own.is_factor || own.is_stored;
    for (std::uint32_t s = 0; s <= last; ++s) build(plan_.stages[s], s == last);
  }

  void add_to_equation(TwoTimeStage& stage, std::uint32_t number, const ArrayNode& of) {
    std::size_t unknowns = 0;
    while (unknowns * unknowns < of.digits.size()) ++unknowns;
    std::vector<std::uint32_t> rests;
    for (std::size_t i = 0; i < unknowns; ++i)
      rests.push_back(field(of.operands[i].array, false).field);
    TwoTimeEquation own;
    own.rests = rests;
    std::size_t next = unknowns;
    for (std::uint32_t i = 0; i < unknowns; ++i) {
      for (std::uint32_t j = 0; j < unknowns; ++j) {
        if (of.digits[i * unknowns + j] == '1')
          own.left.push_back({i, j, field(of.operands[next++].array, false).field});
      }
    }
    const auto same = [&](const TwoTimeEquation& other) {
      return other.rests == own.rests &&
             std::ranges::equal(other.left, own.left, [](const auto& a, const auto& b) {
               return a.row == b.row && a.column == b.column && a.field == b.field;
             });
    };
    auto found = std::ranges::find_if(stage.equations, same);
    if (found == stage.equations.end()) {
      own.unknowns.assign(unknowns, ~std::uint32_t{0});
      found = stage.equations.insert(stage.equations.end(), std::move(own));
    }
    found->unknowns[of.element] = number;
  }

  // Kernels

  struct Kernel {
    ArrayBuilder builder;
    std::map<std::uint32_t, std::array<ArrayId, 2>> components;  ///< by field
    std::vector<std::array<ArrayId, 2>> vertices;                ///< at z and z'
    std::map<std::tuple<ArrayId, bool, std::size_t>, ArrayId> copies;
  };

  void build(TwoTimeStage& stage, bool is_last) {
    std::vector<std::pair<ArrayId, bool>> results;
    for (const std::uint32_t field : stage.writes)
      results.emplace_back(origins_[field].node, origins_[field].is_adjoint);
    if (is_last && !(stage.writes.empty() && stage.products.empty() && stage.equations.empty()))
      throw std::logic_error("plan_two_times: found products behind the self-energy");
    for (const ArrayId output : graph_.outputs) {
      if (is_last) results.emplace_back(output, false);
    }
    for (std::uint32_t green = 0; green < inputs_.bands * inputs_.bands; ++green)
      stage.reads.push_back(green);
    std::set<std::uint32_t> others;
    for (const auto& [root, is_adjoint] : results) {
      for (const ArrayId leaf : leaves_below(root)) {
        const auto [plain, exchanged] = how_below(root, leaf);
        if (plain) others.insert(field(leaf, is_adjoint).field);
        if (exchanged) others.insert(field(leaf, !is_adjoint).field);
      }
    }
    for (const std::uint32_t other : others) {
      if (plan_.fields[other].kind != TwoTimeField::Kind::green) stage.reads.push_back(other);
    }
    Kernel kernel;
    kernel.builder.graph.cyclic = graph_.cyclic;
    for (std::size_t c = 0; c < 2; ++c) {
      for (const std::uint32_t read : stage.reads) {
        ArrayNode input;
        input.name = plan_.fields[read].name + (c == 0 ? "<" : ">");
        input.variables = {graph_.cyclic[0].points()};
        input.cyclic = {1};
        input.axes = {0};
        kernel.components[read][c] = kernel.builder.add(std::move(input));
        stage.types.push_back(Type::complex);
      }
    }
    for (const ArrayId vertex : vertices_) {
      auto& times = kernel.vertices.emplace_back();
      for (std::size_t time = 0; time < 2; ++time) {
        ArrayNode input = node(vertex);
        if (time == 1) input.name += "'";
        times[time] = kernel.builder.add(std::move(input));
        stage.types.push_back(Type::real);
      }
    }
    std::vector<ArrayId> outputs;
    for (std::size_t c = 0; c < 2; ++c) {
      for (const auto& [root, is_adjoint] : results) {
        const ArrayId value = copy(kernel, root, is_adjoint, c);
        outputs.push_back(is_adjoint ? negated_conjugate(kernel, value, -1) : value);
      }
    }
    stage.graph = std::move(kernel.builder.graph);
    stage.graph.outputs = std::move(outputs);
    stage.graph = without_unused(stage.graph);
  }

  ArrayId negated_conjugate(Kernel& kernel, ArrayId of, int sign) const {
    const bool has_axis = !kernel.builder.graph.nodes[of].axes.empty();
    MapBuilder map(has_axis ? 1 : 0, graph_.cyclic[0].points());
    const NodeId value = has_axis ? map.at(of, 1, Type::complex) : map.scalar(of, Type::complex);
    const NodeId conjugate = map.graph.function(Kind::conj, std::span(&value, 1));
    const Term term{conjugate, sign < 0 ? minus_coefficient : unit_coefficient};
    return kernel.builder.add(map.finish(map.graph.sum(std::span(&term, 1))));
  }

  ArrayId scaled(Kernel& kernel, ArrayId of, int sign) const {
    if (sign == 1) return of;
    MapBuilder map(1, graph_.cyclic[0].points());
    const Term term{map.at(of, 1, Type::complex), minus_coefficient};
    return kernel.builder.add(map.finish(map.graph.sum(std::span(&term, 1))));
  }

  /// A component of a node at (t, t'), or with `exchanged` at (t', t).
  ArrayId copy(Kernel& kernel, ArrayId id, bool exchanged, std::size_t c) {
    const auto key = std::tuple(id, exchanged, c);
    if (const auto found = kernel.copies.find(key); found != kernel.copies.end())
      return found->second;
    const bool turns = node(id).kind == ArrayKind::exchange;
    const ArrayId leaf = turns ? node(id).operands[0].array : id;
    ArrayId result = 0;
    if (is_vertex(leaf)) {
      result = kernel.vertices[vertex_of_.at(leaf)][turns != exchanged ? 1 : 0];
    } else if (is_leaf(leaf)) {
      // At exchanged times X' in Σ< is X>, and X(t', t) = −conj of the adjoint at (t, t').
      const std::size_t component = turns ? 1 - c : c;
      const FieldReference own = field(leaf, turns != exchanged);
      const ArrayId value = kernel.components.at(own.field)[component];
      result = turns != exchanged ? negated_conjugate(kernel, value, -own.sign)
                                  : scaled(kernel, value, own.sign);
    } else if (turns) {
      throw std::logic_error("plan_two_times: found something else than a field exchanged");
    } else {
      ArrayNode own = node(id);
      for (Operand& operand : own.operands)
        operand.array = copy(kernel, operand.array, exchanged, c);
      result = kernel.builder.add(std::move(own));
    }
    kernel.copies[key] = result;
    return result;
  }

  const ArrayGraph& graph_;
  const TwoTimeInputs& inputs_;
  GreenSample sample_;
  TwoTimePlan plan_;
  std::vector<Origin> origins_;  ///< by field
  std::map<ArrayId, std::uint32_t> green_of_, vertex_of_;
  std::vector<ArrayId> vertices_;
  std::map<std::pair<ArrayId, bool>, FieldReference> field_of_;
  std::map<std::uint32_t, std::uint32_t> level_of_;
  std::size_t settled_ = 0, names_ = 0;
};

}  // namespace

TwoTimePlan plan_two_times(const ArrayGraph& graph, const TwoTimeInputs& inputs) {
  return TwoTimePlanner(graph, inputs).run();
}

}  // namespace diagc::arrays
