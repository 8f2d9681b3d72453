#include "compiler/emit/tiles/tile_text.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "compiler/emit/embedded_files.h"
#include "compiler/emit/tiles/block_sums.h"
#include "compiler/emit/tiles/collected_turn.h"
#include "compiler/emit/tiles/fetched_lines.h"
#include "compiler/emit/tiles/lane_blocks.h"
#include "compiler/emit/tiles/lane_text.h"
#include "compiler/emit/tiles/loop_text.h"
#include "compiler/emit/tiles/nests.h"
#include "compiler/emit/tiles/step_pairs.h"
#include "compiler/emit/tiles/step_text.h"
#include "compiler/emit/tiles/turned_lanes.h"

namespace diagc {

namespace {

constexpr std::uint64_t line_bytes = 64;
/// Two steps of a nest leave so much between them: there may be two such arrays in the nearest cache, beside what is read.
constexpr std::uint64_t near_bytes = 8 << 10U;
/// Of a result that is collected before it is written.
constexpr std::uint64_t collected_bytes = 16 << 10U;
/// Shorter operands are not fetched ahead.
constexpr std::uint64_t fetched_bytes = 1 << 20U;
/// So much before they are turned, lines are fetched.
constexpr std::uint64_t fetched_early = 8 << 10U;
/// In fewer turns of a nest, so many lanes would be brought together in a row that nothing is summed meanwhile.
constexpr std::uint64_t least_turns_ahead = 16;
constexpr const char* near_names[] = {"near", "next_near"};

class TileWriter : LoopText {
 public:
  TileWriter(const arrays::Plan& plan, const arrays::PlanKernel& kernel,
             const TileTextOptions& options, std::uint64_t lanes)
      : kernel_(kernel),
        number_bytes_(options.single_precision ? 4 : 8),
        parts_(options.is_complex ? 2 : 1),
        row_(options.is_complex, lanes * parts_, static_cast<std::uint64_t>(options.vector_bytes),
             number_bytes_),
        real_(options.single_precision ? "float" : "double"),
        nests_(tile_nests(plan, kernel, row_.whole(), parts_, number_bytes_, near_bytes)) {
    if (options.vector_bytes == line_bytes) turn_lanes(plan);
    const arrays::PlanStep& first = plan.steps[kernel.first];
    if (plan.values[first.a].elements * parts_ * number_bytes_ > fetched_bytes) plan_fetches(lanes);
  }

  /// `streams`: rows of the result are whole lines, and are written past the caches; `is_long`: longer than those are.
  void streams(bool rows, bool is_long) {
    streams_ = rows;
    if (is_long && !rows) collect();
  }
  bool streams() const { return streams_ || collected_.numbers > 0; }
  bool turns() const { return turned_.has_value(); }
  bool turns_ahead() const { return ahead_.has_value(); }
  bool takes_three() const {
    return std::ranges::any_of(nests_, [](const TileNest& nest) {
      return std::ranges::any_of(nest.steps, &NestStep::takes_three);
    });
  }

  std::string function() {
    line(fmt::format("extern \"C\" void {}(const {}* array, {}* result, {}* tile, {}* next_tile,",
                     tile_symbol, real_, real_, real_, real_));
    open(fmt::format("                           const {0}* const* numbers, const {0}* later) {{",
                     real_));
    // What lies between steps, in turn in one and the other.
    std::uint64_t near[2] = {};
    for (const TileNest& nest : nests_) {
      const std::vector<bool> is_paired = pairs_in(nest);
      std::size_t which = 0;
      for (std::size_t step = 0; step < nest.steps.size(); ++step) {
        if (is_paired[step]) continue;
        near[which] = std::max(near[which], nest.steps[step].held);
        which = 1 - which;
      }
    }
    for (const std::size_t which : {0, 1})
      if (near[which] > 0)
        line(fmt::format("alignas(64) {} {}[{}];", real_, near_names[which], near[which]));
    if (collected_.numbers > 0)
      line(fmt::format("alignas(64) {} turn_result[{}];", real_, collected_.all()));
    if (lines_.count > 0) line(fmt::format("long line = {};", lines_.ahead));
    if (ahead_) {
      line("long position = 0;");
      open("if (array != nullptr) {");
      open(fmt::format("for (long own = 0; own < {}; ++own) {{", ahead_->count()));
      line("turn_position(array, tile, own);");
      close();
      close();
    }
    std::string from = "array";
    for (std::size_t n = 0; n < nests_.size(); ++n) {
      const bool is_last = n + 1 == nests_.size();
      const std::string to = is_last ? "result" : n % 2 == 0 ? "tile" : "next_tile";
      if (n > 0 || !ahead_) nest(nests_[n], from, to, is_last);
      from = to;
    }
    close();
    return turn_text() + fetch_text() + take();
  }

