// Where values are that registers cannot hold: what is read is what was put there.
#include <catch2/catch.hpp>
#include <map>

#include "compiler/schedule/placement.h"
#include "compiler/schedule/register_file.h"
#include "compiler/schedule/spills.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

/// Runs the transfers of all chunks on memory that holds names of values, a number for each part.
class Replay {
 public:
  Replay(const Graph& graph, const Schedule& schedule) : graph_(graph), schedule_(schedule) {}

  void chunk(const Chunk& chunk, const Placement& placement) {
    slots_.clear();
    rows_.erase(rows_.lower_bound(schedule_.slots), rows_.end());  // each chunk has its own
    std::size_t step = 0;
    const auto transfers = [&] {
      for (const Transfer& each : placement.transfers.at(step)) apply(each);
      ++step;
    };
    for (const Statement& statement : chunk.statements) {
      for (std::size_t i = 0; i < steps(statement); ++i) transfers();
      const Slot row = schedule_.slot[statement.node];
      if (row != no_slot) put(rows_, statement.node, {row, row + 1});
    }
    transfers();
    CHECK(step == placement.transfers.size());
    for (const auto& [slot, what] : slots_) CHECK(slot < placement.slots);
    for (const auto& [row, what] : rows_) {
      if (row >= schedule_.slots) CHECK(row < placement.rows);
    }
  }
  std::size_t loads() const { return loads_; }

 private:
  using Memory = std::map<Slot, std::pair<NodeId, int>>;

  void put(Memory& memory, NodeId node, const std::array<Slot, 2>& places) {
    for (int part = 0; part < rows_of(graph_[node].type); ++part) {
      memory[places[part]] = {node, part};
    }
  }
  void take(const Memory& memory, const Transfer& transfer) {
    for (int part = 0; part < rows_of(graph_[transfer.node].type); ++part) {
      ++loads_;
      CHECK(memory.at(transfer.places[part]) == std::pair(transfer.node, part));
    }
  }
  void apply(const Transfer& transfer) {
    switch (transfer.what) {
      case Transfer::What::store_slot:
        return put(slots_, transfer.node, transfer.places);
      case Transfer::What::store_row:
        return put(rows_, transfer.node, transfer.places);
      case Transfer::What::load_slot:
        return take(slots_, transfer);
      case Transfer::What::load_row:
      case Transfer::What::read_row:
        return take(rows_, transfer);
      case Transfer::What::read_input:
      case Transfer::What::read_input_again:
        CHECK(schedule_.role[transfer.node] == Role::leaf);
        return;
      case Transfer::What::read_slot:
      case Transfer::What::barrier:
        FAIL("of warps that share statements");
    }
  }

  const Graph& graph_;
  const Schedule& schedule_;
  Memory slots_, rows_;
  std::size_t loads_ = 0;
};

}  // namespace

TEST_CASE("every value that is read from a slot or a row is the one that was stored there") {
  std::size_t loads = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph = random_graph(seed + 900, {20 + 4 * static_cast<int>(seed), false, true});
    for (const std::uint64_t chunk_operations : {ScheduleOptions::one_chunk, std::uint64_t{60}}) {
      ScheduleOptions how;
      how.chunk_operations = chunk_operations;
      const Schedule schedule = make_schedule(graph, how);
      for (const std::uint32_t slots : {0U, 3U, 8U, 1000U}) {
        CAPTURE(seed, chunk_operations, slots);
        Replay replay(graph, schedule);
        for (const Chunk& chunk : schedule.chunks) {
          const PlacementOptions options{.registers = 9, .slots = slots};
          const Placement placement = place_values(graph, schedule, chunk, options);
          CHECK(placement.slots <= slots);
          replay.chunk(chunk, placement);
          // As many loads as Belady's rule has, wherever they come from.
          const Spills spilled = spills(graph, schedule, chunk, 9, 1);
          CHECK(placement.slot_loads + placement.row_loads + placement.input_loads ==
                spilled.loads);
        }
        loads += replay.loads();
      }
    }
  }
  CHECK(loads > 1000);
}
