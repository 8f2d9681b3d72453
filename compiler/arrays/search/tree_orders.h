// Orders of a network and trees over the leaves of its problem.
#pragma once

#include <optional>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

/// The order of the network that a tree of the problem's leaves stands for.
Order order_of(const Network& network, const SearchProblem& problem, const ContractionTree& tree);

/// The tree of an order that order_of() made; nothing for others.
std::optional<ContractionTree> tree_of(const SearchProblem& problem, const Network& network,
                                       const Order& order, const Objective& objective);

}  // namespace diagc::arrays
