#include "compiler/emit/tiles/tile_text.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compiler/emit/tiles/lane_text.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

namespace {

constexpr std::uint64_t line_bytes = 64;
/// Two steps of a nest leave so much between them, and there may be two such arrays in the nearest cache. Steps of real numbers have a quarter of
/// the operations for what they read, and gain more from longer nests than they lose.
constexpr std::uint64_t real_near_bytes = 16 << 10U, complex_near_bytes = 8 << 10U;
/// What a position reads stays there while its columns take turns.
constexpr std::uint64_t read_bytes = 24 << 10U;
/// What is fetched is needed so much later.
constexpr std::uint64_t fetch_bytes = 8 << 10U;
constexpr const char* near_names[] = {"near", "next_near"};
/// Statements of sums in a row.
constexpr std::uint64_t most_products = 64;

/// Cuts the fastest values off, as many as there can be up to `most` when extents are only divided evenly.
std::vector<NestAxis> cut_fastest(std::vector<NestAxis>& axes, std::uint64_t most) {
  std::vector<NestAxis> fastest;
  while (!axes.empty() && most > 1) {
    NestAxis& axis = axes.back();
    std::uint64_t part = std::min(most, axis.extent);
    while (axis.extent % part != 0) --part;
    if (part == 1) break;
    fastest.insert(fastest.begin(), {part, axis.read, axis.write, axis.number});
    most /= part;
    axis = {axis.extent / part, axis.read * part, axis.write * part, axis.number * part};
    if (axis.extent > 1) break;
    axes.pop_back();
  }
  return fastest;
}

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
        lane_numbers_(lanes * parts_),
        form_(lane_form(options.is_complex, lane_numbers_,
                        static_cast<std::uint64_t>(options.vector_bytes) / number_bytes_)),
        group_numbers_(static_cast<std::uint64_t>(options.vector_bytes) / number_bytes_ *
                       (form_ == LaneForm::apart ? 2U : 1U)),
        registers_(options.vector_bytes == 64 ? 32U : 16U),
        real_(options.single_precision ? "float" : "double"),
        nests_(tile_nests(plan, kernel, lanes, parts_, number_bytes_,
                          parts_ == 1 ? real_near_bytes : complex_near_bytes)) {}

  std::string function(bool streams) {
    streams_ = streams;
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
                                 lane_numbers_ * number_bytes_;
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
      const std::string own_write = ends ? write : near_names[s % 2];
      step(nest.steps[s], {own_read, own_write, numbers[s]},
           {.fetches = fetches && s == 0,
            .begins = nest.first + s == 0,
            .ends = is_last && ends,
            .streams = streams_ && is_last && ends});
      own_read = own_write;
    }
    if (turns_around) line("++turn;");
    for (std::size_t k = 0; k < nest.loops.size(); ++k) close();
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

  /// Sums of so many columns at once, in so many groups of vectors of lanes: a vector, or one of real and one of imaginary parts. The last vector
  /// ends with the last lane, and so does the last block: what they share with the ones before is computed twice.
  struct Block {
    std::uint64_t groups = 1, columns = 1;
    std::uint64_t numbers = 1;  ///< of lanes; fewer than fill the vectors where there are no more
    std::uint64_t parts = 1;    ///< blocks that take all lanes
  };

  /// Columns whose sums fill three quarters of the registers; with complex numbers there is room for what is read and two factors beside them.
  std::uint64_t most_columns(std::uint64_t groups) const {
    const std::uint64_t sums = groups * (form_ == LaneForm::apart ? 2 : 1), reads = 2 * groups;
    std::uint64_t room = registers_ / 4 * 3;
    if (form_ != LaneForm::real)
      room = std::min(room, registers_ - 2 - std::min(reads, registers_ - 2));
    return std::max<std::uint64_t>(room / sums, 1);
  }

  /// Times of a sum's products that one summed value takes in a block.
  double time_of(const NestStep& step, double groups, double columns, bool begins) const {
    const bool is_near = values_of(step.summed) * lane_numbers_ * number_bytes_ <= read_bytes;
    const double sums = groups * columns;
    // A vector is read in the time of two sums of it from the nearest cache, where it may lie in two lines, and of four from the next one.
    if (form_ == LaneForm::real) return std::max(sums, (is_near ? 2 : 4) * groups + columns);
    // Instructions: a vector that is read, turned or put apart, and a factor, in units of the products of a complex sum.
    if (form_ == LaneForm::in_turn) return sums + (is_near ? 1.5 : 2.5) * groups + columns;
    return sums + ((is_near ? 0.5 : 2) + (begins ? 0.5 : 0)) * groups + 0.5 * columns;
  }

