#include "compiler/source/spelling.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace diagc {

namespace {

constexpr std::size_t longest_compared = 64;

}  // namespace

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

NearestName::NearestName(std::string_view word)
    : word_(word),
      limit_(1 + (word.size() <= 2   ? 0
                  : word.size() <= 5 ? 1
                                     : 2)) {}

bool NearestName::consider(std::string_view name) {
  const std::size_t longer = std::max(word_.size(), name.size());
  if (longer > longest_compared) return false;
  const std::size_t shorter = std::min(word_.size(), name.size());
  // Each letter more is an edit; at the limit itself a name may still come earlier in the alphabet.
  if (longer - shorter > limit_) return false;
  const std::size_t distance = edit_distance(word_, name);
  if (distance < limit_ || (distance == limit_ && !found_.empty() && name < found_)) {
    found_ = name;
    limit_ = distance;
  }
  return true;
}

std::string closest_name(std::string_view word, std::span<const std::string> names) {
  NearestName nearest(word);
  for (const std::string& name : names) nearest.consider(name);
  return std::string(nearest.found());
}

}  // namespace diagc
