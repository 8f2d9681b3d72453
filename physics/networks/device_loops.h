// Launches of a plan one after the other, those of loops for each of their labels' values. The host waits for none of them.
#pragma once

#include <cstdint>
#include <vector>

#include "physics/networks/device_arrays.h"

namespace diagc::networks {

class LoopLauncher {
 public:
  explicit LoopLauncher(DeviceArrays& arrays);

  /// All launches before the slices, or all of a slice. `given`: powers of the tensors.
  void take(bool once, const std::vector<std::int64_t>& given);

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  void take(std::size_t first, std::size_t last, std::size_t within, std::size_t next_loop,
            bool is_timed);
  void take_loop(std::size_t loop, bool is_timed);
  /// Goes on to the next value of a loop's label; `sum`: the launch that will add a term, if any.
  void go_on(std::size_t loop, std::size_t sum);
  void add_term(std::size_t launch);

  DeviceArrays& on_;
  std::vector<std::int64_t> given_;  ///< by launch of a sum, the tensors' part of its terms' power
  std::vector<bool> is_begun_;       ///< by value, whether the sum has a term
  std::vector<std::uint64_t> values_;  ///< by loop, that have been taken
};

}  // namespace diagc::networks
