// The grammars of the repository as graphs.
#pragma once

#include <string>
#include <vector>

#include "compiler/driver/compilation.h"

namespace diagc {

/// "hubbard/hubbard_sun_density", …: paths below grammars/ without ".diag", sorted.
std::vector<std::string> grammar_paths();

struct GrammarKernel {
  Graph graph;
  Schedule schedule;
};

/// Order n (tests/grammar_order.h), after the passes but those disabled, scheduled as for a user. Throws InputError where the grammar
/// has no such n. `complex`: all inputs declared real are complex.
GrammarKernel grammar_kernel(const std::string& path, int n, bool complex = false,
                             const std::vector<std::string>& disabled = {});

/// The same for panels.
GrammarKernel panel_kernel(const std::string& path, int n, bool complex = false);

/// The graph for products of tiles.
Graph graph_for_products(const std::string& path, int n);

/// The same for the least order that the grammar has, from n on.
GrammarKernel grammar_kernel_from(const std::string& path, int n, bool complex = false);

/// The same graph with another grammar name.
Graph renamed(const Graph& graph, const std::string& name);

}  // namespace diagc
