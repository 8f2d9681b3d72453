// Finds orders of contraction.
//
// First absorb() multiplies small tensors into others (problem.h). Then some starts, each with random numbers of its own: a greedy tree
// (greedy.h) or one along the network (sweep.h) in turn, simulated annealing of rotations and regrafts (anneal.h, regraft.h) at falling
// temperatures, parts of up to 8 subtrees made exact (exact_subtrees.h).
// Where values are larger than the limit, labels are sliced one by one with annealing in between, and then some are put back and others
// sliced, again and again. The best of all starts is the result.
// Long searches without slices keep a population of trees in place of starts (population.h).
//
// The number of starts follows from moves and network alone, so that the result does not depend on the number of threads or on the clock.
#pragma once

#include <atomic>
#include <functional>
#include <limits>

#include "compiler/arrays/network.h"
#include "compiler/arrays/order.h"
#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

struct SearchOptions {
  /// Rotations that are tried, all starts together, regrafts by the lengths of their ways; 0: default_moves().
  std::uint64_t moves = 0;
  std::uint64_t seed = 1;
  Minimise minimise = Minimise::time;
  StepTimes times = {};  ///< of the machine whose time is made small
  /// log2 of the elements that no value of a slice may pass. Tensors of the network count, unless all of their labels are sliced.
  double most_log2_elements = std::numeric_limits<double>::infinity();
  /// Sums over sliced labels end where their labels do (slice_loops.h); else all of them together are outside of all steps.
  bool sums_end_early = false;
  /// Asked now and then, from all threads: where it says so the search ends with the best order so far. Nothing: it makes all moves.
  std::function<bool()> stop = {};
};

/// Enough for a good order within a few seconds.
std::uint64_t default_moves(const Network& network);

/// Calls body(0) … body(parts − 1), at the same time where the caller has threads.
using Parallel =
    std::function<void(std::size_t parts, const std::function<void(std::size_t)>& body)>;

/// The same order for the same network and options, whatever `parallel` does.
Order search_order(const Network& network, const SearchOptions& options, const Parallel& parallel);

/// Goes on from an order of search_order(), for another limit: labels are sliced until it is kept, then sliced labels and parts of the tree change, with all
/// moves. No costlier than `from` where this keeps the limit. An order that a search does not make is searched anew.
Order improve_order(const Network& network, const Order& from, const SearchOptions& options,
                    const Parallel& parallel);

}  // namespace diagc::arrays
