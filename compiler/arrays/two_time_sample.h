// Values of a theory at two times for random greens on a contour of three points: what tells equal, adjoint and periodic ones apart.
#pragma once

#include <optional>

#include "compiler/arrays/interpret_contour.h"
#include "compiler/arrays/two_time_plan.h"

namespace diagc::arrays {

/// Of a node, by element.
using ContourValues = std::vector<ContourFunction>;

class GreenSample {
 public:
  /// Throws std::runtime_error where factors of a product along the contour are periodic in imaginary time and not.
  GreenSample(ArrayGraph graph, const TwoTimeInputs& inputs);

  const ContourValues& of(ArrayId node) const { return values_[node]; }
  /// −conj x(z', z).
  ContourValues adjoint_of(ArrayId node) const;
  bool is_zero(ArrayId node) const;
  /// Whether a value is periodic in imaginary time: of products an even number of factors is not, as greens are; nothing where terms differ.
  std::optional<bool> is_bosonic(ArrayId node) const;

  /// 1 or −1 where values are so many times the others; else 0.
  static int ratio(const ContourValues& one, const ContourValues& other);

 private:
  std::vector<ContourValues> random_inputs(const TwoTimeInputs& inputs) const;
  void evaluate(const std::vector<ContourValues>& inputs, std::size_t greens);

  ArrayGraph graph_;
  std::vector<ContourValues> values_;
  /// The same where what is antiperiodic is negated, but for what is made of it along the contour.
  std::vector<ContourValues> negated_;
};

}  // namespace diagc::arrays
