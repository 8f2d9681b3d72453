// The reference meaning of a graph: evaluation node by node.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc {

/// Rows of a batch `[row][configuration]`: row r begins at data + r · stride. The scalars of a
/// signature's inputs (or outputs) follow each other in order; a complex one takes two rows, real
/// part and imaginary part.
struct ConstRows {
  const double* data = nullptr;
  std::size_t stride = 0;
};
struct MutableRows {
  double* data = nullptr;
  std::size_t stride = 0;
};

/// First row of every scalar of `variables`; the number of all rows is the last element.
std::vector<std::size_t> first_rows(const std::vector<Variable>& variables);

/// Double precision, by the plain formulas: (a c − b d) + (a d + b c) i; real · complex and complex
/// / real by components; complex / complex as a·conj(b) / |b|²; the standard functions. `params`
/// holds one value a scalar (imaginary parts of real ones are ignored); an output of a complex
/// variable gets two rows, also where its node is real.
void interpret(const Graph& graph, ConstRows inputs, std::span<const std::complex<double>> params,
               MutableRows outputs, std::size_t configurations);

/// The value A with every term made absolute: a result computed in another order of operations
/// differs by at most C ε A. One row a scalar. A(x) = |x| for leaves, Σ |c| A for sums, Π A for
/// products, A(a) A(b) / |b|² for quotients, |f(a)| + |f'(a)| A(a) for functions, A(a) for conj,
/// re, im, A(a) + A(b) for complex.
void interpret_absolute(const Graph& graph, ConstRows inputs,
                        std::span<const std::complex<double>> params, MutableRows outputs,
                        std::size_t configurations);

/// Exact value of every output scalar at one configuration with rational inputs and params; constants
/// count as the fractions they are. Throws std::logic_error when the graph has complex nodes or
/// functions, or divides by zero.
std::vector<Rational> interpret_exactly(const Graph& graph, std::span<const Rational> inputs,
                                        std::span<const Rational> params);

}  // namespace diagc
