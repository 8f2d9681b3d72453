#include "compiler/schedule/supersteps.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <set>

#include "compiler/schedule/register_file.h"

namespace diagc {

namespace {

constexpr unsigned nobody = ~0U;

/// Of all slots, at most; each warp has its part of the others for itself.
constexpr double slots_to_exchange = 0.85;

/// A quotient and a function take about so many operations.
std::uint64_t operations(const Graph& graph, const Statement& statement) {
  const Work work = count(graph, statement);
  return work.multiplications + work.additions + work.fused + 12 * work.divisions +
         30 * work.functions;
}

class Dealer {
 public:
  Dealer(const Graph& graph, const Schedule& schedule, const SuperstepOptions& options)
      : graph_(graph), schedule_(schedule), options_(options), chunk_(schedule.chunks.front()) {}

  Supersteps run() {
    result_.parts.resize(options_.warps);
    begins_.resize(options_.warps);
    steps_.resize(options_.warps, 0);
    owner_.assign(graph_.node_count(), nobody);
    superstep_.assign(graph_.node_count(), 0);
    read_by_.assign(graph_.node_count(), 0);
    depth_.assign(graph_.node_count(), 0);
    sorted_.assign(options_.warps, 0);
    deal();
    deal_outputs();
    exchange();
    place();
    return std::move(result_);
  }

 private:
  bool is_value(NodeId node) const { return schedule_.role[node] == Role::value; }

  std::vector<NodeId> operands(const Statement& statement) const {
    std::vector<NodeId> list;
    const auto add = [&](NodeId node) {
      if (is_value(node) && std::ranges::find(list, node) == list.end()) list.push_back(node);
    };
    if (statement.terms.empty()) {
      for (const Term term : graph_.terms(statement.node)) add(term.node);
    }
    for (const SumTerm& term : statement.terms) {
      for (const NodeId factor : term.factors) add(factor);
    }
    return list;
  }

  /// Superstep by superstep, statements in the order of the schedule: to whom what they read belongs, as long as that one has not done its
  /// share of the superstep. What reads values of this superstep of two warps waits for the next.
  void deal() {
    const std::vector<Statement>& all = chunk_.statements;
    std::vector<std::uint8_t> dealt(all.size(), 0);
    std::vector<std::vector<NodeId>> reads;
    std::vector<std::uint64_t> weight;
    for (const Statement& statement : all) {
      reads.push_back(operands(statement));
      weight.push_back(operations(graph_, statement));
    }
    // So far ahead of the first that waits: more keep the warps busy, and more values alive.
    const std::uint64_t reach = 2 * options_.operations * options_.warps;
    std::size_t first = 0;
    while (first < all.size()) {
      std::vector<std::uint64_t> load(options_.warps, 0);
      std::uint64_t seen = 0;
      for (std::size_t i = first; i < all.size() && seen < reach; ++i) {
        if (dealt[i]) continue;
        seen += weight[i];
        const unsigned warp = choose(reads[i], load);
        if (warp == nobody) continue;
        dealt[i] = 1;
        load[warp] += weight[i];
        give(all[i], reads[i], warp);
      }
      while (first < all.size() && dealt[first]) ++first;
      side_by_side();
      result_.operations += *std::ranges::max_element(load);
      ++result_.count;
      for (unsigned warp = 0; warp < options_.warps; ++warp) begins_[warp].push_back(steps_[warp]);
    }
  }

  unsigned choose(const std::vector<NodeId>& reads, const std::vector<std::uint64_t>& load) const {
    unsigned bound = nobody;
    for (const NodeId node : reads) {
      if (owner_[node] == nobody) return nobody;
      if (superstep_[node] < result_.count) continue;
      if (bound != nobody && bound != owner_[node]) return nobody;
      bound = owner_[node];
    }
    const auto full = [&](unsigned warp) { return load[warp] >= options_.operations; };
    if (bound != nobody) return full(bound) ? nobody : bound;
    unsigned best = nobody;
    double least = 0;
    for (unsigned warp = 0; warp < options_.warps; ++warp) {
      if (full(warp)) continue;
      // A value of another warp takes a store and a load, one that was sent before at most a load.
      double cost = 0;
      for (const NodeId node : reads) {
        if (owner_[node] == warp) continue;
        const std::uint32_t sent = read_by_[node];
        cost += (sent >> warp & 1) != 0 ? 0.4 : sent != 0 ? 1 : 2;
      }
      cost += 2.0 * static_cast<double>(load[warp]) / static_cast<double>(options_.operations);
      if (best == nobody || cost < least) best = warp, least = cost;
    }
    return best;
  }

