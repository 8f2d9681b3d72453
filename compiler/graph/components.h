// Strong components of a small directed graph, by Boost.Graph.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace diagc {

/// Vertices 0 … count − 1 grouped by mutual reachability, each group ascending, operands' groups before users' when an edge
/// leads from a user to an operand. Used for the graph of families: those in one group recurse through each other.
std::vector<std::vector<std::uint32_t>> strong_components(
    std::uint32_t count, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges);

}  // namespace diagc
