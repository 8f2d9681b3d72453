#include "physics/dynamics/device/device_blocks.h"

namespace diagc::dynamics {

std::vector<Complex> to_device_blocks(const DeviceShape& shape, const BlockRows& lesser,
                                      const BlockRows& spectral) {
  const std::size_t pieces = shape.pieces(), group = shape.group();
  std::vector<Complex> numbers(lesser.points() * lesser.blocks() * pieces * 2 * group);
  for (std::size_t k = 0; k < lesser.points(); ++k) {
    for (std::size_t block = 0; block < lesser.blocks(); ++block) {
      Complex* const to = numbers.data() + (k * lesser.blocks() + block) * pieces * 2 * group;
      const Block l = lesser.at(k, block), d = spectral.at(k, block);
      for (std::size_t row = 0; row < shape.size; ++row) {
        for (std::size_t column = 0; column < shape.size; ++column) {
          Complex* const own = to + column / shape.width * 2 * group;
          shape.set(own, row, column % shape.width, l.at(row, column));
          shape.set(own + group, row, column % shape.width, d.at(row, column));
        }
      }
    }
  }
  return numbers;
}

void from_device_blocks(const DeviceShape& shape, const std::vector<Complex>& numbers,
                        std::size_t blocks, std::size_t first, std::size_t count, std::size_t to,
                        const BlockRows& lesser, const BlockRows& spectral) {
  const std::size_t pieces = shape.pieces(), group = shape.group();
  for (std::size_t k = 0; k < lesser.points(); ++k) {
    for (std::size_t block = 0; block < count; ++block) {
      const Complex* const from =
          numbers.data() + (k * blocks + first + block) * pieces * 2 * group;
      const Block l = lesser.at(k, to + block), d = spectral.at(k, to + block);
      for (std::size_t row = 0; row < shape.size; ++row) {
        for (std::size_t column = 0; column < shape.size; ++column) {
          const Complex* const own = from + column / shape.width * 2 * group;
          l.set(row, column, shape.get(own, row, column % shape.width));
          d.set(row, column, shape.get(own + group, row, column % shape.width));
        }
      }
    }
  }
}

}  // namespace diagc::dynamics
