#include "compiler/emit/packed/tasks.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace diagc {

namespace {

constexpr std::uint32_t most_pairs = 32;     // of a sum: warps then have about equal work
constexpr std::size_t most_candidates = 48;  // sums looked at for each number of a sum
// How far from each other the sums of one task may stand in the order: values computed early live long.
constexpr std::uint32_t most_distance = 200;
constexpr std::size_t least_stars = 2;

template <class List>
std::uint32_t negatives(const List& list) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(list, [](const auto& each) { return each.negative; }));
}

class Grouping {
 public:
  Grouping(PairSums& sums, const PackedRoom& room) : sums_(sums), room_(room) {}

  std::vector<PackedTask> tasks() {
    loosen_chains();
    split();
    find_levels();
    group();
    std::vector<PackedTask> result;
    for (PackedTask& task : tasks_) {
      if (task.kind == PackedTask::Kind::sums && task.pairs.empty()) continue;  // part of another
      find_reads(task);
      result.push_back(std::move(task));
    }
    return result;
  }

 private:
  /// A sum that goes on from another one, which nothing else reads, waits for it. The parts are computed by themselves, and
  /// the last sum adds them.
  void loosen_chains() {
    std::vector<std::uint32_t> readers(sums_.scalars, 0);
    std::vector<std::uint8_t> is_sum(sums_.scalars, 0);
    for (const PairStep& step : sums_.steps) {
      for (const Pair& pair : step.pairs) ++readers[pair.a], ++readers[pair.b];
      for (const Scalar operand : step.operands) ++readers[operand];
      if (step.operation == 0) is_sum[step.results.front()] = 1;
    }
    for (const Scalar output : sums_.outputs) ++readers[output];
    // By the result of a sum: what it would begin with.
    std::unordered_map<Scalar, std::vector<Pair>> parts;
    for (PairStep& step : sums_.steps) {
      if (step.operation > 0 || step.pairs.size() < 2) continue;
      std::vector<Pair> before;
      const auto link = std::ranges::find_if(step.pairs, [&](const Pair& pair) {
        const Scalar other = pair.a == sums_.one ? pair.b : pair.a;
        return !pair.negative && (pair.a == sums_.one || pair.b == sums_.one) && is_sum[other] &&
               readers[other] == 1;
      });
      const Scalar result = step.results.front();
      if (link != step.pairs.end()) {
        const Scalar other = link->a == sums_.one ? link->b : link->a;
        if (const auto found = parts.find(other); found != parts.end()) {
          before = std::move(found->second);
          parts.erase(found);
        }
        before.push_back(*link);
        step.pairs.erase(link);
      }
      // The next sum of the chain takes them, where there is one.
      parts.emplace(result, std::move(before));
    }
    for (PairStep& step : sums_.steps) {
      if (step.operation > 0) continue;
      if (const auto found = parts.find(step.results.front()); found != parts.end()) {
        step.pairs.insert(step.pairs.end(), found->second.begin(), found->second.end());
      }
    }
  }

  /// Steps as tasks of their own; sums that are still too long become chains.
  void split() {
    const std::size_t most = std::min({most_pairs, 2 * (room_.entries - 1), room_.slots / 2});
    for (PairStep& step : sums_.steps) {
      if (step.operation > 0) {
        tasks_.push_back({.kind = PackedTask::Kind::operation,
                          .operation = step.operation,
                          .reads = std::move(step.operands),
                          .results = std::move(step.results)});
        continue;
      }
      std::vector<Pair> part;
      std::size_t left = step.pairs.size();
      for (const Pair& pair : step.pairs) {
        if (part.size() == most && left > 0) {
          const Scalar sum = sums_.scalars++;
          tasks_.push_back({.pairs = {std::exchange(part, {})}, .results = {sum}});
          part.push_back({sum, sums_.one, false});
        }
        part.push_back(pair);
        --left;
      }
      tasks_.push_back({.pairs = {std::move(part)}, .results = std::move(step.results)});
    }
    sums_.steps.clear();
    add_stores();
  }

