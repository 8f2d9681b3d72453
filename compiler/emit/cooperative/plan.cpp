#include "compiler/emit/cooperative/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/layout.h"

namespace diagc {

namespace {

constexpr std::uint32_t lanes_of_a_workspace_block = 128;

class Planner {
 public:
  Planner(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : graph_(graph),
        schedule_(schedule),
        options_(options),
        panels_(schedule.cooperation->panels),
        templates_(schedule.cooperation->templates),
        chunk_(schedule.chunks[schedule.cooperation->chunk]) {}

  CooperativePlan plan() {
    refuse_complex();
    choose();
    lay_out_stage();
    for (std::uint32_t index = 0; index < templates_.templates.size(); ++index) {
      plan_template(index);
    }
    schedule_tasks();
    write_records();
    return std::move(plan_);
  }

 private:
  void refuse_complex() const {
    for (const Statement& statement : chunk_.statements) {
      if (graph_[statement.node].type == Type::complex) {
        throw std::runtime_error(
            "panels of the schedule `cooperative` have real values only: take cooperative:packed");
      }
    }
  }

  void choose() {
    const auto& asked = std::get<CooperativeOptions>(options_.form);
    plan_.real_bytes = options_.single_precision ? 4 : 8;
    plan_.pack = 16 / plan_.real_bytes;
    plan_.lanes = asked.lanes > 0 ? asked.lanes : 32;
    if (plan_.lanes < 4 || plan_.lanes > 32 || (plan_.lanes & (plan_.lanes - 1)) != 0) {
      throw std::logic_error("a group has 4, 8, 16 or 32 configurations");
    }
    plan_.side_by_side = 32 / plan_.lanes;
    plan_.warps = asked.warps > 0 ? asked.warps : 12;
    plan_.blocks = asked.blocks > 0 ? asked.blocks : 1;
    plan_.groups = asked.groups > 0 ? asked.groups : 8;
    stages_ = std::min(asked.stages > 0 ? asked.stages : 2, plan_.groups);
    sums_ = asked.sums > 0 ? asked.sums : 96;
    stagger_ = asked.stagger > 0 ? asked.stagger : 0.5;
  }

  void lay_out_stage() {
    const Signature& signature = graph_.signature();
    std::map<std::size_t, std::pair<std::uint32_t, std::uint32_t>>
        rows;  // first and last, by input
    for (NodeId leaf : chunk_.leaves) {
      const RowPlace place = place_of(signature.inputs, graph_[leaf].payload);
      auto& range = rows.try_emplace(place.variable, place.row, place.row).first->second;
      range.first = std::min(range.first, place.row);
      range.second = std::max(range.second, place.row);
    }
    std::uint32_t at = 0;
    for (const auto& [input, range] : rows) {
      plan_.stage.push_back({input, range.first, range.second - range.first + 1, at});
      at += range.second - range.first + 1;
    }
    plan_.stage_bytes = (at * plan_.lanes * plan_.real_bytes + 15) / 16 * 16;
  }

  /// Distance of an input from the start of the stage.
  std::int32_t leaf_bytes(NodeId leaf) const {
    const RowPlace place = place_of(graph_.signature().inputs, graph_[leaf].payload);
    for (const StagedRows& rows : plan_.stage) {
      if (rows.input != place.variable) continue;
      return static_cast<std::int32_t>((rows.at + place.row - rows.first) * plan_.lanes *
                                       plan_.real_bytes);
    }
    throw std::logic_error("an input of a panel is in no stage");
  }

  void plan_template(std::uint32_t index) {
    std::vector<const TemplateUse*> uses;
    for (const TemplateUse& use : templates_.uses) {
      if (use.index == index) uses.push_back(&use);
    }
    plan_.templates.push_back(diagc::plan_template(templates_.templates[index], uses,
                                                   [this](NodeId leaf) { return leaf_bytes(leaf); },
                                                   {.pack = plan_.pack, .sums = sums_}));
    plan_.body_words = std::max(plan_.body_words, plan_.templates.back().words);
  }

  TaskCosts costs() const {
    TaskCosts costs;
    for (std::uint32_t index = 0; index < templates_.templates.size(); ++index) {
      const Template& form = templates_.templates[index];
      double fixed = 0;
      std::uint32_t written = 0;
      for (const TemplateStatement& statement : form.statements) {
        fixed += static_cast<double>(statement.terms.size() + 2 * statement.operands.size());
        written += statement.tile != no_tile;
      }
      costs.fixed.push_back(fixed + 1.5 * form.leaves + 8.0 * written / plan_.pack);
      auto& columns = costs.per_column.emplace_back();
      for (const TemplateColumn& column : form.columns) {
        std::set<std::uint32_t> packs;
        std::set<std::uint32_t> other_packs;
        for (const ColumnTerm& term : column.terms) {
          packs.insert(term.position / plan_.pack);
          if (column.two_tiles()) other_packs.insert(term.factor / plan_.pack);
        }
        columns.push_back(static_cast<double>(column.terms.size()) +
                          8.0 * static_cast<double>(packs.size() + other_packs.size()) +
                          3.0 * column.leaves);
      }
      costs.overwrites.push_back(plan_.templates[index].stretches.overwrites);
    }
    return costs;
  }

  void schedule_tasks() {
    std::vector<NodeId> exported;
    for (const Tile& tile : panels_.tiles) {
      for (NodeId node : tile.values) {
        if (node != no_node && schedule_.slot[node] != no_slot) exported.push_back(node);
      }
    }
    TaskOptions tasks;
    tasks.workers = plan_.warps;
    tasks.side_by_side = plan_.side_by_side;
    tasks.groups = plan_.groups;
    tasks.stages = stages_;
    tasks.stagger = stagger_;
    const TaskCosts costs = this->costs();
    // The size of records and flags is known afterwards only: where all is too large then, there are fewer packs.
    tasks.pack = plan_.pack;
    std::size_t rest = 8 << 10;
    for (int attempt = 0; attempt < 3; ++attempt) {
      const std::size_t fixed = stages_ * plan_.stage_bytes + rest;
      tasks.packs = room() > fixed ? static_cast<unsigned>((room() - fixed) / pack_bytes()) : 0;
      if (!make_lists(exported, costs, tasks)) {
        throw std::runtime_error(
            fmt::format("the schedule `cooperative` needs more than the {} bytes that shared "
                        "memory has for tiles",
                        std::size_t{tasks.packs} * pack_bytes()));
      }
      lay_out_shared_memory();
      if (plan_.shared_bytes <= room()) return;
      rest = plan_.shared_bytes - plan_.records_at + 64;
    }
    throw std::runtime_error(fmt::format(
        "the schedule `cooperative` needs {} bytes of shared memory", plan_.shared_bytes));
  }

  /// Shared memory of a block.
  std::size_t room() const {
    return options_.device.shared_bytes / plan_.blocks -
           (plan_.blocks > 1 ? CudaDevice::reserved_shared_bytes : 0);
  }

  std::uint32_t pack_bytes() const { return 16 * plan_.lanes; }

  /// Takes the most urgent task first; where that needs too many packs, tries thriftier ways.
  bool make_lists(const std::vector<NodeId>& exported, const TaskCosts& costs, TaskOptions tasks) {
    std::optional<TaskLists> lists;
    const double stagger = tasks.stagger;
    for (const auto& [thrifty, late] : {std::pair(false, 0.0), {true, 0.0}, {true, 1.0}}) {
      tasks.thrifty = thrifty;
      tasks.stagger = std::max(stagger, late);
      lists = make_task_lists(panels_, templates_, exported, costs, tasks);
      if (lists) break;
    }
    if (!lists) return false;
    lists_ = std::move(*lists);
    plan_.tasks = lists_.tasks;
    plan_.cycles = lists_.cycles;
    plan_.work = lists_.work;
    return true;
  }

  void lay_out_shared_memory() {
    std::uint32_t waits = 0, stored = 0;
    for (const auto& list : lists_.lists) {
      for (const Task& task : list) {
        waits = std::max(waits, static_cast<std::uint32_t>(task.after.size()));
        stored = std::max(stored, static_cast<std::uint32_t>(task.stored.size()));
      }
    }
    plan_.waits = std::max((waits + 31) / 32, 1u) * 32;
    plan_.first_body = (RecordHead::words + plan_.waits / 2 + 3) / 4 * 4;
    plan_.body_words = (plan_.body_words + 3) / 4 * 4;
    plan_.record_words =
        (plan_.first_body + std::max(plan_.body_words * plan_.side_by_side, 2 * stored + 2) + 3) /
        4 * 4;
    plan_.tiles_at = stages_ * plan_.stage_bytes;
    plan_.records_at = plan_.tiles_at + lists_.packs * pack_bytes();
    plan_.arrivals_at = plan_.records_at + plan_.warps * 2 * plan_.record_words * 4;
    plan_.done_at = plan_.arrivals_at + plan_.warps * 4;
    plan_.shared_bytes = (plan_.done_at + plan_.tasks + 1 + 15) / 16 * 16;
  }

  std::uint32_t workspace_row(NodeId node) const {
    return schedule_.slot[node] * lanes_of_a_workspace_block * plan_.real_bytes;
  }
  std::uint32_t tile_at(std::uint32_t first_pack) const {
    return plan_.tiles_at + first_pack * pack_bytes();
  }

  void write_records() {
    plan_.records.assign(plan_.warps, 0);
    // Records begin at multiples of 16 bytes.
    plan_.records.resize((plan_.warps + 3) / 4 * 4, 0);
    for (unsigned warp = 0; warp < plan_.warps; ++warp) {
      plan_.records[warp] = static_cast<std::uint32_t>(plan_.records.size());
      for (const Task& task : lists_.lists[warp]) write_record(task);
      plan_.records.push_back(RecordHead::end);
      plan_.records.resize(plan_.records.size() + plan_.record_words - 1, 0);
    }
  }

  void write_record(const Task& task) {
    std::vector<std::uint32_t> words(plan_.record_words, 0);
    words[RecordHead::number] = task.number;
    words[RecordHead::stage] = task.group % stages_ * plan_.stage_bytes;
    words[RecordHead::group] = task.group;
    words[RecordHead::sides] = task.kind == Task::Kind::panels
                                   ? static_cast<std::uint32_t>(task.panels.size())
                                   : plan_.side_by_side;
    const bool load = task.kind == Task::Kind::load;
    if (load) words[RecordHead::number] = plan_.tasks;
    for (std::size_t i = 0; i < plan_.waits; ++i) {
      const std::uint32_t wait = i < task.after.size() ? task.after[i] : plan_.tasks;
      words[RecordHead::words + i / 2] |= wait << (i % 2 * 16);
    }
    switch (task.kind) {
      case Task::Kind::load:
        words[RecordHead::what] = RecordHead::load;
        break;
      case Task::Kind::store:
        words[RecordHead::what] = RecordHead::store;
        write_stores(task, &words[plan_.first_body]);
        break;
      case Task::Kind::panels:
        words[RecordHead::what] = templates_.uses[task.panels.front()].index;
        for (std::size_t side = 0; side < task.panels.size(); ++side) {
          write_body(task, side, &words[plan_.first_body + side * plan_.body_words]);
        }
        break;
    }
    plan_.records.insert(plan_.records.end(), words.begin(), words.end());
    if (!load) return;
    words[RecordHead::what] = RecordHead::loaded;
    words[RecordHead::number] = task.number;
    for (std::size_t i = 0; i < plan_.waits / 2; ++i) {
      words[RecordHead::words + i] = plan_.tasks | plan_.tasks << 16;
    }
    plan_.records.insert(plan_.records.end(), words.begin(), words.end());
  }

  void write_stores(const Task& task, std::uint32_t* body) const {
    body[0] = static_cast<std::uint32_t>(task.stored.size());
    std::uint32_t word = 2;
    for (const auto& [node, first_pack] : task.stored) {
      const std::uint32_t position = panels_.position[node];
      body[word++] = tile_at(first_pack) + position / plan_.pack * 16 * plan_.lanes +
                     position % plan_.pack * plan_.real_bytes;
      body[word++] = workspace_row(node);
    }
  }

  void write_body(const Task& task, std::size_t side, std::uint32_t* body) const {
    const TemplateUse& use = templates_.uses[task.panels[side]];
    const TemplatePlan& plan = plan_.templates[use.index];
    const auto& base_leaves = plan.base_leaves;
    for (std::size_t i = 0; i < use.imports.size(); ++i) {
      const NodeId import = use.imports[i];
      body[plan.first_import + i] = import == absent_import ? RecordHead::absent
                                    : import == unit_import ? RecordHead::one
                                                            : workspace_row(import);
    }
    for (std::size_t i = 0; i < base_leaves.size(); ++i) {
      body[plan.first_base + i] =
          static_cast<std::uint32_t>(leaf_bytes(use.leaves[base_leaves[i]]));
    }
    for (std::size_t i = 0; i < use.outputs.size(); ++i) {
      body[plan.first_output + i] = tile_at(task.outputs[side][i]);
    }
    std::size_t input = 0;
    std::uint32_t word = plan.first_column;
    for (std::size_t kind = 0; kind < use.columns.size(); ++kind) {
      body[plan.first_count + kind] = static_cast<std::uint32_t>(use.columns[kind].size());
      const std::uint32_t start = plan.column_bases[kind];
      const std::int32_t off =
          start == LeafPlace::none ? 0 : leaf_bytes(use.leaves[base_leaves[start]]);
      for (const TemplateUse::ColumnUse& column : use.columns[kind]) {
        body[word] = tile_at(task.inputs[side][input++]);
        body[word + 1] = column.other != no_tile
                             ? tile_at(task.inputs[side][input++])
                             : static_cast<std::uint32_t>(leaf_bytes(column.leaves[0]) - off);
        for (std::size_t leaf = 0; leaf < column.leaves.size(); ++leaf) {
          const LeafPlace& place = plan.column_leaves[kind][leaf];
          if (place.word == LeafPlace::none) continue;
          body[word + place.word] = static_cast<std::uint32_t>(leaf_bytes(column.leaves[leaf]));
        }
        word += plan.column_words[kind];
      }
    }
    for (std::size_t i = 0; i < use.tiles.size(); ++i) {
      body[plan.first_tile + i] = tile_at(task.inputs[side][input++]);
    }
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const CudaOptions& options_;
  const Panels& panels_;
  const Templates& templates_;
  const Chunk& chunk_;
  CooperativePlan plan_;
  unsigned stages_ = 2, sums_ = 96;
  double stagger_ = 0.5;
  TaskLists lists_;
};

}  // namespace

CooperativePlan plan_cooperation(const Graph& graph, const Schedule& schedule,
                                 const CudaOptions& options) {
  return Planner(graph, schedule, options).plan();
}

}  // namespace diagc
