// Panels that are stored: kept, rounded, brought to the host and back.
#include <algorithm>

#include "physics/dynamics/device/device_blocks.h"
#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

void DeviceEngine::State::keep(double end) {
  times.append(end);
  rows.push_back(std::move(*next));
  next.reset();
  if (theory) {
    std::swap(collisions, before);
    std::swap(mixed_integrals, mixed_before);
    has_before = true;
    before_first = 0;
    before_blocks = panels();
  }
  take_edge();
}

void DeviceEngine::State::compact(std::size_t count) {
  for (std::size_t panel = compacted(); panel < count; ++panel) {
    DeviceRows& own = rows[panel];
    DeviceNumbers rounded = numbers();
    rounded.reserve(numbers_of(own) * complex_bytes / 2);
    constexpr std::size_t most_blocks = 4096;
    code->launch("round_rows", std::min(blocks_of(numbers_of(own), moving_threads), most_blocks),
                 moving_threads, 0,
                 DeviceRounded{own.numbers.address(), rounded.address(), numbers_of(own)}, stream);
    stream.synchronize();
    own.numbers = std::move(rounded);
    own.is_single = true;
  }
}

std::vector<Complex> DeviceEngine::State::read(const DeviceRows& own) const {
  if (!own.is_single) return own.numbers.read<Complex>(numbers_of(own));
  const auto rounded = own.numbers.read<std::complex<float>>(numbers_of(own));
  return {rounded.begin(), rounded.end()};
}

PanelRows DeviceEngine::State::host_rows(std::size_t panel) const {
  const DeviceRows& own = rows[panel];
  const std::size_t count = own.blocks - own.first;
  PanelRows result{BlockRows(points, count, shape.size, shape.size),
                   BlockRows(points, count, shape.size, shape.size)};
  from_device_blocks(shape, read(own), own.blocks, own.first, count, 0, result.lesser,
                     result.spectral);
  if (branch) result.mixed = host_mixed(own.mixed);
  return result;
}

void DeviceEngine::State::restore(const PanelRows& from, double begin, double end,
                                  std::size_t forgotten) {
  times.begin_at(begin, forgotten);
  times.append(end);
  DeviceRows own(device);
  own.blocks = from.lesser.blocks();
  own.numbers.write(to_device_blocks(shape, from.lesser, from.spectral));
  if (branch) own.mixed.write(mixed_numbers_of(from.mixed));
  rows.push_back(std::move(own));
  take_edge();
}

}  // namespace diagc::dynamics
