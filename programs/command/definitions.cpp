#include "programs/command/definitions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "programs/command/command.h"

namespace diagc {

namespace {

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A million kernels take weeks.
constexpr std::uint64_t most_values = 1'000'000;

[[noreturn]] void not_a_range(const std::string& name, const std::string& text) {
  throw UsageError(
      fmt::format("found -D {0}={1}, expected a range of integers such as {0}=1..8 or, in steps of "
                  "8, {0}=8..32:8",
                  name, text));
}

/// Appends the values of "1..8" or "8..32:8".
void append_range(const std::string& name, const std::string& text, std::size_t dots,
                  std::vector<std::string>& values) {
  const std::size_t colon = text.find(':', dots);
  const auto first = integer(std::string_view(text).substr(0, dots));
  const auto last = integer(std::string_view(text).substr(
      dots + 2, colon == std::string::npos ? colon : colon - dots - 2));
  const auto step = colon == std::string::npos ? std::optional<std::int64_t>(1)
                                               : integer(std::string_view(text).substr(colon + 1));
  if (!first || !last || !step) not_a_range(name, text);
  if (*step < 1) {
    throw UsageError(fmt::format("found -D {}={}, expected a step of at least 1", name, text));
  }
  if (*first > *last) {
    throw UsageError(
        fmt::format("found the empty range -D {}={}, expected one that ascends", name, text));
  }
  // Differences of 64-bit numbers fit unsigned ones.
  const std::uint64_t further =
      (static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first)) /
      static_cast<std::uint64_t>(*step);
  if (further >= most_values - std::min<std::uint64_t>(values.size(), most_values)) {
    throw UsageError(
        fmt::format("found -D {}={}, expected at most {} values", name, text, most_values));
  }
  for (std::uint64_t i = 0; i <= further; ++i) {
    values.push_back(std::to_string(static_cast<std::int64_t>(
        static_cast<std::uint64_t>(*first) + i * static_cast<std::uint64_t>(*step))));
  }
}

std::vector<std::string> values_of(const std::string& name, const std::string& text) {
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    if (item.empty()) {
      throw UsageError(
          fmt::format("found -D {0}={1}, expected a value on both sides of every comma, as in "
                      "{0}=2,4,6",
                      name, text));
    }
    const std::size_t dots = item.find("..");
    if (dots == std::string::npos) {
      values.push_back(item);
    } else {
      append_range(name, item, dots, values);
    }
    begin = end + 1;
  }
  return values;
}

}  // namespace

std::pair<std::string, std::string> name_and_value(const std::string& option,
                                                   const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(fmt::format("found {} {}, expected {} NAME=VALUE", option, text, option));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Definitions::Definitions(const std::vector<std::string>& texts) {
  std::set<std::string> seen;
  for (const std::string& text : texts) {
    Definition definition;
    std::tie(definition.name, definition.text) = name_and_value("-D", text);
    if (!seen.insert(definition.name).second) {
      throw UsageError(
          fmt::format("found -D {} twice, expected one value or one range of it", definition.name));
    }
    definition.values = values_of(definition.name, definition.text);
    definitions_.push_back(std::move(definition));
  }
}

std::vector<std::string> Definitions::names() const {
  std::vector<std::string> names;
  for (const Definition& definition : definitions_) names.push_back(definition.name);
  return names;
}

StaticValues Definitions::single(const std::string& what) const {
  StaticValues values;
  for (const Definition& definition : definitions_) {
    if (definition.values.size() > 1) {
      throw UsageError(
          fmt::format("found the {} -D {}={}, expected one value: {} works on one kernel",
                      definition.text.find(',') == std::string::npos ? "range" : "list",
                      definition.name, definition.text, what));
    }
    values.emplace_back(definition.name, definition.values[0]);
  }
  return values;
}

void Definitions::for_each(const std::function<void(const StaticValues&)>& visit) const {
  std::vector<std::size_t> place(definitions_.size());
  for (;;) {
    StaticValues values;
    for (std::size_t i = 0; i < definitions_.size(); ++i)
      values.emplace_back(definitions_[i].name, definitions_[i].values[place[i]]);
    visit(values);
    std::size_t i = definitions_.size();
    while (i > 0 && place[i - 1] + 1 == definitions_[i - 1].values.size()) place[--i] = 0;
    if (i == 0) return;
    ++place[i - 1];
  }
}

std::map<std::string, std::string> as_map(const StaticValues& values) {
  return {values.begin(), values.end()};
}

std::string to_string(const StaticValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

}  // namespace diagc
