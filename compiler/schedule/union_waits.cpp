#include "compiler/schedule/union_waits.h"

#include <bitset>
#include <map>
#include <set>
#include <utility>

namespace diagc {

namespace {

constexpr std::size_t most_waits = 31;  // and one for inputs: a lane looks at one
using TaskSet = std::bitset<most_union_tasks>;

}  // namespace

bool find_union_waits(UnionTasks& all, const UnionOrder& order) {
  std::vector<std::set<std::pair<std::uint32_t, bool>>> earlier(all.arrays.size());
  for (const auto& arrays : order.tenants) {
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      earlier[arrays[i]].emplace(i > 0 ? arrays[i - 1] : arrays.back(), i == 0);
    }
  }
  const std::size_t count = all.tasks.size();
  std::vector<std::uint32_t> warp(count), at(count);
  for (std::uint32_t w = 0; w < order.warps.size(); ++w) {
    for (std::uint32_t i = 0; i < order.warps[w].size(); ++i) {
      warp[order.warps[w][i]] = w;
      at[order.warps[w][i]] = i;
    }
  }
  std::vector<TaskSet> known(count);
  for (const std::uint32_t t : order.by_begin) {
    TaskSet now, before;
    for (const std::uint32_t array : all.in[t]) now.set(all.arrays[array].writer);
    for (const std::uint32_t array : all.out[t]) {
      for (const auto& [other, wrapped] : earlier[array]) {
        TaskSet& set = wrapped ? before : now;
        for (const std::uint32_t reader : all.arrays[other].readers) set.set(reader);
        set.set(all.arrays[other].writer);
      }
    }
    // A warp's own earlier tasks are done, and so is what a task has waited for that this one waits for.
    TaskSet done;
    for (std::uint32_t i = 0; i < at[t]; ++i) done.set(order.warps[warp[t]][i]);
    if (at[t] > 0) done |= known[order.warps[warp[t]][at[t] - 1]];
    done.set(t);
    now &= ~done;
    done.reset(t);
    known[t] = done | now;
    for (std::uint32_t o = 0; o < count; ++o) {
      if (now[o]) known[t] |= known[o];
    }
    TaskSet implied;
    for (std::uint32_t o = 0; o < count; ++o) {
      if (now[o]) implied |= known[o];
    }
    now &= ~implied;
    // Where a warp has begun with this group, it is done with the one before.
    std::vector<bool> begun(order.warps.size(), false);
    begun[warp[t]] = true;
    for (std::uint32_t o = 0; o < count; ++o) {
      if (known[t][o]) begun[warp[o]] = true;
    }
    std::map<std::uint32_t, std::uint32_t> last;
    all.tasks[t].now.clear();
    all.tasks[t].before.clear();
    for (std::uint32_t o = 0; o < count; ++o) {
      if (now[o]) all.tasks[t].now.push_back(o);
      if (!before[o] || begun[warp[o]]) continue;
      const auto [own, added] = last.try_emplace(warp[o], o);
      if (!added && at[o] > at[own->second]) own->second = o;
    }
    for (const auto& [w, o] : last) all.tasks[t].before.push_back(o);
    if (all.tasks[t].now.size() + all.tasks[t].before.size() > most_waits) return false;
  }
  return true;
}

}  // namespace diagc
