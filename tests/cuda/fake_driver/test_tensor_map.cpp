// What the driver is told of arrays that the copy engine moves.
#include <catch2/catch.hpp>

#include <string>

#include "runtime/cuda/memory.h"
#include "runtime/cuda/tensor_map.h"
#include "tests/cuda/fake_driver/fixture.h"

namespace diagc::cuda {

TEST_CASE("maps of squares of 64 bytes: boxes of up to 256 rows, from multiples of 16 bytes on") {
  const FakeDriver fake;
  const Device device(0);
  const DeviceBuffer buffer(device, 4096);
  const SquareRows rows{buffer.address(), 16, 4};
  CHECK_NOTHROW(map_of(device, rows, 16));
  CHECK_NOTHROW(map_of(device, rows, 256));
  const std::string refused =
      "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE: as the fake driver says";
  CHECK_THROWS_WITH(map_of(device, rows, 257), refused);
  CHECK_THROWS_WITH(map_of(device, rows, 0), refused);
  CHECK_THROWS_WITH(map_of(device, {rows.address + 8, 16, 4}, 16), refused);
  CHECK_THROWS_WITH(map_of(device, {rows.address, 16, 0}, 16), refused);
}

}  // namespace diagc::cuda
