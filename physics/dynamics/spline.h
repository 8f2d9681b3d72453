// Functions of time from tables.
#pragma once

#include <span>
#include <vector>

namespace diagc::dynamics {

/// The natural cubic spline through points at rising times: twice differentiable, its second derivative zero at both ends.
class Spline {
 public:
  /// At least two points, times[i] < times[i + 1].
  Spline(std::vector<double> times, std::vector<double> values);
  /// Beyond the ends: the value there.
  double operator()(double time) const;
  double first() const { return times_.front(); }
  double last() const { return times_.back(); }
  double first_value() const { return values_.front(); }
  double last_value() const { return values_.back(); }

 private:
  std::vector<double> times_, values_, curvatures_;
};

}  // namespace diagc::dynamics
