#include "compiler/emit/unions/plan.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/layout.h"

namespace diagc {

namespace {

constexpr std::uint32_t pack_lane_bytes = 16, most_flags = 126;

std::uint32_t whole(std::uint32_t count, std::uint32_t unit) {
  return (count + unit - 1) / unit * unit;
}

class Planner {
 public:
  Planner(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : graph_(graph), options_(options) {
    const auto& asked = std::get<UnionOptions>(options.form);
    plan_.lanes = asked.lanes;
    plan_.sides = 32 / asked.lanes;
    plan_.warps = asked.warps;
    plan_.real_bytes = options.single_precision ? 4 : 8;
    plan_.row_bytes = plan_.lanes * plan_.real_bytes;
    UnionRule rule;
    rule.pack_values = pack_lane_bytes / plan_.real_bytes;
    plan_.unions = find_unions(graph, schedule, rule);
  }

  UnionPlan plan(const std::atomic<bool>* stop) {
    find_stage();
    find_scales();
    choose_records();
    lay_out();
    UnionListOptions how{.warps = plan_.warps, .sides = plan_.sides, .packs = plan_.packs};
    how.in_place =
        256 / plan_.real_bytes;  // half of the registers that warps of a usual block have
    how.stop = stop;
    plan_.lists = make_union_lists(plan_.unions, how);
    if (plan_.lists.tasks.size() > most_flags) {
      throw std::runtime_error(
          fmt::format("no kernel by unions: {} tasks, and a record has room for the names of {}",
                      plan_.lists.tasks.size(), most_flags));
    }
    write_records();
    return std::move(plan_);
  }

 private:
  void find_stage() {
    std::set<std::size_t> read;
    const auto of = [&](const std::vector<UnionTerm>& terms) {
      for (const UnionTerm& term : terms) {
        for (const UnionInput& input : term.inputs) read.insert(input.variable);
      }
    };
    for (const UnionForm& form : plan_.unions.forms) {
      for (const UnionValue& value : form.values) of(value.terms);
      for (const auto& sum : form.inner) of(sum);
    }
    std::uint32_t at = 0;
    for (const std::size_t input : read) {
      const std::uint32_t count = rows(graph_.signature().inputs[input]);
      plan_.stage.push_back({input, count, at});
      at += count;
    }
    plan_.stage_bytes = at * plan_.row_bytes;
  }

  void find_scales() {
    std::set<UnionScale> all;
    for (const UnionUnit& unit : plan_.unions.units) {
      all.insert(unit.scales.begin(), unit.scales.end());
    }
    plan_.scales.assign(all.begin(), all.end());
  }

  /// Records that leave memory for packs: whole words for the places, if they have room, and the longest read from where they stand.
  void choose_records() {
    const std::uint32_t room = static_cast<std::uint32_t>(options_.device.shared_bytes) /
                               (plan_.sides > 1 ? 13 : 28) / (2 * plan_.warps * plan_.sides * 4);
    std::set<std::uint32_t> sizes;
    for (const UnionForm& form : plan_.unions.forms) sizes.insert(form.elements);
    for (auto longest = sizes.rbegin(); longest != sizes.rend(); ++longest) {
      for (const bool whole_words : {true, false}) {
        plan_.whole_words = whole_words;
        plan_.record_words = plan_.stride_words = 0;
        plan_.far.clear();
        for (const UnionForm& form : plan_.unions.forms) {
          plan_.far.push_back(form.elements > *longest);
          const std::uint32_t all = whole(plan_.length(form), 4);
          plan_.stride_words = std::max(plan_.stride_words, all);
          plan_.record_words =
              std::max(plan_.record_words, plan_.far.back() ? plan_.places_at(form) : all);
        }
        // Records side by side begin in different banks.
        if (plan_.sides > 1 && plan_.record_words % 8 == 0) plan_.record_words += 4;
        plan_.stride_words = std::max(plan_.stride_words, plan_.record_words);
        if (plan_.record_words <= room) return;
      }
    }
  }

  void lay_out() {
    const std::uint32_t pack_bytes = plan_.lanes * pack_lane_bytes;
    const auto scales = static_cast<std::uint32_t>(plan_.scales.size());
    const std::uint32_t beside = 2 * plan_.stage_bytes + 2 * pack_bytes +
                                 2 * plan_.warps * plan_.sides * plan_.record_words * 4 +
                                 whole(scales * plan_.real_bytes, 16) + 128 * 4 +
                                 whole(plan_.warps * 4, 16);
    const auto all = static_cast<std::uint32_t>(options_.device.shared_bytes);
    if (beside + pack_bytes > all) {
      throw std::runtime_error("no kernel by unions: inputs and records fill the shared memory");
    }
    plan_.packs = (all - beside) / pack_bytes;
    plan_.packs_at = 2 * plan_.stage_bytes;
    plan_.zero_at = plan_.packs_at + plan_.packs * pack_bytes;
    plan_.waste_at = plan_.zero_at + pack_bytes;
    plan_.records_at = plan_.waste_at + pack_bytes;
    plan_.scales_at = plan_.records_at + 2 * plan_.warps * plan_.sides * plan_.record_words * 4;
    plan_.flags_at = plan_.scales_at + whole(scales * plan_.real_bytes, 16);
    plan_.arrivals_at = plan_.flags_at + 128 * 4;
    plan_.shared_bytes = plan_.arrivals_at + whole(plan_.warps * 4, 16);
  }

  void put_waits(std::vector<std::uint32_t>& record, std::vector<std::uint32_t> flags) const {
    flags.resize(32, UnionRecord::always);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      record[UnionRecord::waits + i / 4] |= flags[i] << 8 * (i % 4);
    }
  }

