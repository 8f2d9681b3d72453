// Steps of the generator on devices as source text: kernels before and after those of the amplitude.
#pragma once

#include <cstddef>
#include <string>

#include "physics/collider/generator/generator_text.h"

namespace diagc::collider {

struct DeviceText {
  /// Kernels generator_draw, or generator_screen, generator_narrow and generator_finish, then generator_add, of device_block threads; and,
  /// where the shape asks for them, generator_vary, of a block for each variation and `varied_events` events, and generator_pick, of a thread for each event.
  std::string source;
  bool screens = false;  ///< events are screened
  bool narrows = false;  ///< those that are clear of the cuts go through generator_narrow
  /// Dynamic shared memory of their blocks.
  std::size_t drawn_bytes = 0, added_bytes = 0, varied_bytes = 0, picked_bytes = 0;
};

/// Threads of a block; of a draw, its members. Two such blocks share a colour ordering.
inline constexpr unsigned device_block = 128;
/// Steps whose events a thread adds before the threads of a block are added; batches are multiples.
inline constexpr unsigned chunk_steps = 4;

/// Events of a block that varies.
inline constexpr unsigned varied_events = 32 * device_block;

/// Numbers of a block's sums: see GeneratorLaunch::sums.
constexpr std::size_t sum_fields(std::size_t cut_sets) {
  return 3 * cut_sets + cut_sets * (cut_sets + 1) / 2 + 1;
}

/// `cells`: of histograms, those of variations not among them; `screens`: whether events may be screened.
DeviceText device_text(const GeneratorShape& shape, bool single_precision, std::size_t cells,
                       bool screens = true);

}  // namespace diagc::collider
