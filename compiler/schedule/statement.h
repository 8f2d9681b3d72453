// What a kernel does to compute one value, before it is written in any target language.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/schedule/values.h"

namespace diagc {

/// Vector operations on real numbers, counted as a compiler back end writes them: complex ones in the real operations of
/// their formulas (see `count`), a fused multiply-add as one `fused`.
struct Work {
  std::uint64_t multiplications = 0;
  std::uint64_t additions = 0;
  std::uint64_t fused = 0;
  std::uint64_t divisions = 0;
  std::uint64_t functions = 0;  ///< sqrt exp log sin cos, of real vectors
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;

  Work& operator+=(const Work& other);
  bool operator==(const Work&) const = default;
  /// Floating-point operations of one configuration; a fused multiply-add counts 2.
  std::uint64_t flops() const {
    return multiplications + additions + 2 * fused + divisions + functions;
  }
};

/// One term of a sum: ± coefficient · factors. `coefficient` is positive; 1 is not written.
struct SumTerm {
  bool negative = false;
  CoefficientId coefficient = unit_coefficient;
  std::vector<NodeId> factors;  ///< one or more; empty when the term is the coefficient alone
};

/// How the value of a node comes about.
///
/// A sum starts with its first term and goes on with one step a term: a fused multiply-add when the term has two or more
/// factors (the coefficient is one), an addition otherwise. Terms stand in the order in which their newest factor was
/// computed, so that the chain of dependent additions does not begin with what arrives last; a term of a
/// single factor goes first, because it then costs nothing.
struct Statement {
  NodeId node = no_node;
  std::vector<SumTerm>
      terms;  ///< of a sum; a product is a sum of one term; empty for quotients and functions
};

/// `age` gives for every node when it was computed: leaves and uniforms 0, values 1, 2, ….
Statement make_statement(const Graph& graph, const Values& values, NodeId node,
                         const std::vector<std::uint32_t>& age, Coefficients& coefficients);

/// The work of a statement, without loads and stores.
Work count(const Graph& graph, const Statement& statement);

}  // namespace diagc