  /// What does not wait for each other stands together, so that a warp has work while a sum is on its way.
  void side_by_side() {
    for (unsigned warp = 0; warp < options_.warps; ++warp) {
      std::vector<Statement>& list = result_.parts[warp].chunk.statements;
      const auto begin = list.begin() + static_cast<std::ptrdiff_t>(sorted_[warp]);
      std::stable_sort(begin, list.end(), [&](const Statement& a, const Statement& b) {
        return depth_[a.node] < depth_[b.node];
      });
      sorted_[warp] = list.size();
    }
  }

  void give(const Statement& statement, const std::vector<NodeId>& reads, unsigned warp) {
    owner_[statement.node] = warp;
    superstep_[statement.node] = result_.count;
    for (const NodeId node : reads) {
      if (superstep_[node] == result_.count)
        depth_[statement.node] = std::max(depth_[statement.node], depth_[node] + 1);
      if (owner_[node] != warp) read_by_[node] |= 1U << warp;
    }
    result_.parts[warp].chunk.statements.push_back(statement);
    steps_[warp] += static_cast<std::uint32_t>(steps(statement));
  }

  /// Who computes an output stores it; what is no value of a statement is the first one's.
  void deal_outputs() {
    for (const std::uint32_t output : chunk_.outputs) {
      const unsigned owner = owner_[graph_.outputs()[output]];
      result_.parts[owner == nobody ? 0 : owner].chunk.outputs.push_back(output);
    }
  }

  /// A value that other warps read, from its superstep to that of its last reader.
  struct Life {
    NodeId node;
    std::uint32_t begin, end;
    double gain;  ///< accesses for the time that it keeps a slot
  };

  std::vector<Life> lives() const {
    std::vector<std::uint32_t> last(graph_.node_count(), 0);
    for (const Statement& statement : chunk_.statements) {
      for (const NodeId node : operands(statement)) {
        last[node] = std::max(last[node], superstep_[statement.node]);
      }
    }
    for (const std::uint32_t output : chunk_.outputs) {
      last[graph_.outputs()[output]] = result_.count - 1;
    }
    std::vector<Life> list;
    for (const Statement& statement : chunk_.statements) {
      const NodeId node = statement.node;
      if (read_by_[node] == 0) continue;
      const double time = last[node] - superstep_[node] + 1;
      list.push_back(
          {node, superstep_[node], last[node], (1 + std::popcount(read_by_[node])) / time});
    }
    return list;
  }

  /// Those that are read most for the time that they keep a slot have one, as far as slots go; the others have rows. A place is free again in
  /// the superstep after that of its last reader.
  void exchange() {
    places_.assign(graph_.node_count(), no_slot);
    exchange_.assign(graph_.node_count(), {});
    std::vector<Life> list = lives();
    const auto most = static_cast<std::uint32_t>(options_.slots * slots_to_exchange);
    std::vector<std::uint32_t> used(result_.count, 0);
    std::ranges::stable_sort(list, std::greater(), &Life::gain);
    for (const Life& life : list) {
      const auto begin = used.begin() + life.begin, end = used.begin() + life.end + 1;
      if (*std::max_element(begin, end) >= most) continue;
      std::for_each(begin, end, [](std::uint32_t& count) { ++count; });
      exchange_[life.node].in_slot = true;
    }
    std::ranges::stable_sort(list, {}, &Life::begin);
    result_.exchange_slots = give_places(list, true);
    result_.exchange_rows = give_places(list, false);
  }

