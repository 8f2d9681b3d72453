#include "runtime/cuda/source_excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace diagc::cuda {
namespace {

constexpr std::size_t around = 2;
constexpr std::size_t width = 120;
constexpr std::size_t most = 10;  // places; the first error tells most

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The number in "NAME(NUMBER): error", or 0.
std::size_t error_line(std::string_view line, std::string_view name) {
  if (!line.starts_with(name)) return 0;
  line.remove_prefix(name.size());
  if (!line.starts_with('(')) return 0;
  std::size_t number = 0, i = 1;
  for (; i < line.size() && i < 12 && line[i] >= '0' && line[i] <= '9'; ++i) {
    number = number * 10 + static_cast<std::size_t>(line[i] - '0');
  }
  const std::string_view rest = line.substr(i);
  return rest.starts_with("): error") || rest.starts_with("): catastrophic error") ? number : 0;
}

}  // namespace

std::string source_excerpt(std::string_view log, std::string_view name, std::string_view source) {
  const std::vector<std::string_view> lines = lines_of(source);
  std::set<std::size_t> named;
  for (const std::string_view line : lines_of(log)) {
    const std::size_t number = error_line(line, name);
    if (number >= 1 && number <= lines.size() && named.size() < most) named.insert(number);
  }
  std::set<std::size_t> shown;
  for (const std::size_t number : named) {
    for (std::size_t i = number > around ? number - around : 1;
         i <= std::min(number + around, lines.size()); ++i) {
      shown.insert(i);
    }
  }
  std::string text;
  std::size_t last = 0;
  for (const std::size_t number : shown) {
    if (last != 0 && number != last + 1) text += "       ...\n";
    last = number;
    const std::string_view line = lines[number - 1];
    text += fmt::format("{} {:>5} | {}{}\n", named.contains(number) ? '>' : ' ', number,
                        line.substr(0, width), line.size() > width ? " ..." : "");
  }
  return text;
}

}  // namespace diagc::cuda
