// Where everything stands in the cooperative kernel: shared memory, records of tasks, and how a template's code finds the inputs
// of the panel at hand.
//
// Shared memory of a block, in bytes:
//
//   stages    [stage][input row][lane]          inputs of a group of configurations
//   tiles     [pack][lane][value of pack]        a pack is 16 bytes, a tile some packs side by side
//   records   [warp][2][record]                  the task at hand and the next one
//   arrivals  [warp]                             used where the kernel is run on a CPU
//   done      [task]                             1 when a task is done
//
// A record is 32-bit words: the head (`RecordHead`; `sides`: how many panels stand side by side), numbers of `waits` tasks to wait
// for, two a word, in the end one that counts as done from the start, then for every panel side by side its *body*, whose words a
// template numbers from 0. All places in a record are distances in bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/emit/cooperative/template_plan.h"
#include "compiler/emit/cuda/program.h"
#include "compiler/schedule/task_lists.h"

namespace diagc {

struct RecordHead {
  static constexpr std::uint32_t what = 0, number = 1, stage = 2, group = 3, sides = 4, words = 5;
  /// Beside templates. Inputs are on their way after `load`, and there at the warp's next record, `loaded`.
  static constexpr std::uint32_t load = 0x10000, loaded = 0x10001, store = 0x10002, end = 0x10003;
  /// In place of the row of an import.
  static constexpr std::uint32_t absent = ~0u, one = ~1u;
};

/// Rows of an input that a stage holds.
struct StagedRows {
  std::size_t input;    ///< number of the variable
  std::uint32_t first;  ///< row of the variable
  std::uint32_t rows;
  std::uint32_t at;  ///< row of the stage
};

struct CooperativePlan {
  unsigned lanes, side_by_side, warps, blocks, groups;
  std::uint32_t real_bytes, pack;  ///< values of a pack
  std::vector<StagedRows> stage;
  std::uint32_t stage_bytes = 0, record_words = 0, body_words = 0, first_body = 0;
  std::uint32_t tiles_at = 0, records_at = 0, arrivals_at = 0, done_at = 0, shared_bytes = 0;
  std::uint32_t tasks = 0;
  std::uint32_t waits = 32;  ///< of a record, a multiple of 32
  std::vector<TemplatePlan> templates;
  std::vector<std::uint32_t> records;  ///< first word of every warp's list, then the records
  double cycles = 0, work = 0;         ///< simulated, see TaskLists

  unsigned configurations() const { return lanes * groups; }
};

/// Throws std::runtime_error where values do not fit the device's shared memory or are complex.
CooperativePlan plan_cooperation(const Graph& graph, const Schedule& schedule,
                                 const CudaOptions& options);

}  // namespace diagc
