// First trees: pairs of tensors, the ones whose product is smallest against them first.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "compiler/arrays/search/problem.h"

namespace diagc::arrays {

/// Pairs as in Order::steps. Takes the pair with the least elements of the result minus those of both operands; `temperature` adds noise to
/// the logarithm of that (0: none), so that other starts give other trees. Parts that share no label are joined last, the smallest first.
std::vector<std::array<std::uint32_t, 2>> greedy_pairs(const SearchProblem& problem,
                                                       double temperature, std::mt19937_64& random);

}  // namespace diagc::arrays
