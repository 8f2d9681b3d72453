// A population whose average is the coefficient of one order.
#pragma once

#include <string>

#include "physics/series/results/result.h"
#include "runs/population/population.h"

namespace diagc::series {

class SampledOrder : public runs::Population {
 public:
  /// The integral is this times the ratio that estimate() gives.
  virtual double unit() const = 0;
  /// As OrderResult::sampling, and as its `draws`.
  virtual std::string sampling() const = 0;
  virtual std::string draws() const { return "random"; }
  /// Sign, acceptance and largest share, from the sums of all groups.
  virtual void describe(const runs::Sums& total, OrderResult& result) const = 0;
};

}  // namespace diagc::series