 private:
  /// Lanes are brought together by the first nest.
  void turn_lanes(const arrays::Plan& plan) {
    auto turned = turned_lanes(kernel_, parts_, number_bytes_);
    if (!turned) return;
    auto nests =
        tile_nests(plan, kernel_, row_.whole(), parts_, number_bytes_, near_bytes, &turned->step);
    turned->step.columns = nests[0].steps[0].columns;
    turned_ = std::move(turned);
    nests_ = std::move(nests);
  }

  /// Whether this step of a nest brings lanes together.
  bool is_turn(const TileNest& nest, std::size_t step) const {
    return turned_ && nest.first + step == 0;
  }
  std::size_t number_of(const TileNest& nest, std::size_t step) const {
    return nest.first + step - (turned_ ? 1 : 0);
  }

  /// Lines of the next tile, spread over the sums of all steps.
  void plan_fetches(std::uint64_t lanes) {
    std::vector<StepWork> works;
    double first = 0, all = 0;
    for (const TileNest& nest : nests_) {
      std::uint64_t around = 1;
      for (const NestLoop& loop : nest.loops) around *= loop.extent;
      const std::vector<bool> is_paired = pairs_in(nest);
      for (std::size_t s = 0; s < nest.steps.size(); ++s) {
        if (is_turn(nest, s)) continue;
        const NestStep& step = nest.steps[s];
        StepWork& work = works.emplace_back();
        work.turns.push_back(around);
        if (is_paired[s]) {
          const StepPair pair = *step_pair(row_, step, nest.steps[s + 1]);
          for (const PairLoop& loop : pair.loops)
            work.turns.push_back(work.turns.back() * loop.extent);
          work.sums = static_cast<double>(work.turns.back() * pair.products());
          work.turns.push_back(work.turns.back() * row_.groups());
          all += work.sums;
          if (&nest == &nests_[0]) first += work.sums;
          works.push_back({0, {around}});  // the second one, which fetches with the first
          ++s;
          continue;
        }
        const LaneBlocks blocks = blocks_of(nest, s);
        const auto add_loops = [&](const std::vector<NestAxis>& axes) {
          for (const NestAxis& axis : axes) work.turns.push_back(work.turns.back() * axis.extent);
        };
        std::vector<NestAxis> columns = step.columns;
        cut_fastest(columns, blocks.columns);
        add_loops(step.kept);
        add_loops(columns);
        work.sums = static_cast<double>(work.turns.back() * values_of(step.columns) /
                                        values_of(columns) * values_of(step.summed));
        work.turns.push_back(work.turns.back() * blocks.count);
        std::vector<NestAxis> outer = step.summed;
        if (blocks.holds_reads) outer.clear();
        cut_fastest(outer, summed_in_row(values_of(step.columns) / values_of(columns)));
        work.turns.push_back(work.turns.back() * values_of(outer));
        all += work.sums;
        if (&nest == &nests_[0]) first += work.sums;
      }
    }
    // The last nest does not need the tile that squares are turned into, where it reads the other one.
    if (turned_ && nests_[0].steps.size() == 1 && nests_.size() > 1 && nests_.size() % 2 == 1 &&
        turns_of_last() >= least_turns_ahead) {
      ahead_ = TurnedPositions{nests_[0].loops};
      lines_ = lines_of_positions(kernel_, ahead_->loops, number_bytes_);
      const auto last = works.end() - static_cast<std::ptrdiff_t>(nests_.back().steps.size());
      const std::uint64_t before =
          lines_.count / ahead_->count() * positions_ahead() + fetched_early / line_bytes;
      sites_ = spread(std::min(before, lines_.count), {works.begin(), last});
      std::ranges::copy(spread(lines_.count, {last, works.end()}), std::back_inserter(sites_));
    } else {
      lines_ = fetched_lines(kernel_, nests_[0], first / all, lanes, parts_, number_bytes_);
      sites_ = spread(lines_.count, works);
    }
  }

