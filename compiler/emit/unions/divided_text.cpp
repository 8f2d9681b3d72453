// Where the sides of a warp share the rows of one unit: side j has those of positions j, j + sides, …, slot by slot.
#include "compiler/emit/unions/form_text.h"

#include <algorithm>

namespace diagc {

std::string FormText::row_name(const UnionInput& input, std::uint32_t slot,
                               std::uint32_t scale) const {
  std::string name = fmt::format("row{}_{}", slot, signature_.inputs[input.variable].name);
  for (std::size_t d = 0; d < input.labels.size(); ++d) {
    if (d != *form_->row_index) name += fmt::format("_{}", input.labels[d]);
  }
  if (signature_.inputs[input.variable].components() > 1)
    name += fmt::format("_c{}", input.component);
  const auto& of = form_->scales[scale];
  return of && of->is_one() ? name : fmt::format("{}_scaled{}", name, scale);
}

void FormText::declare_row_inputs(const UnionTerm& term, std::uint32_t slot) {
  const UnionInput& input = term.inputs.front();
  const std::string name = row_name(input, slot, term.scale);
  if (!rows_declared_.insert(name).second) return;
  const std::string row = fmt::format("row{}", slot);
  if (rows_declared_.insert(row).second) {
    line("{}const unsigned {} = load_word(record + {} + 4 * (side + {} < {} ? side + {} : {}));",
         indent_, row, 4 * plan_.labels_at(*form_), slot * plan_.sides, form_->positions,
         slot * plan_.sides, form_->positions - 1);
  }
  std::vector<std::string> labels;
  for (std::size_t d = 0; d < input.labels.size(); ++d) {
    labels.push_back(d == *form_->row_index ? row : label(input.labels[d]));
  }
  const auto& scale = form_->scales[term.scale];
  std::string factor;
  if (!scale)
    factor = fmt::format("scale{} * ", term.scale);
  else if (!scale->is_one())
    factor = scale_text(*scale) + " * ";
  line("{}const Real {} = {}{};", indent_, name, factor, element(input, labels));
}

/// An own value, which one of the sides has computed, in all of them.
std::string FormText::divided_value(const UnionValue& value) {
  const std::string name = value_name(value);
  if (rows_declared_.insert(name).second) {
    line("{}const Real {} = of_side(own{}_{}, {}, arrivals);", indent_, name, value.way,
         value.position / plan_.sides, value.position % plan_.sides);
  }
  return name;
}

std::string FormText::divided_sum(const UnionValue& value, std::uint32_t slot) {
  std::string text;
  for (const UnionTerm& term : value.terms) {
    const auto& scale = form_->scales[term.scale];
    const char* sign = scale && scale->is_one() && scale->negative ? "-" : "";
    const std::string row = sign + row_name(term.inputs.front(), slot, term.scale);
    const std::string with = operand(term);
    if (with.empty())
      text = text.empty() ? row : text + " + " + row;
    else
      text = text.empty() ? row + " * " + with : fmt::format("fma({}, {}, {})", row, with, text);
  }
  return text;
}

void FormText::divided_unit() {
  declare_scales();
  for (const UnionValue& value : form_->values) {
    for (const UnionTerm& term : value.terms) {
      declare_row_inputs(term, value.position / plan_.sides);
    }
  }
  const std::vector<std::size_t> starts = ways();
  for (std::size_t w = 0; w + 1 < starts.size(); ++w) {
    const std::size_t until = starts[std::min<std::size_t>(w + ahead, starts.size() - 1)];
    for (std::size_t i = starts[w]; i < until; ++i) read_all(form_->values[i]);
    std::set<std::uint32_t> slots;
    for (std::size_t i = starts[w]; i < starts[w + 1]; ++i) {
      const UnionValue& value = form_->values[i];
      const std::uint32_t slot = value.position / plan_.sides;
      if (!slots.insert(slot).second) continue;
      need(value.terms);
      for (const UnionTerm& term : value.terms) {
        if (term.operand == UnionTerm::Operand::own) divided_value(form_->values[term.index]);
      }
      line("{}const Real own{}_{} = {};", indent_, value.way, slot, divided_sum(value, slot));
    }
  }
  for (const UnionOutput& output : form_->outputs) {
    for (const UnionTerm& term : output.terms) divided_value(form_->values[term.index]);
  }
  store_outputs();
}

}  // namespace diagc
