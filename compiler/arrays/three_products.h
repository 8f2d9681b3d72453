// Which complex sums of a kernel in tiles take three real products for each complex one in place of four:
//
//   (a + ib)(c + id) = t − b (c + d) + i (t + a (d − c)),   t = c (a + b)
//
// A step of k summed values and n columns adds k pairs of parts before its products and 2 n parts behind them, and has n k products fewer.
// Errors are small beside the larger part of a sum, not beside each part.
#pragma once

#include "compiler/arrays/plan.h"

namespace diagc::arrays {

constexpr bool three_products_pay(double columns, double summed) {
  return columns * summed > summed + 2 * columns;
}

/// Whether a step of a kernel in tiles, of complex elements of so many bytes, takes three: lanes of all its tiles fill pairs of lines, one of real and
/// one of imaginary parts, and three products pay.
inline bool takes_three_products(const PlanKernel& kernel, const PlanStep& step,
                                 std::uint64_t element_bytes) {
  const auto values_of = [](const std::vector<PlanAxis>& axes) {
    std::uint64_t product = 1;
    for (const PlanAxis& axis : axes) product *= axis.extent;
    return product;
  };
  const std::uint64_t lanes = values_of(kernel.lanes);
  return lanes % kernel.blocks == 0 &&
         lanes / kernel.blocks * element_bytes % (2 * line_bytes) == 0 &&
         three_products_pay(static_cast<double>(values_of(step.columns)),
                            static_cast<double>(values_of(step.summed)));
}

}  // namespace diagc::arrays
