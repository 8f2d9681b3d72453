#include "compiler/schedule/group_tasks.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace diagc {

namespace {

constexpr std::size_t values_of_a_store = 40;

/// By panel: how many panels the longest way to it goes through.
std::vector<std::uint32_t> levels(const Panels& panels, const Templates& templates) {
  std::vector<std::uint32_t> level(panels.panels.size(), 0);
  for (PanelId panel = 0; panel < level.size(); ++panel) {
    for (TileId tile : tiles_read(templates.uses[panel])) {
      level[panel] = std::max(level[panel], level[panels.tiles[tile].panel] + 1);
    }
  }
  return level;
}

/// Panels of one level, template and number of columns go side by side.
std::vector<GroupTask> panel_tasks(const Panels& panels, const Templates& templates,
                                   const TaskCosts& costs, unsigned side_by_side) {
  const std::vector<std::uint32_t> level = levels(panels, templates);
  using Like = std::pair<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>>;
  std::map<Like, std::vector<PanelId>> alike;
  for (PanelId panel = 0; panel < level.size(); ++panel) {
    const TemplateUse& use = templates.uses[panel];
    std::vector<std::size_t> columns;
    for (const auto& kind : use.columns) columns.push_back(kind.size());
    alike[{{level[panel], use.index}, columns}].push_back(panel);
  }
  std::vector<GroupTask> tasks;
  for (const auto& [like, members] : alike) {
    double cost = costs.start + costs.fixed[like.first.second];
    for (std::size_t kind = 0; kind < like.second.size(); ++kind) {
      cost += static_cast<double>(like.second[kind]) * costs.per_column[like.first.second][kind];
    }
    for (std::size_t i = 0; i < members.size(); i += side_by_side) {
      GroupTask& task = tasks.emplace_back();
      task.cost = cost;
      for (std::size_t side = i; side < std::min(i + side_by_side, members.size()); ++side) {
        task.panels.push_back(members[side]);
        for (TileId tile : tiles_read(templates.uses[members[side]])) task.reads.push_back(tile);
      }
    }
  }
  return tasks;
}

void add_stores(std::vector<GroupTask>& tasks, const Panels& panels,
                const std::vector<NodeId>& exported, const TaskCosts& costs) {
  for (std::size_t i = 0; i < exported.size(); i += values_of_a_store) {
    GroupTask& task = tasks.emplace_back();
    task.kind = Task::Kind::store;
    const std::size_t end = std::min(i + values_of_a_store, exported.size());
    for (std::size_t k = i; k < end; ++k) {
      task.stored.push_back(exported[k]);
      task.reads.push_back(panels.tile_of[exported[k]]);
    }
    task.cost = costs.start + costs.store_value * static_cast<double>(task.stored.size());
  }
}

/// Operands and users, from the tiles that tasks read.
void connect(std::vector<GroupTask>& tasks, const Panels& panels) {
  std::vector<std::uint32_t> task_of(panels.panels.size(), 0);
  for (std::uint32_t i = 0; i < tasks.size(); ++i) {
    for (PanelId panel : tasks[i].panels) task_of[panel] = i;
  }
  for (std::uint32_t i = 0; i < tasks.size(); ++i) {
    GroupTask& task = tasks[i];
    task.reads = each_once(std::move(task.reads));
    std::set<std::uint32_t> operands;
    for (TileId tile : task.reads) operands.insert(task_of[panels.tiles[tile].panel]);
    task.operands.assign(operands.begin(), operands.end());
    for (std::uint32_t operand : operands) tasks[operand].users.push_back(i);
  }
}

}  // namespace

std::vector<TileId> tiles_read(const TemplateUse& use) {
  std::vector<TileId> tiles;
  for (const auto& kind : use.columns) {
    for (const auto& column : kind) {
      tiles.push_back(column.tile);
      if (column.other != no_tile) tiles.push_back(column.other);
    }
  }
  tiles.insert(tiles.end(), use.tiles.begin(), use.tiles.end());
  return tiles;
}

std::vector<TileId> each_once(std::vector<TileId> tiles) {
  std::ranges::sort(tiles);
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  return tiles;
}

std::vector<GroupTask> group_tasks(const Panels& panels, const Templates& templates,
                                   const std::vector<NodeId>& exported, const TaskCosts& costs,
                                   const TaskOptions& options) {
  std::vector<GroupTask> tasks = panel_tasks(panels, templates, costs, options.side_by_side);
  add_stores(tasks, panels, exported, costs);
  connect(tasks, panels);
  // Levels ascend, and stores stand last: users come after what they read.
  for (std::size_t i = tasks.size(); i-- > 0;) {
    double longest = 0;
    for (std::uint32_t user : tasks[i].users) longest = std::max(longest, tasks[user].urgency);
    tasks[i].urgency = tasks[i].cost + longest;
  }
  if (options.thrifty) {
    for (GroupTask& task : tasks) {
      task.urgency = task.panels.empty() ? 0 : -static_cast<double>(task.panels.front());
    }
  }
  return tasks;
}

}  // namespace diagc
