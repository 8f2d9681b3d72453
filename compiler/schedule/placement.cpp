#include "compiler/schedule/placement.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "compiler/schedule/register_file.h"

namespace diagc {

namespace {

using What = RegisterEvent::What;

/// From its first eviction to its last reload a value is in memory.
struct Life {
  NodeId node = no_node;
  std::size_t begin = 0, end = 0;  ///< numbers of events
  std::uint32_t reloads = 0;
  double saved = 0;  ///< by a slot
  bool in_slot = false;
  std::array<Slot, 2> places = {no_slot, no_slot};
};

/// Costs of an access of a real number, in those of one to shared memory: a row of the workspace or of an input mostly comes from the
/// second-level cache (docs/notes/gpu-kernels.md).
constexpr double row_cost = 5;

class Placer {
 public:
  Placer(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
         const PlacementOptions& options)
      : graph_(graph),
        schedule_(schedule),
        chunk_(chunk),
        options_(options),
        events_(
            register_use(graph, schedule, chunk, options.registers, options.real_words).events) {}

  Placement run() {
    find_lives();
    choose_slots();
    give_places();
    write_transfers();
    return std::move(placement_);
  }

 private:
  int width(NodeId node) const { return rows_of(graph_[node].type); }
  bool is_input(NodeId node) const { return schedule_.role[node] == Role::leaf; }
  /// Read from the workspace, or stored there for later chunks.
  bool has_row(NodeId node) const { return !is_input(node) && schedule_.slot[node] != no_slot; }

  bool exchanged_in_slot(NodeId node) const {
    return options_.exchange != nullptr && has_row(node) && (*options_.exchange)[node].in_slot;
  }

  void find_lives() {
    std::unordered_map<NodeId, std::size_t> found;
    for (std::size_t at = 0; at < events_.size(); ++at) {
      const RegisterEvent& event = events_[at];
      if (event.what == What::evicted) {
        const auto [place, is_new] = found.try_emplace(event.node, lives_.size());
        if (is_new) lives_.push_back({.node = event.node, .begin = at});
      } else if (event.what == What::reloaded) {
        Life& life = lives_[found.at(event.node)];
        life.end = at;
        ++life.reloads;
      }
    }
    for (Life& life : lives_) {
      const double stores = is_input(life.node) || has_row(life.node) ? 0 : 1;
      if (exchanged_in_slot(life.node)) continue;
      life.saved = width(life.node) * (row_cost * (stores + life.reloads) - (1.0 + life.reloads));
    }
  }

  /// Those that save most for the time that they keep a slot, as long as slots are free all that time.
  void choose_slots() {
    std::vector<Life*> lives;
    for (Life& life : lives_) {
      if (life.saved > 0) lives.push_back(&life);
    }
    std::ranges::stable_sort(lives, std::greater(), [](const Life* life) {
      return life->saved / static_cast<double>(life->end - life->begin);
    });
    std::vector<std::uint32_t> used(events_.size(), 0);
    for (Life* life : lives) {
      const auto begin = used.begin() + static_cast<std::ptrdiff_t>(life->begin),
                 end = used.begin() + static_cast<std::ptrdiff_t>(life->end);
      const auto rows = static_cast<std::uint32_t>(width(life->node));
      if (*std::max_element(begin, end) + rows > options_.slots) continue;
      std::for_each(begin, end, [&](std::uint32_t& count) { count += rows; });
      life->in_slot = true;
    }
  }

  /// Numbers that are free, the smallest first, since rows that many configurations use are better kept by caches.
  class Free {
   public:
    explicit Free(std::uint32_t first) : count_(first) {}
    Slot take() {
      if (free_.empty()) return count_++;
      const Slot slot = *free_.begin();
      free_.erase(free_.begin());
      return slot;
    }
    void give_back(Slot slot) { free_.insert(slot); }
    std::uint32_t count() const { return count_; }

   private:
    std::set<Slot> free_;
    std::uint32_t count_;
  };

  void give_places() {
    Free slots(0), rows(schedule_.slots);
    std::unordered_map<std::size_t, Life*> begins, ends;
    for (Life& life : lives_) {
      begins[life.begin] = &life;
      ends[life.end] = &life;
      life_of_[life.node] = &life;
    }
    for (std::size_t at = 0; at < events_.size(); ++at) {
      if (const auto found = ends.find(at); found != ends.end()) {
        Life& life = *found->second;
        if (!life.in_slot && (is_input(life.node) || has_row(life.node))) continue;
        for (int part = 0; part < width(life.node); ++part) {
          (life.in_slot ? slots : rows).give_back(life.places[part]);
        }
      }
      if (const auto found = begins.find(at); found != begins.end()) {
        Life& life = *found->second;
        for (int part = 0; part < width(life.node); ++part) {
          if (life.in_slot) {
            life.places[part] = slots.take();
          } else if (has_row(life.node)) {
            life.places[part] = schedule_.slot[life.node] + static_cast<Slot>(part);
          } else if (!is_input(life.node)) {
            life.places[part] = rows.take();
          }
        }
      }
    }
    placement_.slots = slots.count();
    placement_.rows = rows.count();
  }

