// Statements of the sums of a block: some columns of a row's lanes, all of a step's summed values.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compiler/emit/tiles/loop_text.h"
#include "compiler/emit/tiles/nests.h"

namespace diagc {

/// How lanes in so many groups are read and written: `read<4>`. `takes_three`: three real products for a complex one.
struct BlockCalls {
  std::uint64_t groups = 1;
  std::string read, write;
  bool takes_three = false;
};

/// Where the sums of so many columns stay in registers: of so many summed values products are statements in a row, others are turns of loops.
std::uint64_t summed_in_row(std::uint64_t columns);

/// Reads at `from` and after it, factors at `b`, and writes at `to`. `fetch` adds statements to the innermost loop.
void columns_at_once(LoopText& text, const NestStep& step, const std::vector<NestValue>& columns,
                     const BlockCalls& calls, const std::function<void()>& fetch);
void columns_in_turn(LoopText& text, const NestStep& step, const std::vector<NestValue>& columns,
                     const BlockCalls& calls);

}  // namespace diagc
