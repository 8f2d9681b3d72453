#include "compiler/emit/cooperative_plan.h"

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
        units_(schedule.cooperation->units),
        templates_(schedule.cooperation->templates),
        chunk_(schedule.chunks[schedule.cooperation->chunk]) {}

  CooperativePlan plan() {
    refuse_complex();
    choose();
    lay_out_tile();
    for (std::uint32_t index = 0; index < templates_.templates.size(); ++index) {
      plan_template(index);
    }
    schedule_tasks();
    lay_out_shared_memory();
    write_records();
    return std::move(plan_);
  }

 private:
  void refuse_complex() const {
    for (const Statement& statement : chunk_.statements) {
      if (graph_[statement.node].type == Type::complex) {
        throw std::runtime_error(
            "the schedule `cooperative` has no complex values yet: take chunked, or auto");
      }
    }
  }

  void choose() {
    const CooperativeOptions& asked = options_.cooperative;
    plan_.real_bytes = options_.single_precision ? 4 : 8;
    plan_.pack = 16 / plan_.real_bytes;
    plan_.lanes = asked.lanes > 0 ? asked.lanes : 32;
    if (plan_.lanes != 16 && plan_.lanes != 32) {
      throw std::logic_error("a group has 16 or 32 configurations");
    }
    plan_.side_by_side = 32 / plan_.lanes;
    plan_.warps = asked.warps > 0 ? asked.warps : 12;
    plan_.blocks = asked.blocks > 0 ? asked.blocks : 1;
    plan_.groups = asked.groups > 0 ? asked.groups : 8;
    tiles_ = std::min(asked.tiles > 0 ? asked.tiles : 2, plan_.groups);
    sums_ = asked.sums > 0 ? asked.sums : 96;
    stagger_ = asked.stagger > 0 ? asked.stagger : 0.5;
  }

  void lay_out_tile() {
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
      plan_.tile.push_back({input, range.first, range.second - range.first + 1, at});
      at += range.second - range.first + 1;
    }
    plan_.tile_bytes = (at * plan_.lanes * plan_.real_bytes + 15) / 16 * 16;
  }

  /// Distance of an input from the start of the tile.
  std::int32_t leaf_bytes(NodeId leaf) const {
    const RowPlace place = place_of(graph_.signature().inputs, graph_[leaf].payload);
    for (const TileRows& rows : plan_.tile) {
      if (rows.input != place.variable) continue;
      return static_cast<std::int32_t>((rows.at + place.row - rows.first) * plan_.lanes *
                                       plan_.real_bytes);
    }
    throw std::logic_error("an input of a unit is in no tile");
  }

  std::vector<const TemplateUse*> uses_of(std::uint32_t index) const {
    std::vector<const TemplateUse*> uses;
    for (const TemplateUse& use : templates_.uses) {
      if (use.index == index) uses.push_back(&use);
    }
    return uses;
  }

  void plan_template(std::uint32_t index) {
    const Template& form = templates_.templates[index];
    const std::vector<const TemplateUse*> uses = uses_of(index);
    TemplatePlan& plan = plan_.templates.emplace_back();
    plan.stretches = find_stretches(form, plan_.pack, sums_);
    auto& base_leaves = base_leaves_.emplace_back();
    place_leaves(form, uses, plan, base_leaves);
    auto& starts = column_starts_.emplace_back();
    for (std::uint32_t kind = 0; kind < form.columns.size(); ++kind) {
      starts.push_back(place_column_leaves(form, uses, kind, plan, base_leaves));
    }
    std::uint32_t word = 0;
    const auto take = [&](std::uint32_t words) {
      word += words;
      return word - words;
    };
    plan.bases = static_cast<std::uint32_t>(base_leaves.size());
    plan.first_import = take(form.imports);
    plan.first_base = take(plan.bases);
    plan.first_output = take(form.outputs);
    plan.first_block = take(form.blocks);
    plan.first_count = take(static_cast<std::uint32_t>(form.columns.size()));
    plan.first_column = (word + 1) / 2 * 2;
    for (const TemplateUse* use : uses) {
      std::uint32_t words = plan.first_column;
      for (std::size_t kind = 0; kind < form.columns.size(); ++kind) {
        words += plan.column_words[kind] * static_cast<std::uint32_t>(use->columns[kind].size());
      }
      plan_.body_words = std::max(plan_.body_words, words);
    }
  }

  /// Inputs whose distance is the same in all units need no register; those at the same distance from each other share one.
  void place_leaves(const Template& form, const std::vector<const TemplateUse*>& uses,
                    TemplatePlan& plan, std::vector<std::uint32_t>& base_leaves) const {
    for (std::uint32_t leaf = 0; leaf < form.leaves; ++leaf) {
      const auto fixed = [&](std::uint32_t base) {
        const auto distance = [&](const TemplateUse* use) {
          const std::int32_t from =
              base == LeafPlace::none ? 0 : leaf_bytes(use->leaves[base_leaves[base]]);
          return leaf_bytes(use->leaves[leaf]) - from;
        };
        return std::ranges::all_of(
            uses, [&](const TemplateUse* use) { return distance(use) == distance(uses.front()); });
      };
      std::uint32_t base = LeafPlace::none;
      for (std::uint32_t b = 0; !fixed(base) && b <= base_leaves.size(); ++b) {
        if (b == base_leaves.size()) base_leaves.push_back(leaf);
        base = b;
      }
      const std::int32_t from =
          base == LeafPlace::none ? 0 : leaf_bytes(uses.front()->leaves[base_leaves[base]]);
      plan.leaves.push_back(
          {.base = base, .distance = leaf_bytes(uses.front()->leaves[leaf]) - from});
    }
  }

  /// A column has one word; what is not at a fixed distance from that, or from that and a base of the unit, takes a word of its
  /// own. Returns for the first leaf which base is taken off its distance.
  std::uint32_t place_column_leaves(const Template& form,
                                    const std::vector<const TemplateUse*>& uses, std::uint32_t kind,
                                    TemplatePlan& plan,
                                    const std::vector<std::uint32_t>& base_leaves) const {
    const std::uint32_t leaves = form.columns[kind].leaves;
    const auto base_bytes = [&](const TemplateUse* use, std::uint32_t base) {
      return base == LeafPlace::none ? 0 : leaf_bytes(use->leaves[base_leaves[base]]);
    };
    const TemplateUse* example = *std::ranges::find_if(
        uses, [&](const TemplateUse* use) { return !use->columns[kind].empty(); });
    std::vector<LeafPlace> best;
    std::uint32_t best_start = LeafPlace::none, best_words = 0;
    for (std::uint32_t s = 0; s <= base_leaves.size(); ++s) {
      const std::uint32_t start = s == 0 ? LeafPlace::none : s - 1;
      std::vector<LeafPlace> places;
      std::uint32_t words = 2;
      for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        const auto distance = [&](const TemplateUse* use, const TemplateUse::ColumnUse& column,
                                  std::uint32_t base) {
          const std::int32_t word = leaf_bytes(column.leaves[0]) - base_bytes(use, start);
          return leaf_bytes(column.leaves[leaf]) - word - base_bytes(use, base);
        };
        LeafPlace place{.column = true, .word = words};
        for (std::uint32_t b = 0; b <= base_leaves.size(); ++b) {
          const std::uint32_t base = b == 0 ? LeafPlace::none : b - 1;
          const std::int32_t first = distance(example, example->columns[kind][0], base);
          const bool fixed = std::ranges::all_of(uses, [&](const TemplateUse* use) {
            return std::ranges::all_of(use->columns[kind], [&](const auto& column) {
              return distance(use, column, base) == first;
            });
          });
          if (!fixed) continue;
          place = {.base = base, .column = true, .distance = first};
          break;
        }
        if (place.word != LeafPlace::none) ++words;
        places.push_back(place);
      }
      if (s == 0 || words < best_words) {
        best = places;
        best_start = start;
        best_words = words;
      }
    }
    plan.column_leaves.push_back(std::move(best));
    plan.column_words.push_back((best_words + 1) / 2 * 2);
    return best_start;
  }

  TaskCosts costs() const {
    TaskCosts costs;
    for (std::uint32_t index = 0; index < templates_.templates.size(); ++index) {
      const Template& form = templates_.templates[index];
      double fixed = 0;
      std::uint32_t written = 0;
      for (const TemplateStatement& statement : form.statements) {
        fixed += static_cast<double>(statement.terms.size() + 2 * statement.operands.size());
        written += statement.block != no_unit;
      }
      costs.fixed.push_back(fixed + 1.5 * form.leaves + 8.0 * written / plan_.pack);
      auto& columns = costs.per_column.emplace_back();
      for (const TemplateColumn& column : form.columns) {
        std::set<std::uint32_t> packs;
        for (const ColumnTerm& term : column.terms) packs.insert(term.position / plan_.pack);
        columns.push_back(static_cast<double>(column.terms.size()) +
                          8.0 * static_cast<double>(packs.size()) + 3.0 * column.leaves);
      }
      costs.overwrites.push_back(plan_.templates[index].stretches.overwrites);
    }
    return costs;
  }

  void schedule_tasks() {
    std::vector<NodeId> exported;
    std::uint32_t largest = 0;
    for (const UnitBlock& block : units_.blocks) {
      largest = std::max(largest, static_cast<std::uint32_t>(block.values.size()));
      for (NodeId node : block.values) {
        if (node != no_node && schedule_.slot[node] != no_slot) exported.push_back(node);
      }
    }
    plan_.slot_bytes = (largest + plan_.pack - 1) / plan_.pack * 16 * plan_.lanes;
    // Records and flags take what 12 KB holds, by far, but for graphs of thousands of units.
    const std::size_t rest = 13 << 10;
    const std::size_t reserved = 1024;  // by the system, a block
    const std::size_t room =
        options_.device.shared_bytes / plan_.blocks - (plan_.blocks > 1 ? reserved : 0);
    const std::size_t fixed = tiles_ * plan_.tile_bytes + rest;
    TaskOptions tasks;
    tasks.workers = plan_.warps;
    tasks.side_by_side = plan_.side_by_side;
    tasks.groups = plan_.groups;
    tasks.tiles = tiles_;
    tasks.slots = room > fixed ? static_cast<unsigned>((room - fixed) / plan_.slot_bytes) : 0;
    tasks.stagger = stagger_;
    std::optional<TaskLists> lists = make_task_lists(units_, templates_, exported, costs(), tasks);
    if (!lists) {
      throw std::runtime_error(
          fmt::format("the schedule `cooperative` needs more than the {} blocks of {} bytes that "
                      "shared memory holds",
                      tasks.slots, plan_.slot_bytes));
    }
    lists_ = std::move(*lists);
    plan_.tasks = lists_.tasks;
    plan_.busy = lists_.busy;
    plan_.cycles = lists_.cycles;
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
    plan_.slots_at = tiles_ * plan_.tile_bytes;
    plan_.records_at = plan_.slots_at + lists_.slots * plan_.slot_bytes;
    plan_.arrivals_at = plan_.records_at + plan_.warps * 2 * plan_.record_words * 4;
    plan_.done_at = plan_.arrivals_at + plan_.warps * 4;
    plan_.shared_bytes = (plan_.done_at + plan_.tasks + 1 + 15) / 16 * 16;
    if (plan_.shared_bytes > options_.device.shared_bytes / plan_.blocks) {
      throw std::runtime_error(fmt::format(
          "the schedule `cooperative` needs {} bytes of shared memory", plan_.shared_bytes));
    }
  }

  std::uint32_t workspace_row(NodeId node) const {
    return schedule_.slot[node] * lanes_of_a_workspace_block * plan_.real_bytes;
  }
  std::uint32_t slot_at(std::uint32_t slot) const {
    return plan_.slots_at + slot * plan_.slot_bytes;
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
    words[RecordHead::tile] = task.group % tiles_ * plan_.tile_bytes;
    words[RecordHead::group] = task.group;
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
      case Task::Kind::units:
        words[RecordHead::what] = templates_.uses[task.units.front()].index;
        for (std::size_t side = 0; side < task.units.size(); ++side) {
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
    for (const auto& [node, slot] : task.stored) {
      const std::uint32_t position = units_.position[node];
      body[word++] = slot_at(slot) + position / plan_.pack * 16 * plan_.lanes +
                     position % plan_.pack * plan_.real_bytes;
      body[word++] = workspace_row(node);
    }
  }

  void write_body(const Task& task, std::size_t side, std::uint32_t* body) const {
    const TemplateUse& use = templates_.uses[task.units[side]];
    const TemplatePlan& plan = plan_.templates[use.index];
    const auto& base_leaves = base_leaves_[use.index];
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
      body[plan.first_output + i] = slot_at(task.outputs[side][i]);
    }
    std::size_t input = 0;
    std::uint32_t word = plan.first_column;
    for (std::size_t kind = 0; kind < use.columns.size(); ++kind) {
      body[plan.first_count + kind] = static_cast<std::uint32_t>(use.columns[kind].size());
      const std::uint32_t start = column_starts_[use.index][kind];
      const std::int32_t off =
          start == LeafPlace::none ? 0 : leaf_bytes(use.leaves[base_leaves[start]]);
      for (const TemplateUse::ColumnUse& column : use.columns[kind]) {
        body[word] = slot_at(task.inputs[side][input++]);
        body[word + 1] = static_cast<std::uint32_t>(leaf_bytes(column.leaves[0]) - off);
        for (std::size_t leaf = 0; leaf < column.leaves.size(); ++leaf) {
          const LeafPlace& place = plan.column_leaves[kind][leaf];
          if (place.word == LeafPlace::none) continue;
          body[word + place.word] = static_cast<std::uint32_t>(leaf_bytes(column.leaves[leaf]));
        }
        word += plan.column_words[kind];
      }
    }
    for (std::size_t i = 0; i < use.blocks.size(); ++i) {
      body[plan.first_block + i] = slot_at(task.inputs[side][input++]);
    }
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const CudaOptions& options_;
  const Units& units_;
  const Templates& templates_;
  const Chunk& chunk_;
  CooperativePlan plan_;
  unsigned tiles_ = 2, sums_ = 96;
  double stagger_ = 0.5;
  std::vector<std::vector<std::uint32_t>> base_leaves_;  // by template: leaves that bases point to
  std::vector<std::vector<std::uint32_t>> column_starts_;  // by template and kind of column
  TaskLists lists_;
};

}  // namespace

CooperativePlan plan_cooperation(const Graph& graph, const Schedule& schedule,
                                 const CudaOptions& options) {
  return Planner(graph, schedule, options).plan();
}

}  // namespace diagc
