// Edge tables as people read them.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/emit/cuda/edge_tables.h"
#include "compiler/emit/expression.h"

namespace diagc {

/// A comment of C++ with a line for each record, level by level: values and known numbers by their names, places in
/// parentheses, factors that are 1 left out. Of more than `most_records` records the first ones, and how many others there
/// are.
std::string edge_listing(const Graph& graph, const EdgeTables& tables, const Names& names,
                         const Expressions& expressions, std::size_t most_records);

}  // namespace diagc
