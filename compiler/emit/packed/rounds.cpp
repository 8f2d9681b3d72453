#include "compiler/emit/packed/rounds.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>
#include <utility>

#include "compiler/source/stop.h"

namespace diagc {

namespace {

constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
// How far behind the first task of a round another may stand in the order, in tasks of a round: values computed early live long.
constexpr std::size_t rounds_ahead = 4;

class Rounds {
 public:
  Rounds(const PairSums& sums, const std::vector<PackedTask>& tasks,
         const std::vector<double>& cost, const PackedRoundOptions& options)
      : sums_(sums), tasks_(tasks), cost_(cost), options_(options) {}

  PackedRounds make() {
    result_.rounds.emplace_back();
    list_tasks();
    find_uses();
    place();
    give_rows();
    return std::move(result_);
  }

 private:
  /// Numbers that a round needs slots for.
  struct Room {
    std::uint32_t reads = 0, new_reads = 0, results = 0;  ///< new: not read in the round before
  };

  bool stays(Scalar scalar) const { return scalar == sums_.one; }
  bool computed(Scalar scalar) const { return scalar >= sums_.known; }

  /// Puts into every round the first tasks in the order whose operands are there, as many as are wanted and as slots allow.
  void list_tasks() {
    const auto count = static_cast<std::uint32_t>(tasks_.size());
    std::vector<std::uint32_t> maker(sums_.scalars, never), missing(count, 0);
    for (std::uint32_t t = 0; t < count; ++t) {
      for (const Scalar result : tasks_[t].results) maker[result] = t;
    }
    std::vector<std::vector<std::uint32_t>> users(count);
    for (std::uint32_t t = 0; t < count; ++t) {
      for (const Scalar scalar : tasks_[t].reads) {
        if (maker[scalar] == never) continue;
        ++missing[t];
        users[maker[scalar]].push_back(t);
      }
    }
    using Queue = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
    Queue ready;
    for (std::uint32_t t = 0; t < count; ++t) {
      if (missing[t] == 0) ready.push(t);
    }
    std::size_t usual = count;  // tasks of a round
    std::vector<std::uint32_t> used_in(sums_.scalars, 0);
    Room before, here;
    while (!ready.empty()) {
      throw_if_stopped(options_.stop);
      const std::size_t horizon = ready.top() + std::max<std::size_t>(rounds_ahead * usual, 64);
      PackedRound round;
      const auto number = static_cast<std::uint32_t>(result_.rounds.size());
      double costs = 0;
      const std::uint32_t earlier = std::exchange(before, std::exchange(here, {})).results;
      while (!ready.empty() && costs < options_.wanted) {
        const std::uint32_t task = ready.top();
        if (task >= horizon && !round.tasks.empty()) break;
        Room more = here;
        more.results += static_cast<std::uint32_t>(tasks_[task].results.size());
        for (const Scalar scalar : tasks_[task].reads) {
          more.reads += used_in[scalar] != number;
          more.new_reads += used_in[scalar] + 1 < number;
        }
        // All at once there are what this round and the one before read, and what these two and the one before them computed. The next round
        // needs a sixth of the slots at least.
        const std::uint32_t all = before.reads + more.new_reads + before.results + earlier;
        const bool fits = all <= options_.slots && more.results <= options_.slots / 6 &&
                          more.reads + more.results <= options_.slots / 2;
        if (!fits && !round.tasks.empty()) break;
        for (const Scalar scalar : tasks_[task].reads) used_in[scalar] = number;
        here = more;
        costs += cost_[task];
        ready.pop();
        round.tasks.push_back(task);
      }
      for (const std::uint32_t task : round.tasks) {
        for (const std::uint32_t user : users[task]) {
          if (--missing[user] == 0) ready.push(user);
        }
      }
      // About as many tasks have the costs that are wanted.
      usual = static_cast<std::size_t>(static_cast<double>(round.tasks.size()) * options_.wanted /
                                       std::max(costs, 1.0)) +
              1;
      result_.rounds.push_back(std::move(round));
    }
  }

  void find_uses() {
    first_use_.assign(sums_.scalars + 1, 0);
    const auto for_uses = [&](auto visit) {
      for (std::uint32_t r = 0; r < result_.rounds.size(); ++r) {
        for (const std::uint32_t task : result_.rounds[r].tasks) {
          for (const Scalar scalar : tasks_[task].reads) visit(scalar, r);
        }
      }
    };
    for_uses([&](Scalar scalar, std::uint32_t) { ++first_use_[scalar + 1]; });
    for (Scalar scalar = 0; scalar < sums_.scalars; ++scalar) {
      first_use_[scalar + 1] += first_use_[scalar];
    }
    uses_.resize(first_use_.back());
    next_ = std::vector<std::size_t>(first_use_.begin(), first_use_.end() - 1);
    for_uses([&](Scalar scalar, std::uint32_t round) { uses_[next_[scalar]++] = round; });
    next_ = std::vector<std::size_t>(first_use_.begin(), first_use_.end() - 1);
  }

  /// The first round from `round` on that reads the scalar.
  std::uint32_t next_use(Scalar scalar, std::uint32_t round) {
    std::size_t& next = next_[scalar];
    while (next < first_use_[scalar + 1] && uses_[next] < round) ++next;
    return next < first_use_[scalar + 1] ? uses_[next] : never;
  }