  /// How many places they take.
  std::uint32_t give_places(const std::vector<Life>& in_order, bool in_slot) {
    std::uint32_t count = 0;
    std::set<std::pair<std::uint32_t, Slot>> ends;  // of those that are taken
    std::set<Slot> free;
    for (const Life& life : in_order) {
      if (exchange_[life.node].in_slot != in_slot) continue;
      while (!ends.empty() && ends.begin()->first < life.begin) {
        free.insert(ends.begin()->second);
        ends.erase(ends.begin());
      }
      const Slot place = free.empty() ? count++ : *free.begin();
      free.erase(place);
      places_[life.node] = place;
      ends.insert({life.end, place});
    }
    return count;
  }

  void place() {
    result_.slots = result_.exchange_slots;
    const std::uint32_t own = (options_.slots - result_.exchange_slots) / options_.warps;
    Schedule of_warp = schedule_;
    of_warp.slot = places_;
    of_warp.slots = result_.exchange_rows;
    for (unsigned warp = 0; warp < options_.warps; ++warp) {
      WarpPart& part = result_.parts[warp];
      for (const Statement& statement : chunk_.statements) {
        const NodeId node = statement.node;
        if (read_by_[node] != 0) exchange_[node].from = begins_[warp][superstep_[node]];
      }
      part.placement = place_values(graph_, of_warp, part.chunk,
                                    {.registers = options_.registers,
                                     .real_words = options_.real_words,
                                     .slots = own,
                                     .ahead = options_.ahead,
                                     .exchange = &exchange_});
      of_warp.slots = std::max(of_warp.slots, part.placement.rows);
      add_exchange(part, warp);
      result_.slots += part.placement.slots;
    }
    result_.rows = of_warp.slots;
  }

  /// Slots of this warp alone come behind those before; stores of what others read, and barriers, go between the other transfers.
  void add_exchange(WarpPart& part, unsigned warp) {
    using What = Transfer::What;
    std::vector<std::vector<Transfer>>& list = part.placement.transfers;
    for (std::vector<Transfer>& at : list) {
      for (Transfer& each : at) exchanged(each);
    }
    std::uint32_t step = 0;
    std::vector<std::vector<Transfer>> before(list.size());
    for (const Statement& statement : part.chunk.statements) {
      const NodeId node = statement.node;
      step += static_cast<std::uint32_t>(steps(statement));
      if (places_[node] == no_slot) continue;
      const bool in_slot = exchange_[node].in_slot;
      before[step].push_back(
          {in_slot ? What::store_slot : What::store_row, node, {places_[node], no_slot}});
      ++(in_slot ? result_.stores : result_.row_stores);
    }
    for (std::uint32_t i = 0; i + 1 < result_.count; ++i) {
      before[begins_[warp][i]].push_back({What::barrier, no_node, {no_slot, no_slot}});
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      list[i].insert(list[i].begin(), before[i].begin(), before[i].end());
    }
  }

  void exchanged(Transfer& transfer) {
    using What = Transfer::What;
    const NodeId node = transfer.node;
    const bool other = places_[node] != no_slot, in_slot = exchange_[node].in_slot;
    switch (transfer.what) {
      case What::read_row:
      case What::load_row:
        if (!other) break;
        ++(in_slot ? result_.loads : result_.row_loads);
        if (in_slot)
          transfer.what = transfer.what == What::read_row ? What::read_slot : What::load_slot;
        break;
      case What::load_slot:
      case What::store_slot:
        transfer.places[0] += result_.slots;
        break;
      default:
        break;
    }
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const SuperstepOptions& options_;
  const Chunk& chunk_;
  Supersteps result_;
  std::vector<std::vector<std::uint32_t>> begins_;  ///< by warp and superstep: the step after it
  std::vector<std::uint32_t> steps_;                ///< of each warp so far
  std::vector<unsigned> owner_;                     ///< by node
  std::vector<std::uint32_t> superstep_;            ///< by node
  std::vector<std::uint32_t> read_by_;              ///< by node: other warps, a bit each
  std::vector<std::uint32_t> depth_;  ///< by node: statements of its superstep that come before it
  std::vector<std::size_t> sorted_;   ///< by warp: statements of supersteps before
  std::vector<Slot> places_;          ///< by node
  std::vector<PlacementOptions::Exchange> exchange_;  ///< by node
};

}  // namespace

Supersteps make_supersteps(const Graph& graph, const Schedule& schedule,
                           const SuperstepOptions& options) {
  return Dealer(graph, schedule, options).run();
}

}  // namespace diagc
