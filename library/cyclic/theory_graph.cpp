#include "library/cyclic/theory_graph.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "compiler/arrays/array_builder.h"

namespace diagc {

namespace {

using arrays::ArrayId;
using arrays::ArrayNode;

class TheoryBuilder {
 public:
  TheoryBuilder(const rules::Rules& rules, const LoweredRules& part, std::size_t bands)
      : rules_(rules),
        part_(part),
        bands_(bands),
        copies_(part.lowered.graph.nodes.size()),
        solutions_(rules.solves.size()),
        under_way_(rules.solves.size()) {
    std::size_t input = 0;
    input_of_.resize(part.lowered.graph.nodes.size());
    for (ArrayId id = 0; id < input_of_.size(); ++id) {
      if (part.lowered.graph.nodes[id].kind == arrays::ArrayKind::input) input_of_[id] = input++;
    }
  }

  TheoryGraph build() {
    builder_.graph.cyclic = part_.lowered.graph.cyclic;
    declare_inputs();
    std::vector<ArrayId> outputs;
    for (std::size_t k = 0; k < part_.expansion.outputs.size(); ++k) {
      if (declaration_of(k).kind == syntax::Decl::Kind::self_energy)
        outputs.push_back(copy(part_.lowered.graph.outputs[k]));
    }
    TheoryGraph result;
    result.graph = std::move(builder_.graph);
    result.graph.outputs = std::move(outputs);
    result.inputs = {bands_, vertices_.size(), std::move(names_)};
    return result;
  }

 private:
  const Signature& signature() const { return part_.expansion.graph.signature(); }

  /// Of an element of the outputs.
  const syntax::Decl& declaration_of(std::size_t element) const {
    const std::string& name = signature().outputs[part_.expansion.outputs[element].output].name;
    return **std::ranges::find_if(rules_.outputs,
                                  [&](const auto* decl) { return decl->name == name; });
  }

  ArrayNode along_axis(std::string name) const {
    ArrayNode node;
    node.name = std::move(name);
    node.variables = {builder_.graph.cyclic[0].points()};
    node.cyclic = {1};
    node.axes = {0};
    return node;
  }

  void declare_inputs() {
    const std::string& green = rules_.greens[0]->name;
    for (std::size_t a = 0; a < bands_; ++a) {
      for (std::size_t b = 0; b < bands_; ++b)
        greens_.push_back(builder_.add(along_axis(fmt::format("{}[{},{}]", green, a, b))));
    }
    for (const syntax::Decl* vertex : rules_.couplings) {
      ArrayNode node;
      node.name = vertex->name;
      vertices_.push_back(
          builder_.add(vertex->axes.empty() ? std::move(node) : along_axis(vertex->name)));
    }
  }

  ArrayId exchanged(ArrayId of) {
    ArrayNode node;
    const ArrayNode& given = builder_.graph.nodes[of];
    node.kind = arrays::ArrayKind::exchange;
    node.variables = given.variables;
    node.cyclic = given.cyclic;
    node.axes = given.axes;
    node.operands = {{of, given.axes}};
    return builder_.add(std::move(node));
  }

  ArrayId copy(ArrayId id) {
    if (copies_[id]) return *copies_[id];
    ArrayNode node = part_.lowered.graph.nodes[id];
    if (node.kind == arrays::ArrayKind::input) {
      const ContourInput input = contour_input(rules_, part_, input_of_[id]);
      const ArrayId value = input.kind == ContourInput::Kind::green ? greens_.at(input.element)
                            : input.kind == ContourInput::Kind::vertex
                                ? vertices_.at(input.number)
                                : solution(input.number, input.element);
      copies_[id] = input.exchanged ? exchanged(value) : value;
    } else {
      for (arrays::Operand& operand : node.operands) operand.array = copy(operand.array);
      copies_[id] = builder_.add(std::move(node));
    }
    return *copies_[id];
  }

  ArrayId solution(std::size_t number, std::size_t element) {
    if (solutions_[number].empty()) solve(number);
    return solutions_[number].at(element);
  }

