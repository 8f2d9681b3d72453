#include "compiler/arrays/device/chain_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/arrays/device/chain_blocks.h"
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

/// Whether so many neighbours are all values of some of the fastest axes.
bool are_whole_axes(const std::vector<PlanAxis>& axes, std::uint64_t many) {
  std::uint64_t below = 1;
  for (std::size_t k = axes.size(); k-- > 0 && below < many;) {
    // An axis that ends among them is two.
    const std::uint64_t left = many / below;
    if (many % below != 0) return false;
    if (axes[k].extent > left) return axes[k].extent % left == 0;
    below *= axes[k].extent;
  }
  return below == many;
}

std::string stage_text(const ChainStage& stage, DeviceElement element, const char* offset,
                       bool is_wide, const char* products) {
  // Of a loop that is unrolled, all of b may be read at once: it has to fit registers.
  const std::uint64_t most_unrolled = is_wide ? 16 : 8;
  const std::uint64_t rows = count_of(stage.rows), columns = count_of(stage.columns),
                      summed = count_of(stage.summed);
  return fmt::format("  // c[{}, {}] = sum over {} of a b\n", rows, columns, summed) +
         types(offset) + fmt::format("  typedef {} Products;\n", products) +
         constant("unsigned", "rows", rows) + constant("unsigned", "columns", columns) +
         constant("unsigned", "summed", summed) +
         constant("unsigned", "held_rows", stage.held.rows) +
         constant("unsigned", "held_columns", stage.held.columns) +
         constant("unsigned", "row_pack", stage.row_pack) +
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
  const std::uint64_t tiles = count_of(chain.tiles), first_pack = packed_firsts(chain, element);
  ChainText text;
  text.chain = fmt::format("  // a chain of {} steps, tile by tile\n", chain.stages.size()) +
               fmt::format(
                   "  typedef {} Index;\n"
                   "  typedef {} Offset;\n",
                   tiles >> 31U == 0 ? "unsigned" : "Long", offset) +
               constant("Index", "tiles", tiles) +
               constant("unsigned", "steps", chain.stages.size()) +
               constant("unsigned", "second_buffer", chain.held[0]) +
               constant("int", "exponent_of_one",
                        static_cast<std::uint64_t>(exponent_field_of_one(element))) +
               constant("unsigned", "firsts", chain.first.empty() ? 0 : count_of(chain.first)) +
               constant("unsigned", "first_at", chain.first_at) +
               constant("unsigned", "first_pack", first_pack) +
               fmt::format("  static constexpr bool first_by_turns = {};\n",
                           are_whole_axes(chain.first, device_threads * first_pack)) +
               offsets_text("first", chain.first, {{"a", &PlanAxis::a}, {"c", &PlanAxis::c}}) +
               offsets_text("tile", chain.tiles, {{"a", &PlanAxis::a}, {"c", &PlanAxis::c}});
  for (const ChainStage& stage : chain.stages)
    text.stages.push_back(stage_text(stage, element, offset, !chain.first.empty(),
                                     has_sums_of_three(chain, element) ? "SumOfThree" : "Sum"));
  text.blocks = static_cast<unsigned>(chain_blocks(chain, element));
  return text;
}

}  // namespace diagc::arrays
