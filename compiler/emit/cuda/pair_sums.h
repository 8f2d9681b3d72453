// A graph as sums of products of two real numbers: what the forms of `cooperative` without panels compute.
//
// A complex value is two real numbers with a sum each, products of more than two factors go through numbers of their own, and
// functions and quotients are steps on the real numbers of their operands. A real number is named by its index, a *scalar*: the
// `known` ones of the tables come first, at their places, then the values, then products.
#pragma once

#include <vector>

#include "compiler/emit/cuda/edge_tables.h"

namespace diagc {

using Scalar = std::uint32_t;
inline constexpr Scalar no_scalar = 0xffffffffu;

/// ± a · b
struct Pair {
  Scalar a, b;
  bool negative;
};

/// One sum, or one operation.
struct PairStep {
  std::uint32_t operation = 0;   ///< 0: the sum of `pairs`; else a number as in StepRecord
  std::vector<Pair> pairs = {};  ///< one at least
  std::vector<Scalar> operands =
      {};  ///< of an operation: two for each operand, real and imaginary part
  std::vector<Scalar> results = {};  ///< one; two for a complex operation
};

struct PairSums {
  PairSums(const Graph& graph, const Schedule& schedule, const EdgeTables& tables);

  Scalar known = 0;             ///< scalars from here on are computed
  Scalar scalars = 0;           ///< all of them
  Scalar one = 0;               ///< the known scalar that is 1
  std::vector<PairStep> steps;  ///< in the order of the schedule; operands before users, all needed
  std::vector<Scalar> outputs;  ///< by row of all outputs
};

/// Sums that one other sum adds, and nothing else reads, become part of that: the pass `split` makes chains of long sums, which would wait
/// for each other.
void join_sums(PairSums& sums);

}  // namespace diagc
