#include "physics/collider/generator/device_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "physics/collider/event_text.h"
#include "physics/collider/generator/generator_files.h"

namespace diagc::collider {

namespace {

/// Blocks of a multiprocessor that a draw is compiled for: what it needs of registers grows with the number of jets.
unsigned draw_blocks(unsigned jets) { return jets < 6 ? 8 - jets : 2; }

/// Many events of few jets pass.
bool is_screened(const GeneratorShape& shape) {
  return shape.sampler == Sampler::antenna && shape.jets >= 7;
}

/// The same of screening, and of what draws again those that are left: one more than without spills, which hide behind it.
unsigned screen_blocks(unsigned jets) { return jets <= 7 ? 7 : 5; }
unsigned finish_blocks(bool few_events) { return few_events ? 2 : 3; }
constexpr unsigned narrow_blocks = 4;

std::size_t rounded_up(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

}  // namespace

DeviceText device_text(const GeneratorShape& shape, bool single_precision, std::size_t cells,
                       bool screens) {
  constexpr std::size_t most_shared_cells = 5000, event_rows_alone = 3, jet_rows = 7;
  const std::size_t shared_cells = cells <= most_shared_cells ? cells : 0;
  DeviceText text;
  text.screens = screens && is_screened(shape);
  text.narrows = text.screens && single_precision && shape.cut_sets == 1;
  text.picked_bytes = (device_block / 32 + 1) * 4;
  // Of each bin three cells in place of two.
  const std::size_t varied_cells = shape.varied_histograms ? cells / 2 * 3 : 0,
                    varied_shared_cells = varied_cells <= most_shared_cells ? varied_cells : 0;
  text.varied_bytes = device_block * 8 + 2 * varied_shared_cells * 4;
  text.drawn_bytes = rounded_up((event_rows_alone + jet_rows * shape.jets) * device_block * 8 +
                                2 * device_block * 4 + text.picked_bytes);
  if (text.screens) text.drawn_bytes = text.picked_bytes;
  text.added_bytes =
      rounded_up((device_block / 16 + 1) * device_block * 8 + (2 * shared_cells + 1) * 4);
  text.source =
      fmt::format("typedef {} Real;\ntypedef unsigned long long Size;\n",
                  single_precision ? "float" : "double") +
      event_memory() + std::string(generator_file("generator_memory")) +
      std::string(generator_file("device_memory")) + event_constants(shape.jets, shape.most_dr) +
      generator_constants(shape) +
      fmt::format(
          "constexpr unsigned block_threads = {}, draw_blocks = {}, drawn_bytes = {}, added_bytes "
          "= {}, sum_fields = {}, shared_cells = {}, chunk_steps = {}, screen_blocks = {}, "
          "finish_blocks = {}, narrow_blocks = {}, varied_events = {}, varied_shared_cells = {};\n"
          "constexpr bool narrows = {};\n",
          device_block, draw_blocks(shape.jets), text.drawn_bytes, text.added_bytes,
          sum_fields(shape.cut_sets), shared_cells, chunk_steps, screen_blocks(shape.jets),
          finish_blocks(text.narrows), narrow_blocks, varied_events, varied_shared_cells,
          text.narrows) +
      cuda_event_lanes({.single_precision = single_precision, .lanes = 1}) + event_body() +
      std::string(generator_file("weights")) + std::string(generator_file("cuda_generator")) +
      std::string(generator_file(text.screens ? "cuda_screen" : "cuda_draw"));
  if (text.narrows) text.source += generator_file("cuda_narrow");
  if (shape.varies) text.source += generator_file("cuda_vary");
  if (shape.picks) text.source += generator_file("cuda_pick");
  return text;
}

}  // namespace diagc::collider
