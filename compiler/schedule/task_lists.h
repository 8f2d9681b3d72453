// Task lists: which worker computes which panels when, and where in fast memory their tiles stand meanwhile.
//
// The workers of a block of threads (warps) go through several groups of configurations, in lists that are fixed here, by
// simulating what they will do: whoever is free takes the most urgent task whose operands are ready. A task is some panels of one
// template, side by side in the lanes of a worker; or it loads the inputs of a group; or it stores what the kernels after this one read.
// Tiles stand side by side in *packs* of values, which are used again once all readers are done. A task may start when the tasks in its
// `after` are done;
// since lists and dependencies follow one simulated history, workers never wait in a circle.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/schedule/templates.h"

namespace diagc {

struct TaskOptions {
  unsigned workers = 12;
  unsigned side_by_side = 1;  ///< panels of a task
  unsigned groups = 8;        ///< of configurations
  unsigned stages = 2;        ///< groups whose inputs can be in fast memory at once
  unsigned packs = 1000;      ///< of fast memory, at most
  unsigned pack = 2;          ///< values of a pack
  double stagger = 0.5;  ///< part of a group's tasks that are done before the next group starts
  /// Among the tasks of a group the first in the order of the panels, which keeps few tiles alive; else the one with the
  /// longest way to the end.
  bool thrifty = false;
};

/// Simulated times, in cycles.
struct TaskCosts {
  std::vector<double> fixed;                    ///< by template
  std::vector<std::vector<double>> per_column;  ///< by template and kind of column
  std::vector<std::uint8_t> overwrites;         ///< by template: see Stretches
  double load = 60, load_latency = 1500, store_value = 12, start = 150;
};

struct Task {
  enum class Kind : std::uint8_t { panels, load, store };
  Kind kind = Kind::panels;
  unsigned group = 0;
  std::uint32_t number = 0;     ///< of all tasks of all groups
  std::vector<PanelId> panels;  ///< side by side; fewer where there are no more
  std::vector<std::vector<std::uint32_t>>
      outputs;  ///< first packs, by panel and output of its template
  std::vector<std::vector<std::uint32_t>>
      inputs;  ///< first packs, by panel: of its columns kind by kind, then of its other tiles
  std::vector<std::pair<NodeId, std::uint32_t>>
      stored;                        ///< of a store: values and the first packs of their tiles
  std::vector<std::uint32_t> after;  ///< numbers of tasks
};

struct TaskLists {
  std::vector<std::vector<Task>> lists;  ///< by worker
  std::uint32_t tasks = 0;
  std::uint32_t packs = 0;  ///< of fast memory
  double cycles = 0;        ///< until the last task is done
  double work = 0;          ///< cycles of all tasks together
};

/// `exported` are values of panels that later chunks read. Nothing where the packs do not suffice.
std::optional<TaskLists> make_task_lists(const Panels& panels, const Templates& templates,
                                         const std::vector<NodeId>& exported,
                                         const TaskCosts& costs, const TaskOptions& options);

}  // namespace diagc
