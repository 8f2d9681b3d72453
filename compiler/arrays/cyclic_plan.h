// How an array graph whose arrays have one cyclic axis, or none, is computed: transforms and sums, and one scalar graph for all maps between them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// What a step reads and writes: an array, or one number, for each configuration.
struct CyclicValue {
  std::uint32_t axis = 0;  ///< 0: a number; else one more than the number of the cyclic axis
  bool is_complex = true;
};

struct CyclicStep {
  enum class Kind : std::uint8_t {
    transform,  ///< reads[0] to writes[0]: (1/N) Σ_k exp(+i k R)
    inverse,    ///< reads[0] to writes[0]: Σ_R exp(−i k R)
    turn,       ///< writes[0] at k is reads[0] at −k
    origin,     ///< writes[0] is the number of reads[0] at k = 0
    length,     ///< writes[0] is what `node` says, which depends on lengths alone
    sum,        ///< writes[0] is the contraction or reduction `node` of `reads`, term by term
    pointwise,  ///< `body` on every point: its inputs are `reads`, its outputs `writes`
  };
  Kind kind = Kind::pointwise;
  std::vector<std::uint32_t> reads, writes;  ///< of CyclicPlan::values
  ArrayId node = 0;
  std::shared_ptr<const Graph> body;
  std::uint32_t axis = 0;  ///< that a pointwise step runs along; 0: numbers alone
};

struct CyclicPlan {
  ArrayGraph graph;
  std::vector<CyclicValue> values;
  std::vector<std::uint32_t> inputs;  ///< values, by input node
  std::vector<std::uint32_t> outputs;
  std::vector<CyclicStep> steps;
};

/// `types`: of the input nodes, in their order. Throws std::runtime_error where an array has several axes, or one of static extent.
CyclicPlan plan_cyclic(ArrayGraph graph, const std::vector<Type>& types);

/// Numbers of transforms, forward and inverse, and what they and all other steps cost, as formulas in the lengths: operations on real numbers, a transform
/// of n points counted as 5 n log2 n.
struct CyclicCost {
  std::size_t transforms = 0;
  std::string formula;    ///< "40 n log2 n + 120 n"
  double operations = 0;  ///< at the graph's lengths
};
CyclicCost cost_of(const ArrayGraph& graph);

}  // namespace diagc::arrays
