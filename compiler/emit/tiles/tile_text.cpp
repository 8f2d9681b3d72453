#include "compiler/emit/tiles/tile_text.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compiler/emit/tiles/lane_blocks.h"
#include "compiler/emit/tiles/lane_text.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

namespace {

constexpr std::uint64_t line_bytes = 64;
/// Two steps of a nest leave so much between them, and there may be two such arrays in the nearest cache. Steps of real numbers have a quarter of
/// the operations for what they read, and gain more from longer nests than they lose.
constexpr std::uint64_t real_near_bytes = 16 << 10U, complex_near_bytes = 8 << 10U;
/// What is fetched is needed so much later.
constexpr std::uint64_t fetch_bytes = 8 << 10U;
constexpr const char* near_names[] = {"near", "next_near"};
/// Statements of sums in a row.
constexpr std::uint64_t most_products = 64;

struct Value {
  std::uint64_t read = 0, write = 0, number = 0;
};

/// All values of some axes.
std::vector<Value> values_in(const std::vector<NestAxis>& axes) {
  std::vector<Value> values{{}};
  for (const NestAxis& axis : axes) {
    std::vector<Value> next;
    for (const Value& value : values)
      for (std::uint64_t k = 0; k < axis.extent; ++k)
        next.push_back({value.read + k * axis.read, value.write + k * axis.write,
                        value.number + k * axis.number});
    values.swap(next);
  }
  return values;
}

std::string term(const std::string& variable, std::uint64_t stride) {
  return stride == 0   ? ""
         : stride == 1 ? " + " + variable
                       : fmt::format(" + {} * {}", variable, stride);
}
std::string term(std::uint64_t offset) { return offset == 0 ? "" : fmt::format(" + {}", offset); }

class TileWriter {
 public:
  TileWriter(const arrays::Plan& plan, const arrays::PlanKernel& kernel,
             const TileTextOptions& options, std::uint64_t lanes)
      : kernel_(kernel),
        number_bytes_(options.single_precision ? 4 : 8),
        parts_(options.is_complex ? 2 : 1),
        row_(options.is_complex, lanes * parts_, static_cast<std::uint64_t>(options.vector_bytes),
             number_bytes_),
        real_(options.single_precision ? "float" : "double"),
        nests_(tile_nests(plan, kernel, row_.whole(), parts_, number_bytes_,
                          parts_ == 1 ? real_near_bytes : complex_near_bytes)) {}

  /// `streams`: rows of the result are whole lines, and are written past the caches; `is_long`: longer than those are.
  void streams(bool rows, bool is_long) {
    streams_ = rows;
    if (is_long && !rows) collected_ = collected();
  }
  bool streams() const { return streams_ || collected_ > 0; }

  std::string function() {
    line(fmt::format("extern \"C\" void {}(const {}* array, {}* result, {}* tile, {}* next_tile,",
                     tile_symbol, real_, real_, real_, real_));
    line(fmt::format("                           const {}* const* numbers, long next) {{", real_));
    depth_ = 1;
    // What lies between steps, in turn in one and the other.
    std::uint64_t near[2] = {};
    for (const TileNest& nest : nests_)
      for (std::size_t step = 0; step < nest.steps.size(); ++step)
        near[step % 2] = std::max(near[step % 2], nest.steps[step].held);
    for (const std::size_t which : {0, 1})
      if (near[which] > 0)
        line(fmt::format("alignas(64) {} {}[{}];", real_, near_names[which], near[which]));
    if (collected_ > 0) line(fmt::format("alignas(64) {} turn_result[{}];", real_, collected_));
    std::string from = "array";
    for (std::size_t n = 0; n < nests_.size(); ++n) {
      const bool is_last = n + 1 == nests_.size();
      const std::string to = is_last ? "result" : n % 2 == 0 ? "tile" : "next_tile";
      nest(nests_[n], from, to, n == 0 && !kernel_.copied, is_last);
      from = to;
    }
    depth_ = 0;
    line("}");
    return std::move(functions_) + std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += std::string(2 * depth_, ' ') + text + "\n"; }
  void open(const std::string& text) {
    line(text);
    ++depth_;
  }
  void close() {
    --depth_;
    line("}");
  }
  void open_loop(const std::string& variable, std::uint64_t extent) {
    open(fmt::format("for (long {0} = 0; {0} < {1}; ++{0}) {{", variable, extent));
  }

