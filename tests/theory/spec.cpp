#include "tests/theory/spec.h"

#include <algorithm>

#include <fmt/format.h>

namespace diagc::testing {

namespace {

std::string operator_text(const TheorySpec& theory, const OperatorSpec& part,
                          const std::string& at) {
  return fmt::format("{}{}{}({})", theory.fields[part.field].name, part.creates ? "+" : "",
                     part.flavour == 0 ? "" : fmt::format("[{}]", part.flavour), at);
}

std::string options(const TheorySpec& theory) {
  std::string text;
  const auto list = [&](const char* option, const std::vector<std::size_t>& fields) {
    if (fields.empty()) return;
    text += fmt::format(", {}", option);
    for (const std::size_t field : fields) text += " " + theory.fields[field].name;
  };
  list("cut", theory.cut);
  list("even", theory.even);
  if (theory.all_labellings) text += ", labellings all";
  return text;
}

}  // namespace

int TheorySpec::index(std::size_t vertex, int label, int point) const {
  int first = external_points;
  for (std::size_t v = 0; v < vertex; ++v) first += vertices[v].order * vertices[v].points;
  return first + vertices[vertex].points * (label - 1) + point;
}

int TheorySpec::indices() const { return index(vertices.size(), 1, 0); }

std::string text_of(const TheorySpec& theory, const std::vector<EntrySpec>& entries) {
  std::string text = "grammar t\nparam N : real\n";
  const int last = theory.indices() - 1;
  for (const FieldSpec& field : theory.fields) {
    const bool two = field.flavours == Flavours::matrix;
    const bool one = field.flavours == Flavours::conserved;
    text += fmt::format("input G_{}[{}0..{}, 0..{}] : real\n", field.name,
                        two   ? "1..2, 1..2, "
                        : one ? "1..2, "
                              : "",
                        last, last);
    text += fmt::format("field {}{}(a, b) : {} = G_{}[{}a, b]\n", field.name,
                        two                                 ? "[s, t in 1..2]"
                        : one                               ? "[s in 1..2]"
                        : field.flavours == Flavours::equal ? "[N]"
                                                            : "",
                        field.kind == FieldKind::fermion ? "fermion"
                        : field.kind == FieldKind::boson ? "boson"
                                                         : "real",
                        field.name,
                        two   ? "s, t, "
                        : one ? "s, "
                              : "");
  }
  for (std::size_t v = 0; v < theory.vertices.size(); ++v) {
    const VertexSpec& vertex = theory.vertices[v];
    text += fmt::format("vertex {}[i in 1..{}] = {}/{} *", vertex.name, vertex.order,
                        vertex.numerator, vertex.denominator);
    for (const OperatorSpec& part : vertex.operators) {
      const int shift = theory.index(v, 1, part.point) - vertex.points;
      text += " " + operator_text(theory, part,
                                  fmt::format("{}*i{}{}", vertex.points, shift < 0 ? "-" : "+",
                                              std::abs(shift)));
    }
    text += "\n";
  }
  if (theory.has_operators()) {
    text += theory.kept == Class::connected ? "output value = connected("
                                            : "output value = irreducible(";
    std::string inside;
    for (const OperatorSpec& part : theory.external)
      inside +=
          (inside.empty() ? "" : " ") + operator_text(theory, part, std::to_string(part.point));
    std::string rest = options(theory);
    if (inside.empty() && !rest.empty()) rest = rest.substr(2);
    return text + inside + rest + ")\n";
  }
  const char* word = theory.kept == Class::amputated     ? "amputated"
                     : theory.kept == Class::irreducible ? "irreducible"
                                                         : "skeleton";
  const FieldSpec& line = theory.fields[theory.line];
  for (const EntrySpec& entry : entries) {
    text += fmt::format("output from_{}_{}[b in 0..{}] = {}({}{}, {} -> b{})\n",
                        theory.vertices[entry.vertex].name, entry.point, last, word, line.name,
                        line.flavours == Flavours::conserved ? "[1]" : "",
                        theory.index(entry.vertex, 1, entry.point), options(theory));
  }
  return text;
}

std::vector<EntrySpec> entries_of(const TheorySpec& theory) {
  std::vector<EntrySpec> result;
  if (theory.has_operators()) return result;
  for (std::size_t v = 0; v < theory.vertices.size(); ++v) {
    const VertexSpec& vertex = theory.vertices[v];
    for (int point = 0; point < vertex.points; ++point) {
      // A line enters by an annihilator; a real field has no others.
      const bool enters =
          std::any_of(vertex.operators.begin(), vertex.operators.end(), [&](const auto& part) {
            return part.field == theory.line && part.point == point && !part.creates;
          });
      if (enters) result.push_back({v, point});
    }
  }
  return result;
}

}  // namespace diagc::testing
