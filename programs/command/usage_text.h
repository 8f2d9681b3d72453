// What is wrong with a command line, in words.
#pragma once

#include <span>
#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace diagc {

/// What was found and expected, with the name that may have been meant, and which --help shows more. `words` are those after the
/// program's name.
std::string usage_text(const CLI::App& app, const CLI::ParseError& error,
                       std::span<char* const> words);

}  // namespace diagc
