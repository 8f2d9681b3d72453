#include "compiler/arrays/device/chain_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/arrays/device/offsets_text.h"

namespace diagc::arrays {

namespace {

std::string constant(const char* type, const char* name, std::uint64_t value) {
  return fmt::format("  static constexpr {} {} = {};\n", type, name, value);
}

std::string types(const char* offset) {
  return fmt::format(
      "  typedef unsigned Index;\n"
      "  typedef {} Offset;\n",
      offset);
}

std::string stage_text(const ChainStage& stage, DeviceElement element, const char* offset) {
  // Of a loop that is unrolled, all of b may be read at once: it has to fit registers.
  constexpr std::uint64_t most_unrolled = 8;
  const std::uint64_t rows = count_of(stage.rows), columns = count_of(stage.columns),
                      summed = count_of(stage.summed);
  return fmt::format("  // c[{}, {}] = sum over {} of a b\n", rows, columns, summed) +
         types(offset) + constant("unsigned", "rows", rows) +
         constant("unsigned", "columns", columns) + constant("unsigned", "summed", summed) +
         constant("unsigned", "held_rows", stage.held.rows) +
         constant("unsigned", "held_columns", stage.held.columns) +
         constant("unsigned", "unrolled", std::min(summed, most_unrolled)) +
         constant("unsigned", "others", count_of(stage.other)) +
         constant("unsigned", "other_at", stage.other_at) +
         constant("unsigned", "pack", packed_columns(stage, element)) +
         offsets_text("other", stage.other, {{"b", &PlanAxis::b}}) +
         offsets_text("row", stage.rows,
                      {{"a", &PlanAxis::a}, {"b", &PlanAxis::b}, {"c", &PlanAxis::c}}) +
         offsets_text("column", stage.columns, {{"c", &PlanAxis::c}}) +
         offsets_text("sum", stage.summed, {{"a", &PlanAxis::a}, {"b", &PlanAxis::b}});
}

}  // namespace

ChainText chain_text(const DeviceChain& chain, DeviceElement element) {
  const char* const offset = chain.is_far ? "Long" : "unsigned";
  const std::uint64_t tiles = count_of(chain.tiles);
  ChainText text;
  text.chain = fmt::format("  // a chain of {} steps, tile by tile\n", chain.stages.size()) +
               fmt::format(
                   "  typedef {} Index;\n"
                   "  typedef {} Offset;\n",
                   tiles >> 31U == 0 ? "unsigned" : "Long", offset) +
               constant("Index", "tiles", tiles) +
               constant("unsigned", "steps", chain.stages.size()) +
               constant("unsigned", "second_buffer", chain.buffer_elements(0)) +
               constant("int", "exponent_of_one",
                        static_cast<std::uint64_t>(exponent_field_of_one(element))) +
               fmt::format("  static constexpr bool is_padded = {};\n", chain.is_padded) +
               offsets_text("tile", chain.tiles, {{"a", &PlanAxis::a}, {"c", &PlanAxis::c}});
  for (const ChainStage& stage : chain.stages)
    text.stages.push_back(stage_text(stage, element, offset));
  // As many as shared memory allows, but no more than leave a thread 64 registers.
  constexpr std::uint64_t shared_bytes = 227 << 10U, own_bytes = 1 << 10U, most_blocks = 4;
  const std::uint64_t held = chain.shared_elements() * device_bytes(element);
  text.blocks = static_cast<unsigned>(
      std::clamp<std::uint64_t>(shared_bytes / (held + own_bytes), 1, most_blocks));
  return text;
}

}  // namespace diagc::arrays
