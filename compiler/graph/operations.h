// What evaluating a graph costs.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/graph/graph.h"

namespace diagc {

/// Operations on real numbers that one configuration takes. Complex operations are counted in the
/// real ones of their plain formulas: complex + complex 2 additions, real · complex 2
/// multiplications, complex · complex 4 and 2, complex / real 2 divisions, complex / complex
/// (a·conj(b)/|b|²) 6 multiplications, 3 additions and 2 divisions. Factors ±1 and i, conj, re, im
/// and complex are free; any other coefficient is a multiplication, except on the unit, where it is
/// a constant. A fused multiply-add is one of each.
struct Operations {
  std::uint64_t multiplications = 0;
  std::uint64_t additions = 0;
  std::uint64_t divisions = 0;
  std::uint64_t functions = 0;  ///< sqrt exp log sin cos, a complex one counted once

  std::uint64_t roots = 0;  ///< those of `functions` that are square roots

  /// Floating-point operations, each counted once: what `diagc stats` and `diagc bench` call flops.
  std::uint64_t flops() const;
  /// What passes compare, in McMahon's weights (Livermore loops, UCRL-53745): addition and
  /// multiplication 1, division and square root 4, other functions 8.
  std::uint64_t cost() const;

  Operations& operator+=(const Operations& other);
  bool operator==(const Operations&) const = default;
};

/// Of all nodes that an output needs.
Operations operations(const Graph& graph);
/// Of one node.
Operations operations(const Graph& graph, NodeId node);

}  // namespace diagc
