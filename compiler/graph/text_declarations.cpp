#include "compiler/graph/text_declarations.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace diagc {

namespace {

/// ".E, .x, .y or .z"
std::string choice(std::span<const std::string_view> names, std::string_view prefix) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += i == 0 ? "" : i + 1 < names.size() ? ", " : " or ";
    text += fmt::format("{}{}", prefix, names[i]);
  }
  return text;
}

}  // namespace

void TextDeclarations::static_line() {
  const std::string name = identifier("the name of a static");
  expect('=');
  skip_blanks();
  const std::size_t begin = at_;
  while (!at_end_of_line() && text_[at_] != '\r') ++at_;
  std::string_view value = text_.substr(begin, at_ - begin);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  if (value.empty()) expected("the value of the static");
  signature_->statics.emplace_back(name, value);
}

void TextDeclarations::declaration(const std::string& keyword) {
  skip_blanks();
  const std::size_t begin = at_;
  auto& list = keyword == "input"   ? signature_->inputs
               : keyword == "param" ? signature_->params
                                    : signature_->outputs;
  Variable variable;
  variable.name = identifier(fmt::format("the name of an {}", keyword));
  std::uint64_t scalars = 1;
  if (accept('[')) {
    do {
      skip_blanks();
      const std::size_t range_begin = at_;
      IndexRange range;
      range.first = integer();
      expect('.');
      expect('.');
      range.last = integer();
      if (range.last >= range.first) {
        const auto size =
            static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(range.first);
        if (size >= no_node) fail(range_begin, "this range has more than 2^32 indices");
        scalars *= size + 1;
      } else {
        scalars = 0;
      }
      if (scalars >= no_node / 4) fail(range_begin, "more than 2^30 elements");
      variable.ranges.push_back(range);
    } while (accept(','));
    expect(']');
  }
  if (accept(':')) type(variable);
  if (peek() == '"') variable.doc = string();
  std::uint64_t first = 0;
  if (!list.empty()) first = list.back().first + static_cast<std::uint64_t>(list.back().scalars());
  if (first + scalars * 4 >= no_node) fail(begin, "more than 2^32 scalars");
  variable.first = static_cast<std::uint32_t>(first);
  if (keyword == "output") {
    declare(begin, outputs_, variable.name, {Kind::one, list.size()});
  } else {
    declare(begin, leaves_, variable.name,
            {keyword == "input" ? Kind::input : Kind::param, list.size()});
  }
  list.push_back(std::move(variable));
}

void TextDeclarations::declare(std::size_t at, std::unordered_map<std::string, Declared>& names,
                               const std::string& name, Declared declared) {
  if (!names.emplace(name, declared).second) {
    fail(at, fmt::format("'{}' is declared already", name));
  }
}

void TextDeclarations::type(Variable& variable) {
  skip_blanks();
  const std::size_t begin = at_;
  const std::string_view name = word();
  const bool is_vector = name == shape_word(ElementShape::four_vector);
  if (name == "real" || name == "complex" || is_vector) {
    if (is_vector) variable.shape = ElementShape::four_vector;
    variable.type = name == "complex" ? Type::complex : Type::real;
    if (is_vector && accept('<')) {
      const std::size_t inner_begin = at_;
      const std::string_view inner = word();
      if (inner != "real" && inner != "complex") {
        at_ = inner_begin;
        expected("real or complex");
      }
      variable.type = inner == "complex" ? Type::complex : Type::real;
      expect('>');
    }
    return;
  }
  at_ = begin;
  expected("a type: real, complex, lorentz or lorentz<complex>");
}

void TextDeclarations::family_line() {
  CallTable::Family family;
  family.name = identifier("the name of a family");
  if (accept('(')) {
    do {
      family.parameters.push_back(identifier("the name of a parameter"));
    } while (accept(','));
    expect(')');
  }
  if (starts_identifier(peek())) {
    expect_word("line");
    family.line = static_cast<std::uint32_t>(integer());
  }
  // An output may have the name of a family; calls then mean the first.
  const auto id = static_cast<std::uint32_t>(calls_->families.size());
  families_.emplace(family.name, id);
  calls_->families.push_back(std::move(family));
}

std::uint32_t TextDeclarations::scalar(const Variable& variable, std::size_t begin) {
  std::uint64_t element = 0;
  if (variable.ranges.empty()) {
    if (peek() == '[') fail(at_, fmt::format("{} has no indices", variable.name));
  } else {
    expect('[');
    for (std::size_t i = 0; i < variable.ranges.size(); ++i) {
      if (i > 0) expect(',');
      skip_blanks();
      const std::size_t index_begin = at_;
      const IndexRange& range = variable.ranges[i];
      const std::int64_t index = integer();
      if (index < range.first || index > range.last) {
        fail(index_begin, fmt::format("index {} of {} is outside {}..{}", index, variable.name,
                                      range.first, range.last));
      }
      element = element * static_cast<std::uint64_t>(range.size()) +
                static_cast<std::uint64_t>(index - range.first);
    }
    expect(']');
  }
  std::uint64_t component = 0;
  if (variable.shape != ElementShape::scalar) {
    const auto names = component_names(variable.shape);
    if (!accept('.'))
      fail(begin, fmt::format("{} is a vector, expected {}", variable.name, choice(names, ".")));
    const std::size_t name_begin = at_;
    const auto found = std::ranges::find(names, word());
    if (found == names.end()) {
      at_ = name_begin;
      expected(choice(names, ""));
    }
    component = static_cast<std::uint64_t>(found - names.begin());
  }
  return static_cast<std::uint32_t>(
      variable.first + element * static_cast<std::uint64_t>(variable.components()) + component);
}

}  // namespace diagc
