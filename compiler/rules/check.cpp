#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "compiler/rules/checker.h"
#include "compiler/rules/names.h"
#include "compiler/syntax/parse.h"

namespace diagc::rules {

using syntax::Decl;
using syntax::Expr;
using syntax::Target;

void Checker::declare_all() {
  const auto is_declared = [&](std::string_view name) {
    return std::ranges::any_of(file_.decls, [&](const Decl& decl) {
      return decl.name == name && !is_output(decl) && decl.kind != Decl::Kind::field &&
             decl.kind != Decl::Kind::vertex;
    });
  };
  for (std::uint32_t i = 0; i < builtins().size(); ++i) {
    const BuiltinInfo& builtin = builtins()[i];
    if (builtin.yields && is_declared(builtin.name)) continue;
    scope_.declare(builtin.name, {{Target::Kind::builtin, i}});
  }
  reject_reserved(file_.name, file_.name_span, "the grammar's name");
  std::array<std::uint32_t, 9> counts{};  // by kind of target
  for (const Decl& decl : file_.decls) {
    if (is_output(decl)) {
      reject_reserved(decl.name, decl.name_span, "the name of an output");
      const auto [first, is_new] = outputs_.emplace(decl.name, &decl);
      if (!is_new) {
        const Position position = file_.source->position(first->second->name_span.begin);
        report(Code::duplicate, decl.name_span,
               fmt::format(
                   "found the output {} again, expected each output once: the first is in line {}",
                   diagc::quoted(decl.name), position.line));
      }
      continue;
    }
    if (decl.kind == Decl::Kind::field || decl.kind == Decl::Kind::vertex) {
      declare_theory(decl);
      continue;
    }
    const Target::Kind kind = target_kind(decl);
    std::uint32_t& count = counts[static_cast<std::size_t>(kind)];
    declare(decl, {kind, count});
    count += count_of_times(decl);
  }
  for (const std::string& name : broken_) scope_.declare(name, {});
}

void Checker::declare(const Decl& decl, Target target) {
  if (is_reserved(decl.name))
    return reject_reserved(decl.name, decl.name_span, "the name of a declaration");
  if (scope_.declare(decl.name, {target, &decl})) return;
  const Decl& first = *scope_.global(decl.name)->decl;
  report(
      Code::duplicate, decl.name_span,
      fmt::format("found {} again, expected each name to be declared once: line {} has the {} {}",
                  diagc::quoted(decl.name), file_.source->position(first.name_span.begin).line,
                  syntax::keyword(first.kind), diagc::quoted(first.name)));
}

void Checker::check(Decl& decl) {
  current_ = &decl;
  scope_.enter_frame();
  if (decl.kind == Decl::Kind::field) return check_field(decl);
  if (decl.kind == Decl::Kind::vertex) return check_vertex(decl);
  for (const auto& range : decl.ranges) resolve(*range);
  for (const auto& parameter : decl.parameters) {
    if (parameter.range) resolve(*parameter.range, true);
  }
  // The ranges of an output's indices know none of the indices; their binders may use the same
  // slots.
  if (!decl.green.name.empty()) check_contour_rule(decl);
  if (decl.kind == Decl::Kind::solve) check_solve(decl);
  bind_parameters(decl);
  bind_axes(decl);
  if (decl.kind == Decl::Kind::axis) {
    check_axis(decl);
  } else if (decl.body) {
    resolve(*decl.body);
  }
  decl.frame_size = scope_.frame_size();
  if (decl.kind == Decl::Kind::constant) ++own_static_;
}

void Checker::bind_parameters(const Decl& decl) {
  std::unordered_map<std::string_view, int> seen;
  for (const auto& parameter : decl.parameters) {
    reject_reserved(parameter.name, parameter.span, is_output(decl) ? "an index" : "a parameter");
    if (seen[parameter.name]++ == 1) {
      report(Code::duplicate, parameter.span,
             fmt::format("found {} twice among the {} of {}, expected different names",
                         diagc::quoted(parameter.name), is_output(decl) ? "indices" : "parameters",
                         diagc::quoted(decl.name)));
    }
    scope_.bind(parameter.name);
  }
}

/// Input and output name axes; variables of a def or fn have the axes of what they are called with.
void Checker::bind_axes(Decl& decl) {
  std::unordered_map<std::string_view, int> seen;
  for (auto& parameter : decl.axes) {
    if (!parameter.axis.name.empty()) resolve_axis(parameter.axis);
    if (parameter.name.empty()) continue;
    reject_reserved(parameter.name, parameter.span, "an axis variable");
    if (seen[parameter.name]++ == 1) {
      report(Code::duplicate, parameter.span,
             fmt::format("found {} twice among the axis variables of {}, expected different names",
                         diagc::quoted(parameter.name), diagc::quoted(decl.name)));
    }
    scope_.bind(parameter.name, Scope::Local::variable);
  }
}

void Checker::check_axis(Decl& decl) {
  const Expr& extent = *decl.body;
  if (extent.kind == Expr::Kind::name && extent.text == "cyclic" && !scope_.global("cyclic")) {
    decl.is_cyclic = true;
    return;
  }
  resolve(*decl.body);
}

namespace {

Rules collect(syntax::File file) {
  Rules rules;
  rules.file = std::make_shared<const syntax::File>(std::move(file));
  for (const Decl& decl : rules.file->decls) {
    switch (decl.kind) {
      case Decl::Kind::constant:
        rules.statics.push_back(&decl);
        break;
      case Decl::Kind::param:
        rules.params.push_back(&decl);
        break;
      case Decl::Kind::input:
        rules.inputs.push_back(&decl);
        break;
      case Decl::Kind::family:
        rules.families.push_back(&decl);
        break;
      case Decl::Kind::function:
        rules.functions.push_back(&decl);
        break;
      case Decl::Kind::output:
        rules.outputs.push_back(&decl);
        break;
      case Decl::Kind::axis:
        rules.axes.push_back(&decl);
        break;
      case Decl::Kind::field:
        rules.fields.push_back(&decl);
        break;
      case Decl::Kind::vertex:
        rules.vertices.push_back(&decl);
        break;
      case Decl::Kind::green:
        rules.greens.push_back(&decl);
        rules.inputs.insert(rules.inputs.end(), count_of_times(decl), &decl);
        break;
      case Decl::Kind::coupling:
        rules.couplings.push_back(&decl);
        (decl.axes.empty() ? rules.params : rules.inputs)
            .insert(decl.axes.empty() ? rules.params.end() : rules.inputs.end(),
                    count_of_times(decl), &decl);
        break;
      case Decl::Kind::self_energy:
      case Decl::Kind::mean_field:
      case Decl::Kind::potential:
        rules.outputs.push_back(&decl);
        break;
      case Decl::Kind::solve:
        rules.solves.push_back(&decl);
        rules.inputs.insert(rules.inputs.end(), count_of_times(decl), &decl);
        rules.outputs.push_back(&decl);
        break;
    }
  }
  return rules;
}

Rules check_parsed(syntax::Parsed parsed) {
  Checker(parsed.file, parsed.broken, parsed.diagnostics).run();
  sort_diagnostics(parsed.diagnostics);
  if (!parsed.diagnostics.empty()) throw InputError(std::move(parsed.diagnostics));
  return collect(std::move(parsed.file));
}

}  // namespace

Rules check(syntax::File file) {
  return check_parsed({.file = std::move(file), .diagnostics = {}, .broken = {}});
}

Rules load(SourcePtr source) { return check_parsed(syntax::parse_all(std::move(source))); }

}  // namespace diagc::rules
