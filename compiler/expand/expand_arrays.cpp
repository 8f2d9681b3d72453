#include "compiler/expand/expand_arrays.h"

#include <fmt/format.h>

#include "compiler/expand/interface.h"
#include "compiler/expand/machine.h"
#include "compiler/expand/translate.h"

namespace diagc {

namespace {

using namespace expansion;

/// Where a body names the unknown of its own equation: at exchanged times where the message is about that.
Span place_of_unknown(const syntax::Decl& decl, const std::string& message) {
  const bool exchanged = message.find("'`") != std::string::npos;
  const syntax::Expr* found = nullptr;
  const auto visit = [&](const auto& self, const syntax::Expr& expr) -> void {
    if (!found && expr.text == decl.name && expr.exchanged == exchanged) found = &expr;
    for (const auto& operand : expr.operands) self(self, *operand);
  };
  visit(visit, *decl.body);
  return found ? found->at : decl.body->at;
}

class ArrayExpander {
 public:
  ArrayExpander(const rules::Rules& rules, const ExpandOptions& options)
      : rules_(rules),
        options_(options),
        builder_(GraphBuilder::Sharing::hash_consed),
        program_(translate(rules, numbers_)),
        machine_(program_, numbers_, builder_, *signature_,
                 {options.max_nodes, options.max_steps, options.stop}) {}

  ArrayExpansion run() {
    refuse_gradients();
    declare();
    const auto asked =
        declare_outputs(rules_, options_, program_, machine_, *signature_, diagnostics_);
    throw_if_any();
    for (std::uint32_t i = 0; i < asked.size(); ++i) expand_output(asked[i], i);
    throw_if_any();
    return finish();
  }

 private:
  void throw_if_any() {
    if (diagnostics_.empty()) return;
    sort_diagnostics(diagnostics_);
    throw InputError(std::move(diagnostics_));
  }

  void refuse_gradients();
  void declare();
  void declare_contour();
  bool check_times(const syntax::Decl& decl, Value value);
  void expand_output(std::uint32_t rule, std::uint32_t place);
  Value rest_of_equation(const syntax::Decl& decl, Value value);
  void take(const syntax::Decl& decl, std::uint32_t place, std::uint32_t number, Value value);
  ArrayExpansion finish();

  const rules::Rules& rules_;
  const ExpandOptions& options_;
  GraphBuilder builder_;
  Numbers numbers_;
  Program program_;
  std::shared_ptr<Signature> signature_ = std::make_shared<Signature>();
  Machine machine_;
  std::vector<Contour::Leaves> unknowns_;  ///< T and T' of each solve

