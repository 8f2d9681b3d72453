#include "programs/command/option_values.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/source/spelling.h"

namespace diagc {

namespace {

/// Nothing where the text is more, or less, than one number.
template <class Number>
std::optional<Number> whole_text(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

CLI::Option* take(CLI::Option* option, std::function<std::string(std::string&)> check) {
  return option->check(CLI::Validator(std::move(check), ""));
}

/// "a, b or c"
std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
}

}  // namespace

CLI::Option* take_whole_number(CLI::Option* option, std::int64_t least, std::int64_t most) {
  return take(option, [=](std::string& text) {
    const auto value = whole_text<std::int64_t>(text);
    if (value && *value >= least && *value <= most) return std::string();
    return most == std::numeric_limits<std::int64_t>::max()
               ? fmt::format("found {}, expected a whole number of at least {}", text, least)
               : fmt::format("found {}, expected a whole number from {} to {}", text, least, most);
  });
}

CLI::Option* take_amount(CLI::Option* option) {
  return take(option, [](std::string& text) {
    const auto value = whole_text<double>(text);
    if (value && std::isfinite(*value) && *value >= 0) return std::string();
    return fmt::format("found {}, expected a finite number of at least 0", text);
  });
}

CLI::Option* take_one_of(CLI::Option* option, const std::vector<std::string>& words) {
  option->type_name(fmt::format("{}", fmt::join(words, "|")));
  return take(option, [words](std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    const std::string near = closest_name(text, words);
    return fmt::format("found {}, expected {}{}", text, alternatives(words),
                       near.empty() ? "" : fmt::format(": did you mean {}?", near));
  });
}

}  // namespace diagc
