// Long searches: many trees, and children of them in place of their parents.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/arrays/search/problem.h"
#include "compiler/arrays/search/search.h"

namespace diagc::arrays {

/// Whether so many moves are enough for a population: trees are not sliced, and products or seconds are made small.
bool is_for_population(const SearchProblem& problem, const SearchOptions& options,
                       std::uint64_t moves);

/// Moves that a first tree of a population takes.
std::uint64_t moves_of_first(const SearchProblem& problem);

/// Moves of a population that ends because no first tree is good.
std::uint64_t moves_on_trial(const SearchProblem& problem);

/// The best tree of a population; it may pass the limit where all of them do. Nothing where none of the first twelve trees is below `bar`, in score():
/// fronts along random graphs are bad trees, and children of them remain so.
///
/// Each of its trees begins as a row of labels (label_row.h), which is annealed, and cools.
/// A child of two trees (crossing.h) cools from where only parts change, by moves at and beside its costly steps, and takes the place of the worse one of its
/// parents, where it is better.
/// So trees stay different for some twenty generations; where children displace the worst trees of all, these are alike sooner.
/// After every six generations parts of the best trees are annealed on their own (part_search.h), which finds what children do not.
/// Each generation has a child of every tree, so that the result depends neither on the number of threads nor on the clock.
/// A proposal in a row counts as three moves, and a child that is looked at as 27 for each leaf, which they take the time of.
std::optional<ContractionTree> best_of_population(const SearchProblem& problem,
                                                  const SearchOptions& options, std::uint64_t moves,
                                                  double bar, const Parallel& parallel);

}  // namespace diagc::arrays
