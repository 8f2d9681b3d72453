// The history by matrix products of cuBLAS: where a device has no tensor instructions for double precision (before compute capability 8.0), or the
// kernel of text/history.cuh has no room in its shared memory. Rows are spread out as matrices, some panels at a time.
#pragma once

#include "physics/dynamics/device/device_code.h"
#include "physics/dynamics/device/device_memory.h"
#include "physics/dynamics/device/device_parameters.h"
#include "runtime/cuda/cublas.h"

namespace diagc::dynamics {

/// What new rows' left factors give with stored rows (history.h), added to sums that stand as functions do: [point][block].
struct HistoryPass {
  DeviceAddress rows = 0;     ///< table of rows: of stored panels, of the new panel, of T⁺
  DeviceAddress factors = 0;  ///< [point][block]
  DeviceAddress shares = 0;
  DeviceAddress columns = 0;               ///< sums that gain those of columns; 0: none do
  DeviceAddress of_rows = 0, of_edge = 0;  ///< that gain those of rows, times `sign`; 0: none do
  double sign = 1;
  std::size_t panels = 0, points = 0,
              singles = 0;  ///< stored panels, of which the first are in single precision
  std::size_t first_row = 0, end_row = 0;
};

class HistoryProducts {
 public:
  /// The stream must outlive it. Throws what cuda::Cublas does.
  explicit HistoryProducts(const cuda::Stream& stream);

  /// Kernels are those of product_sources() with this shape.
  void add(const DeviceCode& code, const DeviceShape& shape, const HistoryPass& pass);
  std::size_t bytes() const;

 private:
  void add_rows(const DeviceCode& code, const DeviceShape& shape, const HistoryPass& pass,
                std::size_t first_point, std::size_t points);

  const cuda::Stream& stream_;
  DeviceNumbers workspace_;
  cuda::Cublas cublas_;
  DeviceNumbers stored_, factors_, turned_, results_;
};

/// Whether a device takes products of cuBLAS for blocks of a shape; false where there is no cuBLAS.
bool takes_products(const cuda::Device& device, const DeviceShape& shape,
                    const DeviceSettings& settings);

}  // namespace diagc::dynamics
