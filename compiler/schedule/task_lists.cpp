#include "compiler/schedule/task_lists.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <set>
#include <utility>

#include "compiler/schedule/group_tasks.h"
#include "compiler/schedule/tile_memory.h"

namespace diagc {

namespace {

class Simulation {
 public:
  Simulation(const Panels& panels, const Templates& templates, std::vector<GroupTask> tasks,
             const TaskCosts& costs, const TaskOptions& options)
      : panels_(panels),
        templates_(templates),
        tasks_(std::move(tasks)),
        costs_(costs),
        options_(options),
        per_group_(static_cast<std::uint32_t>(tasks_.size()) + 1),
        memory_(options.packs) {}

  std::optional<TaskLists> run() {
    begin();
    while (true) {
      assign();
      if (events_.empty()) break;
      now_ = events_.top().time;
      while (!events_.empty() && events_.top().time == now_) {
        const Event event = events_.top();
        events_.pop();
        finish(event);
      }
      release();
    }
    if (finished_ != tasks_.size() * options_.groups) return std::nullopt;
    result_.tasks = per_group_ * options_.groups;
    result_.packs = memory_.most();
    result_.cycles = now_;
    return std::move(result_);
  }

 private:
  struct Ready {
    unsigned group;
    double urgency;
    std::uint32_t task;
    bool operator<(const Ready& other) const {
      if (group != other.group) return group < other.group;
      if (urgency != other.urgency) return urgency > other.urgency;
      return task < other.task;
    }
  };
  struct Event {
    double time;
    std::uint64_t order;
    std::optional<std::uint32_t> worker;  ///< none: inputs have arrived
    unsigned group;
    std::uint32_t task;
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : order > other.order;
    }
  };
  struct Placed {
    std::optional<std::uint32_t>
        first;  ///< pack; none: not placed yet, or given on to another tile
    std::uint32_t remaining = 0;
    std::vector<std::uint32_t> readers;
  };
  /// Where an output will stand: in free packs, or in those of an input that nothing else reads.
  struct Place {
    TileId tile;
    std::uint32_t first;
    TileId given = no_tile;
  };
  struct Group {
    std::vector<std::uint32_t> missing;  ///< operands, by task
    std::vector<Placed> placed;          ///< by tile
    std::size_t done = 0;
    bool requested = false, loaded = false, started = false;
  };
  std::uint32_t load_task() const { return per_group_ - 1; }
  std::uint32_t number(unsigned group, std::uint32_t task) const {
    return group * per_group_ + task;
  }

