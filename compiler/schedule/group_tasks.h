// The tasks of one group of configurations, before anyone knows who computes them when (task_lists.h): which panels go side by
// side, what tasks wait for, and how urgent they are.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/schedule/task_lists.h"

namespace diagc {

/// The same for all groups.
struct GroupTask {
  Task::Kind kind = Task::Kind::panels;
  std::vector<PanelId> panels;
  std::vector<NodeId> stored;
  std::vector<TileId> reads;                   ///< each once
  std::vector<std::uint32_t> operands, users;  ///< tasks
  double cost = 0;
  double urgency =
      0;  ///< cost of the longest way from its start to the end; where thrifty, the order of the panels
};

/// Operands first; stores of exported values last.
std::vector<GroupTask> group_tasks(const Panels& panels, const Templates& templates,
                                   const std::vector<NodeId>& exported, const TaskCosts& costs,
                                   const TaskOptions& options);

/// Tiles that a panel reads, as Task::inputs lists them: what several columns read, several times.
std::vector<TileId> tiles_read(const TemplateUse& use);
std::vector<TileId> each_once(std::vector<TileId> tiles);

}  // namespace diagc
