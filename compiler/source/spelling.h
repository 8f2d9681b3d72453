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

/// The largest distance at which a name of this length is taken for a misspelling of another. Short names differ by
/// chance: one or two letters must agree but for case.
std::size_t spelling_tolerance(std::size_t length);

/// The one of `names` that is nearest to `word` within the tolerance, the first in the alphabet of several; empty where there is
/// none.
std::string closest_name(std::string_view word, std::span<const std::string> names);

}  // namespace diagc
