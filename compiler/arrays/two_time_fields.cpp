#include "compiler/arrays/two_time_fields.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::arrays {

TwoTimeFields::TwoTimeFields(const ArrayGraph& graph, const TwoTimeInputs& inputs)
    : graph_(graph), inputs_(inputs), sample_(graph, inputs) {
  read_inputs();
  for (const ArrayId output : graph_.outputs) check_statistics(output);
  settle();
}

bool TwoTimeFields::is_hermitian() const {
  for (std::size_t e = 0; e < graph_.outputs.size(); ++e) {
    const ArrayId turned = graph_.outputs[e % inputs_.bands * inputs_.bands + e / inputs_.bands];
    if (GreenSample::ratio(sample_.adjoint_of(graph_.outputs[e]), sample_.of(turned)) != 1)
      return false;
  }
  return true;
}

void TwoTimeFields::read_inputs() {
  const auto elements = static_cast<std::uint32_t>(inputs_.bands * inputs_.bands);
  std::uint32_t input = 0;
  for (ArrayId id = 0; id < graph_.nodes.size(); ++id) {
    if (node(id).kind != ArrayKind::input) continue;
    if (input < elements) {
      green_of_[id] = input;
      field_of_[{id, false}] = {input, 1};
      fields_.push_back({.kind = TwoTimeField::Kind::green, .name = node(id).name});
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
    fields_[number].adjoint = turned;
  }
}

void TwoTimeFields::check_statistics(ArrayId output) const {
  const auto bosonic = sample_.is_bosonic(output);
  if (bosonic == false || sample_.is_zero(output)) return;
  throw std::runtime_error(
      bosonic ? "found a self-energy with an even number of factors G, expected an odd one"
              : "found a self-energy with terms of an odd and of an even number of factors G, "
                "expected odd ones");
}

std::set<ArrayId> TwoTimeFields::leaves_below(ArrayId root) const {
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

std::array<bool, 2> TwoTimeFields::how_below(ArrayId root, ArrayId leaf) const {
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

FieldReference TwoTimeFields::field(ArrayId id, bool is_adjoint) {
  const auto key = std::pair(id, is_adjoint);
  if (const auto found = field_of_.find(key); found != field_of_.end()) return found->second;
  if (is_adjoint) {
    if (const auto found = existing_adjoint(id)) return field_of_[key] = *found;
  }
  const auto number = static_cast<std::uint32_t>(fields_.size());
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
  fields_.push_back(std::move(own));
  origins_.push_back({id, is_adjoint});
  return {number, 1};
}

std::optional<FieldReference> TwoTimeFields::existing_adjoint(ArrayId id) {
  const ContourValues wanted = sample_.adjoint_of(id);
  std::vector<ArrayId> candidates;
  for (ArrayId other = 0; other < graph_.nodes.size(); ++other) {
    if (is_leaf(other)) candidates.push_back(other);
    if (node(other).kind != ArrayKind::compose && node(other).kind != ArrayKind::volterra) continue;
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

void TwoTimeFields::settle() {
  for (std::uint32_t number = 0; number < fields_.size(); ++number) {
    const Origin origin = origins_[number];
    const TwoTimeField::Kind kind = fields_[number].kind;
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
  if (settled_ != fields_.size()) {
    settled_ = fields_.size();
    return settle();
  }
  for (std::uint32_t number = 0; number < fields_.size(); ++number) {
    TwoTimeField& own = fields_[number];
    own.stage = level(number);
    if (!own.name.empty()) continue;
    const auto named = inputs_.names.find(origins_[number].node);
    own.name =
        own.kind == TwoTimeField::Kind::solution && named != inputs_.names.end()
            ? named->second
            : fmt::format("{}{}", own.kind == TwoTimeField::Kind::product ? "C" : "X", ++names_);
  }
}

void TwoTimeFields::use_below(const Origin& origin, ArrayId leaf) {
  const auto [plain, exchanged] = how_below(origin.node, leaf);
  if (plain) field(leaf, origin.is_adjoint);
  if (exchanged) field(leaf, !origin.is_adjoint);
}

void TwoTimeFields::store(std::uint32_t number) {
  if (fields_[number].is_stored) return;
  fields_[number].is_stored = true;
  const Origin origin = origins_[number];
  const FieldReference other = field(origin.node, !origin.is_adjoint);
  fields_[number].adjoint = other.field;
  fields_[number].sign = other.sign;
  store(other.field);
}

std::uint32_t TwoTimeFields::level(std::uint32_t number) {
  if (const auto found = level_of_.find(number); found != level_of_.end()) return found->second;
  level_of_[number] = 0;  // of an equation's own unknowns
  // What a product takes of its right factor is there with the factor's adjoint.
  const auto both = [&](const FieldReference& of) {
    const TwoTimeField& own = fields_[of.field];
    return std::max(ready(of.field), own.is_stored ? ready(own.adjoint) : 0);
  };
  const Origin origin = origins_[number];
  std::uint32_t result = 0;
  switch (fields_[number].kind) {
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

std::uint32_t TwoTimeFields::ready(std::uint32_t number) {
  const TwoTimeField::Kind kind = fields_[number].kind;
  const bool after = kind == TwoTimeField::Kind::product || kind == TwoTimeField::Kind::solution;
  return level(number) + (after ? 1 : 0);
}

std::uint32_t TwoTimeFields::level_below(ArrayId root, bool is_adjoint) {
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

}  // namespace diagc::arrays
