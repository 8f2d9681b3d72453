#include "compiler/source/spelling.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace diagc {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<std::size_t> two_ago;
  std::vector<std::size_t> last(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] =
          std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1)});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], two_ago[j - 2] + 1);
    }
    two_ago = std::exchange(last, std::move(row));
  }
  return last.back();
}

std::size_t spelling_tolerance(std::size_t length) { return length <= 2 ? 0 : length <= 5 ? 1 : 2; }

std::string closest_name(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t longest_compared = 200;
  if (word.size() > longest_compared) return {};
  std::size_t least = spelling_tolerance(word.size());
  std::string best;
  for (const std::string& name : names) {
    if (name.size() > longest_compared) continue;
    const std::size_t distance = edit_distance(word, name);
    if (distance < least || (distance == least && (best.empty() || name < best))) {
      best = name;
      least = distance;
    }
  }
  return best;
}

}  // namespace diagc