  std::vector<Diagnostic> diagnostics_;
  ArrayExpansion result_;
};

void ArrayExpander::refuse_gradients() {
  if (options_.gradients.empty()) return;
  diagnostics_.push_back(
      make_diagnostic(Code::definition, *rules_.file->source, rules_.file->name_span,
                      fmt::format("found the gradient of {}, expected none: this file has axes",
                                  diagc::quoted(options_.gradients[0].output))));
  throw_if_any();
}

void ArrayExpander::declare() {
  signature_->name = rules_.file->name;
  signature_->doc = rules_.file->doc.value_or("");
  define_statics(rules_, options_, machine_, *signature_, diagnostics_);
  throw_if_any();
  result_.axes = declare_axes(rules_, options_, program_, machine_, *signature_, diagnostics_);
  declare_variables(rules_, options_, program_, machine_, *signature_, diagnostics_);
  throw_if_any();
  for (const syntax::Decl* decl : rules_.inputs) {
    auto& axes = result_.input_axes.emplace_back();
    for (const auto& parameter : decl->axes) axes.push_back(parameter.axis.index);
  }
  result_.first_element = signature_->leaves();
  machine_.axes().declare(result_.axes, result_.input_axes, result_.first_element);
  declare_contour();
}

/// Which leaves are values at two times, at equal times, and vertices at the first and the second time.
void ArrayExpander::declare_contour() {
  using Kind = syntax::Decl::Kind;
  std::vector<Contour::Leaves> leaves;
  const auto add = [&](bool is_param, const std::vector<Variable>& all, std::size_t k, Kind kind) {
    const Variable& variable = all[k];
    const bool is_exchanged = variable.name.ends_with("'");
    Contour::Leaves own{is_param, variable.first, static_cast<std::uint32_t>(variable.scalars())};
    own.is_unknown = kind == Kind::solve;
    if (variable.name.starts_with("rho(")) {
      own.dependence = Contour::on_equal_times;
    } else {
      own.dependence = kind != Kind::coupling ? Contour::on_two_times
                       : is_exchanged         ? Contour::on_exchanged_vertex
                                              : Contour::on_vertex;
      own.exchanged = all[is_exchanged ? k - 1 : k + 1].first;
    }
    leaves.push_back(own);
  };
  for (std::size_t k = 0; k < rules_.inputs.size(); ++k) {
    const Kind kind = rules_.inputs[k]->kind;
    if (kind != Kind::input) add(false, signature_->inputs, k, kind);
  }
  for (std::size_t k = 0; k < rules_.params.size(); ++k) {
    if (rules_.params[k]->kind == Kind::coupling) add(true, signature_->params, k, Kind::coupling);
  }
  unknowns_ = leaves;
  std::erase_if(unknowns_, [](const Contour::Leaves& own) { return !own.is_unknown; });
  machine_.contour().declare(std::move(leaves));
}

/// What a self-energy and a mean field may depend on.
bool ArrayExpander::check_times(const syntax::Decl& decl, Value value) {
  const bool is_potential = decl.kind == syntax::Decl::Kind::potential;
  const bool is_local = decl.kind == syntax::Decl::Kind::mean_field || is_potential;
  const bool is_self =
      decl.kind == syntax::Decl::Kind::self_energy || decl.kind == syntax::Decl::Kind::solve;
  if (!is_self && !is_local) return true;
  const std::uint8_t dependence = machine_.contour().dependence(value);
  const std::string name = (decl.kind == syntax::Decl::Kind::solve ? "solve " : "") + decl.name;
  std::string message;
  if (is_self && (dependence & Contour::on_equal_times) != 0) {
    message = fmt::format(
        "found rho in `{}`, expected values at two times: equal times are those "
        "of `local` alone",
        name);
  } else if (is_self && !value.is_zero() && (dependence & Contour::on_two_times) == 0) {
    message =
        fmt::format("found no factor at two times in `{}`, expected products of G and G'", name);
  } else if (is_potential &&
             (dependence & (Contour::on_two_times | Contour::on_equal_times)) != 0) {
    message = fmt::format(
        "found a value of {} in `{}`, expected numbers and vertices alone: a chemical potential",
        diagc::quoted(decl.green.name), decl.name);
  } else if (!is_self && (dependence & Contour::on_two_times) != 0) {
    message = fmt::format(
        "found a value at two times in `{}`, expected rho({}), which is at equal "
        "times",
        decl.name, decl.green.name);
  } else if (!is_self && (dependence & Contour::on_exchanged_vertex) != 0) {
    message = fmt::format(
        "found a vertex at the second time in `{}`, expected it without `'`: a "
        "{} has one time",
        decl.name, is_potential ? "chemical potential" : "mean field");
  }
  if (message.empty()) return true;
  diagnostics_.push_back(
      make_diagnostic(Code::kind, *rules_.file->source, decl.body->at, std::move(message)));
  return false;
}

void ArrayExpander::expand_output(std::uint32_t rule, std::uint32_t place) {
  const Variable& output = signature_->outputs[place];
  const syntax::Decl& decl = *rules_.outputs[rule];
  std::vector<Value> arguments;
  for (const IndexRange& range : output.ranges) {
    if (range.size() == 0) return;
    arguments.push_back(Value::of_integer(range.first));
  }
  const std::size_t indices = arguments.size();
  for (const auto& parameter : decl.axes)
    arguments.push_back(Value::of_integer(parameter.axis.index));
  std::uint32_t number = output.first;
  try {
    for (bool more = true; more;) {
      take(decl, place, number++, machine_.evaluate(program_.outputs[rule], arguments));
      more = false;
      for (std::size_t i = indices; i-- > 0 && !more;) {  // the last index is the fastest
        more = arguments[i].integer < output.ranges[i].last;
        arguments[i].integer = more ? arguments[i].integer + 1 : output.ranges[i].first;
      }
    }
  } catch (const Failure& failure) {
    diagnostics_.push_back(explain(machine_, *rules_.file->source, failure));
    if (failure.code == Code::limit) throw_if_any();
  } catch (const std::bad_alloc&) {
    diagnostics_.push_back(explain(
        machine_, *rules_.file->source,
        {Code::limit, "found an expansion that does not fit in memory, expected a smaller one"}));
  }
}

void ArrayExpander::take(const syntax::Decl& decl, std::uint32_t place, std::uint32_t number,
                         Value value) {
  Arithmetic& arithmetic = machine_.arithmetic();
  if (!value.is_number() && !value.is_scalar()) {
    diagnostics_.push_back(make_diagnostic(
        Code::kind, *rules_.file->source, decl.body->at,
        fmt::format("found {} as the value of the output {}, expected a scalar{}",
                    arithmetic.describe(value), diagc::quoted(decl.name),
                    value.is_vector() ? ": vectors have no place in files with axes" : "")));
    return;
  }
  if (!check_times(decl, value)) return;
  Variable& output = signature_->outputs[place];
  ArrayExpansion::Output element{place, output.scalar_name(number), no_node, {}};
  if (decl.kind == syntax::Decl::Kind::solve) value = rest_of_equation(decl, value);
  element.value = value.is_number() ? arithmetic.dynamic(value).node() : value.node();
  output.type = join(output.type, builder_[element.value].type);
  for (std::uint32_t level = 0; level < decl.axes.size(); ++level)
    element.axes.push_back({level, decl.axes[level].axis.index});
  result_.outputs.push_back(std::move(element));
}

/// Without the terms that hold the unknown, which become recursions of the next output.
Value ArrayExpander::rest_of_equation(const syntax::Decl& decl, Value value) {
  const auto number =
      static_cast<std::size_t>(std::ranges::find(rules_.solves, &decl) - rules_.solves.begin());
  const Contour::Leaves& unknowns = unknowns_.at(2 * number);
  try {
    const Contour::Equation equation = machine_.contour().equation(
        value, unknowns, static_cast<std::uint32_t>(decl.axes.size()), decl.name);
    for (const auto& [unknown, left] : equation.left)
      result_.recursions.push_back({result_.outputs.size(), unknown, left});
    return Value::of_node(equation.rest);
  } catch (const Failure& failure) {
    diagnostics_.push_back(make_diagnostic(failure.code, *rules_.file->source,
                                           place_of_unknown(decl, failure.message),
                                           failure.message));
    return Value::of_integer(0);
  }
}

ArrayExpansion ArrayExpander::finish() {
  result_.arrays = machine_.axes().arrays();
  result_.elements = machine_.axes().elements();
  std::vector<NodeId> needed;
  for (const auto& array : result_.arrays) {
    if (array.body != no_node) needed.push_back(array.body);
    if (array.right != no_node) needed.push_back(array.right);
  }
  for (const auto& output : result_.outputs) needed.push_back(output.value);
  for (const auto& recursion : result_.recursions) needed.push_back(recursion.left);
  const std::vector<NodeId> renamed = builder_.prune(needed);
  for (auto& array : result_.arrays) {
    if (array.body != no_node) array.body = renamed[array.body];
    if (array.right != no_node) array.right = renamed[array.right];
  }
  for (auto& recursion : result_.recursions) recursion.left = renamed[recursion.left];
  for (auto& output : result_.outputs) output.value = renamed[output.value];
  result_.graph = builder_.finish({}, std::move(signature_), std::make_shared<const CallTable>());
  return std::move(result_);
}

}  // namespace

ArrayExpansion expand_arrays(const rules::Rules& rules, const ExpandOptions& options) {
  return ArrayExpander(rules, options).run();
}

}  // namespace diagc
