#pragma once

#include <cstddef>

#include "runtime/batch/batch.h"

namespace diagc {

/// An input or output with the array that a caller gave for it; array.data null: none.
template <class Array>
struct Binding {
  Array array;
  Leaves leaves = Leaves::real;
  std::size_t leaf_count = 0;
  bool needed = true;  ///< an input that is not is never read; outputs always are
  bool shared =
      false;  ///< an input whose array holds one configuration, which the whole batch shares

  std::size_t rows() const { return leaf_count * rows_per_leaf(leaves); }
};

}  // namespace diagc
