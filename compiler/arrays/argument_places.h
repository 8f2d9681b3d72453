// Places of arrays' elements while variables run over all their values, for operands at sums of variables.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// Counts through all values of some variables of a node, the last one fastest, and says where its operands and its result are read.
class ArgumentPlaces {
 public:
  /// `order`: the variables that are counted, each once.
  ArgumentPlaces(const ArrayGraph& graph, const ArrayNode& node, std::vector<Variable> order)
      : graph_(graph), node_(node), order_(std::move(order)), values_(node.variables.size()) {
    for (const Operand& operand : node.operands)
      reads_.push_back({arguments_of(operand), graph.nodes[operand.array].shape()});
    result_.shape = node.shape();
    for (const Variable axis : node.axes) result_.arguments.push_back({{axis, 1}});
  }

  std::uint64_t of_operand(std::size_t k) const { return place(reads_[k]); }
  std::uint64_t of_result() const { return place(result_); }

  /// False when all have been counted.
  bool next() {
    for (std::size_t k = order_.size(); k-- > 0;) {
      if (++values_[order_[k]] < node_.variables[order_[k]]) return true;
      values_[order_[k]] = 0;
    }
    return false;
  }

 private:
  struct Read {
    std::vector<Argument> arguments;
    std::vector<std::uint64_t> shape;
  };

  /// In C order.
  std::uint64_t place(const Read& read) const {
    std::uint64_t place = 0;
    for (std::size_t axis = 0; axis < read.arguments.size(); ++axis)
      place = place * read.shape[axis] + point(read.arguments[axis]);
    return place;
  }

  std::uint64_t point(const Argument& argument) const {
    if (argument.empty()) return 0;
    const std::uint32_t cyclic = node_.cyclic_axis(argument[0].variable);
    return cyclic == 0 ? values_[argument[0].variable] : point(graph_.cyclic[cyclic - 1], argument);
  }

  std::uint64_t point(const CyclicAxis& axis, const Argument& argument) const {
    std::uint64_t point = 0, stride = 1;
    for (std::size_t d = axis.grid.size(); d-- > 0;) {
      const std::uint64_t extent = axis.grid[d];
      std::uint64_t sum = 0;
      for (const auto& [variable, sign] : argument) {
        const std::uint64_t digit = values_[variable] / stride % extent;
        sum += sign > 0 ? digit : extent - digit;
      }
      point += sum % extent * stride;
      stride *= extent;
    }
    return point;
  }

  const ArrayGraph& graph_;
  const ArrayNode& node_;
  std::vector<Variable> order_;
  std::vector<std::uint64_t> values_;
  std::vector<Read> reads_;
  Read result_;
};

}  // namespace diagc::arrays
