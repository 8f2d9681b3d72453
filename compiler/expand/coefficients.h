// Products of the exact coefficients of terms.
#pragma once

#include <optional>
#include <unordered_map>

#include "compiler/expand/numbers.h"
#include "compiler/graph/graph.h"

namespace diagc::expansion {

/// Coefficient arithmetic with the frequent cases remembered. Returns nothing where the result would pass `max_number_bits`; such a
/// product stays two edges.
class CoefficientArithmetic {
 public:
  CoefficientArithmetic(Coefficients& table, const Numbers& numbers)
      : table_(table), numbers_(numbers) {}

  CoefficientId of(Value number);
  CoefficientId negate(CoefficientId a);
  std::optional<CoefficientId> multiply(CoefficientId a, CoefficientId b);
  std::optional<CoefficientId> divide(CoefficientId a, CoefficientId b);
  std::optional<CoefficientId> power(CoefficientId base, std::int64_t exponent);

 private:
  std::optional<CoefficientId> add(const Rational& value);

  Coefficients& table_;
  const Numbers& numbers_;
  std::unordered_map<std::int64_t, CoefficientId> integers_;
  std::unordered_map<std::uint64_t, CoefficientId> products_;
};

}  // namespace diagc::expansion
