// Values of U as people write them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace diagc::series {

/// "2", "0,1,2.5", "0..6" (24 equal steps) or "0..6:0.5" (steps of 0.5, the last shortened to end at 6); nothing where it is none of
/// these, not finite, not ascending, or more than 10,000 values.
std::optional<std::vector<double>> parse_couplings(std::string_view text);

}  // namespace diagc::series