  std::uint64_t turns_of_last() const {
    std::uint64_t turns = 1;
    for (const NestLoop& loop : nests_.back().loops) turns *= loop.extent;
    return turns;
  }
  /// Positions that a turn of the last nest brings together.
  std::uint64_t positions_ahead() const {
    return (ahead_->count() + turns_of_last() - 1) / turns_of_last();
  }

  LaneBlocks blocks_of(const TileNest& nest, std::size_t step) const {
    const bool ends = &nest == &nests_.back() && step + 1 == nest.steps.size();
    return lane_blocks(row_, nest.steps[step], number_of(nest, step) == 0, ends);
  }

  /// What a step fetches in its loop of this number.
  void fetch(std::size_t step, std::size_t loop) {
    if (lines_.count == 0 || sites_[step].lines == 0 || sites_[step].loop != loop) return;
    line(fmt::format("fetch<{}>(array, later, line);", sites_[step].lines));
  }

  std::string fetch_text() const {
    if (lines_.count == 0) return "";
    const std::uint64_t most = std::ranges::max(sites_, {}, &FetchSite::lines).lines;
    constexpr std::uint64_t short_offset = std::numeric_limits<std::uint32_t>::max();
    return embedded_text("tile_fetch",
                         {{"REAL", real_},
                          {"LINES", std::to_string(lines_.count)},
                          {"AHEAD", std::to_string(lines_.ahead)},
                          {"MOST", std::to_string(most)},
                          {"NUMBER", lines_.last() < short_offset ? "unsigned" : "unsigned long"},
                          {"OFFSET", lines_.offset_text("line")}}) +
           "\n";
  }

  void nest(const TileNest& nest, const std::string& from, const std::string& to, bool is_last) {
    std::string read = from, write = to, collected = "turn_result";
    const std::size_t turn_loops = is_last ? collected_.loops : 0;
    std::vector<std::string> numbers;
    for (std::size_t s = 0; s < nest.steps.size(); ++s)
      numbers.push_back(is_turn(nest, s) ? "" : fmt::format("numbers[{}]", number_of(nest, s)));
    for (std::size_t k = 0; k < nest.loops.size(); ++k) {
      const NestLoop& loop = nest.loops[k];
      const std::string variable = fmt::format("i{}", k);
      open_loop(variable, loop.extent);
      read += offset_term(variable, loop.read);
      (k + turn_loops < nest.loops.size() ? write : collected) += offset_term(variable, loop.write);
      for (std::size_t s = 0; s < nest.steps.size(); ++s)
        numbers[s] += offset_term(variable, loop.numbers[s]);
    }
    if (is_last && ahead_) turn_ahead();
    StepText steps(*this, row_, real_);
    std::string own_read = read;
    const std::vector<bool> is_paired = pairs_in(nest);
    std::size_t which = 0;
    for (std::size_t s = 0; s < nest.steps.size(); ++s) {
      const std::size_t begin = s;
      const auto fetch_in = [&](std::size_t loop) { fetch(number_of(nest, begin), loop); };
      if (is_paired[s]) ++s;
      const bool ends = s + 1 == nest.steps.size();
      const bool is_result = is_last && ends;
      const std::string own_write = !ends                                 ? near_names[which]
                                    : is_result && collected_.numbers > 0 ? collected
                                                                          : write;
      if (is_turn(nest, s)) {
        turn(nest.steps[s], own_read, own_write);
      } else if (is_paired[begin]) {
        steps.pair(*step_pair(row_, nest.steps[begin], nest.steps[s]),
                   {own_read, own_write, numbers[begin], numbers[s]}, streams_ && is_result,
                   fetch_in);
      } else {
        const bool begins = number_of(nest, s) == 0;
        steps.step(nest.steps[s], {own_read, own_write, numbers[s]}, blocks_of(nest, s),
                   {.begins = begins,
                    .ends = is_result,
                    .streams = streams_ && is_result,
                    .cuts_reads = row_.rest() > 0 && begins && !kernel_.copied,
                    .cuts_writes = row_.rest() > 0 && is_result},
                   fetch_in);
      }
      own_read = own_write;
      which = 1 - which;
    }
    for (std::size_t k = 0; k < turn_loops; ++k) close();
    if (is_last && collected_.numbers > 0) stream_collected(write);
    for (std::size_t k = turn_loops; k < nest.loops.size(); ++k) close();
  }

