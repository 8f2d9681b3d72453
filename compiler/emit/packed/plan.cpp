#include "compiler/emit/packed/plan.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/layout.h"
#include "compiler/emit/packed/pages.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

/// Turns of the pipe of shared memory that a warp's work takes: 128 bytes a turn where all are in different banks.
struct Costs {
  double pairs, stars;  ///< an entry: two pairs, or one star
  double move = 4, task = 4, operation = 60;

  /// Rows of numbers side by side lie in the same banks by chance, which takes more turns.
  Costs(bool single_precision, std::uint32_t slot_bytes) {
    const double together = slot_bytes >= 128  ? 1
                            : slot_bytes == 64 ? 1.5
                            : slot_bytes == 32 ? 2.1
                                               : 2.6;
    const double read = together * (single_precision ? 1 : 2);
    pairs = 4 * read + 1;
    stars = 4 * read + 0.5;
  }
};
// A warp alone: cycles for an entry. A barrier and what is lost around it.
constexpr double entry_latency = 22, barrier_cycles = 70;
constexpr double cache_bytes_per_cycle = 20;  // a multiprocessor, of the second-level cache
// Share of the turns that is used when there is enough work.
constexpr double shared_share = 0.8;
// Costs of a round's tasks for each warp: few barriers, and room for balance.
constexpr double round_costs = 220;
constexpr std::uint32_t least_slots = 96;
constexpr std::size_t large_steps = 30'000;
constexpr std::uint32_t head_bytes = 16, entry_bytes = 8;

class Planner {
 public:
  Planner(const Graph& graph, const EdgeTables& tables, const CudaOptions& options, PairSums sums,
          const PackedOptions& form, const std::atomic<bool>* stop)
      : graph_(graph),
        tables_(tables),
        options_(options),
        costs_(options.single_precision, form.lanes * (options.single_precision ? 4 : 8)),
        sums_(std::move(sums)),
        stop_(stop) {
    plan_.lanes = form.lanes;
    plan_.warps = form.warps;
    plan_.blocks = form.blocks;
  }

  PackedPlan plan() {
    find_slots();
    const std::uint32_t entries = (plan_.page_bytes / sides() - head_bytes) / entry_bytes;
    tasks_ = packed_tasks(sums_, {entries, slots_ / 6});
    for (const PackedTask& task : tasks_) cost_.push_back(cost(task));
    rounds_ =
        packed_rounds(sums_, tasks_, cost_, {slots_, round_costs * plan_.warps * sides(), stop_});
    place_pages();
    plan_.uniform_rows = tables_.known - first_uniform();
    plan_.rows = plan_.uniform_rows + rounds_.rows;
    list();
    count();
    add_traffic();
    return std::move(plan_);
  }

 private:
  /// Tasks of one shape that a warp does side by side.
  struct Bundle {
    std::vector<PackedWords> sides;
    double cost = 0;
  };

  PackedPlaces places() const { return {slot_, sums_.one, plan_.slot_bytes}; }
  unsigned sides() const { return plan_.side_by_side(); }
  std::uint32_t real_bytes() const { return options_.single_precision ? 4 : 8; }
  std::uint32_t first_uniform() const {
    return tables_.first_number + static_cast<std::uint32_t>(tables_.numbers.size());
  }

  void find_slots() {
    const std::size_t each = options_.device.shared_bytes / plan_.blocks;
    const std::size_t room = each - std::min(each, CudaDevice::reserved_shared_bytes);
    plan_.slot_bytes = plan_.lanes * real_bytes();
    plan_.page_bytes = plan_.lanes < 8 ? 1024 : 512;
    const std::size_t others = plan_.warps * (2 * plan_.page_bytes + 4) + 4;
    const std::size_t least = others + (least_slots + PackedSlot::first) * plan_.slot_bytes;
    if (room < least) {
      throw std::runtime_error(
          fmt::format("the schedule `cooperative:packed` needs {} bytes of shared memory a block, "
                      "and {} blocks of a multiprocessor have {} each: take fewer "
                      "lanes, warps or blocks",
                      least, plan_.blocks, room));
    }
    const std::size_t all = (room - others) / plan_.slot_bytes;
    // As many as a word can name.
    const std::size_t named = (std::size_t{1} << (32 - PackedHead::slot_bits)) / plan_.slot_bytes;
    slots_ = static_cast<std::uint32_t>(std::min({all, named, std::size_t{PackedHead::slot}}) -
                                        PackedSlot::first);
  }