  /// For every step the first one that is so many operations before it, at most.
  std::vector<std::uint32_t> earlier(std::uint64_t lead) const {
    std::vector<std::uint64_t> done{0};
    for (const Statement& statement : chunk_.statements) {
      const Work work = count(graph_, statement);
      const std::uint64_t operations = work.multiplications + work.additions + work.fused +
                                       12 * work.divisions + 30 * work.functions;
      const std::uint64_t before = done.back(), pieces = steps(statement);
      for (std::uint64_t i = 1; i <= pieces; ++i) {
        done.push_back(before + operations * i / pieces);
      }
    }
    std::vector<std::uint32_t> result;
    std::uint32_t first = 0;
    for (const std::uint64_t operations : done) {
      while (done[first] + lead < operations) ++first;
      result.push_back(first);
    }
    return result;
  }

  void write_transfers() {
    const std::vector<std::uint32_t> for_slots = earlier(options_.slot_lead),
                                     for_inputs = earlier(options_.input_lead),
                                     for_rows = earlier(options_.row_lead);
    // Stores stand where their value leaves, loads some way before the step that wants them, but not before their value has left.
    std::vector<std::vector<Transfer>>& list = placement_.transfers;
    list.resize(for_slots.size());
    std::vector<std::uint32_t> on_the_way(list.size(), 0);
    const auto load = [&](const Transfer& transfer, std::uint32_t step, std::uint32_t earliest) {
      const auto numbers = static_cast<std::uint32_t>(width(transfer.node));
      std::uint32_t at = step;
      while (at > earliest && on_the_way[at - 1] + numbers <= options_.ahead) {
        on_the_way[--at] += numbers;
      }
      list[at].push_back(transfer);
    };
    std::unordered_map<NodeId, std::uint32_t> left;
    for (const auto& [what, node, step] : events_) {
      if (what == What::read) {
        read_first(node, step, for_slots[step], is_input(node) ? for_inputs[step] : for_rows[step],
                   load);
      } else if (what == What::evicted) {
        if (!left.contains(node)) store(*life_of_.at(node), list[step]);
        left[node] = step;
      } else if (what == What::reloaded) {
        const Life& life = *life_of_.at(node);
        const std::uint32_t earliest = life.in_slot || exchanged_in_slot(node) ? for_slots[step]
                                       : is_input(node)                        ? for_inputs[step]
                                                                               : for_rows[step];
        load(reload(life), step, std::max(left.at(node), earliest));
      }
    }
  }

  template <class Load>
  void read_first(NodeId node, std::uint32_t step, std::uint32_t for_slot, std::uint32_t outside,
                  const Load& load) const {
    if (is_input(node)) return load({Transfer::What::read_input, node}, step, outside);
    const Slot row = schedule_.slot[node];
    std::uint32_t earliest = exchanged_in_slot(node) ? for_slot : outside;
    if (options_.exchange != nullptr)
      earliest = std::max(earliest, (*options_.exchange)[node].from);
    load({Transfer::What::read_row, node, {row, row + 1}}, step, earliest);
  }

  void store(const Life& life, std::vector<Transfer>& list) {
    const auto numbers = static_cast<std::uint64_t>(width(life.node));
    if (life.in_slot) {
      list.push_back({Transfer::What::store_slot, life.node, life.places});
      placement_.slot_stores += numbers;
    } else if (!is_input(life.node) && !has_row(life.node)) {
      list.push_back({Transfer::What::store_row, life.node, life.places});
      placement_.row_stores += numbers;
    }
  }

  Transfer reload(const Life& life) {
    const auto numbers = static_cast<std::uint64_t>(width(life.node));
    if (life.in_slot) {
      placement_.slot_loads += numbers;
      return {Transfer::What::load_slot, life.node, life.places};
    }
    if (is_input(life.node)) {
      placement_.input_loads += numbers;
      return {Transfer::What::read_input_again, life.node};
    }
    placement_.row_loads += numbers;
    return {Transfer::What::load_row, life.node, life.places};
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const Chunk& chunk_;
  const PlacementOptions& options_;
  const std::vector<RegisterEvent> events_;
  std::vector<Life> lives_;
  std::unordered_map<NodeId, Life*> life_of_;
  Placement placement_;
};

}  // namespace

Placement place_values(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
                       const PlacementOptions& options) {
  return Placer(graph, schedule, chunk, options).run();
}

}  // namespace diagc