  /// The block that takes the least time for all lanes, of those the one that fills the most registers, and then the longer one.
  Block block_of(const NestStep& step, bool begins) const {
    constexpr std::uint64_t most_groups = 8;
    const auto up = [](std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; };
    const std::uint64_t all = up(lane_numbers_, group_numbers_);
    Block best;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t groups = std::min(all, most_groups); groups > 0; --groups) {
      auto axes = step.columns;
      const std::uint64_t columns = values_of(cut_fastest(axes, most_columns(groups)));
      const std::uint64_t parts = up(all, groups), sums = groups * columns;
      const double taken =
          static_cast<double>(parts) *
          time_of(step, static_cast<double>(groups), static_cast<double>(columns), begins) /
          static_cast<double>(columns);
      const bool fills_more = sums > best.groups * best.columns;
      if (taken > least || (taken == least && !fills_more)) continue;
      least = taken;
      best = {groups, columns, std::min(lane_numbers_, groups * group_numbers_), parts};
    }
    return best;
  }

  /// `read<4>`, or `read<4, 50>` where the lanes do not fill the vectors.
  std::string call(const char* name, const Block& block) const {
    if (block.numbers == block.groups * group_numbers_)
      return fmt::format("{}<{}>", name, block.groups);
    return fmt::format("{}<{}, {}>", name, block.groups, block.numbers);
  }

  struct StepPlaces {
    std::string from, to, numbers;
  };
  /// Of a step: whether it fetches ahead, reads elements of an array, writes such, and those past the caches.
  struct StepEnds {
    bool fetches = false, begins = false, ends = false, streams = false;
  };

  void step(const NestStep& step, StepPlaces places, const StepEnds& ends) {
    auto& [from, to, numbers] = places;
    const Block own = block_of(step, ends.begins);
    const bool is_apart = form_ == LaneForm::apart;
    std::size_t loops = 0;
    std::string later = "later", first_block;
    std::vector<NestAxis> column_axes = step.columns;
    const auto block = values_in(cut_fastest(column_axes, own.columns));
    line(fmt::format("// {} {}, {} of {} {} at once, sums of {}.", values_of(step.kept),
                     values_of(step.kept) == 1 ? "position" : "positions", block.size(),
                     values_of(step.columns), values_of(step.columns) == 1 ? "column" : "columns",
                     values_of(step.summed)));
    if (step.kept.empty() && column_axes.empty() && own.parts == 1) open("{");
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
    if (own.parts > 1) {
      if (lane_numbers_ % own.numbers == 0) {
        open(fmt::format("for (long lane = 0; lane < {}; lane += {}) {{", lane_numbers_,
                         own.numbers));
      } else {
        open_loop("part", own.parts);
        line(fmt::format("const long lane = part < {} ? part * {} : {};", own.parts - 1,
                         own.numbers, lane_numbers_ - own.numbers));
      }
      ++loops;
      for (std::string* place : {&from, &to, &later}) *place += " + lane";
    }
    if (loops == 0) ++loops;  // the braces
    line(fmt::format("const {}* from = {};", real_, from));
    line(fmt::format("const {}* b = {};", real_, numbers));
    line(fmt::format("{}* const to = {};", real_, to));
    if (ends.fetches) line(fmt::format("const {}* fetched = {};", real_, later));
    sums(step, block, own, call(is_apart && !ends.begins ? "read_parts" : "read", own),
         ends.fetches, first_block);
    const std::string write = call(ends.streams             ? "stream"
                                   : is_apart && !ends.ends ? "write_parts"
                                                            : "write",
                                   own);
    for (std::size_t n = 0; n < block.size(); ++n)
      line(fmt::format("{}(to{}, c{});", write, term(block[n].write), n));
    while (loops-- > 0) close();
  }

  void sums(const NestStep& step, const std::vector<Value>& block, const Block& own,
            const std::string& read_lanes, bool fetches, const std::string& first_block) {
    std::string declared;
    for (std::size_t n = 0; n < block.size(); ++n)
      declared += fmt::format("{}c{} = {{}}", n == 0 ? "" : ", ", n);
    line(fmt::format("Sums<{}> {};", own.groups, declared));
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
        line(fmt::format("fetch<{}>({}{});", own.groups, fetched, term(value.read)));
      if (!first_block.empty()) close();
    }
    for (std::size_t k = 0; k < unrolled.size(); ++k) {
      line(fmt::format("const Lanes<{}> a{} = {}({}{});", own.groups, k, read_lanes, read,
                       term(unrolled[k].read)));
      for (std::size_t n = 0; n < block.size(); ++n)
        line(fmt::format("add(c{}, a{}, {}{});", n, k, number,
                         term(unrolled[k].number + block[n].number)));
    }
    for (std::size_t k = 0; k < outer.size(); ++k) close();
  }

  const arrays::PlanKernel& kernel_;
  std::uint64_t number_bytes_, parts_, lane_numbers_;
  LaneForm form_;
  std::uint64_t group_numbers_;  ///< of a vector, or of one of real and one of imaginary parts
  std::uint64_t registers_;
  std::string real_;
  std::vector<TileNest> nests_;
  bool streams_ = false;
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
  TileText text;
  text.streams = plan.values[last.c].elements * element_bytes > streamed_bytes &&
                 lanes % line == 0 && in_lines(kernel.outer) && in_lines(last.batch) &&
                 in_lines(last.rows) && in_lines(last.columns);
  const std::string real = options.single_precision ? "float" : "double";
  text.source = "#define INLINE static inline __attribute__((always_inline))\n\n";
  text.source +=
      lane_text(lane_form(options.is_complex, lanes * parts,
                          static_cast<std::uint64_t>(options.vector_bytes) / number_bytes),
                real, options.vector_bytes, number_bytes) +
      "\n";
  text.source += TileWriter(plan, kernel, options, lanes).function(text.streams);
  return text;
}

}  // namespace diagc
