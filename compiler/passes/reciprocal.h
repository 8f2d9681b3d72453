// Reciprocal: one division for several quotients by the same divisor.
#pragma once

#include <optional>

#include "compiler/graph/graph.h"

namespace diagc::passes {

/// Quotients a/d, b/d, … by one divisor become r = 1/d and a r, b r, …, where that lowers the
/// number of operations (a division weighs four, see operations.h). Quotients by d in one and the same sum are left to `factor`.
///
/// Accuracy. With u the unit roundoff, a/d has a relative error of at most u, while a · fl(1/d) has
/// at most (1 + u)² − 1 ≈ 2 u: each quotient gains one rounding, well within |Δ| ≤ C ε A. The range
/// shrinks a little: where |d| is subnormal, 1/d overflows though a/d need not, and where |d|
/// exceeds 1/(smallest normal number), 1/d loses digits. A zero, infinite or NaN divisor gives what
/// it gave: a/0 = a · ∞, except 0/d for subnormal d (NaN in place of 0). A complex divisor gives r
/// = conj(d)/|d|² with its two divisions; the multiplications by r then take the plain formula.
/// Nothing when no divisor is shared.
std::optional<Graph> reciprocal(const Graph& graph);

}  // namespace diagc::passes
