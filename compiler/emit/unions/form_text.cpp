#include "compiler/emit/unions/form_text.h"

#include <algorithm>
#include <stdexcept>

namespace diagc {

namespace {

using Operand = UnionTerm::Operand;
constexpr const char* part[] = {"x", "y", "z", "w"};

}  // namespace

std::string FormText::scale_text(const UnionScale& scale) const {
  std::vector<std::string> factors;
  if (scale.coefficient != unit_coefficient) {
    factors.push_back(expressions_.literal(schedule_.coefficients[scale.coefficient]));
  }
  for (const NodeId node : scale.uniforms) factors.push_back(expressions_.read(node));
  return factors.empty()
             ? ""
             : (scale.negative ? "-" : "") + fmt::format("{}", fmt::join(factors, " * "));
}

/// Whether it is the same for all units of a union.
bool FormText::of_task(const UnionInput& input) const {
  return std::ranges::all_of(input.labels,
                             [&](std::uint32_t label) { return label < form_->elements; });
}

bool FormText::of_task(const UnionTerm& term) const {
  return form_->scales[term.scale].has_value() &&
         std::ranges::all_of(term.inputs, [&](const UnionInput& each) { return of_task(each); }) &&
         (term.operand == Operand::none ||
          (term.operand == Operand::inner && inner_of_task_[term.index]));
}

void FormText::find_inner_of_task() {
  inner_of_task_.clear();
  for (const auto& sum : form_->inner) {
    inner_of_task_.push_back(
        std::ranges::all_of(sum, [&](const UnionTerm& term) { return of_task(term); }));
  }
}

std::string FormText::label(std::uint32_t label) {
  const std::uint32_t word = plan_.labels_at(*form_) + label;
  if (labels_.insert(label).second) {
    line("{}const unsigned label{} = load_word(record + {});", indent_, label, 4 * word);
  }
  return fmt::format("label{}", label);
}

/// An element whose indices are words that hold distances.
std::string FormText::element(const UnionInput& input,
                              const std::vector<std::string>& labels) const {
  const Variable& variable = signature_.inputs[input.variable];
  const auto stage = std::ranges::find(plan_.stage, input.variable, &UnionStage::input);
  std::int64_t distance = stage->at + input.component, stride = variable.components();
  std::string where = "stage";
  for (std::size_t d = variable.ranges.size(); d-- > 0;) {
    distance -= variable.ranges[d].first * stride;
    where += " + " + labels[d];
    if (stride != 1) where += fmt::format(" * {}", stride);
    stride *= variable.ranges[d].size();
  }
  return fmt::format("load_shared<{}>({}, Real())", distance * plan_.row_bytes, where);
}

void FormText::declare_inputs(const std::vector<UnionTerm>& terms, bool for_task) {
  for (const UnionTerm& term : terms) {
    for (std::size_t i = 0; i < term.inputs.size(); ++i) {
      const UnionInput& each = term.inputs[i];
      const auto& scale = form_->scales[term.scale];
      const bool scaled = i == 0 && !(scale && scale->is_one());
      const bool scaled_for_task = of_task(each) && (!scaled || scale.has_value());
      if (of_task(each) == for_task && !inputs_.contains({~0U, each})) {
        const Variable& variable = signature_.inputs[each.variable];
        std::vector<std::string> labels;
        for (const std::uint32_t l : each.labels) labels.push_back(label(l));
        std::string name = variable.name;
        for (const std::uint32_t l : each.labels) name += fmt::format("_{}", l);
        if (variable.components() > 1) name += fmt::format("_c{}", each.component);
        line("{}const Real in_{} = {};", indent_, name, element(each, labels));
        inputs_[{~0U, each}] = "in_" + name;
      }
      if (scaled && scaled_for_task == for_task && !inputs_.contains({term.scale, each})) {
        const std::string plain = inputs_.at({~0U, each});
        const std::string name = fmt::format("scaled{}{}", term.scale, plain.substr(2));
        const std::string factor = scale ? scale_text(*scale) : fmt::format("scale{}", term.scale);
        line("{}const Real {} = {} * {};", indent_, name, factor, plain);
        inputs_[{term.scale, each}] = name;
      }
    }
  }
}

void FormText::declare_inputs(bool for_task) {
  for (const auto& sum : form_->inner) declare_inputs(sum, for_task);
  for (const UnionValue& value : form_->values) declare_inputs(value.terms, for_task);
}

std::string FormText::place(std::uint32_t number) {
  const std::uint32_t word = plan_.places_at(*form_) + (plan_.whole_words ? number : number / 2);
  if (places_.insert(number).second) {
    if (quads_.insert(word / 4).second) {
      line("{}const Quad places{} = {};", indent_, word / 4,
           plan_.far[number_] ? fmt::format("far_quad(walk, side, {})", word / 4 * 4)
                              : fmt::format("load_quad(record + {})", word / 4 * 16));
    }
    const std::string both = fmt::format("places{}.{}", word / 4, part[word % 4]);
    line("{}const unsigned place{} = {};", indent_, number,
         plan_.whole_words ? both
         : number % 2      ? fmt::format("({} >> 16) * 16", both)
                           : fmt::format("({} & 0xffff) * 16", both));
  }
  return fmt::format("place{}", number);
}

void FormText::read(const UnionTerm& term) {
  if (term.operand != Operand::outside || !reads_.insert(term.index).second) return;
  line("{}Real pack{}[{}];", indent_, term.index, plan_.unions.rule.pack_values);
  line("{}load_pack<0>(own_pack + {}, pack{});", indent_, place(term.index), term.index);
}

void FormText::read_all(const UnionValue& value) {
  for (const UnionTerm& term : value.terms) read(term);
}

void FormText::declare_inner(std::uint32_t number) {
  if (!inner_.insert(number).second) return;
  need(form_->inner[number]);
  line("{}const Real inner{} = {};", indent_, number, sum(form_->inner[number]));
}

void FormText::need(const std::vector<UnionTerm>& terms) {
  for (const UnionTerm& term : terms) {
    if (term.operand == Operand::inner) declare_inner(term.index);
  }
}

std::string FormText::operand(const UnionTerm& term) const {
  switch (term.operand) {
    case Operand::none:
      return "";
    case Operand::own:
      return value_name(form_->values[term.index]);
    case Operand::outside:
      return fmt::format("pack{}[{}]", term.index, term.lane);
    case Operand::inner:
      return fmt::format("inner{}", term.index);
  }
  throw std::logic_error("no such operand");
}

std::string FormText::sum(const std::vector<UnionTerm>& terms) {
  std::string text;
  for (const UnionTerm& term : terms) {
    const auto& scale = form_->scales[term.scale];
    std::string sign;
    std::vector<std::string> factors;
    if (scale && scale->is_one()) {
      sign = scale->negative ? "-" : "";
    } else if (term.inputs.empty()) {
      factors.push_back(scale ? scale_text(*scale) : fmt::format("scale{}", term.scale));
    }
    for (std::size_t i = 0; i < term.inputs.size(); ++i) {
      const bool scaled = i == 0 && !(scale && scale->is_one());
      factors.push_back(inputs_.at({scaled ? term.scale : ~0U, term.inputs[i]}));
    }
    if (term.operand != Operand::none) factors.push_back(operand(term));
    if (factors.empty()) factors.emplace_back("Real(1)");
    const std::string last = factors.back();
    factors.pop_back();
    const std::string rest = fmt::format("{}", fmt::join(factors, " * "));
    if (factors.empty()) {
      text = text.empty() ? sign + last : text + (sign.empty() ? " + " : " - ") + last;
    } else if (text.empty()) {
      text = fmt::format("{}{} * {}", sign, rest, last);
    } else {
      text = fmt::format("fma({}{}, {}, {})", sign, rest, last, text);
    }
  }
  return text;
}

std::string FormText::value_name(const UnionValue& value) const {
  return fmt::format("value{}_{}", value.way, value.position);
}

void FormText::write(std::size_t number) {
  const UnionWrite& write = form_->writes[number];
  const std::uint32_t values = plan_.unions.rule.pack_values;
  const std::string where = place(form_->reads + static_cast<std::uint32_t>(number));
  if (!write.always) line("{}if ({}) {{", indent_, where);
  std::vector<std::string> names;
  for (std::uint32_t lane = 0; lane < values; ++lane) {
    const std::uint32_t way = write.pack * values + lane;
    const auto value = std::ranges::find_if(form_->values, [&](const UnionValue& each) {
      return each.way == way && each.position == write.position;
    });
    names.emplace_back("Real(0)");
    if (value == form_->values.end()) continue;
    names.back() = value_name(*value);
    const auto index = static_cast<std::size_t>(value - form_->values.begin());
    if (!write.always && !is_own_[index]) {
      need(value->terms);
      line("{}const Real {} = {};", indent_, names.back(), sum(value->terms));
    }
  }
  line("{}store_pack<0>(own_pack + {}, {});", indent_, where, fmt::join(names, ", "));
  if (!write.always) line("{}}}", indent_);
}

void FormText::declare_scales() {
  for (std::uint32_t s = 0; s < form_->scales.size(); ++s) {
    if (form_->scales[s]) continue;
    line("{}const Real scale{} = load_shared<0>(start + load_word(record + {}), Real());", indent_,
         s, 4 * (UnionRecord::scales + own_scale_.at(s)));
  }
}

/// Where the values of each way begin, and their end.
std::vector<std::size_t> FormText::ways() const {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < form_->values.size(); ++i) {
    if (i == 0 || form_->values[i].way != form_->values[i - 1].way) starts.push_back(i);
  }
  starts.push_back(form_->values.size());
  return starts;
}

