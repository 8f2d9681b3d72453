#include "library/describe.h"

#include "compiler/graph/operations.h"
#include "compiler/graph/users.h"

namespace diagc {

namespace {

Kernel::Variable public_variable(const Variable& variable) {
  Kernel::Variable result;
  result.name = variable.name;
  result.doc = variable.doc;
  for (const IndexRange& range : variable.ranges)
    result.ranges.push_back({range.first, range.last});
  result.shape = variable.shape;
  result.complex = variable.type == Type::complex;
  result.leaves = static_cast<std::size_t>(variable.scalars());
  return result;
}

std::vector<Kernel::Variable> public_variables(const std::vector<Variable>& variables) {
  std::vector<Kernel::Variable> result;
  for (const Variable& variable : variables) result.push_back(public_variable(variable));
  return result;
}

/// Marks the variables of which a needed leaf of this kind is a scalar.
void mark_needed(const Graph& graph, const std::vector<std::uint8_t>& needed, Kind kind,
                 const std::vector<Variable>& variables, std::vector<Kernel::Variable>& result) {
  std::vector<bool> scalars;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (!needed[node] || graph[node].kind != kind) continue;
    const std::uint32_t scalar = graph[node].payload;
    if (scalar >= scalars.size()) scalars.resize(scalar + 1, false);
    scalars[scalar] = true;
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const std::size_t end = std::min<std::size_t>(
        variables[i].first + static_cast<std::size_t>(variables[i].scalars()), scalars.size());
    result[i].needed = false;
    for (std::size_t scalar = variables[i].first; scalar < end; ++scalar) {
      result[i].needed = result[i].needed || scalars[scalar];
    }
  }
}

}  // namespace

void describe(const Graph& graph, Kernel::Implementation& kernel) {
  const Signature& signature = graph.signature();
  kernel.name = signature.name;
  kernel.doc = signature.doc;
  kernel.statics = signature.statics;
  kernel.inputs = public_variables(signature.inputs);
  kernel.params = public_variables(signature.params);
  kernel.outputs = public_variables(signature.outputs);
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  mark_needed(graph, needed, Kind::input, signature.inputs, kernel.inputs);
  mark_needed(graph, needed, Kind::param, signature.params, kernel.params);
}

namespace {

Kernel::Figures figures_of(const Graph& graph, const Work& work) {
  return {.nodes = graph.node_count(),
          .edges = graph.edge_count(),
          .flops = work.flops(),
          .multiplications = work.multiplications,
          .additions = work.additions,
          .fused = work.fused,
          .divisions = work.divisions,
          .functions = work.functions,
          .loads = work.loads,
          .stores = work.stores,
          .order = {}};
}

}  // namespace

Kernel::Figures kernel_figures(const Graph& graph, const Schedule& schedule) {
  Kernel::Figures result = figures_of(graph, schedule.work);
  result.max_live = schedule.max_live;
  result.chunks = schedule.chunks.size();
  result.slots = schedule.slots;
  result.order = to_string(schedule.order);
  return result;
}

Kernel::Figures kernel_figures(const Graph& graph, const DeterminantSweep& sweep) {
  Kernel::Figures result = figures_of(graph, sweep.work);
  result.chunks = 1;
  result.slots = sweep.rows;
  result.order = "by determinants of sets of vertices";
  return result;
}

Kernel::Figures kernel_figures(const Graph& graph) {
  const Operations work = operations(graph);
  Kernel::Figures result;
  result.nodes = graph.node_count();
  result.edges = graph.edge_count();
  result.flops = work.flops();
  result.multiplications = work.multiplications;
  result.additions = work.additions;
  result.divisions = work.divisions;
  result.functions = work.functions;
  return result;
}

std::map<std::string, std::string> cache_metadata(const Kernel::Implementation& kernel,
                                                  const std::string& what,
                                                  const std::string& machine) {
  std::string statics;
  for (const auto& [name, value] : kernel.statics) {
    statics += (statics.empty() ? "" : ", ") + name + "=" + value;
  }
  std::map<std::string, std::string> list = {
      {"grammar", kernel.name},
      {"statics", statics},
      {"precision", kernel.precision == Precision::fp32 ? "fp32" : "fp64"},
      {what, machine},
      {"version", DIAGC_VERSION}};
  // Of a device's kernel every chunk is an entry of its own.
  if (kernel.figures.chunks > 0) list["chunks"] = std::to_string(kernel.figures.chunks);
  return list;
}

}  // namespace diagc
