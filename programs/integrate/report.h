// Results with their summed series, for people and programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "physics/series/resummation/resummation.h"

namespace diagc::integrate {

class Report {
 public:
  /// Sums every point's series at the couplings. `scan_coupling` is that at which a scan is shown: the closest of the couplings.
  /// `last_order`: the highest to use, negative: all.
  Report(const std::vector<series::Result>& results, const std::vector<double>& couplings,
         int resamples, double scan_coupling, int last_order = -1);

  /// Tables: of orders and sums for each point, of the scan of each observable where there is one.
  std::string text() const;
  std::string json() const;
  /// Writes a picture of the first observable, of the kind that the path's ending names, and a CSV file of what is drawn beside it; with
  /// the path "-" an SVG on standard output. Throws std::runtime_error where that cannot be drawn.
  void write_picture(const std::string& path) const;

 private:
  /// Of a point that measures several numbers each is an observable of its own.
  std::vector<std::string> observables() const;
  struct Same {
    std::vector<series::Result> results;
    std::vector<series::Resummation> resummations;
  };
  Same of_observable(const std::string& observable) const;

  const std::vector<series::Result>& results_;
  int resamples_, last_order_;
  std::vector<series::Resummation> resummations_;
  std::size_t scan_coupling_ = 0;
};

}  // namespace diagc::integrate
