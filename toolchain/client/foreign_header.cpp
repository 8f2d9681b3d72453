#include "toolchain/client/foreign_header.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>

namespace diagc::toolchain {

namespace {

constexpr std::string_view unary_functions[] = {
    "exp",   "exp2", "expm1", "log",  "log2",  "log10", "log1p", "sqrt", "cbrt",   "sin",
    "cos",   "tan",  "asin",  "acos", "atan",  "sinh",  "cosh",  "tanh", "asinh",  "acosh",
    "atanh", "fabs", "floor", "ceil", "round", "trunc", "erf",   "erfc", "tgamma", "lgamma"};
constexpr std::string_view binary_functions[] = {"pow", "atan2", "fmin", "fmax", "fmod", "hypot"};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string quoted_path(const std::string& path) {
  return replaced(replaced(path, "\\", "\\\\"), "\"", "\\\"");
}

}  // namespace

std::string numeric_declarations(std::string_view scope) {
  const std::string inside = scope.empty() ? "" : fmt::format("::{}", scope);
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
    names += fmt::format("using {0}::{1};\nusing {0}::{1}f;\n", inside, name);
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
    names += fmt::format("using {}::{};\n", inside, name);
  }
  return text + "namespace std {\n" + names + "}\n";
}

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

std::string header_in_namespace(const std::string& path, const std::string& text,
                                std::string_view scope) {
  return fmt::format(
      "namespace {0} {{\n"
      "{1}"
      "#line 1 \"{2}\"\n"
      "{3}"
      "#line 1 \"foreign header\"\n"
      "}}  // namespace {0}\n",
      scope, numeric_declarations(scope), quoted_path(path), without_includes(text));
}

}  // namespace diagc::toolchain
