#include "compiler/arrays/interpret_contour.h"

#include <stdexcept>

#include <Eigen/LU>

#include "compiler/arrays/interpret.h"

namespace diagc::arrays {

namespace {

using Complex = std::complex<double>;
using Matrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// Of a node, by element.
using Functions = std::vector<ContourFunction>;

class ContourInterpreter {
 public:
  ContourInterpreter(const ArrayGraph& graph, const std::vector<Functions>& values,
                     const std::vector<Complex>& weights)
      : graph_(graph),
        size_(weights.size()),
        values_(values),
        weights_(Eigen::Map<const Eigen::VectorXcd>(weights.data(), index(size_))) {}

  Functions elements(const ArrayNode& node) const {
    return is_on_contour(node.kind) ? on_contour(node) : pair_by_pair(node);
  }

 private:
  static Eigen::Index index(std::size_t place) { return static_cast<Eigen::Index>(place); }

  Matrix matrix(ArrayId array, std::size_t element) const {
    return Eigen::Map<const Matrix>(values_[array][element].data(), index(size_), index(size_));
  }
  static ContourFunction function(const Matrix& matrix) {
    return {matrix.data(), matrix.data() + matrix.size()};
  }

  /// What is a function of numbers, for each pair of points.
  Functions pair_by_pair(const ArrayNode& node) const {
    Functions result;
    std::vector<std::vector<Complex>> numbers(values_.size());
    for (std::size_t pair = 0; pair < size_ * size_; ++pair) {
      for (const Operand& operand : node.operands) {
        numbers[operand.array].clear();
        for (const ContourFunction& function : values_[operand.array])
          numbers[operand.array].push_back(function[pair]);
      }
      const std::vector<Complex> elements = elements_of(graph_, node, numbers, Numbers<Complex>());
      result.resize(elements.size(), ContourFunction(size_ * size_));
      for (std::size_t e = 0; e < elements.size(); ++e) result[e][pair] = elements[e];
    }
    return result;
  }

  Functions on_contour(const ArrayNode& node) const {
    Functions result;
    for (std::size_t e = 0; e < values_[node.operands[0].array].size(); ++e) {
      const Matrix first = matrix(node.operands[0].array, e);
      if (node.kind == ArrayKind::exchange) {
        result.push_back(function(first.transpose()));
      } else if (node.kind == ArrayKind::compose) {
        result.push_back(
            function(first * weights_.asDiagonal() * matrix(node.operands[1].array, e)));
      } else {
        result.push_back(solution(node, e));
      }
    }
    return result;
  }

  ContourFunction solution(const ArrayNode& node, std::size_t element) const {
    std::size_t unknowns = 0;
    while (unknowns * unknowns < node.digits.size()) ++unknowns;
    const Eigen::Index size = index(size_);
    Matrix left = Matrix::Identity(index(unknowns) * size, index(unknowns) * size);
    Matrix right(index(unknowns) * size, size);
    std::size_t next = unknowns;
    for (std::size_t i = 0; i < unknowns; ++i) {
      right.middleRows(index(i) * size, size) = matrix(node.operands[i].array, element);
      for (std::size_t j = 0; j < unknowns; ++j) {
        if (node.digits[i * unknowns + j] != '1') continue;
        left.block(index(i) * size, index(j) * size, size, size) -=
            matrix(node.operands[next++].array, element) * weights_.asDiagonal();
      }
    }
    const Matrix all = left.partialPivLu().solve(right);
    return function(all.middleRows(index(node.element) * size, size));
  }

  const ArrayGraph& graph_;
  std::size_t size_;
  const std::vector<Functions>& values_;
  Eigen::VectorXcd weights_;
};

}  // namespace

std::vector<ContourFunction> elements_on_contour(
    const ArrayGraph& graph, ArrayId node, const std::vector<std::vector<ContourFunction>>& values,
    const std::vector<std::complex<double>>& weights) {
  return ContourInterpreter(graph, values, weights).elements(graph.nodes[node]);
}

std::vector<std::vector<ContourFunction>> interpret_on_contour(
    const ArrayGraph& graph, const std::vector<std::vector<ContourFunction>>& inputs,
    const std::vector<std::complex<double>>& weights) {
  std::vector<std::vector<ContourFunction>> values(graph.nodes.size());
  std::size_t input = 0;
  for (ArrayId id = 0; id < graph.nodes.size(); ++id) {
    const ArrayNode& node = graph.nodes[id];
    if (node.kind != ArrayKind::input) {
      values[id] = elements_on_contour(graph, id, values, weights);
      continue;
    }
    std::uint64_t elements = 1;
    for (const std::uint64_t extent : node.shape()) elements *= extent;
    bool fits = input < inputs.size() && inputs[input].size() == elements;
    for (std::size_t e = 0; fits && e < elements; ++e)
      fits = inputs[input][e].size() == weights.size() * weights.size();
    if (!fits) throw std::logic_error("interpret: found a function of another size than its input");
    values[id] = inputs[input++];
  }
  return values;
}

}  // namespace diagc::arrays