  /// The equations of all elements of a `solve`, apart where they do not refer to each other.
  void solve(std::size_t number) {
    const syntax::Decl& decl = *rules_.solves[number];
    if (under_way_[number]) {
      throw InputError(make_diagnostic(
          Code::recursion, *rules_.file->source, decl.name_span,
          fmt::format("found that the equation of the solve {} refers to itself by way of another "
                      "one, expected equations that follow each other",
                      diagc::quoted(decl.name))));
    }
    under_way_[number] = true;
    std::vector<std::size_t> elements;  // of the outputs
    for (std::size_t k = 0; k < part_.expansion.outputs.size(); ++k) {
      if (&declaration_of(k) == &decl) elements.push_back(k);
    }
    const std::size_t count = elements.size();
    std::vector<std::size_t> group(count);
    std::iota(group.begin(), group.end(), std::size_t{0});
    std::vector<std::optional<ArrayId>> left(count * count);
    for (std::size_t r = 0; r < part_.expansion.recursions.size(); ++r) {
      const ArrayExpansion::Recursion& recursion = part_.expansion.recursions[r];
      const auto row = std::ranges::find(elements, recursion.element);
      if (row == elements.end()) continue;
      const auto i = static_cast<std::size_t>(row - elements.begin());
      const std::size_t j = recursion.unknown - signature().input_of(recursion.unknown).first;
      left[i * count + j] = copy(part_.lowered.graph.outputs[part_.expansion.outputs.size() + r]);
      const std::size_t from = group[j], to = group[i];
      for (std::size_t& own : group) own = own == from ? to : own;
    }
    std::vector<ArrayId> solved(count);
    for (std::size_t e = 0; e < count; ++e) {
      std::vector<std::size_t> members;
      for (std::size_t other = 0; other < count; ++other) {
        if (group[other] == group[e]) members.push_back(other);
      }
      ArrayNode node = along_axis({});
      node.kind = arrays::ArrayKind::volterra;
      node.element = static_cast<std::uint32_t>(std::ranges::find(members, e) - members.begin());
      for (const std::size_t i : members)
        node.operands.push_back({copy(part_.lowered.graph.outputs[elements[i]]), node.axes});
      for (const std::size_t i : members) {
        for (const std::size_t j : members) {
          const std::optional<ArrayId>& own = left[i * count + j];
          node.digits += own ? '1' : '0';
          if (own) node.operands.push_back({*own, node.axes});
        }
      }
      solved[e] = builder_.add(std::move(node));
      names_[solved[e]] = part_.expansion.outputs[elements[e]].name;
    }
    solutions_[number] = std::move(solved);
  }

  const rules::Rules& rules_;
  const LoweredRules& part_;
  std::size_t bands_;
  arrays::ArrayBuilder builder_;
  std::vector<std::size_t> input_of_;  ///< by node
  std::vector<ArrayId> greens_, vertices_;
  std::vector<std::optional<ArrayId>> copies_;
  std::vector<std::vector<ArrayId>> solutions_;
  std::vector<bool> under_way_;
  std::map<ArrayId, std::string> names_;
};

template <class Decls>
std::size_t number_of(const Decls& decls, const syntax::Decl* decl) {
  return static_cast<std::size_t>(std::ranges::find(decls, decl) - decls.begin());
}

}  // namespace

ContourInput contour_input(const rules::Rules& rules, const LoweredRules& part, std::size_t input) {
  using Kind = ContourInput::Kind;
  const arrays::InputSource& source = part.lowered.inputs[input];
  const Signature& signature = part.expansion.graph.signature();
  const auto& variables = source.is_param ? signature.params : signature.inputs;
  const Variable& variable =
      source.is_param ? signature.param_of(source.number) : signature.input_of(source.number);
  const auto place = static_cast<std::size_t>(&variable - variables.data());
  const syntax::Decl* const decl = source.is_param ? rules.params[place] : rules.inputs[place];
  ContourInput result;
  result.exchanged = variable.name.ends_with("'");
  result.element = source.number - variable.first;
  switch (decl->kind) {
    case syntax::Decl::Kind::solve:
      result.kind = Kind::solution;
      result.number = number_of(rules.solves, decl);
      break;
    case syntax::Decl::Kind::coupling:
      result.kind = Kind::vertex;
      result.number = number_of(rules.couplings, decl);
      break;
    default:
      result.kind = variable.name.starts_with("rho(") ? Kind::density : Kind::green;
      result.number = number_of(rules.greens, decl);
  }
  return result;
}

TheoryGraph theory_graph(const rules::Rules& rules, const LoweredRules& part, std::size_t bands) {
  return TheoryBuilder(rules, part, bands).build();
}

}  // namespace diagc
