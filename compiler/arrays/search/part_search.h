// Parts of a tree that are annealed on their own.
#pragma once

#include <cstdint>
#include <functional>
#include <random>

#include "compiler/arrays/search/problem.h"
#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

/// The tree after parts of it have been annealed one after the other, from where most of a part changes, with so many moves all together: a large
/// neighbourhood search (Shaw, CP 1998). No label of it is sliced.
///
/// A part is a step that is nearly as costly as the costliest one and what is below it: the costlier operand again and again, down to a value that stays as it
/// is, and all leaves of the other operands.
/// Moves of the whole tree at such a temperature would undo all of it, and most of them are far from where its cost is.
/// What is worse than before, or passes the limit of `pressure` by more, is not taken. `stop` may be empty.
ContractionTree with_parts_annealed(const SearchProblem& problem, ContractionTree tree,
                                    std::uint64_t moves, const ContractionTree::Pressure& pressure,
                                    const std::function<bool()>& stop, std::mt19937_64& random);

}  // namespace diagc::arrays
