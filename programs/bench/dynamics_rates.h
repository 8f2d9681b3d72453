// What propagation by panels reaches on this machine, each beside another way to the same numbers.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace diagc::bench {

struct DynamicsRate {
  std::string measured;
  std::size_t points = 0, nodes = 0;
  double seconds = 0;
  std::optional<double> flops, peak_share;  ///< a second; of the peak of double precision
  std::optional<double> error;
  std::string beside;
  std::optional<double> beside_seconds, beside_error;
  /// Seconds of the other way over these.
  std::optional<double> ratio;
};

/// On one thread. `found` is called as rates come:
///
/// - second Born of two bands at a pair of times, both components, by transforms; beside the sums, of which one k is computed and the rest
///   counted; error: the largest difference of that k over its largest value;
/// - the same from the rule file `two_band_second_born`, beside the library's class that is written by hand; error: their largest difference;
/// - history integrals of a row and k in panels of eight rows; beside one row at a time by the same kernel, one row at a time by OpenBLAS on full
///   squares (L, and D twice), and the rate of a product of 1024 × 1024 complex matrices by OpenBLAS: for that, seconds are those which the same
///   operations would take;
/// - whole propagations, as dynamics_runs.h says.
void measure_dynamics(const std::function<void(const DynamicsRate&)>& found);

}  // namespace diagc::bench
