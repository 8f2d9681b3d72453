#include "library/cyclic/graph_code.h"

#include <optional>

#include "compiler/emit/cpp.h"
#include "compiler/emit/names.h"
#include "compiler/passes/pipeline.h"
#include "compiler/schedule/schedule.h"
#include "library/interpreter.h"
#include "library/machine_code.h"

namespace diagc {

RangeFunction<double> graph_code(Graph graph, const GraphCodeOptions& options) {
  graph = run_passes(std::move(graph));
  if (options.target == Target::interpreter) return interpreter<double>(std::move(graph));
  const toolchain::Cpu cpu = toolchain::resolve_cpu("native");
  const Schedule schedule = make_schedule(graph);
  const std::string source =
      emit_cpp(graph, schedule, {.single_precision = false, .vector_bytes = cpu.vector_bytes});
  std::optional<Cache> cache;
  if (options.use_cache) cache.emplace(cache_options_from_environment());
  const std::string name = graph.signature().name;
  return machine_code<double>({.source = source,
                               .symbol = kernel_symbol(name),
                               .file_name = name + ".cpp",
                               .cpu = cpu,
                               .metadata = {{"grammar", name}, {"cpu", "native"}},
                               .cache = cache ? &*cache : nullptr,
                               .stop = {}})
      .range;
}

}  // namespace diagc
