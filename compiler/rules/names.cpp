#include "compiler/rules/names.h"

#include <fmt/format.h>

#include <stdexcept>

namespace diagc::rules {

using syntax::Decl;
using syntax::Expr;
using syntax::Target;

namespace {

constexpr std::size_t longest_shown = 60;  // a use longer than this is not spelled out

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  if (count == 0) return fmt::format("no {}", many);
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string parameter_list(const Decl& decl) {
  std::string list;
  for (const Decl::Parameter& parameter : decl.parameters) {
    list += (list.empty() ? "" : ", ") + parameter.name;
    if (list.size() > longest_shown) break;
  }
  return list;
}

}  // namespace

Target::Kind target_kind(const Decl& decl) {
  switch (decl.kind) {
    case Decl::Kind::constant:
      return Target::Kind::constant;
    case Decl::Kind::param:
      return Target::Kind::param;
    case Decl::Kind::input:
      return Target::Kind::input;
    case Decl::Kind::family:
      return Target::Kind::family;
    case Decl::Kind::function:
      return Target::Kind::function;
    case Decl::Kind::axis:
      return Target::Kind::axis;
    case Decl::Kind::green:
    case Decl::Kind::solve:
      return Target::Kind::input;
    case Decl::Kind::coupling:
      return decl.axes.empty() ? Target::Kind::param : Target::Kind::input;
    case Decl::Kind::output:
    case Decl::Kind::field:
    case Decl::Kind::vertex:
    case Decl::Kind::self_energy:
    case Decl::Kind::mean_field:
    case Decl::Kind::potential:
      break;
  }
  throw std::logic_error("target_kind: no expression can name this declaration");
}

std::uint32_t count_of_times(const Decl& decl) {
  switch (decl.kind) {
    case Decl::Kind::green:
      return 3;
    case Decl::Kind::coupling:
    case Decl::Kind::solve:
      return 2;
    default:
      return 1;
  }
}

bool is_input(const Decl& decl) {
  return decl.kind == Decl::Kind::input || decl.kind == Decl::Kind::green ||
         decl.kind == Decl::Kind::solve ||
         (decl.kind == Decl::Kind::coupling && !decl.axes.empty());
}

bool is_output(const Decl& decl) {
  return decl.kind == Decl::Kind::output || decl.kind == Decl::Kind::self_energy ||
         decl.kind == Decl::Kind::mean_field || decl.kind == Decl::Kind::potential;
}

std::string written(const Expr& expr, std::string_view kind) {
  const std::string thing = kind.empty() ? diagc::quoted(expr.text)
                                         : fmt::format("the {} {}", kind, diagc::quoted(expr.text));
  const std::size_t count = expr.operands.size();
  if (expr.kind == Expr::Kind::index)
    return fmt::format("{} for {}", counted(count, "index", "indices"), thing);
  if (expr.called) return fmt::format("{} for {}", counted(count, "argument", "arguments"), thing);
  return fmt::format("{} without {}", thing, kind == "input" ? "indices" : "arguments");
}

std::string usage(const Decl& decl, const Source& source) {
  if (is_input(decl) && !decl.ranges.empty()) {
    const auto shown = source.slice({decl.name_span.begin, decl.ranges.back()->span.end});
    const std::string count = counted(decl.ranges.size(), "index", "indices");
    return shown.size() > longest_shown || shown.find('\n') != std::string_view::npos
               ? count
               : fmt::format("{}: `{}]`", count, shown);
  }
  if (decl.parameters.empty()) return "the name alone";
  const std::string count = counted(decl.parameters.size(), "argument", "arguments");
  const std::string list = parameter_list(decl);
  if (decl.name.size() + list.size() > longest_shown) return count;
  return fmt::format("{}: `{}({})`", count, decl.name, list);
}

std::string axis_variables(std::size_t count) {
  return counted(count, "axis variable", "axis variables");
}

std::string axis_usage(const Decl& decl) {
  std::string list;
  for (const Decl::AxisParameter& parameter : decl.axes) {
    list += (list.empty() ? "" : ", ") +
            (parameter.name.empty() ? parameter.axis.name : parameter.name);
  }
  const std::string count = axis_variables(decl.axes.size());
  if (decl.name.size() + list.size() > longest_shown) return count;
  const std::string_view first = is_input(decl)            ? (decl.ranges.empty() ? "" : "[…]")
                                 : decl.parameters.empty() ? "()"
                                                           : "(…)";
  return fmt::format("{}: `{}{}({})`", count, decl.name, first, list);
}

std::string usage(const BuiltinInfo& builtin) {
  if (builtin.min_arguments != builtin.max_arguments) {
    return fmt::format("a set or two numbers: `{}`", builtin.usage);
  }
  return fmt::format(
      "{}: `{}`", counted(static_cast<std::size_t>(builtin.min_arguments), "argument", "arguments"),
      builtin.usage);
}

}  // namespace diagc::rules
