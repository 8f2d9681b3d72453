// Panels that are stored: kept, rounded, brought to the host and back.
#include <algorithm>

#include "physics/dynamics/device/device_blocks.h"
#include "physics/dynamics/device/device_state.h"

namespace diagc::dynamics {

void DeviceEngine::State::keep(double end) {
  timed(seconds.moves, [&] { take_integrals_of_rows(solved_length); });
  times.append(end);
  rows.push_back(std::move(*next));
  next.reset();
  keep_fields(rows.back());
  if (theory) {
    std::swap(collisions, before);
    std::swap(mixed_integrals, mixed_before);
    has_before = true;
    has_integrals_of_others = sent_integrals;
    before_first = 0;
    before_blocks = panels();
  }
  // Equal times have the density matrix's own numbers, so that nothing has to be waited for.
  const std::size_t before_end = (shape.order - 1) * all_points * elements * complex_bytes;
  timed(seconds.moves, [&] { take_edge_rows(rho[newest].address() + before_end); });
  density_travels = true;
}

std::size_t DeviceEngine::State::compacted() const {
  return static_cast<std::size_t>(std::ranges::count(rows, true, &DeviceRows::is_single));
}

void DeviceEngine::State::compact(std::size_t count) {
  for (std::size_t panel = compacted(); panel < count; ++panel) {
    DeviceRows& own = rows[panel];
    const auto round = [&](DeviceNumbers& array, std::size_t count) {
      DeviceNumbers rounded = numbers();
      rounded.reserve(count * complex_bytes / 2);
      constexpr std::size_t most_blocks = 4096;
      code->launch("round_rows", std::min(blocks_of(count, moving_threads), most_blocks),
                   moving_threads, 0, DeviceRounded{array.address(), rounded.address(), count},
                   stream);
      stream.synchronize();
      array = std::move(rounded);
    };
    round(own.numbers, numbers_of(own));
    for (DeviceNumbers& field : own.fields) round(field, field_numbers_of(own));
    own.is_single = true;
  }
}

std::vector<Complex> DeviceEngine::State::read(const DeviceNumbers& from, std::size_t count,
                                               bool is_single) {
  if (!is_single) return from.read<Complex>(count);
  const auto rounded = from.read<std::complex<float>>(count);
  return {rounded.begin(), rounded.end()};
}

PanelRows DeviceEngine::State::host_rows(std::size_t panel) const {
  const DeviceRows& own = rows[panel];
  const std::size_t count = own.blocks - own.first;
  PanelRows result{BlockRows(points, count, shape.size, shape.size),
                   BlockRows(points, count, shape.size, shape.size)};
  from_device_blocks(shape, read(own.numbers, numbers_of(own), own.is_single), own.blocks,
                     own.first, count, 0, result.lesser, result.spectral);
  if (branch) result.mixed = host_mixed(own.mixed);
  for (std::size_t place = 0; place < own.fields.size(); ++place)
    result.fields.push_back(host_field(own, place));
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
  restore_fields(from, own);
  rows.push_back(std::move(own));
  take_edge();
}

}  // namespace diagc::dynamics