  void begin() {
    result_.lists.resize(options_.workers);
    for (std::uint32_t worker = 0; worker < options_.workers; ++worker) idle_.push_back(worker);
    readers_.assign(panels_.tiles.size(), 0);
    panel_readers_.assign(panels_.tiles.size(), 0);
    for (const GroupTask& task : tasks_) {
      for (TileId tile : task.reads) ++readers_[tile];
      if (task.kind == Task::Kind::store) {
        for (TileId tile : task.reads) ++panel_readers_[tile];
      }
      for (PanelId panel : task.panels) {
        for (TileId tile : each_once(tiles_read(templates_.uses[panel]))) ++panel_readers_[tile];
      }
    }
    groups_.resize(options_.groups);
    for (Group& group : groups_) {
      group.placed.resize(panels_.tiles.size());
      for (const GroupTask& task : tasks_) {
        group.missing.push_back(static_cast<std::uint32_t>(task.operands.size()));
      }
    }
    for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i].users.empty()) sinks_.push_back(i);
    }
    release();
  }

  /// Lets groups begin: their inputs are loaded where a stage is free, their first tasks are ready when the group before is far enough.
  void release() {
    for (unsigned g = 0; g < options_.groups; ++g) {
      if (groups_[g].requested) continue;
      if (g >= options_.stages && groups_[g - options_.stages].done < tasks_.size()) break;
      groups_[g].requested = true;
      ready_.insert({g, 1e300, load_task()});
    }
    for (unsigned g = 0; g < options_.groups; ++g) {
      Group& group = groups_[g];
      const double before = static_cast<double>(tasks_.size()) * options_.stagger;
      if (!group.loaded || group.started) continue;
      if (g > 0 && static_cast<double>(groups_[g - 1].done) < before) continue;
      group.started = true;
      for (std::uint32_t i = 0; i < tasks_.size(); ++i) {
        if (group.missing[i] == 0) ready_.insert({g, tasks_[i].urgency, i});
      }
    }
  }

  void assign() {
    for (auto next = ready_.begin(); !idle_.empty() && next != ready_.end();) {
      next = start(*next) ? ready_.erase(next) : std::next(next);
    }
  }

  std::uint32_t packs_of(TileId tile) const {
    return (static_cast<std::uint32_t>(panels_.tiles[tile].values.size()) + options_.pack - 1) /
           options_.pack;
  }

  /// Tiles whose packs a panel may pass on to its outputs.
  std::vector<TileId> given_on(PanelId panel) const {
    std::vector<TileId> tiles;
    const TemplateUse& use = templates_.uses[panel];
    if (!costs_.overwrites[use.index]) return tiles;
    for (TileId tile : each_once(tiles_read(use))) {
      if (panel_readers_[tile] == 1) tiles.push_back(tile);
    }
    return tiles;
  }

  /// Places for the outputs of a task, panel by panel; nothing where memory has no room for all.
  std::optional<std::vector<Place>> find_places(unsigned group, const GroupTask& task) {
    std::vector<Place> places;
    for (PanelId panel : task.panels) {
      std::vector<TileId> given = given_on(panel);
      for (TileId tile : templates_.uses[panel].outputs) {
        const auto alike = std::ranges::find_if(
            given, [&](TileId other) { return packs_of(other) == packs_of(tile); });
        if (alike != given.end()) {
          places.push_back({tile, groups_[group].placed[*alike].first.value(), *alike});
          given.erase(alike);
          continue;
        }
        const std::optional<std::uint32_t> first = memory_.take(packs_of(tile));
        if (!first) {
          for (const Place& place : places) {
            if (place.given == no_tile) memory_.give_back(place.first, packs_of(place.tile));
          }
          return std::nullopt;
        }
        places.push_back({tile, *first});
      }
    }
    return places;
  }

  /// False where memory has no room for what the task writes.
  bool start(const Ready& ready) {
    std::optional<std::vector<Place>> places;
    if (ready.task != load_task()) {
      places = find_places(ready.group, tasks_[ready.task]);
      if (!places) return false;
    }
    const std::uint32_t worker = idle_.front();
    idle_.erase(idle_.begin());
    Task task;
    task.group = ready.group;
    task.number = number(ready.group, ready.task);
    std::set<std::uint32_t> after;
    double cost = costs_.start + costs_.load;
    if (ready.task == load_task()) {
      task.kind = Task::Kind::load;
      if (ready.group >= options_.stages) {
        for (std::uint32_t sink : sinks_) after.insert(number(ready.group - options_.stages, sink));
      }
    } else {
      const GroupTask& what = tasks_[ready.task];
      cost = what.cost;
      task.kind = what.kind;
      task.panels = what.panels;
      if (what.operands.empty()) after.insert(number(ready.group, load_task()));
      for (std::uint32_t operand : what.operands) after.insert(number(ready.group, operand));
      if (what.kind == Task::Kind::store) {
        for (NodeId node : what.stored) {
          task.stored.emplace_back(
              node, groups_[ready.group].placed[panels_.tile_of[node]].first.value());
        }
      } else {
        place(ready.group, what, *places, task, after);
      }
    }
    after.erase(task.number);
    task.after.assign(after.begin(), after.end());
    result_.lists[worker].push_back(std::move(task));
    result_.work += cost;
    events_.push({now_ + cost, order_++, worker, ready.group, ready.task});
    return true;
  }

  void place(unsigned g, const GroupTask& what, const std::vector<Place>& places, Task& task,
             std::set<std::uint32_t>& after) {
    auto& placed = groups_[g].placed;
    auto place = places.begin();
    for (PanelId panel : what.panels) {
      const TemplateUse& use = templates_.uses[panel];
      auto& inputs = task.inputs.emplace_back();
      for (TileId tile : tiles_read(use)) inputs.push_back(placed[tile].first.value());
      auto& outputs = task.outputs.emplace_back();
      for (std::size_t i = 0; i < use.outputs.size(); ++i, ++place) {
        Placed& output = placed[place->tile];
        output.remaining = readers_[place->tile];
        output.first = place->first;
        if (place->given != no_tile) {
          placed[place->given].first.reset();
        } else {
          memory_.add_readers_to(after, place->first, packs_of(place->tile));
        }
        outputs.push_back(place->first);
      }
    }
  }

  void finish(const Event& event) {
    Group& group = groups_[event.group];
    if (!event.worker) {
      group.loaded = true;
      return;
    }
    idle_.push_back(*event.worker);
    if (event.task == load_task()) {
      events_.push({now_ + costs_.load_latency, order_++, std::nullopt, event.group, event.task});
      return;
    }
    const GroupTask& task = tasks_[event.task];
    ++group.done;
    ++finished_;
    for (TileId tile : task.reads) {
      Placed& placed = group.placed[tile];
      placed.readers.push_back(number(event.group, event.task));
      if (--placed.remaining == 0 && placed.first) {
        memory_.set_readers(*placed.first, packs_of(tile), placed.readers);
        memory_.give_back(*placed.first, packs_of(tile));
      }
    }
    for (std::uint32_t user : task.users) {
      if (--group.missing[user] == 0) ready_.insert({event.group, tasks_[user].urgency, user});
    }
  }

  const Panels& panels_;
  const Templates& templates_;
  std::vector<GroupTask> tasks_;
  const TaskCosts& costs_;
  const TaskOptions& options_;
  std::uint32_t per_group_;
  TaskLists result_;
  double now_ = 0;
  std::uint64_t order_ = 0;
  std::size_t finished_ = 0;
  std::vector<std::uint32_t> idle_, sinks_;
  std::set<Ready> ready_;
  std::priority_queue<Event> events_;
  std::vector<std::uint32_t> readers_,
      panel_readers_;  ///< tasks of a group, and panels and stores, that read a tile
  std::vector<Group> groups_;
  TileMemory memory_;
};

}  // namespace

std::optional<TaskLists> make_task_lists(const Panels& panels, const Templates& templates,
                                         const std::vector<NodeId>& exported,
                                         const TaskCosts& costs, const TaskOptions& options) {
  return Simulation(panels, templates, group_tasks(panels, templates, exported, costs, options),
                    costs, options)
      .run();
}

}  // namespace diagc
