#include "programs/explore/page_data.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compiler/graph/term_counts.h"
#include "compiler/graph/users.h"

namespace diagc::explore {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_gone = 200;  // names shown of a pass

/// By call: whether a node that outputs need is its value.
std::vector<std::uint8_t> calls_that_are_nodes(const Graph& graph) {
  std::vector<std::uint8_t> is_node(graph.calls().size(), 0);
  const std::vector<std::uint8_t> needed = needed_nodes(graph);
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (needed[node] && graph[node].call != no_call) is_node[graph[node].call] = 1;
  }
  return is_node;
}

std::string label_of(const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  const Signature& signature = graph.signature();
  switch (node.kind) {
    case Kind::one:
      return "1";
    case Kind::imaginary:
      return "i";
    case Kind::input:
      return signature.input_of(node.payload).scalar_name(node.payload);
    case Kind::param:
      return signature.param_of(node.payload).scalar_name(node.payload);
    case Kind::constant: {
      const std::complex<double> value = graph.constants()[node.payload];
      return value.imag() == 0 ? fmt::format("{}", value.real())
                               : fmt::format("{} + {} i", value.real(), value.imag());
    }
    default:
      return node.call != no_call ? graph.calls().name(node.call)
                                  : fmt::format("{} {}", to_string(node.kind), id);
  }
}

Json node_json(const Graph& graph, NodeId id, const std::optional<TermCounts>& counts,
               const EmittedSource& source) {
  const Node& node = graph[id];
  Json result{{"kind", to_string(node.kind)}, {"label", label_of(graph, id)}};
  if (node.type == Type::complex) result["complex"] = true;
  if (node.call != no_call) {
    result["call"] = true;
    const CallTable::Family& family = graph.calls().families[graph.calls().family(node.call)];
    if (family.line > 0) result["line"] = family.line;
  }
  if (id < source.names.size() && !source.names[id].empty()) result["name"] = source.names[id];
  Json& operands = result["operands"] = Json::array();
  if (!is_leaf(node.kind)) {
    for (const Term term : graph.terms(id)) operands.push_back(term.node);
  }
  if (node.kind == Kind::sum) {
    Json& coefficients = result["coefficients"] = Json::array();
    for (const Term term : graph.terms(id))
      coefficients.push_back(to_string(graph.coefficients()[term.coefficient]));
  }
  if (counts && counts->counted[id]) {
    result["within"] = to_string(counts->within[id]);
    result["through"] = to_string(counts->through(id));
  }
  return result;
}

Json results_json(const Graph& graph) {
  Json results = Json::array();
  for (const Variable& output : graph.signature().outputs) {
    const auto end = output.first + static_cast<std::uint32_t>(output.scalars());
    for (std::uint32_t scalar = output.first; scalar < end; ++scalar)
      results.push_back({{"name", output.scalar_name(scalar)}, {"node", graph.outputs()[scalar]}});
  }
  return results;
}

Json passes_json(const std::vector<PassStep>& passes) {
  Json list = Json::array();
  for (const PassStep& step : passes) {
    const PassRecord& record = step.record;
    list.push_back({{"name", record.name},
                    {"seconds", record.seconds},
                    {"nodes", {record.nodes_before, record.nodes_after}},
                    {"edges", {record.edges_before, record.edges_after}},
                    {"cost", {record.cost_before, record.cost_after}},
                    {"gone", step.gone},
                    {"gone_count", step.gone_count}});
  }
  return list;
}

Json figures_json(const Graph& graph, const Schedule& schedule) {
  const Work& work = schedule.work;
  Json rows = Json::array();
  const auto add = [&](const char* name, std::uint64_t value) {
    if (value > 0) rows.push_back({name, value});
  };
  add("nodes", graph.node_count());
  add("edges", graph.edge_count());
  add("operations", work.flops());
  add("fused multiply-adds", work.fused);
  add("multiplications", work.multiplications);
  add("additions", work.additions);
  add("divisions", work.divisions);
  add("functions", work.functions);
  add("loads", work.loads);
  add("stores", work.stores);
  add("values alive at most", schedule.max_live);
  return rows;
}

/// Numbers of one configuration's inputs and outputs.
std::int64_t outer_numbers(const Signature& signature) {
  std::int64_t numbers = 0;
  for (const auto* variables : {&signature.inputs, &signature.outputs}) {
    for (const Variable& variable : *variables)
      numbers += variable.scalars() * (variable.type == Type::complex ? 2 : 1);
  }
  return numbers;
}

