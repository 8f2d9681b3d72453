#include "runtime/cuda/tensor_map.h"

#include "runtime/cuda/driver.h"

namespace diagc::cuda {

api::TensorMap map_of(const Device& device, const SquareRows& array, std::size_t box_rows) {
  constexpr std::uint32_t numbers = 8, step = 1;
  constexpr std::uint64_t square_bytes = numbers * sizeof(double);
  const std::uint64_t extents[] = {numbers, array.squares, array.rows},
                      strides[] = {square_bytes, array.squares * square_bytes};
  const std::uint32_t box[] = {numbers, 1, static_cast<std::uint32_t>(box_rows)},
                      steps[] = {step, step, step};
  api::TensorMap map{};
  const Device::Current current(device);
  check(driver().cuTensorMapEncodeTiled(
            &map, api::tensor_double, 3,
            reinterpret_cast<void*>(array.address),  // NOLINT(performance-no-int-to-ptr)
            extents, strides, box, steps, api::tensor_side_by_side, api::tensor_turned_in_64_bytes,
            api::tensor_lines_of_128_bytes, api::tensor_zero_outside),
        "cuTensorMapEncodeTiled");
  return map;
}

}  // namespace diagc::cuda
