#include "compiler/emit/embedded_files.h"

#include <algorithm>
#include <stdexcept>

namespace diagc {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view text_of(std::string_view name) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("no embedded file " + std::string(name));
}

}  // namespace

std::string embedded_text(std::string_view name,
                          std::initializer_list<std::pair<std::string_view, std::string>> values) {
  const std::string_view text = text_of(name);
  std::string result;
  for (auto at = text.begin(); at != text.end();) {
    const auto end = is_word(*at) ? std::find_if_not(at, text.end(), is_word) : at + 1;
    const std::string_view word(at, end);
    const auto* const value =
        std::ranges::find(values, word, &std::pair<std::string_view, std::string>::first);
    result += value == values.end() ? word : std::string_view(value->second);
    at = end;
  }
  return result;
}

}  // namespace diagc
