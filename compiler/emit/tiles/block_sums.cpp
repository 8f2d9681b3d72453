#include "compiler/emit/tiles/block_sums.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/tiles/lane_blocks.h"

namespace diagc {

namespace {

void begin_sum(LoopText& text, std::size_t column, const BlockCalls& calls) {
  text.line(
      calls.takes_three
          ? fmt::format("ThreeSums<{0}> c{1} = nothing_of_three<{0}>();", calls.groups, column)
          : fmt::format("Sums<{0}> c{1} = nothing<{0}>();", calls.groups, column));
}
void read_summed(LoopText& text, std::size_t number, const std::string& from,
                 const NestValue& summed, const BlockCalls& calls) {
  const std::string read = fmt::format("{}({}{})", calls.read, from, offset_term(summed.read));
  text.line(
      calls.takes_three
          ? fmt::format("const ThreeLanes<{}> a{} = with_both({});", calls.groups, number, read)
          : fmt::format("const Lanes<{}> a{} = {};", calls.groups, number, read));
}
void add_product(LoopText& text, std::size_t column, std::size_t number, const std::string& factors,
                 std::uint64_t factor) {
  text.line(fmt::format("add(c{}, a{}, {}{});", column, number, factors, offset_term(factor)));
}
void end_sum(LoopText& text, std::size_t column, const NestValue& value, const BlockCalls& calls) {
  text.line(
      fmt::format(fmt::runtime(calls.takes_three ? "{}(to{}, ended(c{}));" : "{}(to{}, c{});"),
                  calls.write, offset_term(value.write), column));
}

}  // namespace

std::uint64_t summed_in_row(std::uint64_t columns) {
  constexpr std::uint64_t most_products = 64;
  return std::max<std::uint64_t>(most_products / columns, 1);
}

void columns_at_once(LoopText& text, const NestStep& step, const std::vector<NestValue>& columns,
                     const BlockCalls& calls, const std::function<void()>& fetch) {
  for (std::size_t n = 0; n < columns.size(); ++n) begin_sum(text, n, calls);
  std::vector<NestAxis> outer = step.summed;
  const auto unrolled = values_in(cut_fastest(outer, summed_in_row(columns.size())));
  std::string read = "from", factors = "b";
  for (std::size_t k = 0; k < outer.size(); ++k) {
    const std::string variable = fmt::format("k{}", k);
    text.open_loop(variable, outer[k].extent);
    read += offset_term(variable, outer[k].read);
    factors += offset_term(variable, outer[k].number);
  }
  fetch();
  for (std::size_t k = 0; k < unrolled.size(); ++k) {
    read_summed(text, k, read, unrolled[k], calls);
    for (std::size_t n = 0; n < columns.size(); ++n)
      add_product(text, n, k, factors, unrolled[k].number + columns[n].number);
  }
  for (std::size_t k = 0; k < outer.size(); ++k) text.close();
  for (std::size_t n = 0; n < columns.size(); ++n) end_sum(text, n, columns[n], calls);
}

void columns_in_turn(LoopText& text, const NestStep& step, const std::vector<NestValue>& columns,
                     const BlockCalls& calls) {
  const auto summed = values_in(step.summed);
  for (std::size_t k = 0; k < summed.size(); ++k) read_summed(text, k, "from", summed[k], calls);
  for (std::size_t n = 0; n < columns.size(); ++n) {
    begin_sum(text, n, calls);
    for (std::size_t k = 0; k < summed.size(); ++k)
      add_product(text, n, k, "b", summed[k].number + columns[n].number);
    end_sum(text, n, columns[n], calls);
  }
}

}  // namespace diagc
