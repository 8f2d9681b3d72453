#include "programs/command/definitions.h"

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
    if (const std::size_t dots = definition.text.find(".."); dots != std::string::npos) {
      const auto first = integer(std::string_view(definition.text).substr(0, dots));
      const auto last = integer(std::string_view(definition.text).substr(dots + 2));
      if (!first || !last) {
        throw UsageError(fmt::format("found -D {}, expected a range of integers such as {}=1..8",
                                     text, definition.name));
      }
      if (*first > *last) {
        throw UsageError(
            fmt::format("found the empty range -D {}, expected one that ascends", text));
      }
      definition.is_range = true;
      definition.first = *first;
      definition.last = *last;
    }
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
    if (definition.is_range && definition.first != definition.last) {
      throw UsageError(
          fmt::format("found the range -D {}={}..{}, expected one value: {} works on one kernel",
                      definition.name, definition.first, definition.last, what));
    }
    values.emplace_back(definition.name,
                        definition.is_range ? std::to_string(definition.first) : definition.text);
  }
  return values;
}

void Definitions::for_each(const std::function<void(const StaticValues&)>& visit) const {
  std::vector<std::int64_t> place;
  for (const Definition& definition : definitions_) place.push_back(definition.first);
  for (;;) {
    StaticValues values;
    for (std::size_t i = 0; i < definitions_.size(); ++i) {
      values.emplace_back(definitions_[i].name, definitions_[i].is_range ? std::to_string(place[i])
                                                                         : definitions_[i].text);
    }
    visit(values);
    std::size_t i = definitions_.size();
    while (i > 0 && place[i - 1] == definitions_[i - 1].last) {
      place[i - 1] = definitions_[i - 1].first;
      --i;
    }
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
