// Which name someone may have meant.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace diagc {

/// Insertions, deletions, replacements and swaps of neighbours from one word to the other, ignoring
/// case (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Looks among names for the one that a word is most likely a misspelling of: the nearest by edit_distance(), the first in the
/// alphabet of several. Of a word of 1 or 2 letters only case may differ, since short names are alike by chance; of one of up to 5
/// letters one edit, of a longer one two. Words and names of more than 64 letters are not compared.
class NearestName {
 public:
  /// `word` must outlive this object.
  explicit NearestName(std::string_view word);
  /// Whether the distance had to be computed, which the lengths of word and name often spare. `name` must outlive this object.
  bool consider(std::string_view name);
  /// Empty where no name is near enough.
  std::string_view found() const { return found_; }

 private:
  std::string_view word_, found_;
  std::size_t limit_;  ///< a name at this distance or further is not taken
};

/// The NearestName of `names`; empty where there is none.
std::string closest_name(std::string_view word, std::span<const std::string> names);

}  // namespace diagc
