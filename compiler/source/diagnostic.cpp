#include "compiler/source/diagnostic.h"

#include <algorithm>
#include <tuple>

#include "compiler/source/utf8.h"

namespace diagc {

namespace {

constexpr std::size_t max_line = 100;   // code points shown of a line
constexpr std::size_t max_before = 60;  // of these, at least so many in front of the caret
constexpr std::size_t max_name = 60;    // code points shown of a name
constexpr std::string_view ellipsis = "…";
constexpr std::string_view replacement = "\uFFFD";

/// Shows what a terminal should not be given (control characters, broken UTF-8) as U+FFFD, one per
/// code point.
std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8::length(text, at);
    const auto byte = static_cast<unsigned char>(text[at]);
    if (size == 0 || (byte < 0x20 && byte != '\t') || byte == 0x7F) {
      if (size != 0 || !utf8::is_continuation(text[at])) shown += replacement;
      ++at;
    } else {
      shown += text.substr(at, size);
      at += size;
    }
  }
  return shown;
}

/// The window of a line around a byte offset in it, and the caret's column in the window.
struct Window {
  std::string text;
  std::uint32_t caret;
};

Window clip(std::string_view line, std::size_t at) {
  at = std::min(at, line.size());
  std::size_t begin = at;
  std::size_t end = at;
  const auto back = [&] {
    do --begin;
    while (begin > 0 && utf8::is_continuation(line[begin]));
  };
  const auto forth = [&] {
    do ++end;
    while (end < line.size() && utf8::is_continuation(line[end]));
  };
  std::size_t before = 0;
  std::size_t after = 0;
  for (; before < max_before && begin > 0; ++before) back();
  for (; before + after < max_line && end < line.size(); ++after) forth();
  for (; before + after < max_line && begin > 0; ++before) back();
  std::string shown = printable(line.substr(begin, end - begin));
  if (begin > 0) shown.insert(0, ellipsis);
  if (end < line.size()) shown += ellipsis;
  return {std::move(shown), static_cast<std::uint32_t>(before + 1 + (begin > 0 ? 1 : 0))};
}

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += render(diagnostic);
  }
  return text;
}

}  // namespace

const char* to_string(Code code) {
  switch (code) {
    case Code::file:
      return "file";
    case Code::syntax:
      return "syntax";
    case Code::nesting:
      return "nesting";
    case Code::duplicate:
      return "duplicate";
    case Code::unknown_name:
      return "unknown-name";
    case Code::arity:
      return "arity";
    case Code::kind:
      return "kind";
    case Code::index:
      return "index";
    case Code::recursion:
      return "recursion";
    case Code::limit:
      return "limit";
    case Code::definition:
      return "definition";
    case Code::value:
      return "value";
    case Code::graph:
      return "graph";
    case Code::machine:
      return "machine";
  }
  throw std::logic_error("to_string: no such diagnostic code");
}

Diagnostic make_diagnostic(Code code, const Source& source, Span at, std::string message) {
  const Position position = source.position(at.begin);
  const std::string_view line = source.line(position.line);
  const std::size_t in_line = std::min<std::size_t>(at.begin, source.text().size()) -
                              static_cast<std::size_t>(line.data() - source.text().data());
  Window window = clip(line, in_line);
  return {.code = code,
          .path = source.path(),
          .position = position,
          .message = std::move(message),
          .source_line = std::move(window.text),
          .caret = window.caret,
          .call_chain = {}};
}

std::string quoted(std::string_view name) {
  std::size_t end = 0;
  for (std::size_t count = 0; count < max_name && end < name.size(); ++count) {
    do ++end;
    while (end < name.size() && utf8::is_continuation(name[end]));
  }
  std::string text = "`" + printable(name.substr(0, end));
  if (end < name.size()) text += ellipsis;
  return text + "`";
}

std::string render(const Diagnostic& diagnostic) {
  std::string text;
  if (!diagnostic.path.empty()) {
    text += diagnostic.path + ":";
    if (diagnostic.position.line > 0) {
      text += std::to_string(diagnostic.position.line) + ":" +
              std::to_string(diagnostic.position.column) + ":";
    }
    text += " ";
  }
  text += "error: " + diagnostic.message;
  if (diagnostic.caret > 0) {
    const std::string& line = diagnostic.source_line;
    text += "\n" + line + "\n";
    std::uint32_t column = 1;
    for (std::size_t i = 0; i < line.size() && column < diagnostic.caret; ++i) {
      if (utf8::is_continuation(line[i])) continue;
      text += line[i] == '\t' ? '\t' : ' ';
      ++column;
    }
    text += "^";
  }
  for (const std::string& call : diagnostic.call_chain) text += "\n  " + call;
  return text;
}

void sort_diagnostics(std::vector<Diagnostic>& diagnostics) {
  const auto key = [](const Diagnostic& d) {
    return std::tie(d.path, d.position.line, d.position.column, d.message);
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
  const auto last =
      std::unique(diagnostics.begin(), diagnostics.end(),
                  [&](const Diagnostic& a, const Diagnostic& b) { return key(a) == key(b); });
  diagnostics.erase(last, diagnostics.end());
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(Diagnostic diagnostic)
    : InputError(std::vector<Diagnostic>{std::move(diagnostic)}) {}

}  // namespace diagc