  /// Behind the task that computes the number; those of known numbers stand at the end.
  void add_stores() {
    std::unordered_map<Scalar, std::vector<std::uint32_t>> rows;
    for (std::uint32_t row = 0; row < sums_.outputs.size(); ++row) {
      rows[sums_.outputs[row]].push_back(row);
    }
    std::vector<PackedTask> all;
    const auto store = [&](Scalar scalar) {
      const auto found = rows.find(scalar);
      if (found == rows.end()) return;
      for (const std::uint32_t row : found->second) {
        all.push_back({.kind = PackedTask::Kind::store, .reads = {scalar}, .output = row});
      }
    };
    for (PackedTask& task : tasks_) {
      const std::vector<Scalar> results = task.results;
      all.push_back(std::move(task));
      std::ranges::for_each(results, store);
    }
    for (Scalar scalar = 0; scalar < sums_.known; ++scalar) store(scalar);
    tasks_ = std::move(all);
  }

  /// Sums of one level do not depend on each other, in whatever way they are put together.
  void find_levels() {
    std::vector<std::uint32_t> level(sums_.scalars, 0);
    for (std::uint32_t t = 0; t < tasks_.size(); ++t) {
      const PackedTask& task = tasks_[t];
      std::uint32_t below = 0;
      const auto read = [&](Scalar scalar) { below = std::max(below, level[scalar]); };
      for (const std::vector<Pair>& pairs : task.pairs) {
        for (const Pair& pair : pairs) read(pair.a), read(pair.b);
      }
      std::ranges::for_each(task.reads, read);
      for (const Scalar result : task.results) level[result] = below + 1;
      if (task.kind != PackedTask::Kind::sums) continue;
      levels_.resize(std::max<std::size_t>(levels_.size(), below + 1));
      levels_[below].push_back(t);
    }
  }

  /// A number with a sign, as stars need it in all three sums.
  static std::uint64_t key(Scalar scalar, bool negative) {
    return std::uint64_t{scalar} << 1 | (negative ? 1 : 0);
  }

  template <class Visit>
  void for_keys(std::uint32_t task, Visit visit) const {
    for (const Pair& pair : tasks_[task].pairs.front()) {
      if (pair.a != sums_.one) visit(key(pair.a, pair.negative));
      if (pair.b != sums_.one && pair.b != pair.a) visit(key(pair.b, pair.negative));
    }
  }

  void group() {
    grouped_.assign(tasks_.size(), 0);
    for (const std::vector<std::uint32_t>& level : levels_) {
      readers_.clear();
      for (const std::uint32_t task : level) {
        for_keys(task, [&](std::uint64_t key) { readers_[key].tasks.push_back(task); });
      }
      for (const std::uint32_t task : level) {
        if (grouped_[task]) continue;
        grouped_[task] = 1;
        if (tasks_[task].pairs.front().size() < least_stars) continue;
        const std::uint32_t second = most_shared(task, task);
        if (second == task) continue;
        grouped_[second] = 1;
        const std::uint32_t third = most_shared(task, second);
        if (third != task && join({task, second, third})) {
          grouped_[third] = 1;
        } else {
          grouped_[second] = 0;
        }
      }
    }
  }

  /// The sum, of those in no task of three yet, that shares most numbers with both; `one` where none shares any.
  std::uint32_t most_shared(std::uint32_t one, std::uint32_t other) {
    std::vector<std::uint64_t> keys, of_other;
    for_keys(one, [&](std::uint64_t key) { keys.push_back(key); });
    if (other != one) {
      for_keys(other, [&](std::uint64_t key) { of_other.push_back(key); });
      std::ranges::sort(of_other);
      std::erase_if(keys,
                    [&](std::uint64_t key) { return !std::ranges::binary_search(of_other, key); });
    }
    std::unordered_map<std::uint32_t, std::uint32_t> shared;
    for (const std::uint64_t key : keys) {
      Readers& readers = readers_[key];
      while (readers.first < readers.tasks.size() && grouped_[readers.tasks[readers.first]]) {
        ++readers.first;
      }
      const std::size_t end = std::min(readers.tasks.size(), readers.first + most_candidates);
      for (std::size_t i = readers.first; i < end; ++i) {
        if (readers.tasks[i] > one + most_distance) break;
        if (!grouped_[readers.tasks[i]]) ++shared[readers.tasks[i]];
      }
    }
    std::uint32_t best = one, most = 0;
    for (const auto& [task, count] : shared) {
      // Of several, the first in the order, so that the result does not depend on the order of the map.
      if (count > most || (count == most && task < best)) best = task, most = count;
    }
    return best;
  }