  std::vector<std::uint32_t> record(std::uint32_t task, std::uint32_t number, bool first, bool last,
                                    bool idle) const {
    const UnionTask& own = plan_.lists.tasks[task];
    const UnionUnit& unit = plan_.unions.units[number];
    const UnionForm& form = plan_.unions.forms[own.form];
    std::vector<std::uint32_t> record(plan_.stride_words, 0);
    record[UnionRecord::what] =
        own.form | (last ? UnionRecord::last : 0) | (idle ? UnionRecord::idle : 0);
    record[UnionRecord::flag] = plan_.flags_at + task * 4;
    std::vector<std::uint32_t> flags;
    if (first) {
      flags = own.now;
      for (const std::uint32_t other : own.before) flags.push_back(other | UnionRecord::before);
      if (!own.reads) {
        flags.push_back(static_cast<std::uint32_t>(plan_.lists.tasks.size()) | UnionRecord::before);
      }
    }
    put_waits(record, std::move(flags));
    std::uint32_t at = UnionRecord::scales;
    for (const UnionScale& scale : unit.scales) {
      const auto place = std::ranges::find(plan_.scales, scale) - plan_.scales.begin();
      record[at++] = plan_.scales_at + static_cast<std::uint32_t>(place) * plan_.real_bytes;
    }
    for (std::uint32_t l = 0; l < form.positions; ++l) {
      if (l < unit.labels.size()) record[at + l] = label(unit.labels[l]);
    }
    for (std::uint32_t q = 0; q < form.keys; ++q) {
      record[at + form.positions + q] = label(unit.keys[q]);
    }
    put_places(record, plan_.places_at(form), unit, form, idle);
    return record;
  }

  std::uint32_t label(std::int64_t number) const {
    return static_cast<std::uint32_t>(number) * plan_.row_bytes;
  }

  void put_places(std::vector<std::uint32_t>& record, std::uint32_t first, const UnionUnit& unit,
                  const UnionForm& form, bool idle) const {
    std::vector<std::uint32_t> places;
    const auto place = [&](std::uint32_t pack) {
      return plan_.packs_at + plan_.lists.place[pack] * plan_.lanes * pack_lane_bytes;
    };
    for (const std::uint32_t pack : unit.reads) {
      places.push_back(pack == no_pack ? plan_.zero_at : place(pack));
    }
    for (std::size_t i = 0; i < unit.writes.size(); ++i) {
      const bool kept = unit.writes[i] != no_pack && !idle;
      places.push_back(kept ? place(unit.writes[i]) : form.writes[i].always ? plan_.waste_at : 0);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (plan_.whole_words)
        record[first + i] = places[i];
      else
        record[first + i / 2] |= places[i] / 16 << 16 * (i % 2);
    }
  }

  /// One warp asks for the inputs of the next group, when all are done with those that stood there.
  void write_records() {
    std::vector<std::uint32_t> records;
    std::uint32_t steps = 0;
    const std::uint32_t loader = plan_.warps / 2;
    for (std::uint32_t w = 0; w < plan_.warps; ++w) {
      const auto& list = plan_.lists.warps[w];
      plan_.words.push_back(steps);
      const std::uint32_t before = steps;
      const auto add_load = [&] {
        std::vector<std::uint32_t> load(plan_.stride_words, 0), flags;
        load[UnionRecord::what] = UnionRecord::load | UnionRecord::last;
        load[UnionRecord::flag] =
            plan_.flags_at + static_cast<std::uint32_t>(plan_.lists.tasks.size()) * 4;
        for (std::uint32_t o = 0; o < plan_.warps; ++o) {
          if (o == w || plan_.lists.warps[o].empty()) continue;
          flags.push_back(plan_.lists.warps[o].back() | UnionRecord::before);
        }
        put_waits(load, std::move(flags));
        for (std::uint32_t side = 0; side < plan_.sides; ++side) {
          records.insert(records.end(), load.begin(), load.end());
        }
        ++steps;
      };
      const std::size_t load_at = std::min(list.size(), std::max<std::size_t>(1, list.size() / 2));
      for (std::size_t i = 0; i <= list.size(); ++i) {
        if (w == loader && i == load_at) add_load();
        if (i == list.size()) break;
        const UnionTask& task = plan_.lists.tasks[list[i]];
        for (std::size_t s = 0; s < task.steps.size(); ++s, ++steps) {
          for (std::uint32_t side = 0; side < plan_.sides; ++side) {
            const bool idle = side >= task.steps[s].size();
            const auto words = record(list[i], task.steps[s][idle ? 0 : side], s == 0,
                                      s + 1 == task.steps.size(), idle);
            records.insert(records.end(), words.begin(), words.end());
          }
        }
      }
      plan_.words.push_back(steps - before);
    }
    plan_.words.resize(whole(static_cast<std::uint32_t>(plan_.words.size()), 4));
    plan_.words.insert(plan_.words.end(), records.begin(), records.end());
  }

  const Graph& graph_;
  const CudaOptions& options_;
  UnionPlan plan_;
};

}  // namespace

std::uint32_t UnionPlan::labels_at(const UnionForm& form) const {
  return UnionRecord::scales + static_cast<std::uint32_t>(std::ranges::count_if(
                                   form.scales, [](const auto& scale) { return !scale; }));
}

std::uint32_t UnionPlan::places_at(const UnionForm& form) const {
  return whole(labels_at(form) + form.positions + form.keys, 4);
}

std::uint32_t UnionPlan::length(const UnionForm& form) const {
  const std::uint32_t places = form.reads + static_cast<std::uint32_t>(form.writes.size());
  return places_at(form) + (whole_words ? places : (places + 1) / 2);
}

UnionPlan plan_unions(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                      const std::atomic<bool>* stop) {
  return Planner(graph, schedule, options).plan(stop);
}

}  // namespace diagc
