// The baseline: a graph as a flat list of edges, evaluated for one configuration after the other, as in the CPU code of
// B. Sturt and E. Kozik (2025).
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/graph/graph.h"

namespace diagc::bench {

/// v[dst] += v[src] · G[leaf] · coefficient
struct EdgeRecord {
  std::uint32_t dst = 0;
  std::uint32_t src = 0;
  std::uint32_t leaf = 0;
  float coefficient = 0;
};
static_assert(sizeof(EdgeRecord) == 16);

struct EdgeList {
  std::vector<EdgeRecord> edges;  ///< level by level; node 0 is the unit
  std::uint32_t nodes = 0;
  std::uint32_t leaves = 0;            ///< of the graph; leaf number `leaves` stands for 1
  std::vector<std::uint32_t> outputs;  ///< nodes
};

/// Of a graph as expanded. Params enter the coefficients. Nothing where some term has not exactly one node and at most one
/// leaf, or where there are complex numbers.
std::optional<EdgeList> make_edge_list(const Graph& graph,
                                       const std::vector<std::complex<double>>& params);

}  // namespace diagc::bench