  /// Makes one task of three, in the place of the last, where that gives stars and fits.
  bool join(std::array<std::uint32_t, 3> members) {
    std::array<std::vector<Pair>, 3> left;
    std::array<std::unordered_multimap<std::uint64_t, std::size_t>, 3> at;
    for (std::size_t m = 0; m < 3; ++m) {
      left[m] = tasks_[members[m]].pairs.front();
      for (std::size_t i = 0; i < left[m].size(); ++i) {
        const Pair& pair = left[m][i];
        at[m].emplace(key(pair.a, pair.negative), i);
        if (pair.b != pair.a) at[m].emplace(key(pair.b, pair.negative), i);
      }
    }
    std::array<std::vector<std::uint8_t>, 3> used;
    for (std::size_t m = 0; m < 3; ++m) used[m].assign(left[m].size(), 0);
    const auto unused = [&](std::size_t m, std::uint64_t key) {
      const auto [first, last] = at[m].equal_range(key);
      std::size_t found = left[m].size();
      for (auto each = first; each != last; ++each) {
        if (!used[m][each->second]) found = std::min(found, each->second);
      }
      return found;
    };
    PackedTask task;
    for (std::size_t i = 0; i < left[0].size(); ++i) {
      const Pair& pair = left[0][i];
      for (const Scalar hub : {pair.a, pair.b}) {
        if (hub == sums_.one || used[0][i]) continue;
        const std::uint64_t wanted = key(hub, pair.negative);
        const std::array<std::size_t, 3> found = {i, unused(1, wanted), unused(2, wanted)};
        if (found[1] == left[1].size() || found[2] == left[2].size()) continue;
        Star star{hub, {}, pair.negative};
        for (std::size_t m = 0; m < 3; ++m) {
          const Pair& each = left[m][found[m]];
          star.spokes[m] = each.a == hub ? each.b : each.a;
          used[m][found[m]] = 1;
        }
        task.stars.push_back(star);
      }
    }
    if (task.stars.size() < least_stars) return false;
    std::uint32_t entries = star_entries(task.stars);
    for (std::size_t m = 0; m < 3; ++m) {
      std::vector<Pair> rest;
      for (std::size_t i = 0; i < left[m].size(); ++i) {
        if (!used[m][i]) rest.push_back(left[m][i]);
      }
      entries += pair_entries(rest);
      task.pairs.push_back(std::move(rest));
      task.results.push_back(tasks_[members[m]].results.front());
    }
    find_reads(task);
    if (entries > room_.entries || task.reads.size() > room_.slots) return false;
    std::ranges::sort(members);
    for (const std::uint32_t member : members) tasks_[member].pairs.clear();
    tasks_[members.back()] = std::move(task);
    return true;
  }

  static void find_reads(PackedTask& task) {
    if (task.kind != PackedTask::Kind::sums) return;
    task.reads.clear();
    for (const Star& star : task.stars) {
      task.reads.push_back(star.hub);
      task.reads.insert(task.reads.end(), star.spokes.begin(), star.spokes.end());
    }
    for (const std::vector<Pair>& pairs : task.pairs) {
      for (const Pair& pair : pairs) {
        task.reads.push_back(pair.a);
        task.reads.push_back(pair.b);
      }
    }
    std::ranges::sort(task.reads);
    const auto repeated = std::ranges::unique(task.reads);
    task.reads.erase(repeated.begin(), repeated.end());
  }

  struct Readers {
    std::vector<std::uint32_t> tasks;
    std::size_t first = 0;  // before it all are in tasks of three
  };

  PairSums& sums_;
  PackedRoom room_;
  std::vector<PackedTask> tasks_;
  std::vector<std::vector<std::uint32_t>> levels_;  ///< tasks of sums
  std::unordered_map<std::uint64_t, Readers> readers_;
  std::vector<std::uint8_t> grouped_;
};

}  // namespace

std::uint32_t pair_entries(const std::vector<Pair>& pairs) {
  const std::uint32_t minus = negatives(pairs),
                      plus = static_cast<std::uint32_t>(pairs.size()) - minus;
  return (minus + 1) / 2 + (plus + 1) / 2;
}

std::uint32_t star_entries(const std::vector<Star>& stars) {
  const std::uint32_t minus = negatives(stars),
                      plus = static_cast<std::uint32_t>(stars.size()) - minus;
  return (minus + 1) / 2 * 2 + (plus + 1) / 2 * 2;
}

std::vector<PackedTask> packed_tasks(PairSums& sums, const PackedRoom& room) {
  return Grouping(sums, room).tasks();
}

}  // namespace diagc
