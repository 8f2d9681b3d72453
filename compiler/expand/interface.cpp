#include "compiler/expand/interface.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "compiler/expand/translate.h"

namespace diagc::expansion {

namespace {

constexpr std::int64_t largest_end = std::int64_t{1} << 62;  // sizes of ranges fit 64 bits
constexpr std::size_t longest_integer = 1300;  // digits; longer ones pass max_number_bits

using Decls = std::vector<const syntax::Decl*>;

const syntax::Decl* find(const Decls& decls, std::string_view name) {
  const auto found = std::find_if(decls.begin(), decls.end(),
                                  [&](const syntax::Decl* decl) { return decl->name == name; });
  return found == decls.end() ? nullptr : *found;
}

/// "this file has the statics `n`, `m`"
std::string existing(std::string_view what, const Decls& decls) {
  if (decls.empty()) return fmt::format("this file has no {}s", what);
  std::string names;
  for (const syntax::Decl* decl : decls)
    names += (names.empty() ? "" : ", ") + diagc::quoted(decl->name);
  return fmt::format("this file has the {}{} {}", what, decls.size() == 1 ? "" : "s", names);
}

Diagnostic about_file(const rules::Rules& rules, std::string message) {
  return make_diagnostic(Code::definition, *rules.file->source, rules.file->name_span,
                         std::move(message));
}

/// Collects what goes wrong, so that one run finds all of it.
class Interface {
 public:
  Interface(const rules::Rules& rules, const ExpandOptions& options, Program& program,
            Machine& machine, Signature& signature, std::vector<Diagnostic>& diagnostics)
      : rules_(rules),
        options_(options),
        program_(program),
        machine_(machine),
        signature_(signature),
        diagnostics_(diagnostics) {}

  std::vector<Axis> declare_axes();
  void declare_params();
  void declare_inputs();
  std::vector<std::uint32_t> declare_outputs();

 private:
  void report(Code code, Span at, std::string message) {
    diagnostics_.push_back(make_diagnostic(code, *rules_.file->source, at, std::move(message)));
  }
  std::optional<std::int64_t> end(const syntax::Expr& expr, const syntax::Decl& decl);
  std::optional<IndexRange> range(const syntax::Expr& expr, const syntax::Decl& decl);
  bool add_range(const syntax::Expr& expr, const syntax::Decl& decl, Variable& variable);
  bool number(Variable& variable, std::uint64_t& next, std::uint64_t limit,
              const syntax::Decl& decl);
  syntax::TypeName type_of(const syntax::Decl& decl);