  void place_pages() {
    // A graph of few values leaves room for more blocks.
    plan_.pages_at = (rounds_.slots + PackedSlot::first) * plan_.slot_bytes;
    plan_.arrivals_at = plan_.pages_at + plan_.warps * 2 * plan_.page_bytes;
    plan_.shared_bytes = plan_.arrivals_at + 4 * (plan_.warps + 1);
  }

  double cost(const PackedTask& task) const {
    if (task.kind == PackedTask::Kind::operation) return costs_.task + costs_.operation;
    if (task.kind == PackedTask::Kind::store) return costs_.move;
    double result = costs_.task + costs_.stars * star_entries(task.stars);
    for (const std::vector<Pair>& pairs : task.pairs) result += costs_.pairs * pair_entries(pairs);
    return result;
  }

  // Rounds: bundles, and which warp does them.

  void list() {
    slot_.assign(sums_.scalars, no_slot);
    output_ = row_places(graph_.signature().outputs);
    input_ = row_places(graph_.signature().inputs);
    lists_.assign(plan_.warps, PackedPages(plan_.page_bytes, sides()));
    for (const PackedRound& round : rounds_.rounds) {
      for (const Placed& placed : round.results) slot_[placed.scalar] = placed.slot;
      std::vector<Bundle> bundles = sums_of(round);
      std::vector<Bundle> moves = moves_of(round);
      deal(std::move(moves), std::move(bundles));
      for (const Placed& placed : round.fetched) slot_[placed.scalar] = placed.slot;
    }
    for (PackedPages& pages : lists_) pages.end();
    join();
  }

  std::vector<Bundle> sums_of(const PackedRound& round) {
    std::vector<std::pair<PackedShape, std::uint32_t>> shapes;
    for (const std::uint32_t task : round.tasks) {
      if (tasks_[task].kind != PackedTask::Kind::store)
        shapes.emplace_back(shape_of(tasks_[task]), task);
    }
    if (sides() > 1) std::ranges::sort(shapes);
    const std::uint32_t most = (plan_.page_bytes / sides() - head_bytes) / entry_bytes;
    std::vector<Bundle> bundles;
    for (std::size_t i = 0; i < shapes.size();) {
      // As many as stand side by side, with room for the largest.
      PackedShape common = shapes[i].first;
      std::size_t end = i + 1;
      for (; end < shapes.size() && end < i + sides() && shapes[end].first.what == common.what;
           ++end) {
        PackedShape both = common;
        for (std::size_t u = 0; u < both.entries.size(); ++u) {
          both.entries[u] = std::max(both.entries[u], shapes[end].first.entries[u]);
        }
        if (both.entry_count() > most) break;
        common = both;
      }
      Bundle bundle;
      for (unsigned side = 0; side < sides(); ++side) {
        bundle.sides.push_back(packed_words(
            i + side < end ? &tasks_[shapes[i + side].second] : nullptr, common, places()));
      }
      bundle.cost = common.what >= PackedHead::operations ? costs_.task + costs_.operation
                                                          : costs_.task + bundle_cost(common);
      bundles.push_back(std::move(bundle));
      i = end;
    }
    return bundles;
  }

  double bundle_cost(const PackedShape& shape) const {
    const std::size_t stars = shape.what == PackedHead::sums ? 2 : 0;
    double result = 0;
    for (std::size_t i = 0; i < shape.entries.size(); ++i) {
      result += shape.entries[i] * (i < stars ? costs_.stars : costs_.pairs);
    }
    return result;
  }

