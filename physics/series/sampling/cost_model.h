// What a step of a walker costs, known beforehand.
#pragma once

#include <cstdint>

namespace diagc::series {

/// Seconds of one core for a step of a walker, or for a sample. The unit does not matter for how work is shared, only the ratios.
struct CostModel {
  double step = 12e-9;
  double pair = 2e-9;         ///< a pair of propagators that a step looks up
  double operation = 12e-12;  ///< of the graph
  double large =
      1;  ///< times that, for graphs of more operations than registers can hold the values of
  double end = 20e-9;  ///< sine and cosine of an output with two ends

  double operator()(std::uint32_t order, std::uint64_t flops) const {
    return step + pair * order + graph(flops);
  }
  /// Of an independent sample of m + 1 vertices, all of whose pairs are looked up; with a derivative there are twice as many polynomials.
  double of_sample(std::uint32_t m, bool derivative, std::uint64_t flops) const {
    return step + pair * (derivative ? 2 : 1) * (m * (m + 1) / 2.0) + graph(flops);
  }

  /// Of a step of m + 1 points whose lines are looked up in so many tables, and whose outputs have so many ends.
  double of_points(std::uint32_t m, std::size_t tables, std::size_t ends,
                   std::uint64_t flops) const {
    return 2 * step + pair * static_cast<double>(tables) * (m * (m + 1) / 2.0) +
           end * static_cast<double>(ends) + graph(flops);
  }

 private:
  double graph(std::uint64_t flops) const {
    constexpr std::uint64_t most_in_registers = 15000;
    return operation * (flops > most_in_registers ? large : 1) * static_cast<double>(flops);
  }
};

/// Seconds of a device, for a step of one of the many walkers that fill it: within 15 % of what an H200 takes at orders 4 … 8 (66, 99, 203, 482 ps, and
/// 2.2 ns with a cooperative kernel) in single precision.
constexpr CostModel gpu_costs{
    .step = 25e-12, .pair = 6e-12, .operation = 3e-14, .large = 2, .end = 3e-12};

}  // namespace diagc::series
