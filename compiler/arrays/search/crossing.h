// Trees from two trees.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

/// The pairs of a tree that has one side of the network as `first` has it and what is left as `second` has it; as in Order::steps, over leaves.
///
/// Good trees of long networks are a row of small subtrees that join one large value, and costs of its places add up: a tree that is good on one side
/// of the network may be bad on the other. Both trees are taken apart into subtrees of steps that are `bits` cheaper than the costliest one,
/// in the order in which a front meets them, and laid side by side. Subtrees of the first tree up to a random place are taken, then those of the other tree
/// without the leaves that are there already. Their labels are summed in the order of this row (label_row.h). Of one tree alone comes one like it.
std::vector<std::array<std::uint32_t, 2>> crossed_pairs(const SearchProblem& problem,
                                                        const ContractionTree& first,
                                                        const ContractionTree& second, float bits,
                                                        std::mt19937_64& random);

}  // namespace diagc::arrays
