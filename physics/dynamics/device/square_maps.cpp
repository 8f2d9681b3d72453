#include "physics/dynamics/device/square_maps.h"

#include "runtime/cuda/tensor_map.h"

namespace diagc::dynamics {

namespace {

constexpr std::size_t square_bytes = 64;  // of 2 x 2 complex numbers

}  // namespace

void move_by_engine(DeviceSelfEnergy& parameter, const cuda::Device& device,
                    std::size_t block_bytes, std::size_t box_points) {
  // Of few blocks one of several devices has none to evaluate.
  if (box_points == 0 || parameter.blocks == 0 || parameter.first_point % box_points != 0 ||
      parameter.own_points % box_points != 0)
    return;
  const auto map = [&](DeviceAddress address, std::size_t points, std::size_t blocks) {
    return cuda::map_of(device, {address, points, blocks * block_bytes / square_bytes}, box_points);
  };
  const std::size_t all_blocks = parameter.panels + 1,
                    others = parameter.points - parameter.own_points;
  parameter.by_engine = 1;
  parameter.maps.rows = map(parameter.rows, parameter.own_points, all_blocks);
  parameter.maps.factors = map(parameter.factors, parameter.own_points, all_blocks);
  if (others == 0) return;
  parameter.maps.received = map(parameter.received, others, parameter.blocks);
  parameter.maps.results = map(parameter.results, others, parameter.blocks);
}

}  // namespace diagc::dynamics
