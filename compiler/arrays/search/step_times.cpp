#include "compiler/arrays/search/step_times.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace diagc::arrays {

double log2_seconds(const StepTimes& times, double products, double a, double b, double c) {
  if (a < b) std::swap(a, b);
  const auto log2_of = [](double x) { return static_cast<float>(x); };
  const StepTimes::Shape& shape =
      times.shape(log2_of(products), log2_of(a), log2_of(b), log2_of(c));
  const double work = std::exp2(products + double{shape.product});
  double arrays = 0;
  for (const double elements : {a, b, c})
    arrays += std::exp2(double{times.array(log2_of(elements))} + double{shape.moved});
  double seconds = std::max(work, arrays) +
                   std::exp2(double{times.not_overlapped}) * std::min(work, arrays) +
                   std::exp2(double{times.step});
  const double summed = products - c;
  if (a > 0 && summed > 0) seconds += std::exp2(a + double{times.link}) * summed / a;
  return std::log2(seconds);
}

}  // namespace diagc::arrays
