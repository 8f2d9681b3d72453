// Where everything stands in a kernel by unions (schedule/unions.h): shared memory, and the records of steps.
//
// A block goes through groups of `lanes` configurations, 32 / lanes units side by side in a warp. Shared memory of a block, in bytes:
//
//   stages    [2][input row][lane]              inputs of a group, and of the next one
//   packs     [pack][lane][value of pack]       16 bytes a lane; then one of zeros, and one for what nobody reads
//   records   [warp][2][side][word]             of the step at hand and of the next one
//   scales    [scale]                           those that units have of their own
//   flags     [127, and one that is always set] by task, then that of inputs: the last group for which it is done, counted from 1
//   arrivals  [warp]                            used where the kernel is run on a CPU
//
// A record is words: what is to be done (the form or `load`, 16 bits; `last` step of a task; `idle` side), the flag of the task, 32 bytes that
// name flags to wait for, with `before` those of the group before; the places of the unit's own scales; its labels, keys last, as distances
// between rows; places of the packs that it reads and writes, from a multiple of four on, whole words or two in a word in units of 16 bytes.
#pragma once

#include <optional>

#include "compiler/emit/cuda/program.h"
#include "compiler/schedule/union_lists.h"

namespace diagc {

struct UnionRecord {
  static constexpr std::uint32_t what = 0, flag = 1, waits = 2, scales = 10;
  static constexpr std::uint32_t load = 0xffff, last = 1U << 16, idle = 1U << 17;
  static constexpr std::uint32_t before = 128, always = 127;
};

/// Rows of an input in a stage.
struct UnionStage {
  std::size_t input;
  std::uint32_t rows, at;
};

struct UnionPlan {
  unsigned lanes = 0, sides = 0, warps = 0;
  Unions unions;
  UnionLists lists;
  std::vector<UnionStage> stage;
  std::vector<UnionScale> scales;  ///< those that units have of their own, each once
  std::uint32_t real_bytes = 0, row_bytes = 0, stage_bytes = 0;
  std::uint32_t packs_at = 0, packs = 0, zero_at = 0, waste_at = 0;
  std::uint32_t records_at = 0, scales_at = 0, flags_at = 0, arrivals_at = 0, shared_bytes = 0;
  bool whole_words = false;        ///< places
  std::uint32_t record_words = 0;  ///< in shared memory
  std::uint32_t stride_words = 0;  ///< from record to record in the table
  std::vector<bool> far;           ///< by form: places are read from the table
  std::vector<std::uint32_t>
      words;  ///< of every warp its first step and their number, then the records

  std::uint32_t threads() const { return warps * 32; }
  std::uint32_t labels_at(const UnionForm& form) const;
  std::uint32_t places_at(const UnionForm& form) const;  ///< a multiple of four
  std::uint32_t length(const UnionForm& form) const;     ///< of a record
};

/// Throws std::runtime_error where the graph has no such form or its values do not fit the device's shared memory.
UnionPlan plan_unions(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                      const std::atomic<bool>* stop = nullptr);

}  // namespace diagc
