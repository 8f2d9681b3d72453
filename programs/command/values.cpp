#include "programs/command/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "programs/command/command.h"
#include "programs/command/definitions.h"

namespace diagc {

namespace {

/// A number at the front of the text, which it takes off. from_chars knows no plus sign.
std::optional<double> take_decimal(std::string_view& text) {
  const bool plus = text.starts_with('+');
  const char* begin = text.data() + (plus ? 1 : 0);
  const char* end = text.data() + text.size();
  if (plus && begin < end && *begin == '-') return std::nullopt;
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

/// Whether the text is a whole number that a double holds exactly.
bool is_exact_integer(std::string_view text) {
  constexpr std::int64_t most = std::int64_t{1} << 53;
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size() && value >= -most &&
         value <= most;
}

/// The same, or a fraction of whole numbers: the double nearest to it, since both are exact and the division rounds once.
std::optional<double> take_real(std::string_view& text) {
  const std::string_view all = text;
  const auto value = take_decimal(text);
  if (!value || !text.starts_with('/')) return value;
  const std::string_view numerator = all.substr(0, all.size() - text.size());
  text.remove_prefix(1);
  const std::string_view rest = text;
  if (rest.starts_with('+') || rest.starts_with('-')) return std::nullopt;
  const auto divisor = take_decimal(text);
  const std::string_view denominator = rest.substr(0, rest.size() - text.size());
  if (!divisor || *divisor == 0 || !is_exact_integer(numerator) || !is_exact_integer(denominator))
    return std::nullopt;
  return *value / *divisor;
}

/// What is left after the real part, or the whole: "2i", "+i", "-0.5i".
std::optional<double> imaginary_part(std::string_view text) {
  if (text == "i" || text == "+i") return 1;
  if (text == "-i") return -1;
  const auto value = take_real(text);
  if (!value || text != "i") return std::nullopt;
  return value;
}

std::string kind_of(const syntax::Decl& decl) {
  const std::string number = decl.type.scalar == syntax::Scalar::complex ? "complex" : "real";
  if (decl.type.shape == ElementShape::four_vector)
    return fmt::format("four {} numbers such as {}=1,0,0,1", number, decl.name);
  return decl.type.scalar == syntax::Scalar::complex
             ? fmt::format("a complex number such as {}=1+2i", decl.name)
             : fmt::format("a real number such as {}=2", decl.name);
}

std::optional<std::vector<std::complex<double>>> parse_value(std::string_view text,
                                                             const syntax::TypeName& type) {
  std::vector<std::complex<double>> values;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const auto value = parse_number(text.substr(0, comma));
    if (!value || (type.scalar == syntax::Scalar::real && value->imag() != 0)) return std::nullopt;
    values.push_back(*value);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  if (values.size() != components(type.shape)) return std::nullopt;
  return values;
}

[[noreturn]] void throw_sorted(std::vector<Diagnostic> diagnostics) {
  sort_diagnostics(diagnostics);
  throw InputError(std::move(diagnostics));
}

}  // namespace

std::optional<std::complex<double>> parse_number(std::string_view text) {
  if (const auto imaginary = imaginary_part(text)) return std::complex<double>(0, *imaginary);
  const auto real = take_real(text);
  if (!real) return std::nullopt;
  if (text.empty()) return std::complex<double>(*real, 0);
  if (!text.starts_with('+') && !text.starts_with('-')) return std::nullopt;
  const auto imaginary = imaginary_part(text);
  if (!imaginary) return std::nullopt;
  return std::complex<double>(*real, *imaginary);
}

const syntax::Decl* find_declaration(const std::vector<const syntax::Decl*>& decls,
                                     std::string_view name) {
  const auto found = std::find_if(decls.begin(), decls.end(),
                                  [&](const syntax::Decl* decl) { return decl->name == name; });
  return found == decls.end() ? nullptr : *found;
}

std::string existing_names(std::string_view what, const std::vector<const syntax::Decl*>& decls) {
  if (decls.empty()) return fmt::format("this file has no {}s", what);
  std::string names;
  for (const syntax::Decl* decl : decls)
    names += (names.empty() ? "" : ", ") + diagc::quoted(decl->name);
  return fmt::format("this file has the {}{} {}", what, decls.size() == 1 ? "" : "s", names);
}

std::vector<ParamValue> parse_params(const std::vector<std::string>& texts,
                                     const rules::Rules& rules) {
  const Source& source = *rules.file->source;
  std::vector<ParamValue> params;
  std::vector<Diagnostic> diagnostics;
  std::set<std::string> seen;
  for (const std::string& text : texts) {
    const auto [name, value] = name_and_value("-p", text);
    if (!seen.insert(name).second)
      throw UsageError(fmt::format("found -p {} twice, expected one value of it", name));
    const syntax::Decl* decl = find_declaration(rules.params, name);
    if (!decl) {
      diagnostics.push_back(
          make_diagnostic(Code::definition, source, rules.file->name_span,
                          fmt::format("found -p {}, expected the name of a param: {}", text,
                                      existing_names("param", rules.params))));
      continue;
    }
    if (const auto numbers = parse_value(value, decl->type)) {
      params.push_back({name, *numbers});
    } else {
      diagnostics.push_back(
          make_diagnostic(Code::definition, source, decl->name_span,
                          fmt::format("found -p {}, expected {}", text, kind_of(*decl))));
    }
  }
  if (!diagnostics.empty()) throw_sorted(std::move(diagnostics));
  return params;
}

void check_params(const std::vector<ParamValue>& given, const Kernel& kernel,
                  const rules::Rules& rules) {
  std::vector<Diagnostic> diagnostics;
  for (const Kernel::Variable& param : kernel.params()) {
    const bool is_given = std::any_of(given.begin(), given.end(), [&](const ParamValue& value) {
      return value.name == param.name;
    });
    if (!param.needed || is_given) continue;
    const syntax::Decl* decl = find_declaration(rules.params, param.name);
    diagnostics.push_back(
        make_diagnostic(Code::definition, *rules.file->source, decl->name_span,
                        fmt::format("found no value for the param {}, expected -p with {}; {}",
                                    diagc::quoted(param.name), kind_of(*decl),
                                    existing_names("param", rules.params))));
  }
  if (!diagnostics.empty()) throw_sorted(std::move(diagnostics));
}

std::vector<std::complex<double>> param_scalars(const std::vector<ParamValue>& given,
                                                const Kernel& kernel) {
  std::vector<std::complex<double>> result;
  for (const Kernel::Variable& param : kernel.params()) {
    const auto found = std::find_if(given.begin(), given.end(), [&](const ParamValue& value) {
      return value.name == param.name;
    });
    if (found != given.end()) {
      result.insert(result.end(), found->values.begin(), found->values.end());
    } else {
      result.insert(result.end(), param.leaves, 0.0);
    }
  }
  return result;
}

}  // namespace diagc
