#include "physics/lattice/own_propagator.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "runtime/system/whole_file.h"
#include "toolchain/client/toolchain.h"

namespace diagc::lattice {
namespace {

constexpr std::uint64_t largest_header = 1 << 20;

constexpr std::string_view unary_functions[] = {
    "exp",   "exp2", "expm1", "log",  "log2",  "log10", "log1p", "sqrt", "cbrt",   "sin",
    "cos",   "tan",  "asin",  "acos", "atan",  "sinh",  "cosh",  "tanh", "asinh",  "acosh",
    "atanh", "fabs", "floor", "ceil", "round", "trunc", "erf",   "erfc", "tgamma", "lgamma"};
constexpr std::string_view binary_functions[] = {"pow", "atan2", "fmin", "fmax", "fmod", "hypot"};

/// What <cmath> has, for a compiler that sees no header. In a namespace of its own, so that it meets
/// nothing that a kernel declares.
std::string declarations() {
  std::string text, names;
  const auto add = [&](std::string_view name, const std::vector<std::string_view>& parameters) {
    const auto list = [&](std::string_view type, bool named) {
      std::string result;
      for (const std::string_view parameter : parameters) {
        if (!result.empty()) result += ", ";
        result += type;
        if (named) result += (type.empty() ? "" : " ") + std::string(parameter);
      }
      return result;
    };
    text += fmt::format("extern \"C\" double {}({});\n", name, list("double", false));
    text += fmt::format("extern \"C\" float {}f({});\n", name, list("float", false));
    text += fmt::format("inline float {}({}) {{ return {}f({}); }}\n", name, list("float", true),
                        name, list("", true));
    names += fmt::format("using ::DIAGC_SCOPE::{0};\nusing ::DIAGC_SCOPE::{0}f;\n", name);
  };
  for (const std::string_view name : unary_functions) add(name, {"x"});
  for (const std::string_view name : binary_functions) add(name, {"x", "y"});
  add("fma", {"x", "y", "z"});
  for (const std::string_view type : {"int", "float", "double"}) {
    text += fmt::format("inline {0} abs({0} x) {{ return x < 0 ? -x : x; }}\n", type);
    text += fmt::format("inline {0} min({0} x, {0} y) {{ return y < x ? y : x; }}\n", type);
    text += fmt::format("inline {0} max({0} x, {0} y) {{ return x < y ? y : x; }}\n", type);
  }
  for (const std::string_view name : {"abs", "min", "max"}) {
    names += fmt::format("using ::DIAGC_SCOPE::{};\n", name);
  }
  return text + "namespace std {\n" + names + "}\n";
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// A header's own includes, which name <cmath> only, and `#pragma once` mean nothing in the middle of
/// a kernel; their lines stay, empty.
std::string without_includes(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    const auto skip = [&rest](std::string_view word) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      if (!rest.starts_with(word)) return false;
      rest.remove_prefix(word.size());
      return true;
    };
    const bool directive = skip("#");
    const std::string_view after = rest;
    const bool include = directive && skip("include");
    rest = after;
    const bool once = directive && !include && skip("pragma") && skip("once");
    if (!include && !once) result += line;
    result += '\n';
  }
  return result;
}

std::string quoted(const std::string& path) {
  return replaced(replaced(path, "\\", "\\\\"), "\"", "\\\"");
}

std::string literal(double number, const std::string& real) {
  std::string text =
      real == "float" ? fmt::format("{}", static_cast<float>(number)) : fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return real == "float" ? text + "f" : text;
}

std::string without_last_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string type_of(const OwnPropagator& own) {
  std::string parameters;
  for (std::uint32_t i = 0; i < own.coordinates; ++i) parameters += "int, ";
  return own.real + " (" + parameters + own.real + ")";
}

OwnPropagator read_own_propagator(const ModelOptions& options) {
  OwnPropagator own;
  own.path = options.own_propagator;
  own.coordinates = static_cast<std::uint32_t>(options.size.size());
  std::ranges::copy(options.size, own.extents.begin());
  own.beta = options.beta;
  own.real = options.precision == Precision::fp32 ? "float" : "double";
  try {
    own.text = read_bounded(own.path, largest_header);
  } catch (const NotRead& reason) {
    throw WrongModel(own_propagator_option,
                     fmt::format("found no file \"{}\" that can be read ({}), expected a header "
                                 "with a function g0 of type '{}'",
                                 own.path, reason.what(), type_of(own)));
  }
  return own;
}

OwnLines check_own_propagator(const OwnPropagator& own, int& line) {
  toolchain::Source source{own.text, own.path, toolchain::resolve_cpu("native")};
  source.line = &line;
  toolchain::FunctionRule rule{.name = "g0",
                               .type = type_of(own),
                               .declarations = replaced(declarations(), "::DIAGC_SCOPE", ""),
                               .headers = {"cmath", "math.h"}};
  OwnLines lines;
  try {
    toolchain::check_function(source, rule);
    lines.g0 = line;
    rule.name = "g0_mu";
    rule.required = false;
    toolchain::check_function(source, rule);
    lines.g0_mu = line;
    return lines;
  } catch (const toolchain::Refused& refused) {
    throw WrongModel(own_propagator_option, without_last_newline(refused.what()));
  }
}

namespace {

/// The function that is called in place of the header's function of this name.
std::string wrapper(const OwnPropagator& own, const char* name) {
  static constexpr const char* coordinate_names[] = {"dx", "dy", "dz"};
  std::string nearest, arguments;
  for (std::uint32_t i = 0; i < own.coordinates; ++i) {
    nearest += fmt::format("  if ({0} > {1}) {0} -= {2};\n", coordinate_names[i],
                           own.extents[i] / 2, own.extents[i]);
    arguments += fmt::format("{}, ", coordinate_names[i]);
  }
  for (std::uint32_t i = own.coordinates; i < 3; ++i)
    nearest += fmt::format("  (void){};\n", coordinate_names[i]);
  return fmt::format(
      "static inline {real} diagc_own_{name}(int dx, int dy, int dz, {real} tau) {{\n"
      "{nearest}"
      "  const bool later = tau > 0;\n"
      "  const {real} g = diagc_own::{name}({arguments}later ? tau : tau + {beta});\n"
      "  return later ? g : -g;\n"
      "}}\n",
      fmt::arg("name", name), fmt::arg("real", own.real), fmt::arg("nearest", nearest),
      fmt::arg("arguments", arguments), fmt::arg("beta", literal(own.beta, own.real)));
}

}  // namespace

/// The header between its declarations and the functions that are called.
std::string own_source(const OwnPropagator& own) {
  return fmt::format(
             "namespace diagc_own {{\n"
             "{}"
             "#line 1 \"{}\"\n"
             "{}"
             "#line 1 \"own propagator\"\n"
             "}}  // namespace diagc_own\n",
             replaced(declarations(), "DIAGC_SCOPE", "diagc_own"), quoted(own.path),
             without_includes(own.text)) +
         wrapper(own, "g0") + (own.derivative ? wrapper(own, "g0_mu") : "");
}

}  // namespace diagc::lattice
