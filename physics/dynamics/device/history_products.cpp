#include "physics/dynamics/device/history_products.h"

#include <algorithm>
#include <complex>

#include "physics/dynamics/device/history_cut.h"

namespace diagc::dynamics {

namespace {

constexpr std::size_t moving = 128, value_bytes = sizeof(std::complex<double>);
/// Panels whose rows are spread out at once: summed values of a product.
constexpr std::size_t most_rows = 8;

std::size_t blocks_for(std::size_t tasks) { return (tasks + moving - 1) / moving; }
std::uint32_t narrowed(std::size_t number) { return static_cast<std::uint32_t>(number); }
std::complex<double>* numbers_at(const DeviceNumbers& array) {
  return reinterpret_cast<std::complex<double>*>(array.address());
}

DeviceNumbers workspace_on(const cuda::Device& device) {
  DeviceNumbers workspace(device);
  workspace.reserve(cuda::Cublas::workspace_bytes);
  return workspace;
}

/// Numbers of a point for so many panels' rows at once.
struct MatrixSizes {
  std::size_t stored, factors, turned, of_columns, of_rows;
  MatrixSizes(std::size_t size, std::size_t panels, std::size_t rows)
      : stored(rows * size * 2 * panels * size),
        factors(size * rows * size),
        turned(size * 2 * panels * size),
        of_columns(turned),
        of_rows(factors) {}
  std::size_t all() const { return stored + factors + turned + of_columns + of_rows; }
};

}  // namespace

bool takes_products(const cuda::Device& device, const DeviceShape& shape,
                    const DeviceSettings& settings) {
  constexpr int with_tensors = 80;
  const bool has_no_kernel = device.info().capability < with_tensors ||
                             shape.history_shared(value_bytes) > device.info().shared;
  return (settings.history_by_cublas || has_no_kernel) && cuda::why_no_cublas().empty();
}

HistoryProducts::HistoryProducts(const cuda::Stream& stream)
    : stream_(stream),
      workspace_(workspace_on(stream.device())),
      cublas_(stream, workspace_.address()),
      stored_(stream.device()),
      factors_(stream.device()),
      turned_(stream.device()),
      results_(stream.device()) {}

std::size_t HistoryProducts::bytes() const {
  std::size_t sum = 0;
  for (const DeviceNumbers* each : {&workspace_, &stored_, &factors_, &turned_, &results_})
    sum += each->bytes();
  return sum;
}

void HistoryProducts::add(const DeviceCode& code, const DeviceShape& shape,
                          const HistoryPass& pass) {
  if (pass.panels == 0 || pass.first_row >= pass.end_row) return;
  const MatrixSizes sizes(shape.size, pass.panels, std::min(most_rows, pass.end_row));
  const std::size_t at_once =
      std::clamp<std::size_t>(part_bytes / (sizes.all() * value_bytes), 1, pass.points);
  const auto grow = [&](DeviceNumbers& array, std::size_t of_point) {
    const std::size_t bytes = at_once * of_point * value_bytes;
    if (array.bytes() >= bytes) return;
    stream_.synchronize();
    array.reserve(bytes + bytes / 4);
  };
  grow(stored_, sizes.stored);
  grow(factors_, sizes.factors);
  grow(turned_, sizes.turned);
  grow(results_, std::max(sizes.of_columns, sizes.of_rows));
  for (std::size_t first = 0; first < pass.points; first += at_once)
    add_rows(code, shape, pass, first, std::min(at_once, pass.points - first));
}

void HistoryProducts::add_rows(const DeviceCode& code, const DeviceShape& shape,
                               const HistoryPass& pass, std::size_t first_point,
                               std::size_t points) {
  const std::size_t size = shape.size, columns = pass.panels * size;
  DeviceFactorMatrix matrix{.factors = pass.factors,
                            .matrix = turned_.address(),
                            .panels = narrowed(pass.panels),
                            .first_point = narrowed(first_point),
                            .points = narrowed(points)};
  if (pass.of_rows != 0) {
    code.launch("turn_factors", blocks_for(points * size * 2 * columns), moving, 0, matrix,
                stream_);
  }
  std::size_t end = 0;
  for (std::size_t row = pass.first_row; row < pass.end_row; row = end) {
    const bool is_single = row < pass.singles;
    end =
        std::min(row + most_rows, is_single ? std::min(pass.singles, pass.end_row) : pass.end_row);
    const std::size_t inner = (end - row) * size;
    DeviceStoredRows stored{.rows = pass.rows,
                            .matrix = stored_.address(),
                            .factors = pass.factors,
                            .sums = pass.columns,
                            .shares = pass.shares,
                            .panels = narrowed(pass.panels),
                            .first_row = narrowed(row),
                            .end_row = narrowed(end),
                            .first_point = narrowed(first_point),
                            .points = narrowed(points)};
    code.launch(is_single ? "spread_rows_single" : "spread_rows",
                blocks_for(points * inner * 2 * columns), moving, 0, stored, stream_);
    DeviceHistoryResult result{.values = results_.address(),
                               .sums = pass.columns,
                               .panels = narrowed(pass.panels),
                               .first_row = narrowed(row),
                               .end_row = narrowed(end),
                               .first_point = narrowed(first_point),
                               .points = narrowed(points)};
    if (pass.columns != 0 && row < pass.panels) {
      matrix.matrix = factors_.address();
      matrix.first_row = narrowed(row);
      matrix.end_row = narrowed(end);
      code.launch("spread_factors", blocks_for(points * size * inner), moving, 0, matrix, stream_);
      cublas_.multiply({.batch = points, .m = size, .n = 2 * columns, .k = inner},
                       numbers_at(factors_), numbers_at(stored_), numbers_at(results_));
      code.launch("add_columns", blocks_for(points * size * 2 * columns), moving, 0, result,
                  stream_);
      stored.end_row = narrowed(std::min(end, pass.panels));
      code.launch(is_single ? "add_diagonal_single" : "add_diagonal",
                  blocks_for(points * (stored.end_row - row) * size * size), moving, 0, stored,
                  stream_);
    }
    if (pass.of_rows == 0) continue;
    result.sums = pass.of_rows;
    result.sums_edge = pass.of_edge;
    result.sign = pass.sign;
    cublas_.multiply(
        {.batch = points, .m = size, .n = inner, .k = 2 * columns, .b_by_column = true},
        numbers_at(turned_), numbers_at(stored_), numbers_at(results_));
    code.launch("add_rows", blocks_for(points * size * inner), moving, 0, result, stream_);
  }
}

}  // namespace diagc::dynamics
