#include "compiler/emit/tiles/step_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/tiles/block_sums.h"

namespace diagc {

/// `read<4>`, or `read<4, 50>` of the last groups of a row that ends within a vector.
std::string StepText::call(const char* name, std::uint64_t groups, bool is_cut) const {
  if (!is_cut) return fmt::format("{}<{}>", name, groups);
  return fmt::format("{}<{}, {}>", name, groups, (groups - 1) * row_.group_numbers + row_.rest());
}

void StepText::step(const NestStep& step, StepPlaces places, const LaneBlocks& own,
                    const StepEnds& ends, const Fetch& fetch) {
  auto& [from, to, numbers] = places;
  std::size_t loops = 0;
  std::vector<NestAxis> column_axes = step.columns;
  const auto block = values_in(cut_fastest(column_axes, own.columns));
  text_.line(fmt::format("// {} {}, {} of {} {} {}, sums of {}.", values_of(step.kept),
                         values_of(step.kept) == 1 ? "position" : "positions", block.size(),
                         values_of(step.columns),
                         values_of(step.columns) == 1 ? "column" : "columns",
                         own.holds_reads ? "in turn" : "at once", values_of(step.summed)));
  fetch(0);
  const auto around = [&](const std::vector<NestAxis>& axes, const char* name, bool reads) {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      const std::string variable = fmt::format("{}{}", name, k);
      text_.open_loop(variable, axes[k].extent);
      fetch(++loops);
      if (reads) from += offset_term(variable, axes[k].read);
      to += offset_term(variable, axes[k].write);
      numbers += offset_term(variable, axes[k].number);
    }
  };
  around(step.kept, "j", true);
  around(column_axes, "n", false);
  const std::uint64_t shorter = own.count - own.longer;
  const bool holds = own.holds_reads;
  std::vector<Blocks> parts{{0, own.groups, own.longer, false, holds}};
  if (shorter > 0)
    parts.push_back({own.longer * own.groups, own.groups - 1, shorter, false, holds});
  if (ends.cuts_reads || ends.cuts_writes) {
    Blocks& last = parts.back();
    --last.count;
    parts.push_back({last.first + last.count * last.groups, last.groups, 1, true, holds});
    std::erase_if(parts, [](const Blocks& some) { return some.count == 0; });
  }
  for (const Blocks& some : parts) {
    const bool has_braces = some.count == 1 && (loops == 0 || parts.size() > 1);
    if (has_braces) text_.open("{");
    lanes(step, block, places, ends, some, loops + 1, fetch);
    if (has_braces) text_.close();
  }
  while (loops-- > 0) text_.close();
}

void StepText::lanes(const NestStep& step, const std::vector<NestValue>& block,
                     const StepPlaces& places, const StepEnds& ends, const Blocks& own,
                     std::size_t loop, const Fetch& fetch) {
  std::string offset = offset_term(own.first * row_.group_numbers);
  if (own.count > 1) {
    const std::uint64_t first = own.first * row_.group_numbers,
                        each = own.groups * row_.group_numbers;
    text_.open(fmt::format("for (long lane = {}; lane < {}; lane += {}) {{", first,
                           first + own.count * each, each));
    offset = " + lane";
  }
  fetch(loop);
  text_.line(fmt::format("const {}* from = {}{};", real_, places.from, offset));
  text_.line(fmt::format("const {}* b = {};", real_,
                         fits_registers(step, block.size(), own)
                             ? places.numbers
                             : fmt::format("where_used({})", places.numbers)));
  text_.line(fmt::format("{}* const to = {}{};", real_, places.to, offset));
  const bool is_apart = row_.form == LaneForm::apart;
  const BlockCalls calls{own.groups,
                         call(is_apart && !ends.begins ? "read_parts" : "read", own.groups,
                              own.is_cut && ends.cuts_reads),
                         call(ends.streams             ? "stream"
                              : is_apart && !ends.ends ? "write_parts"
                                                       : "write",
                              own.groups, own.is_cut && ends.cuts_writes),
                         step.takes_three};
  const auto fetch_here = [&] { fetch(loop + 1); };
  if (own.holds_reads) {
    fetch_here();
    columns_in_turn(text_, step, block, calls);
  } else {
    columns_at_once(text_, step, block, calls, fetch_here);
  }
  if (own.count > 1) text_.close();
}

/// Whether registers hold all factors of a block beside its sums, or beside what is summed.
bool StepText::fits_registers(const NestStep& step, std::uint64_t columns,
                              const Blocks& own) const {
  const std::uint64_t summed = values_of(step.summed),
                      factors =
                          columns *
                          (own.holds_reads ? summed : std::min(summed, summed_in_row(columns)));
  return (step.takes_three              ? 3
          : row_.form == LaneForm::real ? 1
                                        : 2) *
             (factors + own.groups * (own.holds_reads ? summed : columns)) <
         row_.registers;
}

void StepText::pair(const StepPair& pair, PairPlaces places, bool streams, const Fetch& fetch) {
  text_.line(fmt::format("// Two steps: {} positions and {} columns, of which sums of {} are left.",
                         pair.positions.size(), pair.columns.size(), pair.second_summed.size()));
  fetch(0);
  std::size_t loops = 0;
  for (const PairLoop& loop : pair.loops) {
    const std::string variable = fmt::format("j{}", loops);
    text_.open_loop(variable, loop.extent);
    fetch(++loops);
    places.from += offset_term(variable, loop.read);
    places.to += offset_term(variable, loop.write);
    places.first += offset_term(variable, loop.first);
    places.second += offset_term(variable, loop.second);
  }
  if (row_.groups() > 1) {
    text_.open(fmt::format("for (long lane = 0; lane < {}; lane += {}) {{", row_.whole(),
                           row_.group_numbers));
    places.from += " + lane";
    places.to += " + lane";
  } else if (loops == 0) {
    text_.open("{");
  }
  fetch(loops + 1);
  pair_turn(text_, pair, places, real_, streams ? "stream<1>" : "write<1>");
  if (row_.groups() > 1 || loops == 0) text_.close();
  while (loops-- > 0) text_.close();
}

}  // namespace diagc