  struct Move {
    std::uint32_t slot, source, row;
  };

  std::vector<Bundle> moves_of(const PackedRound& round) {
    std::vector<Move> fetched, stored;
    for (const Placed& placed : round.fetched) {
      fetched.push_back(source(placed.scalar, placed.slot + PackedSlot::first));
    }
    for (const Scalar scalar : round.kept) stored.push_back(source(scalar, places()[scalar]));
    for (const std::uint32_t t : round.tasks) {
      const PackedTask& task = tasks_[t];
      if (task.kind != PackedTask::Kind::store) continue;
      stored.push_back({places()[task.reads.front()],
                        static_cast<std::uint32_t>(output_[task.output].variable),
                        output_[task.output].row});
    }
    std::vector<Bundle> bundles;
    add_moves(PackedHead::fetch, fetched, bundles);
    add_moves(PackedHead::store, stored, bundles);
    plan_.fetches += fetched.size();
    plan_.stores += stored.size();
    return bundles;
  }

  Move source(Scalar scalar, std::uint32_t slot) const {
    if (scalar >= sums_.known) {
      return {slot, PackedSource::work, plan_.uniform_rows + rounds_.row[scalar - sums_.known]};
    }
    if (scalar >= first_uniform()) return {slot, PackedSource::work, scalar - first_uniform()};
    if (scalar >= tables_.first_number) {
      return {slot, PackedSource::number, scalar - tables_.first_number};
    }
    return {slot, static_cast<std::uint32_t>(input_[scalar].variable), input_[scalar].row};
  }

  /// As evenly over warps and sides as possible, a few at least for a warp.
  void add_moves(std::uint32_t what, const std::vector<Move>& moves, std::vector<Bundle>& bundles) {
    const std::uint32_t most = (plan_.page_bytes / sides() - head_bytes) / entry_bytes;
    const std::size_t even = (moves.size() + plan_.warps * sides() - 1) / (plan_.warps * sides());
    const std::size_t count = std::clamp<std::size_t>(even, 2, most);
    for (std::size_t i = 0; i < moves.size();) {
      Bundle bundle;
      for (unsigned side = 0; side < sides(); ++side) {
        PackedWords words;
        words.head[0] = what;
        words.head[1] = static_cast<std::uint32_t>(std::min(count, moves.size() - i));
        if (side > 0) words.head[1] = bundle.sides.front().head[1];
        for (std::uint32_t k = 0; k < words.head[1]; ++k) {
          const Move move =
              i < moves.size() ? moves[i++] : Move{PackedSlot::unread, PackedSource::nowhere, 0};
          words.entries.push_back(move.slot | move.source << PackedHead::slot_bits);
          words.entries.push_back(move.row);
        }
        bundle.sides.push_back(std::move(words));
      }
      bundle.cost = costs_.task + costs_.move * bundle.sides.front().head[1];
      bundles.push_back(std::move(bundle));
    }
  }

  /// Deals tasks to the warp that has least to do, the largest first; copies from global memory begin the lists.
  void deal(std::vector<Bundle> moves, std::vector<Bundle> bundles) {
    std::ranges::stable_sort(bundles, std::greater<>(), &Bundle::cost);
    std::vector<std::vector<const Bundle*>> of_warp(plan_.warps);
    std::vector<double> load(plan_.warps, 0);
    double all = 0;
    for (const std::vector<Bundle>* each : {&moves, &bundles}) {
      for (const Bundle& bundle : *each) {
        const auto least = static_cast<std::size_t>(std::ranges::min_element(load) - load.begin());
        of_warp[least].push_back(&bundle);
        load[least] += bundle.cost;
        all += bundle.cost;
      }
    }
    const Bundle idle{std::vector<PackedWords>(sides()), 0};
    for (unsigned warp = 0; warp < plan_.warps; ++warp) {
      if (of_warp[warp].empty()) of_warp[warp].push_back(&idle);
      for (const Bundle* bundle : of_warp[warp]) {
        lists_[warp].append(bundle->sides, bundle == of_warp[warp].back());
      }
    }
    const double longest = *std::ranges::max_element(load) / costs_.pairs * entry_latency;
    plan_.cycles += barrier_cycles + std::max(longest, plan_.blocks * all / shared_share);
  }

