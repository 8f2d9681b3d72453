#include "programs/bench/dynamics_table.h"

namespace diagc::bench {

std::vector<Column> dynamics_columns() {
  const std::string without = "OpenBLAS is not there";
  return {{"measured", 28, true},
          {"points", 6},
          {"nodes", 5},
          {"seconds", 9},
          {"gflops", 7},
          {"peak_share", 6, false, "peak"},
          {"error", 8},
          {"beside", 20, true},
          {"beside_seconds", 9, false, "seconds", true, without},
          {"beside_error", 8, false, "error"},
          {"ratio", 8, false, {}, true, without}};
}

std::vector<Cell> dynamics_cells(const DynamicsRate& rate) {
  const auto cell = [](const std::optional<double>& value, double unit = 1) -> Cell {
    if (!value) return std::monostate();
    return *value / unit;
  };
  return {rate.measured,
          cell_of(rate.points),
          rate.nodes > 0 ? cell_of(rate.nodes) : Cell(std::monostate()),
          rate.seconds,
          cell(rate.flops, 1e9),
          cell(rate.peak_share),
          cell(rate.error),
          rate.beside,
          cell(rate.beside_seconds),
          cell(rate.beside_error),
          cell(rate.ratio)};
}

}  // namespace diagc::bench
