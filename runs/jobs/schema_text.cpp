// A schema as people read it: the commented example, the table of the documentation, the lines of --help.
#include <algorithm>
#include <cctype>
#include <string_view>

#include <fmt/format.h>

#include "runs/jobs/schema.h"

namespace diagc::runs {

namespace {

/// At most `width` bytes a line, each after `prefix`.
std::string wrapped(const std::string& text, std::string_view prefix, std::size_t width) {
  std::string result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.size();
    if (end - begin > width) {
      end = text.rfind(' ', begin + width);
      if (end == text.npos || end <= begin) end = text.find(' ', begin);
      if (end == text.npos) end = text.size();
    }
    result += fmt::format("{}{}\n", prefix, text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

std::string as_comment(const std::string& text) { return wrapped(text, "# ", 110); }

/// One sentence a line, as in all our Markdown, and no line beyond 160 bytes.
std::string sentences(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    // "s = 1 .. n" and "1. of a list" go on in one line.
    std::size_t end = begin;
    do {
      end = std::min(text.find(". ", end + 1), text.size());
    } while (end + 2 < text.size() && std::isupper(static_cast<unsigned char>(text[end + 2])) == 0);
    result += wrapped(text.substr(begin, end + 1 - begin), "", 160);
    begin = std::min(end + 2, text.size());
  }
  return result;
}

/// Without the backquotes of Markdown.
std::string plain(std::string text) {
  std::erase(text, '`');
  return text;
}

std::string header_of(const Section& section) {
  const bool repeated = section.next && !section.at_least_one;
  return repeated ? fmt::format("[[{}]]", section.name) : fmt::format("[{}]", section.name);
}

std::string without_it(const Key& key) {
  return key.default_value.empty() ? key.otherwise : key.default_value;
}

}  // namespace

std::string example_file(const Schema& schema) {
  std::string text = fmt::format(
      "# A job for `{}`. Every key stands here; lines that begin with `#` hold what may be "
      "changed.\n",
      schema.program);
  for (const Section& section : schema.sections) {
    text += fmt::format("\n{}\n{}", header_of(section), as_comment(section.help));
    for (const Key& key : section.keys) {
      const std::string unit = key.unit.empty() ? "" : fmt::format(" [{}]", key.unit);
      const std::string about =
          fmt::format("{}{}. Takes {}; default: {}.", key.help, unit, key.type, without_it(key));
      text += fmt::format("\n{}{}{} = {}\n", as_comment(plain(about)), key.shown ? "" : "# ",
                          key.name, key.example.empty() ? key.default_value : key.example);
    }
  }
  return text;
}

std::string keys_in_markdown(const Schema& schema) {
  std::string text;
  for (const Section& section : schema.sections) {
    text += fmt::format("{}{}\n| key | takes | default | unit | meaning |\n|---|---|---|---|---|\n",
                        text.empty() ? "" : "\n",
                        sentences(fmt::format("`{}` {}", header_of(section), section.help)));
    for (const Key& key : section.keys) {
      text += fmt::format(
          "| `{}` | {} | {} | {} | {} |\n", key.name, key.type,
          key.default_value.empty() ? key.otherwise : fmt::format("`{}`", key.default_value),
          key.unit, key.help);
    }
  }
  return text;
}

std::string keys_in_lines(const Schema& schema) {
  std::size_t width = 0;
  for (const Section& section : schema.sections) {
    for (const Key& key : section.keys) width = std::max(width, key.name.size());
  }
  std::string text =
      fmt::format("Keys of a job file (`{} --example` explains each):\n", schema.program);
  for (const Section& section : schema.sections) {
    text += fmt::format("\n  {}\n", header_of(section));
    for (const Key& key : section.keys) {
      const std::string about = plain(fmt::format("{}; default: {}", key.type, without_it(key)));
      const std::string lines = wrapped(about, std::string(width + 6, ' '), 100 - width);
      text += fmt::format("    {:<{}}{}", key.name, width + 2, lines.substr(width + 6));
    }
  }
  return text;
}

}  // namespace diagc::runs
