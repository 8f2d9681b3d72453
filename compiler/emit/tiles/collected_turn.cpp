#include "compiler/emit/tiles/collected_turn.h"

#include <algorithm>

namespace diagc {

CollectedTurn collect_turn(TileNest& nest, std::uint64_t row_numbers, std::uint64_t line,
                           std::uint64_t most, bool may_reorder) {
  NestStep& step = nest.steps.back();
  std::vector<NestAxis*> left;
  for (auto* axes : {&step.kept, &step.columns})
    for (NestAxis& axis : *axes)
      if (axis.extent > 1) left.push_back(&axis);
  std::vector<NestLoop> around = nest.loops, inside;
  CollectedTurn turn{row_numbers, 0, {}};
  for (;;) {
    const auto axis = std::ranges::find(left, turn.numbers, &NestAxis::write);
    if (axis != left.end()) {
      turn.numbers *= (*axis)->extent;
      left.erase(axis);
      continue;
    }
    if (turn.numbers % line == 0) break;
    const auto loop = std::ranges::find(around, turn.numbers, &NestLoop::write);
    if (loop == around.end() || (!may_reorder && loop + 1 != around.end())) return {};
    turn.numbers *= loop->extent;
    inside.insert(inside.begin(), *loop);
    around.erase(loop);
  }
  const auto begins_line = [&](std::uint64_t write) { return write % line == 0; };
  for (const NestAxis* axis : left) {
    if (!begins_line(axis->write)) return {};
    turn.pieces.push_back({axis->extent, turn.all(), axis->write, 0});
  }
  if (turn.all() > most || !std::ranges::all_of(around, begins_line, &NestLoop::write)) return {};
  for (std::size_t k = 0; k < left.size(); ++k) left[k]->write = turn.pieces[k].read;
  turn.loops = inside.size();
  around.insert(around.end(), inside.begin(), inside.end());
  nest.loops = std::move(around);
  return turn;
}

}  // namespace diagc
