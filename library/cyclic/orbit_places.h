// Places of arrays' elements while variables run over orbits of points, for sums over arrays that are the same on orbits.
#pragma once

#include <vector>

#include "compiler/arrays/array_graph.h"
#include "runtime/linear/orbit_transform.h"

namespace diagc {

/// Of the one cyclic axis of a program.
struct OrbitShape {
  std::vector<std::size_t> sizes, opposite;  ///< by orbit
};

/// As arrays::ArgumentPlaces, of operands at one variable each.
class OrbitPlaces {
 public:
  OrbitPlaces(const OrbitShape& shape, const arrays::ArrayNode& node)
      : shape_(shape), node_(node), values_(node.variables.size()) {
    for (const arrays::Operand& operand : node.operands)
      reads_.push_back(arrays::arguments_of(operand));
  }

  std::size_t of_operand(std::size_t k) const {
    if (reads_[k].empty() || reads_[k][0].empty()) return 0;
    const arrays::SignedVariable& read = reads_[k][0][0];
    const std::size_t value = values_[read.variable];
    return read.sign > 0 ? value : shape_.opposite[value];
  }
  std::size_t of_result() const { return node_.axes.empty() ? 0 : values_[node_.axes[0]]; }

  /// For how many terms of the sum this one stands.
  double weight() const {
    double weight = 1;
    for (arrays::Variable variable = 0; variable < values_.size(); ++variable) {
      if (of_axis(variable)) weight *= static_cast<double>(shape_.sizes[values_[variable]]);
    }
    return node_.axes.empty() ? weight
                              : weight / static_cast<double>(shape_.sizes[values_[node_.axes[0]]]);
  }

  /// False when all have been counted.
  bool next() {
    for (arrays::Variable variable = 0; variable < values_.size(); ++variable) {
      const std::size_t extent = of_axis(variable)
                                     ? shape_.sizes.size()
                                     : static_cast<std::size_t>(node_.variables[variable]);
      if (++values_[variable] < extent) return true;
      values_[variable] = 0;
    }
    return false;
  }

 private:
  bool of_axis(arrays::Variable variable) const { return node_.cyclic_axis(variable) != 0; }

  const OrbitShape& shape_;
  const arrays::ArrayNode& node_;
  std::vector<std::size_t> values_;
  std::vector<std::vector<arrays::Argument>> reads_;
};

}  // namespace diagc