  void nest(const TileNest& nest, const std::string& from, const std::string& to, bool fetches,
            bool is_last) {
    std::uint64_t turns = 1;
    for (const NestLoop& loop : nest.loops) turns *= loop.extent;
    const bool turns_around = fetches && turns > 1;
    if (turns_around) {
      offsets_of_turns(nest);
      line("long turn = 0;");
    }
    std::string read = from, write = to;
    std::vector<std::string> numbers;
    for (std::size_t s = 0; s < nest.steps.size(); ++s)
      numbers.push_back(fmt::format("numbers[{}]", nest.first + s));
    for (std::size_t k = 0; k < nest.loops.size(); ++k) {
      const NestLoop& loop = nest.loops[k];
      const std::string variable = fmt::format("i{}", k);
      open_loop(variable, loop.extent);
      read += term(variable, loop.read);
      write += term(variable, loop.write);
      for (std::size_t s = 0; s < nest.steps.size(); ++s)
        numbers[s] += term(variable, loop.numbers[s]);
    }
    if (fetches) {
      const std::uint64_t each = values_of(nest.steps[0].kept) * values_of(nest.steps[0].summed) *
                                 row_.numbers * number_bytes_;
      const std::uint64_t distance = std::clamp<std::uint64_t>(fetch_bytes / each, 1, turns);
      const std::string there =
          turns == 1 ? "next"
          : distance == turns
              ? "next + read_at(turn)"
              : fmt::format("(turn < {0} ? read_at(turn + {1}) : next + read_at(turn - {0}))",
                            turns - distance, distance);
      line(fmt::format("const {}* const later = {} + {};", real_, from, there));
    }
    std::string own_read = read;
    for (std::size_t s = 0; s < nest.steps.size(); ++s) {
      const bool ends = s + 1 == nest.steps.size();
      const bool is_result = is_last && ends;
      const std::string own_write = !ends                         ? near_names[s % 2]
                                    : is_result && collected_ > 0 ? "turn_result"
                                                                  : write;
      step(nest.steps[s], {own_read, own_write, numbers[s]},
           {.fetches = fetches && s == 0,
            .begins = nest.first + s == 0,
            .ends = is_result,
            .streams = streams_ && is_result,
            .is_cut = row_.rest() > 0 && ((nest.first + s == 0 && !kernel_.copied) || is_result)});
      own_read = own_write;
    }
    if (is_last && collected_ > 0)
      line(fmt::format("stream_lines<{}>({}, turn_result);", collected_, write));
    if (turns_around) line("++turn;");
    for (std::size_t k = 0; k < nest.loops.size(); ++k) close();
  }

  /// Numbers of the result that a turn of the last nest leaves, where they are whole lines though their rows are not: they are collected in the nearest
  /// cache. 0: they are not.
  std::uint64_t collected() const {
    const TileNest& last = nests_.back();
    const std::uint64_t line = line_bytes / number_bytes_,
                        numbers = numbers_without_gaps(last.steps.back(), row_.numbers);
    const bool begins_line =
        std::ranges::all_of(last.loops,
                            [&](const NestLoop& loop) { return loop.write % line == 0; }) &&
        std::ranges::all_of(kernel_.outer, [&](const arrays::PlanAxis& axis) {
          return axis.c * parts_ % line == 0;
        });
    const bool fits = numbers * number_bytes_ <= real_near_bytes && numbers % line == 0;
    return begins_line && fits ? numbers : 0;
  }

  /// Where the nest reads in its n-th turn, for what is fetched ahead.
  void offsets_of_turns(const TileNest& nest) {
    std::string sum;
    std::uint64_t before = 1;
    for (std::size_t k = nest.loops.size(); k-- > 0; before *= nest.loops[k].extent) {
      std::string digit = "turn";
      if (before > 1) digit += fmt::format(" / {}", before);
      if (k > 0) digit += fmt::format(" % {}", nest.loops[k].extent);
      sum += fmt::format("{}{} * {}", sum.empty() ? "" : " + ", digit, nest.loops[k].read);
    }
    functions_ += fmt::format("INLINE long read_at(unsigned long turn) {{ return {}; }}\n\n",
                              sum.empty() ? "0 * turn" : sum);
  }