  void join() {
    // A page more, since the next one is copied ahead.
    const std::size_t begin = (plan_.warps + 3) / 4 * 4;
    plan_.records.assign(begin, 0);
    for (unsigned warp = 0; warp < plan_.warps; ++warp) {
      plan_.records[warp] = static_cast<std::uint32_t>(plan_.records.size() / 4);
      const std::vector<std::uint32_t>& words = lists_[warp].words();
      plan_.records.insert(plan_.records.end(), words.begin(), words.end());
    }
    plan_.records.resize(plan_.records.size() + plan_.page_bytes / 4, 0);
  }

  /// Records and rows come through the second-level cache.
  void add_traffic() {
    const double bytes = 4.0 * static_cast<double>(plan_.records.size()) +
                         static_cast<double>(plan_.fetches + plan_.stores) * plan_.slot_bytes;
    const double cycles = plan_.blocks * bytes / cache_bytes_per_cycle;
    plan_.cycles = std::pow(std::pow(plan_.cycles, 4) + std::pow(cycles, 4), 0.25);
  }

  void count() {
    plan_.rounds = rounds_.rounds.size();
    plan_.tasks = tasks_.size();
    for (const PackedTask& task : tasks_) {
      plan_.stars += task.stars.size();
      for (const std::vector<Pair>& pairs : task.pairs) plan_.pairs += pairs.size();
    }
  }

  const Graph& graph_;
  const EdgeTables& tables_;
  const CudaOptions& options_;
  Costs costs_;
  PairSums sums_;
  const std::atomic<bool>* stop_;
  PackedPlan plan_;
  std::uint32_t slots_ = 0;
  std::vector<PackedTask> tasks_;
  std::vector<double> cost_;
  PackedRounds rounds_;
  std::vector<Slot> slot_;
  std::vector<RowPlace> output_, input_;
  std::vector<PackedPages> lists_;  ///< by warp
};

}  // namespace

std::vector<PackedPlan> packed_plans(const Graph& graph, const Schedule& whole,
                                     const EdgeTables& tables, const CudaOptions& options,
                                     const std::atomic<bool>* stop) {
  const PairSums sums(graph, whole, tables);
  const auto& asked = std::get<PackedOptions>(options.form);
  // Each plan of a large graph takes a second. Its values need all of the shared memory, and going through the workspace costs less than
  // conflicts of banks.
  const bool large = sums.steps.size() > large_steps;
  std::vector<PackedOptions> forms;
  for (const unsigned lanes : {32u, 16u, 8u, 4u}) {
    for (const auto& [warps, blocks] : {std::pair{32u, 1u}, {16u, 2u}, {8u, 4u}}) {
      if (large && (blocks > 1 || lanes < 16)) continue;
      const PackedOptions form{.lanes = asked.lanes > 0 ? asked.lanes : lanes,
                               .warps = asked.warps > 0 ? asked.warps : warps,
                               .blocks = asked.blocks > 0 ? asked.blocks : blocks};
      if (std::ranges::count(forms, form) == 0) forms.push_back(form);
    }
  }
  std::vector<PackedPlan> plans;
  std::exception_ptr error;
  for (const PackedOptions& form : forms) {
    try {
      plans.push_back(Planner(graph, tables, options, sums, form, stop).plan());
    } catch (const Stopped&) {
      throw;
    } catch (const std::runtime_error&) {
      if (!error) error = std::current_exception();
    }
  }
  if (plans.empty()) std::rethrow_exception(error);
  std::ranges::stable_sort(plans, {}, [](const PackedPlan& plan) { return plan.cycles_each(); });
  return plans;
}

}  // namespace diagc
