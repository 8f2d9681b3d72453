// What a contraction of contact interactions weighs, both of whose ends stand at one point.
#pragma once

#include "tests/grammars/random.h"
#include "tests/grammars/wick.h"

namespace diagc::grammars {

/// Ends 2i − 1 and 2i are at vertex i, the external point at 0.
inline int vertex_of(int end) { return (end + 1) / 2; }

/// The product of its propagators.
inline std::int64_t contact_weight(const Contraction& c, const Matrix& g) {
  std::int64_t product = 1;
  for (int a = 0; a <= 2 * c.n; ++a) {
    product *= g(vertex_of(a), vertex_of(c.next[static_cast<std::size_t>(a)]));
  }
  return product;
}

}  // namespace diagc::grammars
