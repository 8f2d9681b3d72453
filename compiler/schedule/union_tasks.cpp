#include "compiler/schedule/union_tasks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace diagc {

namespace {

class Finder {
 public:
  Finder(const Unions& unions, unsigned sides) : unions_(unions), sides_(sides) {}
  UnionTasks find(unsigned in_place) {
    for (const UnionForm& form : unions_.forms) {
      result_.in_place.push_back(form.reads * unions_.rule.pack_values <= in_place);
    }
    add_tasks();
    find_arrays();
    find_divided();
    return std::move(result_);
  }

 private:
  void add_tasks() {
    for (std::uint32_t f = 0; f < unions_.forms.size(); ++f) {
      std::map<std::uint64_t, std::vector<std::uint32_t>> by_union;
      for (std::uint32_t u = 0; u < unions_.units.size(); ++u) {
        if (unions_.units[u].form == f) by_union[unions_.units[u].elements].push_back(u);
      }
      if (sides_ > 1) {
        add_side_by_side(f, by_union);
        continue;
      }
      for (const auto& [elements, units] : by_union) {
        UnionTask task{f, {}, {}, {}};
        for (const std::uint32_t unit : units) {
          task.steps.push_back({unit});
          if (unions_.forms[f].inner.empty() || unit == units.back()) {
            result_.tasks.push_back(std::exchange(task, {f, {}, {}, {}}));
          }
        }
      }
    }
  }

  /// Units of one union read the same inputs: they stand together where they fill the lanes.
  void add_side_by_side(std::uint32_t form,
                        const std::map<std::uint64_t, std::vector<std::uint32_t>>& by_union) {
    std::vector<std::uint32_t> rest;
    const auto add = [&](std::vector<std::uint32_t>& from, std::size_t count) {
      const auto end = from.begin() + static_cast<std::ptrdiff_t>(std::min(count, from.size()));
      result_.tasks.push_back({form, {{from.begin(), end}}, {}, {}});
      from.erase(from.begin(), end);
    };
    for (const auto& [elements, all] : by_union) {
      std::vector<std::uint32_t> units = all;
      while (units.size() >= sides_) add(units, sides_);
      rest.insert(rest.end(), units.begin(), units.end());
      while (rest.size() >= sides_) add(rest, sides_);
    }
    if (!rest.empty()) add(rest, rest.size());
  }

  void find_arrays() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    std::vector<std::uint32_t> array_of(unions_.packs.size());
    for (std::uint32_t p = 0; p < unions_.packs.size(); ++p) {
      const UnionPack& pack = unions_.packs[p];
      const auto next = static_cast<std::uint32_t>(result_.arrays.size());
      const auto [at, added] = numbers.try_emplace({pack.unit, pack.position}, next);
      if (added) result_.arrays.emplace_back();
      result_.arrays[at->second].packs.push_back(p);
      array_of[p] = at->second;
    }
    result_.units.resize(unions_.units.size());
    for (std::uint32_t u = 0; u < result_.units.size(); ++u) {
      const auto add = [&](std::vector<std::uint32_t>& to,
                           const std::vector<std::uint32_t>& packs) {
        for (const std::uint32_t pack : packs) {
          if (pack == no_pack || std::ranges::count(to, array_of[pack]) > 0) continue;
          to.push_back(array_of[pack]);
        }
      };
      add(result_.units[u].in, unions_.units[u].reads);
      add(result_.units[u].out, unions_.units[u].writes);
      for (const std::uint32_t array : result_.units[u].in) ++result_.arrays[array].reading_units;
    }
    result_.in.resize(result_.tasks.size());
    result_.out.resize(result_.tasks.size());
    for (std::uint32_t t = 0; t < result_.tasks.size(); ++t) {
      for (const auto& step : result_.tasks[t].steps) {
        for (const std::uint32_t unit : step) {
          for (const std::uint32_t array : result_.units[unit].in) {
            if (std::ranges::count(result_.in[t], array) > 0) continue;
            result_.in[t].push_back(array);
            result_.arrays[array].readers.push_back(t);
          }
          for (const std::uint32_t array : result_.units[unit].out) {
            result_.out[t].push_back(array);
            result_.arrays[array].writer = t;
          }
        }
      }
      result_.tasks[t].reads = !result_.in[t].empty();
    }
  }

  /// Where units stand alone: what nobody waits for beside them would take as long as units side by side do together.
  void find_divided() {
    for (std::uint32_t f = 0; f < unions_.forms.size(); ++f) {
      const UnionForm& form = unions_.forms[f];
      const bool alone = std::ranges::all_of(result_.tasks, [&](const UnionTask& task) {
        return task.form != f || (task.steps.size() == 1 && task.steps.front().size() == 1);
      });
      result_.divided.push_back(sides_ > 1 && alone && form.row_index && form.writes.empty());
    }
  }

  const Unions& unions_;
  const unsigned sides_;
  UnionTasks result_;
};

}  // namespace

UnionTasks find_union_tasks(const Unions& unions, unsigned sides, unsigned in_place) {
  return Finder(unions, sides).find(in_place);
}

}  // namespace diagc