  /// Of a step: whether it fetches ahead, reads elements of an array, writes such, and those past the caches.
  struct StepEnds {
    bool fetches = false, begins = false, ends = false, streams = false;
    bool is_cut = false;  ///< rows in such an array end within a vector
  };

  /// Blocks of a row one after the other, the first one at so many groups; of a cut one, the row ends within the last vector.
  struct Blocks {
    std::uint64_t first = 0, groups = 1, count = 1;
    bool is_cut = false;
  };

  /// `read<4>`, or `read<4, 50>` of the last groups of a row that ends within a vector.
  std::string call(const char* name, std::uint64_t groups, bool is_cut) const {
    if (!is_cut) return fmt::format("{}<{}>", name, groups);
    return fmt::format("{}<{}, {}>", name, groups, (groups - 1) * row_.group_numbers + row_.rest());
  }

  struct StepPlaces {
    std::string from, to, numbers;
  };
  struct LanePlaces {
    std::string from, to, numbers, later;
  };
  void step(const NestStep& step, StepPlaces places, const StepEnds& ends) {
    auto& [from, to, numbers] = places;
    const LaneBlocks own = lane_blocks(row_, step, ends.begins, ends.ends);
    std::size_t loops = 0;
    std::string later = "later", first_block;
    std::vector<NestAxis> column_axes = step.columns;
    const auto block = values_in(cut_fastest(column_axes, own.columns));
    line(fmt::format("// {} {}, {} of {} {} at once, sums of {}.", values_of(step.kept),
                     values_of(step.kept) == 1 ? "position" : "positions", block.size(),
                     values_of(step.columns), values_of(step.columns) == 1 ? "column" : "columns",
                     values_of(step.summed)));
    const auto around = [&](const std::vector<NestAxis>& axes, const char* name, bool reads) {
      for (std::size_t k = 0; k < axes.size(); ++k, ++loops) {
        const std::string variable = fmt::format("{}{}", name, k);
        open_loop(variable, axes[k].extent);
        if (reads) {
          from += term(variable, axes[k].read);
          later += term(variable, axes[k].read);
        } else {
          first_block += (first_block.empty() ? "" : " && ") + variable + " == 0";
        }
        to += term(variable, axes[k].write);
        numbers += term(variable, axes[k].number);
      }
    };
    around(step.kept, "j", true);
    around(column_axes, "n", false);
    const std::uint64_t shorter = own.count - own.longer;
    std::vector<Blocks> parts{{0, own.groups, own.longer, false}};
    if (shorter > 0) parts.push_back({own.longer * own.groups, own.groups - 1, shorter, false});
    if (ends.is_cut) {
      Blocks& last = parts.back();
      --last.count;
      parts.push_back({last.first + last.count * last.groups, last.groups, 1, true});
      std::erase_if(parts, [](const Blocks& some) { return some.count == 0; });
    }
    for (const Blocks& some : parts) {
      const bool has_braces = some.count == 1 && (loops == 0 || parts.size() > 1);
      if (has_braces) open("{");
      lanes(step, block, {from, to, numbers, later}, ends, first_block, some);
      if (has_braces) close();
    }
    while (loops-- > 0) close();
  }

  void lanes(const NestStep& step, const std::vector<Value>& block, const LanePlaces& places,
             const StepEnds& ends, const std::string& first_block, const Blocks& own) {
    std::string offset = term(own.first * row_.group_numbers);
    if (own.count > 1) {
      const std::uint64_t first = own.first * row_.group_numbers,
                          each = own.groups * row_.group_numbers;
      open(fmt::format("for (long lane = {}; lane < {}; lane += {}) {{", first,
                       first + own.count * each, each));
      offset = " + lane";
    }
    line(fmt::format("const {}* from = {}{};", real_, places.from, offset));
    line(fmt::format("const {}* b = {};", real_, places.numbers));
    line(fmt::format("{}* const to = {}{};", real_, places.to, offset));
    if (ends.fetches) line(fmt::format("const {}* fetched = {}{};", real_, places.later, offset));
    const bool is_apart = row_.form == LaneForm::apart;
    sums(step, block, own.groups,
         call(is_apart && !ends.begins ? "read_parts" : "read", own.groups,
              own.is_cut && ends.begins && !kernel_.copied),
         ends.fetches, first_block);
    const std::string write = call(ends.streams             ? "stream"
                                   : is_apart && !ends.ends ? "write_parts"
                                                            : "write",
                                   own.groups, own.is_cut && ends.ends);
    for (std::size_t n = 0; n < block.size(); ++n)
      line(fmt::format("{}(to{}, c{});", write, term(block[n].write), n));
    if (own.count > 1) close();
  }