void FormText::unit() {
  const std::uint32_t values = plan_.unions.rule.pack_values;
  const bool at_first = plan_.lists.in_place[number_];
  declare_scales();
  declare_inputs(false);
  if (at_first) {
    for (const UnionValue& value : form_->values) read_all(value);
  }
  // Where some packs are not read in all units, what is in them is computed there alone.
  std::set<std::pair<std::uint32_t, std::uint32_t>> sometimes;
  for (const UnionWrite& write : form_->writes) {
    if (!write.always) sometimes.emplace(write.position, write.pack);
  }
  const std::vector<std::size_t> starts = ways();
  std::map<std::uint32_t, std::uint32_t> left;  // ways of a pack
  for (std::size_t w = 0; w + 1 < starts.size(); ++w) ++left[form_->values[starts[w]].way / values];
  for (std::size_t w = 0; w + 1 < starts.size(); ++w) {
    const std::size_t until = starts[std::min<std::size_t>(w + ahead, starts.size() - 1)];
    for (std::size_t i = starts[w]; i < until; ++i) read_all(form_->values[i]);
    for (std::size_t i = starts[w]; i < starts[w + 1]; ++i) {
      const UnionValue& value = form_->values[i];
      if (!is_own_[i] && sometimes.contains({value.position, value.way / values})) {
        // Sums that several rows read stand outside of the branch.
        need(value.terms);
        continue;
      }
      need(value.terms);
      line("{}const Real {} = {};", indent_, value_name(value), sum(value.terms));
    }
    const std::uint32_t pack = form_->values[starts[w]].way / values;
    if (--left[pack] > 0) continue;
    for (std::size_t i = 0; i < form_->writes.size(); ++i) {
      if (form_->writes[i].pack == pack) write(i);
    }
  }
  store_outputs();
}