Json rates_json(const bench::Rates& rates) {
  Json result{{"peak_flops", rates.peak_flops}, {"evaluations", rates.evaluations}};
  if (rates.from_memory) result["from_memory"] = *rates.from_memory;
  if (rates.copy_bytes) result["copy_bytes"] = *rates.copy_bytes;
  return result;
}

Json assembly_json(const Assembly& assembly) {
  return {{"title", assembly.title},
          {"lines", assembly.lines},
          {"from", assembly.from},
          {"left_out", assembly.left_out}};
}

}  // namespace

void PassSteps::begin(const Graph& expanded) {
  is_node_ = calls_that_are_nodes(expanded);
  steps_.clear();
}

void PassSteps::after(const PassRecord& record, const Graph& graph) {
  PassStep& step = steps_.emplace_back();
  step.record = record;
  if (!record.changed) return;
  std::vector<std::uint8_t> now = calls_that_are_nodes(graph);
  for (CallId call = 0; call < std::min(is_node_.size(), now.size()); ++call) {
    if (!is_node_[call] || now[call]) continue;
    if (step.gone.size() < most_gone) step.gone.push_back(graph.calls().name(call));
    ++step.gone_count;
  }
  is_node_ = std::move(now);
}

LiveValues live_values(const Graph& graph, const Schedule& schedule) {
  LiveValues result;
  for (const Chunk& chunk : schedule.chunks) {
    for (const Statement& statement : chunk.statements) result.steps.push_back(statement.node);
  }
  constexpr std::size_t never = static_cast<std::size_t>(-1);
  std::vector<std::size_t> made(graph.node_count(), never), last(graph.node_count(), 0);
  for (std::size_t step = 0; step < result.steps.size(); ++step) made[result.steps[step]] = step;
  // A statement reads its operands, and those of products that are part of it.
  std::vector<NodeId> open;
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    const auto open_operands = [&](NodeId node) {
      if (is_leaf(graph[node].kind)) return;
      for (const Term term : graph.terms(node)) open.push_back(term.node);
    };
    open_operands(result.steps[step]);
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (made[node] != never) {
        last[node] = step;
      } else if (schedule.role[node] == Role::fused) {
        open_operands(node);
      }
    }
  }
  std::vector<std::size_t> ends(result.steps.size() + 1, 0);
  std::size_t alive = 0;
  for (std::size_t step = 0; step < result.steps.size(); ++step) {
    const std::size_t end = last[result.steps[step]];
    if (end > step) {
      ++alive;
      ++ends[end];
    }
    alive -= ends[step];
    result.live.push_back(alive);
  }
  return result;
}

std::string page_data(const Source& rules, const Graph& graph, const std::vector<PassStep>& passes,
                      const Schedule& schedule, const EmittedSource& source,
                      const std::optional<bench::Rates>& rates) {
  const Signature& signature = graph.signature();
  const std::optional<TermCounts> counts = term_counts(graph);
  const LiveValues live = live_values(graph, schedule);
  Json statics = Json::array();
  for (const auto& [name, value] : signature.statics) statics.push_back({name, value});
  Json data{{"grammar", signature.name},
            {"doc", signature.doc},
            {"statics", statics},
            {"precision", source.single_precision ? "fp32" : "fp64"},
            {"rules", {{"path", rules.path()}, {"text", std::string(rules.text())}}},
            {"results", results_json(graph)},
            {"passes", passes_json(passes)},
            {"schedule",
             {{"order", to_string(schedule.order)},
              {"chunks", schedule.chunks.size()},
              {"steps", live.steps},
              {"live", live.live}}},
            {"figures", figures_json(graph, schedule)},
            {"flops", schedule.work.flops()},
            {"bytes", outer_numbers(signature) * (source.single_precision ? 4 : 8)},
            {"source", source.text}};
  if (source.assembly) data["assembly"] = assembly_json(*source.assembly);
  if (rates) data["rates"] = rates_json(*rates);
  if (counts) data["total"] = to_string(counts->total);
  Json& nodes = data["nodes"] = Json::array();
  for (NodeId node = 0; node < graph.node_count(); ++node)
    nodes.push_back(node_json(graph, node, counts, source));
  return data.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace diagc::explore
