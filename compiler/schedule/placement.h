// Where the values of a kernel are that its registers cannot hold: slots of shared memory, of which every thread has its own, rows of the
// workspace, or, of inputs, the caller's rows.
//
// What leaves registers, and when, is Belady's rule (register_file.h). A value is stored once, when it leaves for the first time, and keeps
// its place until it is read for the last time; then another value may take the place. Slots go to the values that save most by them, per
// time that they keep a slot; the others go to rows. Inputs are never stored in rows, and values that later chunks read stand in their
// rows of the workspace anyway.
#pragma once

#include <array>

#include "compiler/schedule/schedule.h"

namespace diagc {

/// What a thread reads from memory, or puts there.
struct Transfer {
  enum class What : std::uint8_t {
    read_input,        ///< for the first time
    read_input_again,  ///< from its row
    read_row,          ///< a value of another chunk, for the first time
    load_row,          ///< from the workspace
    store_row,
    load_slot,  ///< from shared memory
    store_slot,
    // Between warps that share the statements (supersteps.h):
    read_slot,  ///< a value of another warp, for the first time
    barrier,    ///< of these warps
  };
  What what;
  NodeId node;
  std::array<Slot, 2> places = {no_slot,
                                no_slot};  ///< slots or rows of the real and of the imaginary part
};

/// Whether a variable is assigned to that was declared before, or is declared without a value.
inline bool is_load(const Transfer& transfer) {
  return transfer.what != Transfer::What::store_row &&
         transfer.what != Transfer::What::store_slot && transfer.what != Transfer::What::barrier;
}

struct Placement {
  /// Those before each step of the statements (register_file.h), in order; the last ones before outputs are stored.
  std::vector<std::vector<Transfer>> transfers;
  std::uint32_t slots = 0;  ///< real numbers of a thread in shared memory at once
  std::uint32_t rows = 0;   ///< of the workspace; those of Schedule::slot come first
  // Real numbers of a thread, in the text.
  std::uint64_t slot_stores = 0, slot_loads = 0;
  std::uint64_t row_stores = 0, row_loads = 0;  ///< without first reads and what later chunks need
  std::uint64_t input_loads = 0;                ///< after the first
};

struct PlacementOptions {
  std::uint64_t registers = 0;   ///< of 32 bits, that hold values
  std::uint64_t real_words = 1;  ///< of a real number
  std::uint32_t slots = 0;       ///< at most
  /// Operations between a load and the step that wants it, about: what hides the way from shared memory, from the caller's rows, and from those
  /// of the workspace.
  std::uint64_t slot_lead = 16, input_lead = 64, row_lead = 64;
  /// Real numbers that are on their way at once, at most, beside those that the next step wants.
  std::uint32_t ahead = 16;
  /// By node, where warps share the statements: values that go from one to another. They have a row in Schedule::slot.
  struct Exchange {
    std::uint32_t from = 0;  ///< the step from which on another warp can read it
    bool in_slot = false;    ///< in shared memory in place of the row
  };
  const std::vector<Exchange>* exchange = nullptr;
};

Placement place_values(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
                       const PlacementOptions& options);

}  // namespace diagc