void FormText::store_outputs() {
  if (form_->outputs.empty()) return;
  line("{}if (at < batch.end && !(load_word(record) & {})) {{", indent_, +UnionRecord::idle);
  for (const UnionOutput& output : form_->outputs) {
    const RowPlace row = place_of(signature_.outputs, output.output);
    line("{}  {} = {};", indent_, output_row(row.variable, row.row), sum(output.terms));
  }
  line("{}}}", indent_);
}

void FormText::form_case(std::uint32_t number) {
  form_ = &plan_.unions.forms[number];
  number_ = number;
  inputs_.clear();
  for (auto* set : {&labels_, &quads_, &places_, &reads_, &inner_}) set->clear();
  rows_declared_.clear();
  own_scale_.clear();
  for (std::uint32_t s = 0; s < form_->scales.size(); ++s) {
    if (!form_->scales[s]) own_scale_.emplace(s, static_cast<std::uint32_t>(own_scale_.size()));
  }
  is_own_.assign(form_->values.size(), false);
  const auto mark = [&](const std::vector<UnionTerm>& terms) {
    for (const UnionTerm& term : terms) {
      if (term.operand == Operand::own) is_own_[term.index] = true;
    }
  };
  for (const UnionValue& value : form_->values) mark(value.terms);
  for (const UnionOutput& output : form_->outputs) mark(output.terms);
  find_inner_of_task();
  std::size_t units = 0;
  for (const UnionUnit& each : plan_.unions.units) units += each.form == number;
  line("    case {}: {{  // {} unit{} of {} elements", number, units, units == 1 ? "" : "s",
       form_->elements);
  const bool steps = std::ranges::any_of(plan_.lists.tasks, [&](const UnionTask& task) {
    return task.form == number && task.steps.size() > 1;
  });
  indent_ = "      ";
  if (steps) {
    declare_inputs(true);
    for (std::uint32_t i = 0; i < form_->inner.size(); ++i) {
      if (inner_of_task_[i]) declare_inner(i);
    }
    line("      for (;;) {{");
    indent_ = "        ";
  } else if (!plan_.lists.divided[number]) {
    declare_inputs(true);
  }
  if (plan_.lists.divided[number])
    divided_unit();
  else
    unit();
  if (steps) {
    line("        if (of_warp(load_word(record)) & {}) break;", +UnionRecord::last);
    line("        record = next_records(walk) + side * {};", plan_.record_words * 4);
    line("      }}");
  }
  line("    }} break;");
}

}  // namespace diagc
