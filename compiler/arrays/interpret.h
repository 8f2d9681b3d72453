// The reference meaning of array graphs: direct sums, element by element.
#pragma once

#include <stdexcept>
#include <vector>

#include "compiler/arrays/array_graph.h"
#include "compiler/arrays/semiring.h"

namespace diagc::arrays {

namespace detail {

/// Counts through all values of variables, the last one fastest, and keeps the offsets of arrays that they index.
class Counter {
 public:
  Counter(const std::vector<std::uint64_t>& extents, std::size_t arrays)
      : extents_(extents),
        strides_(arrays, std::vector<std::uint64_t>(extents.size())),
        values_(extents.size()),
        offsets_(arrays) {}

  /// Says which variable is which axis of an array in C order.
  void index(std::size_t array, const std::vector<Variable>& variables) {
    std::uint64_t stride = 1;
    for (std::size_t axis = variables.size(); axis-- > 0;) {
      strides_[array][variables[axis]] += stride;
      stride *= extents_[variables[axis]];
    }
  }

  std::uint64_t offset(std::size_t array) const { return offsets_[array]; }

  /// False when all have been counted.
  bool next() {
    for (std::size_t v = extents_.size(); v-- > 0;) {
      if (++values_[v] < extents_[v]) {
        for (std::size_t a = 0; a < offsets_.size(); ++a) offsets_[a] += strides_[a][v];
        return true;
      }
      for (std::size_t a = 0; a < offsets_.size(); ++a)
        offsets_[a] -= strides_[a][v] * (extents_[v] - 1);
      values_[v] = 0;
    }
    return false;
  }

 private:
  const std::vector<std::uint64_t>& extents_;
  std::vector<std::vector<std::uint64_t>> strides_;
  std::vector<std::uint64_t> values_, offsets_;
};

}  // namespace detail

/// The outputs' elements in C order, from those of the inputs in the order of their nodes. Takes the product of the extents of all variables
/// of a node in steps, whatever the order of a sum could save. Throws std::logic_error where an array has another size than its input.
template <class Semiring>
std::vector<std::vector<typename Semiring::Value>> interpret(
    const ArrayGraph& graph, const std::vector<std::vector<typename Semiring::Value>>& inputs,
    const Semiring& semiring) {
  using Value = typename Semiring::Value;
  std::vector<std::vector<Value>> values(graph.nodes.size());
  std::size_t input = 0;
  for (ArrayId id = 0; id < graph.nodes.size(); ++id) {
    const ArrayNode& node = graph.nodes[id];
    std::uint64_t elements = 1;
    for (const std::uint64_t extent : node.shape()) elements *= extent;
    if (node.kind == ArrayKind::input) {
      if (input >= inputs.size() || inputs[input].size() != elements) {
        throw std::logic_error("interpret: found an array of another size than its input");
      }
      values[id] = inputs[input++];
      continue;
    }
    values[id].assign(elements, semiring.zero());
    detail::Counter counter(node.variables, node.operands.size() + 1);
    counter.index(0, node.axes);
    for (std::size_t k = 0; k < node.operands.size(); ++k)
      counter.index(k + 1, node.operands[k].variables);
    do {
      Value product = semiring.one();
      for (std::size_t k = 0; k < node.operands.size(); ++k) {
        product = semiring.multiply(product, values[node.operands[k].array][counter.offset(k + 1)]);
      }
      Value& element = values[id][counter.offset(0)];
      element = semiring.add(element, product);
    } while (counter.next());
  }
  std::vector<std::vector<Value>> outputs;
  for (const ArrayId output : graph.outputs) outputs.push_back(values[output]);
  return outputs;
}

}  // namespace diagc::arrays
