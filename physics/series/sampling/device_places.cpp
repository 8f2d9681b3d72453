#include "physics/series/sampling/device_places.h"

#include <algorithm>

namespace diagc::series {

DevicePlaces::DevicePlaces(runs::Device& device, std::size_t rows, std::size_t blocks)
    : device_(device),
      rows_(rows),
      walkers_(blocks * block_walkers),
      integers_(device.memory<std::uint32_t>(count())),
      kept_(device.memory<std::uint32_t>(count())) {}

std::vector<std::uint32_t> DevicePlaces::read() const {
  std::vector<std::uint32_t> places(count());
  device_.read(places.data(), integers_, places.size());
  return places;
}

runs::Bytes DevicePlaces::save() const {
  const std::vector<std::uint32_t> places = read();
  runs::Bytes bytes;
  for (std::size_t first = 0; first < walkers_; first += block_walkers) {
    for (std::size_t row = 0; row < rows_; ++row)
      runs::write_numbers(bytes, std::span(places).subspan(row * walkers_ + first, block_walkers));
  }
  return bytes;
}

void DevicePlaces::restore(std::span<const std::byte> states,
                           const std::function<void(std::span<const std::uint32_t>)>& check) {
  std::vector<std::uint32_t> places(count()), own(rows_ * block_walkers);
  for (std::size_t first = 0; first < walkers_; first += block_walkers) {
    runs::read_numbers(states, std::span(own));
    check(own);
    for (std::size_t row = 0; row < rows_; ++row) {
      std::ranges::copy(std::span(own).subspan(row * block_walkers, block_walkers),
                        std::span(places).subspan(row * walkers_ + first).begin());
    }
  }
  device_.write(integers_, places.data(), places.size());
}

}  // namespace diagc::series
