#include "toolchain/client/error_at.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace diagc::toolchain {
namespace {

constexpr int lines_around = 2;
constexpr std::size_t widest_line = 160;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    if (lines.back().ends_with('\r')) lines.back().remove_suffix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::string error_at(const std::string& file_name, std::string_view text, int line,
                     const std::string& message) {
  const auto lines = lines_of(text);
  const int last = static_cast<int>(lines.size());
  line = std::clamp(line, 1, std::max(last, 1));
  const std::size_t blank =
      line <= last ? std::min(lines[line - 1].find_first_not_of(" \t"), lines[line - 1].size()) : 0;
  std::string result = fmt::format("{}:{}:{}: error: {}\n", file_name, line, blank + 1, message);
  for (int i = std::max(1, line - lines_around); i <= std::min(last, line + lines_around); ++i) {
    result += fmt::format("{:6} | {}\n", i, lines[i - 1].substr(0, widest_line));
    if (i == line)
      result += fmt::format("       | {}^\n", std::string(std::min(blank, widest_line), ' '));
  }
  return result;
}

}  // namespace diagc::toolchain