  const rules::Rules& rules_;
  const ExpandOptions& options_;
  Program& program_;
  Machine& machine_;
  Signature& signature_;
  std::vector<Diagnostic>& diagnostics_;
};

std::optional<std::int64_t> Interface::end(const syntax::Expr& expr, const syntax::Decl& decl) {
  const Body body = translate_end(expr, decl, program_, machine_.numbers());
  try {
    const Value value = machine_.evaluate(body, {});
    if (value.tag == Value::Tag::integer && std::abs(value.integer / 2) < largest_end / 2)
      return value.integer;
    report(Code::kind, expr.at,
           fmt::format("found {} as an end of a range of {}, expected a static integer below 2^62",
                       machine_.arithmetic().describe(value), diagc::quoted(decl.name)));
  } catch (const Failure& failure) {
    diagnostics_.push_back(explain(machine_, *rules_.file->source, failure));
  }
  return std::nullopt;
}

std::optional<IndexRange> Interface::range(const syntax::Expr& expr, const syntax::Decl& decl) {
  if (expr.kind != syntax::Expr::Kind::range) {
    report(Code::kind, expr.at,
           fmt::format("found no range for an index of {}, expected `a..b`",
                       diagc::quoted(decl.name)));
    return std::nullopt;
  }
  const auto first = end(*expr.operands[0], decl);
  const auto last = end(*expr.operands[1], decl);
  if (!first || !last) return std::nullopt;
  return IndexRange{*first, *last};
}

bool Interface::add_range(const syntax::Expr& expr, const syntax::Decl& decl, Variable& variable) {
  const auto declared = range(expr, decl);
  if (declared) variable.ranges.push_back(*declared);
  return declared.has_value();
}

std::vector<Axis> Interface::declare_axes() {
  std::vector<Axis> axes;
  for (const syntax::Decl* decl : rules_.axes) {
    Axis axis{decl->name, 1, decl->is_cyclic, options_.extents_are_factors};
    if (axis.cyclic) {
      axes.push_back(std::move(axis));
      continue;
    }
    const Body body = translate_end(*decl->body, *decl, program_, machine_.numbers());
    try {
      const Value value = machine_.evaluate(body, {});
      if (value.tag == Value::Tag::integer && value.integer >= 1 && value.integer < largest_end) {
        axis.extent = static_cast<std::uint64_t>(value.integer);
      } else {
        report(Code::kind, decl->body->at,
               fmt::format("found {} as the extent of the axis {}, expected a static integer of 1 "
                           "or more, below 2^62",
                           machine_.arithmetic().describe(value), diagc::quoted(decl->name)));
      }
    } catch (const Failure& failure) {
      diagnostics_.push_back(explain(machine_, *rules_.file->source, failure));
    }
    axes.push_back(std::move(axis));
  }
  return axes;
}

/// Numbers the scalars of a variable from `next` on, if there are not too many.
bool Interface::number(Variable& variable, std::uint64_t& next, std::uint64_t limit,
                       const syntax::Decl& decl) {
  unsigned __int128 scalars = static_cast<unsigned>(variable.components());
  std::string shape;
  for (const IndexRange& range : variable.ranges) {
    const auto size =
        range.last < range.first
            ? 0
            : static_cast<unsigned __int128>(static_cast<__int128>(range.last) - range.first + 1);
    scalars = std::min<unsigned __int128>(scalars * std::min<unsigned __int128>(size, limit + 1),
                                          limit + 1);
    shape += fmt::format("{}{}..{}", shape.empty() ? "" : ", ", range.first, range.last);
  }
  if (next + scalars > limit) {
    report(Code::limit, decl.name_span,
           fmt::format("found {}[{}], expected at most {} values in all", decl.name, shape, limit));
    return false;
  }
  variable.first = static_cast<std::uint32_t>(next);
  next += static_cast<std::uint64_t>(scalars);
  return true;
}

void Interface::declare_params() {
  std::uint32_t next = 0;
  const syntax::Decl* before = nullptr;
  for (const syntax::Decl* decl : rules_.params) {
    Variable variable;
    variable.name = decl->name + (decl == before ? "'" : "");
    before = decl;
    variable.doc = decl->doc.value_or("");
    variable.shape = decl->type.shape;
    variable.type = decl->type.scalar == syntax::Scalar::complex ? Type::complex : Type::real;
    variable.first = next;
    next += static_cast<std::uint32_t>(variable.components());
    signature_.params.push_back(std::move(variable));
  }
}

syntax::TypeName Interface::type_of(const syntax::Decl& decl) {
  const auto given = options_.input_types.find(decl.name);
  if (given == options_.input_types.end()) return decl.type;
  const ElementShape shape = given->second.shape;
  if (shape != decl.type.shape) {
    report(Code::definition, decl.name_span,
           fmt::format(
               "found --type {}={}, expected {} or {}: only the kind of number may differ from "
               "the declaration",
               decl.name, shape == ElementShape::scalar ? "a scalar" : shape_word(shape),
               full_type_name(decl.type.shape, false), full_type_name(decl.type.shape, true)));
  }
  return given->second;
}

void Interface::declare_inputs() {
  for (const auto& [name, type] : options_.input_types) {
    if (!find(rules_.inputs, name)) {
      diagnostics_.push_back(
          about_file(rules_, fmt::format("found --type for {}, expected the name of an input: {}",
                                         diagc::quoted(name), existing("input", rules_.inputs))));
    }
  }
  std::uint64_t next = 0;
  int times = 0;  // how often the green before has been declared
  const syntax::Decl* before = nullptr;
  for (const syntax::Decl* decl : rules_.inputs) {
    Variable variable;
    times = decl == before ? times + 1 : 0;
    before = decl;
    variable.name = times == 0   ? decl->name
                    : times == 1 ? decl->name + "'"
                                 : fmt::format("rho({})", decl->name);
    variable.doc = decl->doc.value_or("");
    const syntax::TypeName type = type_of(*decl);
    if (type.shape != ElementShape::scalar && !decl->axes.empty()) {
      report(Code::kind, decl->name_span,
             fmt::format("found vectors as elements of the input {}, which has axes, expected real "
                         "or complex numbers",
                         diagc::quoted(decl->name)));
    }
    variable.shape = type.shape;
    variable.type = type.scalar == syntax::Scalar::complex ? Type::complex : Type::real;
    bool complete = true;
    for (const auto& range : decl->ranges) complete &= add_range(*range, *decl, variable);
    if (complete && number(variable, next, 0xfffffff0u, *decl))
      signature_.inputs.push_back(std::move(variable));
  }
}

std::vector<std::uint32_t> Interface::declare_outputs() {
  for (const std::string& name : options_.outputs) {
    if (!find(rules_.outputs, name)) {
      diagnostics_.push_back(about_file(
          rules_,
          fmt::format("found {} among the chosen outputs, expected the name of an output: {}",
                      diagc::quoted(name), existing("output", rules_.outputs))));
    }
  }
  std::vector<std::uint32_t> asked;
  std::uint64_t next = 0;
  for (std::uint32_t i = 0; i < rules_.outputs.size(); ++i) {
    const syntax::Decl& decl = *rules_.outputs[i];
    if (!options_.outputs.empty() && std::find(options_.outputs.begin(), options_.outputs.end(),
                                               decl.name) == options_.outputs.end()) {
      continue;
    }
    Variable variable;
    variable.name = decl.name;
    variable.doc = decl.doc.value_or("");
    bool complete = true;
    if (!decl.green.name.empty()) {
      for (const auto& range : rules_.inputs[decl.green.index]->ranges)
        complete &= add_range(*range, *rules_.inputs[decl.green.index], variable);
    }
    if (decl.kind == syntax::Decl::Kind::solve) {
      for (const auto& range : decl.ranges) complete &= add_range(*range, decl, variable);
    }
    for (const auto& index : decl.parameters) {
      if (index.range) complete &= add_range(*index.range, decl, variable);
    }
    if (complete &&
        number(variable, next, std::min<std::uint64_t>(options_.max_nodes, 0xfffffff0u), decl)) {
      signature_.outputs.push_back(std::move(variable));
      asked.push_back(i);
    }
  }
  return asked;
}

/// The value that -D gives as text, or what is wrong with it.
std::optional<Value> parse(std::string_view text, bool is_bool, Numbers& numbers) {
  if (is_bool) {
    if (text == "true" || text == "false") return Value::of_boolean(text == "true");
    return std::nullopt;
  }
  std::string_view digits = text;
  const bool negative = !digits.empty() && digits.front() == '-';
  if (!digits.empty() && (digits.front() == '-' || digits.front() == '+')) digits.remove_prefix(1);
  if (digits.empty() || digits.size() > longest_integer ||
      digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return std::nullopt;
  }
  const Value value = numbers.literal(digits);
  return negative ? numbers.subtract(Value::of_integer(0), value) : value;
}

}  // namespace

void define_statics(const rules::Rules& rules, const ExpandOptions& options, Machine& machine,
                    Signature& signature, std::vector<Diagnostic>& diagnostics) {
  const Source& source = *rules.file->source;
  for (const auto& [name, text] : options.statics) {
    if (find(rules.statics, name)) continue;
    diagnostics.push_back(
        about_file(rules, fmt::format("found -D {}={}, expected the name of a static: {}", name,
                                      text, existing("static", rules.statics))));
  }
  std::vector<std::uint32_t> defaults;
  for (std::uint32_t i = 0; i < rules.statics.size(); ++i) {
    const syntax::Decl& decl = *rules.statics[i];
    const auto given = options.statics.find(decl.name);
    if (given != options.statics.end()) {
      if (const auto value = parse(given->second, decl.is_bool, machine.numbers())) {
        machine.define_static(i, *value);
      } else {
        diagnostics.push_back(
            make_diagnostic(Code::definition, source, decl.name_span,
                            fmt::format("found -D {}={}, expected {}", decl.name, given->second,
                                        decl.is_bool ? "true or false" : "an integer")));
      }
    } else if (decl.body) {
      defaults.push_back(i);
    } else {
      diagnostics.push_back(make_diagnostic(
          Code::definition, source, decl.name_span,
          fmt::format("found no value for the static {0}, expected -D {1}=… with {2}; {3}",
                      diagc::quoted(decl.name), decl.name,
                      decl.is_bool ? "true or false" : "an integer",
                      existing("static", rules.statics))));
    }
  }
  if (!diagnostics.empty()) return;
  for (const std::uint32_t i : defaults) {
    try {
      machine.evaluate_static(i);
    } catch (const Failure& failure) {
      diagnostics.push_back(explain(machine, source, failure));
      return;
    }
  }
  for (std::uint32_t i = 0; i < rules.statics.size(); ++i) {
    signature.statics.emplace_back(rules.statics[i]->name,
                                   machine.numbers().print(machine.evaluate_static(i)));
  }
}

void declare_variables(const rules::Rules& rules, const ExpandOptions& options, Program& program,
                       Machine& machine, Signature& signature,
                       std::vector<Diagnostic>& diagnostics) {
  Interface interface(rules, options, program, machine, signature, diagnostics);
  interface.declare_params();
  interface.declare_inputs();
}

std::vector<Axis> declare_axes(const rules::Rules& rules, const ExpandOptions& options,
                               Program& program, Machine& machine, Signature& signature,
                               std::vector<Diagnostic>& diagnostics) {
  return Interface(rules, options, program, machine, signature, diagnostics).declare_axes();
}

std::vector<std::uint32_t> declare_outputs(const rules::Rules& rules, const ExpandOptions& options,
                                           Program& program, Machine& machine, Signature& signature,
                                           std::vector<Diagnostic>& diagnostics) {
  return Interface(rules, options, program, machine, signature, diagnostics).declare_outputs();
}

}  // namespace diagc::expansion
