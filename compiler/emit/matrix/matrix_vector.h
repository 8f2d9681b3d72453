// The sums of a graph as products of small matrices with vectors, where they are that.
//
// A recurrence over walks, W(v) = Σ_j G[v,j] X(j) for all v at once, is the matrix G of an input times a vector of values that all of its
// sums share. Such sums are one *column*; columns of one round stand side by side as a matrix that tensor cores multiply
// (emit/matrix/plan.h). Sums that are not, or columns of too few products, stay sums of pairs.
#pragma once

#include <vector>

#include "compiler/emit/cuda/pair_sums.h"

namespace diagc {

/// An input with two indices, or its transpose; rows and columns are counted from 0.
struct InputMatrix {
  std::uint32_t first = 0;  ///< scalar of its first element
  std::uint32_t rows = 0, columns = 0;
  bool transposed = false;

  Scalar element(std::uint32_t row, std::uint32_t column) const {
    return first + (transposed ? column * rows + row : row * columns + column);
  }
};

/// Results [row] = scale · Σ over entries of ± matrix[row, column] · value.
struct MatrixColumn {
  struct Entry {
    std::uint32_t matrix, column;
    Scalar value;
    bool negative;
    auto operator<=>(const Entry&) const = default;
  };
  struct Result {
    std::uint32_t row;
    Scalar scalar;
    bool scaled = false;
  };
  std::vector<Entry> entries;   ///< each matrix and column once
  std::vector<Result> results;  ///< `matrix_rows` of them at most, those of one fragment
  Scalar scale = no_scalar;     ///< known; of the results that are scaled
};

/// Of a tensor core's product in double precision, m8n8k4.
inline constexpr std::uint32_t matrix_rows = 8, matrix_depth = 4;

struct MatrixVectorProducts {
  /// Throws std::runtime_error where the graph has operations beside sums and products.
  MatrixVectorProducts(const Graph& graph, const PairSums& sums);

  std::vector<InputMatrix> matrices;
  std::vector<MatrixColumn> columns;
  std::vector<std::uint32_t> sums;  ///< of PairSums::steps, those that are in no column
};

}  // namespace diagc
