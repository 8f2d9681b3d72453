// What the page of `diagc explore` shows, as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/graph/graph.h"
#include "compiler/passes/pipeline.h"
#include "compiler/schedule/schedule.h"
#include "compiler/source/source.h"
#include "programs/bench/kernel_rates.h"
#include "programs/explore/assembly.h"

namespace diagc::explore {

/// What a pass did.
struct PassStep {
  PassRecord record;
  std::vector<std::string>
      gone;  ///< the first calls that were nodes before it and are none after it
  std::size_t gone_count = 0;
};

/// Notes what every pass does to the graph of an expansion.
class PassSteps {
 public:
  /// `expanded`: the graph before the first pass.
  void begin(const Graph& expanded);
  void after(const PassRecord& record, const Graph& graph);
  const std::vector<PassStep>& steps() const { return steps_; }

 private:
  std::vector<std::uint8_t> is_node_;  ///< by call
  std::vector<PassStep> steps_;
};

/// Values alive after each statement of a schedule: computed, and still read by a later one.
struct LiveValues {
  std::vector<NodeId> steps;  ///< the values, in the order in which they are computed
  std::vector<std::size_t> live;
};
LiveValues live_values(const Graph& graph, const Schedule& schedule);

/// An emitted source, and the name that each node has in it; empty: none.
struct EmittedSource {
  std::string text;
  std::vector<std::string> names;
  bool single_precision = false;
  std::optional<Assembly> assembly = {};
};

/// The object that page/graph.js reads. `rates`: of the kernel, where it was measured.
std::string page_data(const Source& rules, const Graph& graph, const std::vector<PassStep>& passes,
                      const Schedule& schedule, const EmittedSource& source,
                      const std::optional<bench::Rates>& rates);

}  // namespace diagc::explore
