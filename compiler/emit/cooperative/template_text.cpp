#include "compiler/emit/cooperative/template_text.h"

#include <algorithm>

namespace diagc {

namespace {

/// The code takes its names from a panel that lacks nothing; `unify` leaves one.
bool lacks_nothing(const TemplateUse& use) {
  return std::ranges::none_of(use.imports, [](NodeId node) { return node >= unit_import; }) &&
         std::ranges::none_of(use.columns, [](const auto& kind) { return kind.empty(); });
}

}  // namespace

TemplateText::TemplateText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
    : CudaText(graph, schedule, options),
      panels_(schedule.cooperation->panels),
      templates_(schedule.cooperation->templates),
      plan_(plan_cooperation(graph, schedule, options)) {}

void TemplateText::panel(std::uint32_t index) {
  index_ = index;
  form_ = &templates_.templates[index];
  code_ = &plan_.templates[index];
  std::size_t uses = 0;
  use_ = nullptr;
  for (PanelId panel = 0; panel < templates_.uses.size(); ++panel) {
    if (templates_.uses[panel].index != index) continue;
    ++uses;
    if (lacks_nothing(templates_.uses[panel]) && !use_) {
      use_ = &templates_.uses[panel];
      values_ = &panels_.panels[panel].values;
    }
  }
  products_.clear();
  line("    case {}: {{  // {} panel{} like that of {}", index, uses, uses == 1 ? "" : "s",
       names_[values_->back()]);
  line("      const unsigned body = record + {} + side * {};", plan_.first_body * 4,
       plan_.body_words * 4);
  for (std::uint32_t i = 0; i < form_->imports; ++i) {
    import(index, i);
  }
  for (std::uint32_t i = 0; i < code_->base_leaves.size(); ++i) {
    line("      const unsigned base{} = load_word(body + {});", i, (code_->first_base + i) * 4);
  }
  for (std::uint32_t i = 0; i < form_->outputs; ++i) {
    line("      const unsigned output{} = load_word(body + {}) + own_pack;", i,
         (code_->first_output + i) * 4);
  }
  for (std::uint32_t i = 0; i < form_->tiles; ++i) {
    line("      const unsigned tile{} = load_word(body + {}) + own_pack;", i,
         (code_->first_tile + i) * 4);
  }
  std::uint32_t begin = 0;
  for (std::size_t s = 0; s < code_->stretches.ends.size(); ++s) {
    stretch_ = s;
    stretch(begin, code_->stretches.ends[s]);
    begin = code_->stretches.ends[s];
  }
  line("    }} break;");
}

void TemplateText::import(std::uint32_t index, std::uint32_t i) {
  const std::string& name = names_[use_->imports[i]];
  const std::uint32_t word = (code_->first_import + i) * 4;
  const bool varies = std::ranges::any_of(templates_.uses, [&](const TemplateUse& use) {
    return use.index == index && use.imports[i] >= unit_import;
  });
  if (!varies) {
    line("      const Real {} = load_work(work + load_word(body + {}), Real());", name, word);
    return;
  }
  line("      const unsigned row{} = load_word(body + {});", i, word);
  line("      const bool has{0} = row{0} != {1};", i, RecordHead::absent);
  line("      const Real {0} = row{1} < {2} ? load_work(work + row{1}, Real()) : Real(1);", name, i,
       RecordHead::one);
}

std::string TemplateText::condition(const TemplateTerm& term) const {
  for (const TemplateOperand& factor : term.factors) {
    if (factor.kind == TemplateOperand::Kind::import &&
        templates_.may_lack_import(index_, factor.index)) {
      return fmt::format("has{}", factor.index);
    }
  }
  return {};
}

void TemplateText::stretch(std::uint32_t begin, std::uint32_t end) {
  summed_.clear();
  std::set<std::uint32_t> targets;
  for (const TemplateColumn& column : form_->columns) {
    for (const ColumnTerm& term : column.terms) {
      if (term.target >= begin && term.target < end) targets.insert(term.target);
    }
  }
  if (!targets.empty()) {
    std::string names;
    for (std::uint32_t target : targets) names += (names.empty() ? "" : ", ") + sum(target);
    line("      Real {};", names);
    line("      {{");
    line("      unsigned column = body + {};", code_->first_column * 4);
    line("      uint2 where = load_words(column);");
    for (std::uint32_t kind = 0; kind < form_->columns.size(); ++kind) {
      columns(kind, begin, end);
    }
    line("      }}");
  }
  read_.clear();
  for (std::uint32_t i = begin; i < end; ++i) statement(i);
}

void TemplateText::columns(std::uint32_t kind, std::uint32_t begin, std::uint32_t end) {
  std::vector<ColumnTerm> terms;
  for (const ColumnTerm& term : form_->columns[kind].terms) {
    if (term.target >= begin && term.target < end) terms.push_back(term);
  }
  const std::uint32_t bytes = code_->column_words[kind] * 4;
  line("      unsigned left{} = load_word(body + {});", kind, (code_->first_count + kind) * 4);
  if (terms.empty()) {
    line("      column += left{} * {};", kind, bytes);
    line("      where = load_words(column);");
    return;
  }
  // The first column begins the sums: to set them to 0 costs a fifth of the time.
  const bool may_lack = templates_.may_lack_column(index_, kind);
  const std::set<std::uint32_t> begun = summed_;
  if (may_lack) line("      if (left{}) {{", kind);
  column(kind, terms);
  if (most_columns(kind) > 1) {
    line("#pragma unroll 1");
    line("      while (--left{}) {{", kind);
    column(kind, terms);
    line("      }}");
  }
  if (!may_lack) return;
  line("      }} else {{");
  for (std::uint32_t target : summed_) {
    if (!begun.contains(target)) line("      {} = 0;", sum(target));
  }
  line("      }}");
}

std::size_t TemplateText::most_columns(std::uint32_t kind) const {
  std::size_t most = 0;
  for (const TemplateUse& use : templates_.uses) {
    if (use.index == index_) most = std::max(most, use.columns[kind].size());
  }
  return most;
}

void TemplateText::column(std::uint32_t kind, const std::vector<ColumnTerm>& terms) {
  const bool two_tiles = form_->columns[kind].two_tiles();
  line("      {{");
  line("      const unsigned tile = where.x + own_pack, {};",
       two_tiles ? "other = where.y + own_pack" : "inputs = where.y + stage");
  if (!two_tiles) column_leaves(kind, terms);
  // Where the next column stands is known before it begins.
  line("      column += {};", code_->column_words[kind] * 4);
  line("      where = load_words(column);");
  std::set<std::string> loaded;
  const auto value = [&](char name, const char* from, std::uint32_t position) {
    const std::uint32_t pack = position / plan_.pack;
    const std::string values = fmt::format("{}{}", name, pack);
    if (loaded.insert(values).second) {
      line("      Real {}[{}];", values, plan_.pack);
      line("      load_pack<{}>({}, {});", pack * 16 * plan_.lanes, from, values);
    }
    return fmt::format("{}[{}]", values, position % plan_.pack);
  };
  // In the order of positions, so that a pack's registers are soon free again.
  std::vector<ColumnTerm> ordered = terms;
  std::ranges::stable_sort(ordered, {},
                           [&](const ColumnTerm& t) { return t.position / plan_.pack; });
  for (const ColumnTerm& term : ordered) {
    const std::string first = value('z', "tile", term.position);
    const std::string factor =
        two_tiles ? value('y', "other", term.factor) : fmt::format("x{}", term.factor);
    const std::string name = sum(term.target), sign = term.negative ? "-" : "";
    if (summed_.insert(term.target).second) {
      line("      {} = {}{} * {};", name, sign, factor, first);
    } else {
      line("      {0} = fma({1}{2}, {3}, {0});", name, sign, factor, first);
    }
  }
  line("      }}");
}

void TemplateText::column_leaves(std::uint32_t kind, const std::vector<ColumnTerm>& terms) {
  std::set<std::uint32_t> leaves;
  for (const ColumnTerm& term : terms) leaves.insert(term.factor);
  for (std::uint32_t leaf : leaves) {
    const LeafPlace& place = code_->column_leaves[kind][leaf];
    std::string from = "inputs";
    if (place.word != LeafPlace::none) {
      from = fmt::format("stage + load_word(column + {})", place.word * 4);
    } else if (place.base != LeafPlace::none) {
      from += fmt::format(" + base{}", place.base);
    }
    line("      const Real x{} = load_shared<{}>({}, Real());", leaf, place.distance, from);
  }
}

void TemplateText::statement(std::uint32_t i) {
  const TemplateStatement& statement = form_->statements[i];
  const NodeId node = (*values_)[i];
  std::string text;
  if (statement.kind == Kind::sum) {
    if (summed_.contains(i)) text = sum(i);
    for (const TemplateTerm& term : statement.terms) {
      const std::string has = condition(term), more = add(text, term);
      text = has.empty()
                 ? more
                 : fmt::format("({} ? {} : {})", has, more, text.empty() ? "Real(0)" : text);
    }
  } else {
    const std::string a = operand(statement.operands.front());
    text =
        expressions_.operation(statement.kind, Type::real, a, operand(statement.operands.back()));
  }
  // A copy has the name of what was imported.
  if (text != names_[node]) line("      const Real {} = {};", names_[node], text);
  if (statement.tile == no_tile) return;
  // A pack is stored with its last value.
  const std::uint32_t pack = statement.position / plan_.pack;
  std::vector<std::string> values(plan_.pack, "Real(0)");
  for (std::uint32_t k = 0; k < form_->statements.size(); ++k) {
    const TemplateStatement& other = form_->statements[k];
    if (other.tile != statement.tile || other.position / plan_.pack != pack) continue;
    if (k > i) return;
    values[other.position % plan_.pack] = value_name(k);
  }
  line("      store_pack<{}>(output{}, {});", pack * 16 * plan_.lanes, statement.tile,
       fmt::join(values, ", "));
}

std::string TemplateText::add(const std::string& text, const TemplateTerm& term) {
  std::vector<std::string> factors;
  if (term.coefficient != unit_coefficient || term.factors.empty()) {
    factors.push_back(expressions_.literal(schedule_.coefficients[term.coefficient]));
  }
  for (const TemplateOperand& factor : term.factors) factors.push_back(operand(factor));
  // Products that several terms begin with are computed once.
  while (factors.size() > 2) {
    const std::string product = factors[0] + " * " + factors[1];
    const auto [known, fresh] =
        products_.try_emplace(product, fmt::format("product{}", products_.size()));
    if (fresh) line("      const Real {} = {};", known->second, product);
    factors[0] = known->second;
    factors.erase(factors.begin() + 1);
  }
  const std::string sign = term.negative ? "-" : "";
  if (factors.size() == 1) {
    if (text.empty()) return sign + factors[0];
    return text + (term.negative ? " - " : " + ") + factors[0];
  }
  if (text.empty()) return sign + factors[0] + " * " + factors[1];
  return fmt::format("fma({}{}, {}, {})", sign, factors[0], factors[1], text);
}

std::string TemplateText::operand(const TemplateOperand& operand) {
  switch (operand.kind) {
    case TemplateOperand::Kind::uniform:
      return expressions_.read(operand.index);
    case TemplateOperand::Kind::local:
      return value_name(operand.index);
    case TemplateOperand::Kind::import:
      return names_[use_->imports[operand.index]];
    case TemplateOperand::Kind::leaf: {
      const LeafPlace& place = code_->leaves[operand.index];
      const std::string from =
          place.base == LeafPlace::none ? "stage" : fmt::format("stage + base{}", place.base);
      return read(names_[use_->leaves[operand.index]], from, place.distance);
    }
    case TemplateOperand::Kind::element: {
      const Tile& tile = panels_.tiles[use_->tiles[operand.index]];
      const auto distance =
          static_cast<std::int32_t>(operand.position / plan_.pack * 16 * plan_.lanes +
                                    operand.position % plan_.pack * plan_.real_bytes);
      return read(names_[tile.values[operand.position]], fmt::format("tile{}", operand.index),
                  distance);
    }
  }
  throw std::logic_error("no such operand");
}

std::string TemplateText::read(const std::string& name, const std::string& from,
                               std::int32_t distance) {
  const std::string own = stretch_ == 0 ? name : fmt::format("{}_again{}", name, stretch_);
  if (read_.insert(own).second) {
    line("      const Real {} = load_shared<{}>({}, Real());", own, distance, from);
  }
  return own;
}

}  // namespace diagc
