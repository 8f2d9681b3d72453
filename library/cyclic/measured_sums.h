// Sums over cyclic axes by transforms or directly: whichever a measurement finds faster at a graph's lengths.
#pragma once

#include "compiler/arrays/array_graph.h"
#include "library/cyclic/cyclic_program.h"

namespace diagc {

/// What was measured: seconds for one configuration.
struct MeasuredSums {
  bool transforms = true;
  double by_transforms = 0, direct = 0;  ///< 0: not measured
};

/// Of a graph as it is lowered. The choice is kept in the cache, under the graph, its lengths, the processor and diagc's version, so that results keep
/// their bits from run to run. Transforms are taken without measuring where there is no cache, where direct sums take 64 times the operations, and where
/// there are no transforms. Throws as graph_code() does.
MeasuredSums measured_sums(const arrays::ArrayGraph& graph, const std::vector<Type>& types,
                           const GraphCodeOptions& options);

/// Both ways on one thread, the least of three rounds of so many seconds in turn; direct sums only with `direct`. Throws std::runtime_error
/// where arrays have several axes, and as graph_code() does.
MeasuredSums timed_sums(const arrays::ArrayGraph& graph, const std::vector<Type>& types,
                        const GraphCodeOptions& options, double seconds_of_round, bool direct);

}  // namespace diagc
