// Statements of the steps of a nest: loops over positions, columns and blocks of lanes, around the sums of a block.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "compiler/emit/tiles/lane_blocks.h"
#include "compiler/emit/tiles/loop_text.h"
#include "compiler/emit/tiles/nests.h"
#include "compiler/emit/tiles/step_pairs.h"

namespace diagc {

/// Of a step of the kernel: whether it reads elements of an array, writes such, and those past the caches.
struct StepEnds {
  bool begins = false, ends = false, streams = false;
  bool cuts_reads = false, cuts_writes = false;  ///< rows in such an array end within a vector
};

/// Where a step reads and writes, and its numbers.
struct StepPlaces {
  std::string from, to, numbers;
};

class StepText {
 public:
  /// Adds statements that fetch lines, in a step's own loop of this number, or around all of them (0).
  using Fetch = std::function<void(std::size_t)>;

  StepText(LoopText& text, const LaneRow& row, std::string real)
      : text_(text), row_(row), real_(std::move(real)) {}

  void step(const NestStep& step, StepPlaces places, const LaneBlocks& own, const StepEnds& ends,
            const Fetch& fetch);
  void pair(const StepPair& pair, PairPlaces places, bool streams, const Fetch& fetch);

 private:
  /// Blocks of a row one after the other, the first one at so many groups; of a cut one, the row ends within the last vector.
  struct Blocks {
    std::uint64_t first = 0, groups = 1, count = 1;
    bool is_cut = false, holds_reads = false;
  };

  std::string call(const char* name, std::uint64_t groups, bool is_cut) const;
  bool fits_registers(const NestStep& step, std::uint64_t columns, const Blocks& own) const;
  void lanes(const NestStep& step, const std::vector<NestValue>& block, const StepPlaces& places,
             const StepEnds& ends, const Blocks& own, std::size_t loop, const Fetch& fetch);

  LoopText& text_;
  const LaneRow& row_;
  std::string real_;
};

}  // namespace diagc
