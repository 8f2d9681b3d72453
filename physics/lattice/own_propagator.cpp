#include "physics/lattice/own_propagator.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "runtime/system/whole_file.h"
#include "toolchain/client/foreign_header.h"
#include "toolchain/client/toolchain.h"

namespace diagc::lattice {
namespace {

constexpr std::uint64_t largest_header = 1 << 20;

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
                               .declarations = toolchain::numeric_declarations(""),
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
  return toolchain::header_in_namespace(own.path, own.text, "diagc_own") + wrapper(own, "g0") +
         (own.derivative ? wrapper(own, "g0_mu") : "");
}

}  // namespace diagc::lattice