  void sums(const NestStep& step, const std::vector<Value>& block, std::uint64_t groups,
            const std::string& read_lanes, bool fetches, const std::string& first_block) {
    std::string declared;
    for (std::size_t n = 0; n < block.size(); ++n)
      declared += fmt::format("{}c{} = {{}}", n == 0 ? "" : ", ", n);
    line(fmt::format("Sums<{}> {};", groups, declared));
    std::vector<NestAxis> outer = step.summed;
    const auto unrolled =
        values_in(cut_fastest(outer, std::max<std::uint64_t>(most_products / block.size(), 1)));
    std::string read = "from", number = "b", fetched = "fetched";
    for (std::size_t k = 0; k < outer.size(); ++k) {
      const std::string variable = fmt::format("k{}", k);
      open_loop(variable, outer[k].extent);
      read += term(variable, outer[k].read);
      fetched += term(variable, outer[k].read);
      number += term(variable, outer[k].number);
    }
    if (fetches) {
      if (!first_block.empty()) open(fmt::format("if ({}) {{", first_block));
      for (const Value& value : unrolled)
        line(fmt::format("fetch<{}>({}{});", groups, fetched, term(value.read)));
      if (!first_block.empty()) close();
    }
    for (std::size_t k = 0; k < unrolled.size(); ++k) {
      line(fmt::format("const Lanes<{}> a{} = {}({}{});", groups, k, read_lanes, read,
                       term(unrolled[k].read)));
      for (std::size_t n = 0; n < block.size(); ++n)
        line(fmt::format("add(c{}, a{}, {}{});", n, k, number,
                         term(unrolled[k].number + block[n].number)));
    }
    for (std::size_t k = 0; k < outer.size(); ++k) close();
  }

  const arrays::PlanKernel& kernel_;
  std::uint64_t number_bytes_, parts_;
  LaneRow row_;
  std::string real_;
  std::vector<TileNest> nests_;
  bool streams_ = false;
  std::uint64_t collected_ = 0;
  std::string functions_, text_;
  std::size_t depth_ = 0;
};

}  // namespace

std::optional<TileText> tile_text(const arrays::Plan& plan, const arrays::PlanKernel& kernel,
                                  const TileTextOptions& options, std::uint64_t streamed_bytes) {
  if (kernel.form != arrays::KernelForm::tiles) return std::nullopt;
  const std::uint64_t parts = options.is_complex ? 2 : 1,
                      number_bytes = options.single_precision ? 4 : 8;
  std::uint64_t lanes = 1;
  for (const arrays::PlanAxis& axis : kernel.lanes) lanes *= axis.extent;
  if (lanes % kernel.blocks != 0) return std::nullopt;
  lanes /= kernel.blocks;
  const std::uint64_t element_bytes = parts * number_bytes;
  if (lanes * element_bytes < line_bytes) return std::nullopt;
  const std::uint64_t line = line_bytes / element_bytes;
  const auto in_lines = [&](const std::vector<arrays::PlanAxis>& axes) {
    return std::ranges::all_of(axes,
                               [&](const arrays::PlanAxis& axis) { return axis.c % line == 0; });
  };
  const arrays::PlanStep& last = plan.steps[kernel.first + kernel.count - 1];
  const bool is_long = plan.values[last.c].elements * element_bytes > streamed_bytes;
  TileWriter writer(plan, kernel, options, lanes);
  writer.streams(is_long && lanes % line == 0 && in_lines(kernel.outer) && in_lines(last.batch) &&
                     in_lines(last.rows) && in_lines(last.columns),
                 is_long);
  TileText text;
  text.streams = writer.streams();
  const std::string real = options.single_precision ? "float" : "double";
  text.source = "#define INLINE static inline __attribute__((always_inline))\n\n";
  text.source +=
      lane_text(lane_form(options.is_complex, lanes * parts,
                          static_cast<std::uint64_t>(options.vector_bytes) / number_bytes),
                real, options.vector_bytes, number_bytes, lanes * parts) +
      "\n";
  text.source += writer.function();
  return text;
}

}  // namespace diagc
