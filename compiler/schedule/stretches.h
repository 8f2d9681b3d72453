// A template's statements in stretches that registers can hold.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/schedule/templates.h"

namespace diagc {

/// Within a stretch the sums over columns are computed first, all at once, each in a register of its own; then the statements
/// in order. Tiles are read and written in packs of consecutive positions, and no pack is written by two stretches.
struct Stretches {
  std::vector<std::uint32_t>
      ends;  ///< statements of stretch i: from ends[i − 1], or 0, to before ends[i]
  /// Whether outputs may take the slots of inputs: at every position all is read before anything is written.
  bool overwrites = false;
};

/// At most `sums` sums over columns in a stretch, where packs allow it.
Stretches find_stretches(const Template& form, std::uint32_t pack, std::uint32_t sums);

}  // namespace diagc
