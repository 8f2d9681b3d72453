#include "compiler/arrays/machine_times.h"

#include <algorithm>
#include <cmath>

#include "compiler/arrays/processor_model.h"

namespace diagc::arrays {

namespace {

using namespace processor;

float log2_of(double x) { return static_cast<float>(std::log2(x)); }

/// Of a tile, axes that all steps of a kernel together touch: what is left of tile_bytes for so many bytes of lanes.
constexpr double lanes_of_tile = 256;
/// Steps of a segment that touches all axes of an array but its lanes; then the array is relaid.
constexpr double axes_of_segment = 20;

}  // namespace

StepTimes processor_times(const PlaceOptions& options) {
  const auto bytes = static_cast<double>(std::max<std::uint64_t>(options.element_bytes, 1));
  const double operations = options.is_complex ? 8 : 2;
  const double rate = bytes > (options.is_complex ? 8 : 4) ? double_rate : single_rate;
  const double product = operations / rate;
  const double registers = options.is_complex ? complex_registers : real_registers;
  const double tile_share = options.is_complex ? complex_tile_share : real_tile_share;

  StepTimes times;
  times.far_elements = log2_of(far_bytes / bytes);
  times.near_elements = log2_of(near_bytes / bytes);
  times.far = log2_of(bytes / memory_rate);
  times.near = log2_of(bytes / near_rate);
  times.cache = log2_of(bytes / cache_rate);
  times.step = log2_of(kernel_seconds);
  times.not_overlapped = log2_of(not_overlapped);

  if (options.products) {
    times.least_matrix = log2_of(least_product_rows);
    for (const std::size_t batch : {0, 1})
      times.matrix[batch] = {
          log2_of(product / product_share),
          log2_of(memory_rate / mean_pack_rate * (batch > 0 ? batch_spread : 1))};
  }
  const double vector = 2 * line_bytes / bytes;
  for (std::size_t bits = 0; bits < times.thin.size(); ++bits) {
    const double lanes = std::exp2(static_cast<double>(bits));
    const double filled = lanes / (std::ceil(lanes / vector) * vector);
    times.thin[bits] = {log2_of(product / (panel_share * filled)), log2_of(panel_spread)};
  }

  if (options.element_bytes == 0) return times;
  times.most_other = log2_of(static_cast<double>(operand_bytes) / bytes);
  times.least_rows = log2_of(line_bytes / bytes);
  const double axes_of_tile = std::log2(static_cast<double>(tile_bytes) / lanes_of_tile);
  for (std::size_t n = 0; n < StepTimes::table_bits; ++n) {
    for (std::size_t k = 0; k < StepTimes::table_bits; ++k) {
      const double columns = std::exp2(static_cast<double>(n)),
                   summed = std::exp2(static_cast<double>(k));
      const auto touched = static_cast<double>(std::max<std::size_t>(std::max(n, k), 1));
      const double kernels = options.fuse ? std::clamp(touched / axes_of_tile, 0.1, 1.0) : 1;
      const double segments = std::min(touched / axes_of_segment, 1.0);
      const double again = std::ceil(columns / registers) - kernels;
      const double cached = bytes / cache_rate * (again / columns + (1 - kernels) / summed);
      const double moved = kernels + segments * memory_rate / (2 * relayout_rate);
      StepTimes::Shape& shape = times.fused[n * StepTimes::table_bits + k];
      shape = {log2_of(product / tile_share + cached), log2_of(moved)};
      if (std::min(static_cast<float>(n), static_cast<float>(k)) < times.least_matrix) continue;
      // Of an element of a large main operand.
      const auto seconds = [&](const StepTimes::Shape& own) {
        const double work = columns * std::exp2(double{own.product}),
                     arrays = (1 + columns / summed) * bytes / memory_rate *
                              std::exp2(double{own.moved});
        return std::max(work, arrays) + not_overlapped * std::min(work, arrays);
      };
      if (seconds(times.matrix[0]) < seconds(shape)) shape = times.matrix[0];
    }
  }
  return times;
}

StepTimes device_times(const DeviceModel& model, std::uint64_t element_bytes, bool is_complex,
                       std::uint32_t devices) {
  const auto bytes = static_cast<double>(element_bytes), shared = static_cast<double>(devices);
  StepTimes times;
  times.far = times.near = times.cache = log2_of(bytes / (model.memory_rate * shared));
  times.thin.fill({log2_of((is_complex ? 8 : 2) / (model.arithmetic_rate * shared)), 0});
  times.step = log2_of(model.launch);
  times.not_overlapped = -StepTimes::never;
  if (devices > 1) times.link = log2_of(bytes * (1 - 1 / shared) / (model.near.rate * shared));
  return times;
}

}  // namespace diagc::arrays
