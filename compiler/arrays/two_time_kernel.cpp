#include "compiler/arrays/two_time_kernel.h"

#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/linear_map.h"

namespace diagc::arrays {

namespace {

class KernelWriter {
 public:
  explicit KernelWriter(TwoTimeFields& fields) : fields_(fields) {}

  void write(TwoTimeStage& stage, bool is_last) {
    std::vector<std::pair<ArrayId, bool>> results;
    for (const std::uint32_t field : stage.writes)
      results.emplace_back(fields_.origin(field).node, fields_.origin(field).is_adjoint);
    if (is_last && !(stage.writes.empty() && stage.products.empty() && stage.equations.empty()))
      throw std::logic_error("plan_two_times: found products behind the self-energy");
    for (const ArrayId output : fields_.graph().outputs) {
      if (is_last) results.emplace_back(output, false);
    }
    for (std::uint32_t green = 0; green < fields_.greens(); ++green) stage.reads.push_back(green);
    std::set<std::uint32_t> others;
    for (const auto& [root, is_adjoint] : results) {
      for (const ArrayId leaf : fields_.leaves_below(root)) {
        const auto [plain, exchanged] = fields_.how_below(root, leaf);
        if (plain) others.insert(fields_.field(leaf, is_adjoint).field);
        if (exchanged) others.insert(fields_.field(leaf, !is_adjoint).field);
      }
    }
    for (const std::uint32_t other : others) {
      if (fields_.all()[other].kind != TwoTimeField::Kind::green) stage.reads.push_back(other);
    }
    builder_.graph.cyclic = fields_.graph().cyclic;
    for (std::size_t c = 0; c < 2; ++c) {
      for (const std::uint32_t read : stage.reads) {
        ArrayNode input;
        input.name = fields_.all()[read].name + (c == 0 ? "<" : ">");
        input.variables = {fields_.graph().cyclic[0].points()};
        input.cyclic = {1};
        input.axes = {0};
        components_[read][c] = builder_.add(std::move(input));
        stage.types.push_back(Type::complex);
      }
    }
    for (const ArrayId vertex : fields_.vertices()) {
      auto& times = vertices_.emplace_back();
      for (std::size_t time = 0; time < 2; ++time) {
        ArrayNode input = fields_.node(vertex);
        if (time == 1) input.name += "'";
        times[time] = builder_.add(std::move(input));
        stage.types.push_back(Type::real);
      }
    }
    std::vector<ArrayId> outputs;
    for (std::size_t c = 0; c < 2; ++c) {
      for (const auto& [root, is_adjoint] : results) {
        const ArrayId value = copy(root, is_adjoint, c);
        outputs.push_back(is_adjoint ? negated_conjugate(value, -1) : value);
      }
    }
    stage.graph = std::move(builder_.graph);
    stage.graph.outputs = std::move(outputs);
    stage.graph = without_unused(stage.graph);
  }

 private:
  ArrayId negated_conjugate(ArrayId of, int sign) {
    const bool has_axis = !builder_.graph.nodes[of].axes.empty();
    MapBuilder map(has_axis ? 1 : 0, fields_.graph().cyclic[0].points());
    const NodeId value = has_axis ? map.at(of, 1, Type::complex) : map.scalar(of, Type::complex);
    const NodeId conjugate = map.graph.function(Kind::conj, std::span(&value, 1));
    const Term term{conjugate, sign < 0 ? minus_coefficient : unit_coefficient};
    return builder_.add(map.finish(map.graph.sum(std::span(&term, 1))));
  }

  ArrayId scaled(ArrayId of, int sign) {
    if (sign == 1) return of;
    MapBuilder map(1, fields_.graph().cyclic[0].points());
    const Term term{map.at(of, 1, Type::complex), minus_coefficient};
    return builder_.add(map.finish(map.graph.sum(std::span(&term, 1))));
  }

  /// A component of a node at (t, t'), or with `exchanged` at (t', t).
  ArrayId copy(ArrayId id, bool exchanged, std::size_t c) {
    const auto key = std::tuple(id, exchanged, c);
    if (const auto found = copies_.find(key); found != copies_.end()) return found->second;
    const bool turns = fields_.node(id).kind == ArrayKind::exchange;
    const ArrayId leaf = turns ? fields_.node(id).operands[0].array : id;
    ArrayId result = 0;
    if (fields_.is_vertex(leaf)) {
      result = vertices_[fields_.vertex(leaf)][turns != exchanged ? 1 : 0];
    } else if (fields_.is_leaf(leaf)) {
      // At exchanged times X' in Σ< is X>, and X(t', t) = −conj of the adjoint at (t, t').
      const std::size_t component = turns ? 1 - c : c;
      const FieldReference own = fields_.field(leaf, turns != exchanged);
      const ArrayId value = components_.at(own.field)[component];
      result = turns != exchanged ? negated_conjugate(value, -own.sign) : scaled(value, own.sign);
    } else if (turns) {
      throw std::logic_error("plan_two_times: found something else than a field exchanged");
    } else {
      ArrayNode own = fields_.node(id);
      for (Operand& operand : own.operands) operand.array = copy(operand.array, exchanged, c);
      result = builder_.add(std::move(own));
    }
    copies_[key] = result;
    return result;
  }

  TwoTimeFields& fields_;
  ArrayBuilder builder_;
  std::map<std::uint32_t, std::array<ArrayId, 2>> components_;  ///< by field
  std::vector<std::array<ArrayId, 2>> vertices_;                ///< at z and z'
  std::map<std::tuple<ArrayId, bool, std::size_t>, ArrayId> copies_;
};

}  // namespace

void write_kernel(TwoTimeFields& fields, TwoTimeStage& stage, bool is_last) {
  KernelWriter(fields).write(stage, is_last);
}

}  // namespace diagc::arrays