  /// By step of a nest, whether it and the next one are taken at once.
  std::vector<bool> pairs_in(const TileNest& nest) const {
    return pairs_of(row_, nest, [&](std::size_t step) {
      // What comes from memory is the longer part of steps that read an array, and blocks of several vectors read it in longer runs.
      const bool begins = number_of(nest, step) == 0 && !kernel_.copied;
      // A vector in which a row of an array ends is written together with the one before.
      const bool cuts = row_.rest() > 0 && &nest == &nests_.back() && step + 2 == nest.steps.size();
      return !is_turn(nest, step) && !begins && !cuts;
    });
  }

  void turn(const NestStep& step, std::string from, std::string to) {
    line(fmt::format("// {} positions, whose lanes are brought together.",
                     values_of(step.kept) * values_of(step.columns)));
    for (std::size_t k = 0; k < step.kept.size(); ++k) {
      const std::string variable = fmt::format("j{}", k);
      open_loop(variable, step.kept[k].extent);
      from += offset_term(variable, step.kept[k].read);
      to += offset_term(variable, step.kept[k].write);
    }
    for (std::size_t square = 0; square < turned_->squares.size(); ++square)
      line(fmt::format("turn({}{}, {}{});", from, offset_term(turned_->squares[square]), to,
                       offset_term(square * line_bytes / number_bytes_)));
    for (std::size_t k = 0; k < step.kept.size(); ++k) close();
  }

  void turn_ahead() {
    const std::uint64_t each = positions_ahead(), all = ahead_->count();
    const bool is_even = each * turns_of_last() == all;
    open(fmt::format("for (long n = 0; n < {}{}; ++n) {{", each,
                     is_even ? "" : fmt::format(" && position < {}", all)));
    line("turn_position(later, tile, position++);");
    close();
  }

  std::string turn_text() const {
    if (!turned_) return "";
    return turned_->text(real_) + (ahead_ ? ahead_->text(*turned_, real_) : "") + "\n";
  }

  void stream_collected(std::string to) {
    std::string from = "turn_result";
    for (std::size_t k = 0; k < collected_.pieces.size(); ++k) {
      const std::string variable = fmt::format("p{}", k);
      open_loop(variable, collected_.pieces[k].extent);
      to += offset_term(variable, collected_.pieces[k].write);
      from += offset_term(variable, collected_.pieces[k].read);
    }
    line(fmt::format("stream_lines<{}>({}, {});", collected_.numbers, to, from));
    for (std::size_t k = 0; k < collected_.pieces.size(); ++k) close();
  }

  /// Rows of the result are no whole lines, but what tiles leave begins at such.
  void collect() {
    const std::uint64_t line = line_bytes / number_bytes_;
    const bool begins_line = std::ranges::all_of(
        kernel_.outer, [&](const arrays::PlanAxis& axis) { return axis.c * parts_ % line == 0; });
    if (begins_line)
      collected_ = collect_turn(nests_.back(), row_.numbers, line, collected_bytes / number_bytes_,
                                nests_.size() > 1);
  }

  const arrays::PlanKernel& kernel_;
  std::uint64_t number_bytes_, parts_;
  LaneRow row_;
  std::string real_;
  std::vector<TileNest> nests_;
  std::optional<TurnedLanes>
      turned_;  ///< then the first nest begins with a step that brings lanes together
  std::optional<TurnedPositions>
      ahead_;  ///< those of the next tile are, while the last nest is at work
  FetchedLines lines_;
  std::vector<FetchSite> sites_;  ///< by step of the kernel
  bool streams_ = false;
  CollectedTurn collected_;
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
  text.turns = writer.turns();
  text.turns_ahead = writer.turns_ahead();
  const std::string real = options.single_precision ? "float" : "double";
  text.source = "#define INLINE static inline __attribute__((always_inline))\n\n";
  text.source +=
      lane_text(lane_form(options.is_complex, lanes * parts,
                          static_cast<std::uint64_t>(options.vector_bytes) / number_bytes),
                real, options.vector_bytes, number_bytes, lanes * parts, writer.takes_three()) +
      "\n";
  text.source += writer.function();
  return text;
}

}  // namespace diagc