  /// Gives slots to numbers, round by round. The number whose next use is farthest away goes first (Belady).
  void place() {
    slot_.assign(sums_.scalars, no_slot);
    born_.assign(sums_.scalars, 0);
    kept_.assign(sums_.scalars, 0);
    for (Slot slot = options_.slots; slot-- > 0;) free_.push_back(slot);
    const auto rounds = static_cast<std::uint32_t>(result_.rounds.size());
    for (std::uint32_t r = 0; r < rounds; ++r) {
      throw_if_stopped(options_.stop);
      if (r > 0) retire(r);
      PackedRound& round = result_.rounds[r];
      std::vector<Scalar> wanted;
      for (const std::uint32_t task : round.tasks) {
        wanted.insert(wanted.end(), tasks_[task].results.begin(), tasks_[task].results.end());
      }
      const std::size_t results = wanted.size();
      for (const Scalar result : wanted) born_[result] = r;
      if (r + 1 < rounds) find_fetches(r + 1, wanted);
      make_room(r, wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Slot slot = free_.back();
        free_.pop_back();
        slot_[wanted[i]] = slot;
        result_.slots = std::max(result_.slots, slot + 1);
        (i < results ? round.results : round.fetched).push_back({wanted[i], slot});
        resident_.emplace(next_use(wanted[i], r + 1), wanted[i]);
      }
      result_.fetches += round.fetched.size();
    }
  }

  /// What was read in the round before has another next use, or none.
  void retire(std::uint32_t r) {
    while (!resident_.empty() && resident_.begin()->first < r) {
      const Scalar scalar = resident_.begin()->second;
      resident_.erase(resident_.begin());
      resident_.emplace(next_use(scalar, r), scalar);
    }
    // Numbers that nothing reads any more.
    while (!resident_.empty() && resident_.rbegin()->first == never) release();
  }

  void release() {
    const auto last = std::prev(resident_.end());
    free_.push_back(slot_[last->second]);
    slot_[last->second] = no_slot;
    resident_.erase(last);
  }

  void find_fetches(std::uint32_t next, std::vector<Scalar>& wanted) {
    fetching_.resize(sums_.scalars, 0);
    for (const std::uint32_t task : result_.rounds[next].tasks) {
      for (const Scalar scalar : tasks_[task].reads) {
        const bool here =
            slot_[scalar] != no_slot || (computed(scalar) && born_[scalar] == next - 1);
        if (stays(scalar) || here || fetching_[scalar] == next) continue;
        fetching_[scalar] = next;
        wanted.push_back(scalar);
      }
    }
  }

  void make_room(std::uint32_t r, std::size_t wanted) {
    std::vector<std::pair<std::uint32_t, Scalar>> passed;
    while (free_.size() < wanted) {
      const auto last = std::prev(resident_.end());
      const auto [use, scalar] = *last;
      if (use <= r + 1) {
        throw std::logic_error("a round of packed tasks needs more slots than there are");
      }
      // The number is stored in this round, if it is to be stored, and so keeps its slot.
      if (computed(scalar) && born_[scalar] + 1 == r) {
        passed.push_back(*last);
        resident_.erase(last);
        continue;
      }
      kept_[scalar] = computed(scalar);
      release();
    }
    resident_.insert(passed.begin(), passed.end());
  }

  /// A row is free again when its number has been fetched for the last time.
  void give_rows() {
    result_.row.assign(sums_.scalars - sums_.known, no_slot);
    std::vector<std::uint32_t> last(sums_.scalars, 0);
    for (std::uint32_t r = 0; r < result_.rounds.size(); ++r) {
      for (const Placed& placed : result_.rounds[r].fetched) last[placed.scalar] = r;
    }
    std::vector<std::uint32_t> free_rows;
    for (std::uint32_t r = 1; r < result_.rounds.size(); ++r) {
      PackedRound& round = result_.rounds[r];
      for (const Placed& before : result_.rounds[r - 1].results) {
        if (!kept_[before.scalar]) continue;
        if (free_rows.empty()) free_rows.push_back(result_.rows++);
        result_.row[before.scalar - sums_.known] = free_rows.back();
        free_rows.pop_back();
        round.kept.push_back(before.scalar);
      }
      result_.keeps += round.kept.size();
      for (const Placed& placed : round.fetched) {
        if (computed(placed.scalar) && last[placed.scalar] == r) {
          free_rows.push_back(result_.row[placed.scalar - sums_.known]);
        }
      }
    }
  }

  const PairSums& sums_;
  const std::vector<PackedTask>& tasks_;
  const std::vector<double>& cost_;
  const PackedRoundOptions& options_;
  PackedRounds result_;
  std::vector<std::uint32_t> first_use_, uses_;  ///< rounds, by scalar
  std::vector<std::size_t> next_;
  std::vector<Slot> slot_, free_;
  std::vector<std::uint32_t> born_, fetching_;  ///< rounds
  std::vector<std::uint8_t> kept_;
  std::set<std::pair<std::uint32_t, Scalar>> resident_;  ///< by next use
};

}  // namespace

PackedRounds packed_rounds(const PairSums& sums, const std::vector<PackedTask>& tasks,
                           const std::vector<double>& cost, const PackedRoundOptions& options) {
  return Rounds(sums, tasks, cost, options).make();
}

}  // namespace diagc
