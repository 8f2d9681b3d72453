#include "compiler/schedule/union_lists.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <queue>
#include <random>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/schedule/union_waits.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

constexpr double task_cycles = 200;

/// How tasks are ordered where several could begin.
struct Manner {
  std::size_t look = 48;  ///< so many of the first ones not begun are looked at
  int high = 0;  ///< elements that order unions before their size: the highest, or the lowest
  std::uint32_t seed = 0;  ///< shakes the order
  unsigned from_below =
      4;               ///< unions up to this size take the first free places, larger ones the last
  double after = 0.7;  ///< part of a group after which the next begins
};

class UnionSimulation {
 public:
  UnionSimulation(const Unions& unions, const UnionListOptions& options)
      : unions_(unions),
        options_(options),
        all_(find_union_tasks(unions, options.sides, options.in_place)),
        in_place_(all_.in_place),
        tasks_(all_.tasks),
        arrays_(all_.arrays),
        units_(all_.units),
        in_(all_.in),
        out_(all_.out) {
    if (tasks_.size() > most_union_tasks)
      throw std::runtime_error("no kernel by unions: too many tasks");
  }

  UnionLists best() {
    std::minstd_rand chance(1);
    const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(chance()) % count; };
    std::optional<UnionLists> best;
    for (unsigned trial = 0; trial < options_.trials; ++trial) {
      throw_if_stopped(options_.stop);
      Manner manner;
      if (trial > 0) {
        manner.look = std::size_t{12} << pick(3);
        manner.high = static_cast<int>(pick(5)) - 2;
        manner.seed = pick(4) == 0 ? 0 : static_cast<std::uint32_t>(chance());
        manner.from_below = unions_.rule.least + static_cast<unsigned>(pick(2));
        manner.after = 0.4 + 0.01 * static_cast<double>(pick(56));
      }
      set_order(manner);
      if (!settle(manner)) continue;
      const double cycles = period();
      if (!best || cycles < best->cycles) best = lists(cycles);
    }
    if (!best) {
      throw std::runtime_error(fmt::format(
          "no kernel by unions: {} packs of values have no room for what is alive at once",
          options_.packs));
    }
    return *best;
  }

 private:
  void set_order(const Manner& manner) {
    std::uint64_t all = 0;
    for (const UnionUnit& unit : unions_.units) all |= unit.elements;
    // Of the elements those that come first in the order, as ranks: the highest, or the lowest.
    std::vector<int> elements;
    for (std::uint64_t left = all; left != 0; left &= left - 1) {
      elements.push_back(std::countr_zero(left));
    }
    if (manner.high < 0) std::ranges::reverse(elements);
    const auto high = std::min(static_cast<std::size_t>(std::abs(manner.high)), elements.size());
    std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint64_t, std::uint32_t>> keys;
    for (const UnionTask& task : tasks_) {
      const UnionUnit& unit = unions_.units[task.steps.front().front()];
      std::uint64_t ranks = 0;
      for (std::size_t r = 0; r < elements.size(); ++r) {
        ranks |= (unit.elements >> elements[r] & 1) << r;
      }
      keys.emplace_back(ranks >> (elements.size() - high), unions_.forms[unit.form].elements, ranks,
                        task.steps.front().front());
    }
    order_.resize(tasks_.size());
    for (std::uint32_t t = 0; t < tasks_.size(); ++t) order_[t] = t;
    std::ranges::sort(order_, {}, [&](std::uint32_t t) { return keys[t]; });
    if (manner.seed == 0) return;
    std::minstd_rand chance(manner.seed);
    const double jitter = 2 << (chance() % 3);
    std::vector<double> at(tasks_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      at[order_[i]] = static_cast<double>(i) + jitter * static_cast<double>(chance() % 1000) / 1000;
    }
    std::ranges::stable_sort(order_, {}, [&](std::uint32_t t) { return at[t]; });
  }

  double cycles(std::uint32_t task) const {
    return union_cycles(unions_.forms[tasks_[task].form],
                        all_.divided[tasks_[task].form] ? options_.sides : 1) *
               static_cast<double>(tasks_[task].steps.size()) +
           task_cycles;
  }

  /// Whether the unit alone reads the array, and all of it before it writes.
  bool is_own(std::uint32_t unit, std::uint32_t array) const {
    return in_place_[unions_.units[unit].form] && arrays_[array].reading_units == 1;
  }

  std::size_t missing_packs(std::uint32_t task) const {
    std::size_t need = 0, own = 0;
    for (const auto& step : tasks_[task].steps) {
      for (const std::uint32_t unit : step) {
        if (options_.sides > 1) own = 0;
        for (const std::uint32_t array : units_[unit].in) {
          if (is_own(unit, array)) own += arrays_[array].packs.size();
        }
        std::size_t more = 0;
        for (const std::uint32_t array : units_[unit].out) more += arrays_[array].packs.size();
        const std::size_t used = std::min(own, more);
        own -= used;
        need += more - used;
      }
    }
    return need;
  }

  /// Places for what a task writes; those that are free when it is done come back.
  std::vector<std::uint32_t> give_places(std::uint32_t task, std::set<std::uint32_t>& free) {
    std::deque<std::uint32_t> own;
    std::vector<std::uint32_t> later;
    const bool below = unions_.forms[tasks_[task].form].elements <= from_below_;
    for (const auto& step : tasks_[task].steps) {
      for (const std::uint32_t unit : step) {
        if (options_.sides > 1) {
          later.insert(later.end(), own.begin(), own.end());
          own.clear();
        }
        for (const std::uint32_t array : units_[unit].in) {
          if (arrays_[array].reading_units > 1) continue;
          for (const std::uint32_t pack : arrays_[array].packs) {
            if (is_own(unit, array))
              own.push_back(place_[pack]);
            else
              later.push_back(place_[pack]);
          }
        }
        for (const std::uint32_t array : units_[unit].out) {
          for (const std::uint32_t pack : arrays_[array].packs) {
            std::uint32_t place;
            if (!own.empty()) {
              place = own.front();
              own.pop_front();
            } else {
              place = below ? *free.begin() : *free.rbegin();
              free.erase(place);
            }
            place_[pack] = place;
            tenants_[place].push_back(array);
          }
        }
      }
    }
    later.insert(later.end(), own.begin(), own.end());
    return later;
  }

  /// Lists and places where warps and places are free from these times on. False where memory does not suffice.
  bool simulate(const std::vector<double>& warps_free, const std::vector<double>& places_free) {
    const std::size_t count = tasks_.size();
    struct Event {
      double time;
      bool is_place;
      std::uint32_t which;
      std::optional<std::uint32_t> task;
      bool operator>(const Event& other) const {
        return std::tuple(time, is_place, which) >
               std::tuple(other.time, other.is_place, other.which);
      }
    };
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
    std::set<std::uint32_t> free, idle;
    for (std::uint32_t w = 0; w < options_.warps; ++w) events.push({warps_free[w], false, w, {}});
    for (std::uint32_t p = 0; p < options_.packs; ++p) {
      if (places_free[p] <= 0)
        free.insert(p);
      else
        events.push({places_free[p], true, p, {}});
    }
    std::vector<std::size_t> missing(count), left(arrays_.size());
    for (std::size_t t = 0; t < count; ++t) missing[t] = in_[t].size();
    for (std::size_t a = 0; a < arrays_.size(); ++a) left[a] = arrays_[a].readers.size();
    place_.assign(unions_.packs.size(), 0);
    tenants_.assign(options_.packs, {});
    lists_.assign(options_.warps, {});
    begin_.assign(count, -1);
    end_.assign(count, -1);
    freed_.assign(options_.packs, 0);
    std::vector<std::vector<std::uint32_t>> released(count);
    std::size_t first = 0, started = 0;
    while (!events.empty()) {
      const double time = events.top().time;
      while (!events.empty() && events.top().time == time) {
        const Event event = events.top();
        events.pop();
        if (event.is_place) {
          free.insert(event.which);
          continue;
        }
        idle.insert(event.which);
        if (!event.task) continue;
        for (const std::uint32_t array : out_[*event.task]) {
          for (const std::uint32_t reader : arrays_[array].readers) --missing[reader];
        }
        std::vector<std::uint32_t>& back = released[*event.task];
        for (const std::uint32_t array : in_[*event.task]) {
          if (--left[array] > 0 || arrays_[array].reading_units == 1) continue;
          for (const std::uint32_t pack : arrays_[array].packs) back.push_back(place_[pack]);
        }
        for (const std::uint32_t place : back) {
          freed_[place] = time;
          free.insert(place);
        }
      }
      while (!idle.empty()) {
        while (first < count && begin_[order_[first]] >= 0) ++first;
        std::optional<std::uint32_t> next;
        for (std::size_t i = first; i < std::min(count, first + look_) && !next; ++i) {
          const std::uint32_t t = order_[i];
          if (begin_[t] < 0 && missing[t] == 0 && missing_packs(t) <= free.size()) next = t;
        }
        if (!next) break;
        released[*next] = give_places(*next, free);
        const std::uint32_t warp = *idle.begin();
        idle.erase(idle.begin());
        lists_[warp].push_back(*next);
        begin_[*next] = time;
        end_[*next] = time + cycles(*next);
        events.push({end_[*next], false, warp, *next});
        ++started;
      }
    }
    return started == count;
  }

  /// Lists for groups that follow each other: each begins when a part of the one before is done.
  bool settle(const Manner& manner) {
    look_ = manner.look;
    from_below_ = manner.from_below;
    std::vector<double> warps_free(options_.warps, 0), places_free(options_.packs, 0);
    std::optional<std::tuple<double, std::vector<double>, std::vector<double>>> best;
    for (int round = 0; round < 6; ++round) {
      if (!simulate(warps_free, places_free) || !find_waits()) break;
      const double now = period();
      if (!best || now < std::get<0>(*best)) best = {now, warps_free, places_free};
      std::vector<double> ends;
      for (const auto& list : lists_) ends.push_back(list.empty() ? 0 : end_[list.back()]);
      const double begin = manner.after * std::ranges::max(ends);
      for (std::size_t w = 0; w < ends.size(); ++w) warps_free[w] = std::max(0.0, ends[w] - begin);
      for (std::size_t p = 0; p < freed_.size(); ++p) places_free[p] = freed_[p] - begin;
    }
    if (!best) return false;
    return simulate(std::get<1>(*best), std::get<2>(*best)) && find_waits();
  }

  std::vector<std::uint32_t> by_begin() const {
    std::vector<std::uint32_t> result(tasks_.size());
    for (std::uint32_t t = 0; t < result.size(); ++t) result[t] = t;
    std::ranges::stable_sort(result, {}, [&](std::uint32_t t) { return begin_[t]; });
    return result;
  }

  bool find_waits() { return find_union_waits(all_, {lists_, tenants_, by_begin()}); }

  /// Time of a group where several follow each other.
  double period() const {
    constexpr int groups = 6;
    const std::size_t count = tasks_.size();
    std::vector<std::uint32_t> warp(count);
    for (std::uint32_t w = 0; w < lists_.size(); ++w) {
      for (const std::uint32_t t : lists_[w]) warp[t] = w;
    }
    const std::vector<std::uint32_t> order = by_begin();
    std::vector<double> free(lists_.size(), 0), before(count, 0), done;
    for (int group = 0; group < groups; ++group) {
      std::vector<double> end(count, 0);
      for (const std::uint32_t t : order) {
        double begin = free[warp[t]];
        for (const std::uint32_t o : tasks_[t].now) begin = std::max(begin, end[o]);
        for (const std::uint32_t o : tasks_[t].before) begin = std::max(begin, before[o]);
        end[t] = free[warp[t]] = begin + cycles(t);
      }
      before = end;
      done.push_back(std::ranges::max(end));
    }
    return (done.back() - done[1]) / (groups - 2);
  }

  UnionLists lists(double cycles_of_group) const {
    UnionLists result{tasks_, lists_, place_, in_place_, all_.divided, cycles_of_group, 0};
    for (std::uint32_t t = 0; t < tasks_.size(); ++t) result.work += cycles(t);
    return result;
  }

  const Unions& unions_;
  const UnionListOptions& options_;
  UnionTasks all_;
  const std::vector<bool>& in_place_;
  std::vector<UnionTask>& tasks_;
  const std::vector<UnionArray>& arrays_;
  const std::vector<UnitArrays>& units_;
  const std::vector<std::vector<std::uint32_t>>&in_, &out_;
  std::vector<std::uint32_t> order_;
  std::size_t look_ = 0;
  unsigned from_below_ = 0;
  // Of the last simulation:
  std::vector<std::vector<std::uint32_t>> lists_, tenants_;
  std::vector<std::uint32_t> place_;
  std::vector<double> begin_, end_, freed_;
};

}  // namespace

double union_cycles(const UnionForm& form, unsigned parts) {
  // As measured on an H200 with three warps a scheduler: a term, and what a unit begins with.
  constexpr double term = 4.9, unit = 400;
  std::size_t terms = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const UnionValue& value : form.values) {
    if (seen.emplace(value.way, value.position / parts).second) terms += value.terms.size();
    if (parts > 1) ++terms;  // it goes to all parts
  }
  // Sums of its own are half the same for all units of a task.
  std::size_t inner = 0;
  for (const auto& sum : form.inner) inner += sum.size();
  return unit + term * (static_cast<double>(terms) + static_cast<double>(inner) / 2);
}

UnionLists make_union_lists(const Unions& unions, const UnionListOptions& options) {
  return UnionSimulation(unions, options).best();
}

}  // namespace diagc
