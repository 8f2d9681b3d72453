// The lengths of cyclic axes that --axis gives.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/rules/rules.h"

namespace diagc {

/// Grids by the names of axes, from "k=1024" and "k=32x32": at most 2^31 points each. Throws UsageError where one is malformed or a name comes twice,
/// InputError where the rules have no cyclic axis of a name.
std::map<std::string, std::vector<std::uint64_t>> parse_axes(const std::vector<std::string>& texts,
                                                             const rules::Rules& rules);

/// Whether some axis of the rules is cyclic.
bool has_cyclic_axes(const rules::Rules& rules);

}  // namespace diagc
