#include "programs/command/usage_text.h"

#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/source/spelling.h"

namespace diagc {

namespace {

bool is(const CLI::ParseError& error, CLI::ExitCodes code) {
  return error.get_exit_code() == static_cast<int>(code);
}

bool is_option(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

/// With their dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// How far the words name commands, and the first that does not.
struct Walk {
  const CLI::App* command;
  std::string name;     ///< "diagc cache list"
  std::string unknown;  ///< a word where a command or an option of this one was expected
};

Walk walk(const CLI::App& app, std::span<char* const> words) {
  Walk result{&app, app.get_name(), ""};
  for (const std::string word : words) {
    if (result.command->get_subcommands(nullptr).empty()) break;  // all else are its own arguments
    if (is_option(word)) {
      if (result.command->get_option_no_throw(word.substr(0, word.find('=')))) continue;
      result.unknown = word;
      break;
    }
    const CLI::App* next = nullptr;
    for (const CLI::App* command : result.command->get_subcommands(nullptr)) {
      if (command->get_name() == word) next = command;
    }
    if (!next) {
      result.unknown = word;
      break;
    }
    result.command = next;
    result.name += " " + word;
  }
  return result;
}

std::string of_unknown_option(const Walk& where, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::string near = closest_name(name, option_names(*where.command));
  return near.empty() ? fmt::format("found the unknown option {} of `{}`", name, where.name)
                      : fmt::format("found the unknown option {}: did you mean {}?", name, near);
}

std::string of_unknown_command(const Walk& where, const std::string& word) {
  const std::vector<std::string> names = command_names(*where.command);
  const std::string near = closest_name(word, names);
  if (!near.empty())
    return fmt::format("found the unknown command `{}`: did you mean `{}`?", word, near);
  return fmt::format("found the unknown command `{}`, expected one of {}", word,
                     fmt::join(names, ", "));
}

/// The first option that is followed by no value; empty where all have one.
std::string of_missing_value(const CLI::App& command, std::span<char* const> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i];
    if (!is_option(word) || (i + 1 < words.size() && !is_option(words[i + 1]))) continue;
    const CLI::Option* option = command.get_option_no_throw(word);
    if (!option || option->get_items_expected_min() == 0) continue;
    return fmt::format("found {0} without a value, expected {0} {1}", word,
                       option->get_type_name());
  }
  return {};
}

std::string message(const Walk& where, const CLI::ParseError& error, std::span<char* const> words) {
  if (!where.unknown.empty()) {
    return is_option(where.unknown) ? of_unknown_option(where, where.unknown)
                                    : of_unknown_command(where, where.unknown);
  }
  if (const auto names = command_names(*where.command); !names.empty()) {
    return fmt::format("found no command after `{}`, expected one of {}", where.name,
                       fmt::join(names, ", "));
  }
  const std::vector<std::string> extra = where.command->remaining();
  if (is(error, CLI::ExitCodes::ExtrasError) && !extra.empty()) {
    if (is_option(extra[0])) return of_unknown_option(where, extra[0]);
    return fmt::format("found `{}`, expected no further argument of `{}`", extra[0], where.name);
  }
  if (is(error, CLI::ExitCodes::ArgumentMismatch)) {
    if (const std::string text = of_missing_value(*where.command, words); !text.empty())
      return text;
  }
  return error.what();
}

}  // namespace

std::string usage_text(const CLI::App& app, const CLI::ParseError& error,
                       std::span<char* const> words) {
  const Walk where = walk(app, words);
  return fmt::format("{}: {}\n`{} --help` shows what there is.", app.get_name(),
                     message(where, error, words), where.name);
}

}  // namespace diagc
