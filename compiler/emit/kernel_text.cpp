#include "compiler/emit/kernel_text.h"

#include <algorithm>

namespace diagc {

namespace {

/// The last part of a path, fit for a comment.
std::string basename(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  std::ranges::replace_if(name, [](unsigned char c) { return c < ' '; }, '?');
  return name;
}

}  // namespace

KernelText::KernelText(const Graph& graph, const Schedule& schedule, ExpressionStyle style)
    : graph_(graph),
      schedule_(schedule),
      signature_(graph.signature()),
      first_input_(rows_before(signature_.inputs)),
      first_param_(rows_before(signature_.params)),
      first_output_(rows_before(signature_.outputs)),
      name_(kernel_symbol(signature_.name)),
      style_(style),
      names_(graph, schedule, style.vectors ? Language::cpp : Language::cuda),
      expressions_(graph, schedule, names_, style),
      input_is_read_(signature_.inputs.size(), 0) {
  for (const Chunk& chunk : schedule.chunks) {
    for (const NodeId leaf : chunk.leaves) {
      input_is_read_[place_of(signature_.inputs, graph[leaf].payload).variable] = 1;
    }
  }
}

void KernelText::title(const std::string& what) {
  std::string statics;
  for (const auto& [name, value] : signature_.statics)
    statics += fmt::format(", {} = {}", name, value);
  line("// {}{}: {} precision, {}.", signature_.name, statics,
       style_.single_precision ? "single" : "double", what);
  line(
      "// Emitted by diagc. Values have the names of the calls that they are: F_2_S1_3 is F(2, "
      "{{1, 3}}).");
  for (const CallTable::Family& family : graph_.calls().families) {
    if (family.line == 0) continue;
    line("//   {}:{}: {}{}", basename(graph_.calls().path), family.line, family.name,
         family.parameters.empty() ? "" : fmt::format("({})", fmt::join(family.parameters, ", ")));
  }
}

void KernelText::plan() {
  const Work& work = schedule_.work;
  line("// Order: {}; at most {} values live.", to_string(schedule_.order), schedule_.max_live);
  line("// A {} takes {} multiplications, {} additions, {} fused, {} divisions, {} functions,",
       style_.vectors ? "vector" : "configuration", work.multiplications, work.additions,
       work.fused, work.divisions, work.functions);
  line("// {} loads and {} stores, in {} {}.", work.loads, work.stores, schedule_.chunks.size(),
       schedule_.chunked() ? "chunks" : "function");
}

void KernelText::rows_structs() {
  line(
      "// Row r of configuration c is data[r * row_stride + c * lane_stride]; a lane stride is 1 "
      "or 0.");
  line("struct InputRows {{\n  const Real *data;\n  Size row_stride, lane_stride;\n}};");
  line("struct OutputRows {{\n  Real *data;\n  Size row_stride;\n}};");
}

void KernelText::part_rows(bool work) {
  const std::size_t inputs = signature_.inputs.size(), outputs = signature_.outputs.size(),
                    params = rows(signature_.params);
  const auto length = [](std::size_t count) { return std::max<std::size_t>(count, 1); };
  line("enum : Size {{ input_count = {}, output_count = {}, param_count = {} }};", inputs, outputs,
       params);
  line("struct Rows {{");
  line("  InputRows inputs[{}];", length(inputs));
  line("  OutputRows outputs[{}];", length(outputs));
  line("  Real params[{}];", length(params));
  if (work) line("  Real *work;");
  line("}};\n");
}

const char* KernelText::type(NodeId node) const {
  if (graph_[node].type == Type::complex) return "Complex";
  return style_.vectors ? "Vec" : "Real";
}

void KernelText::uniforms(const Chunk& chunk, const char* params) {
  for (NodeId node : chunk.uniforms) {
    if (graph_[node].kind != Kind::param) continue;
    const RowPlace place = place_of(signature_.params, graph_[node].payload);
    const std::uint32_t row = first_param_[place.variable] + place.row;
    const auto param = [&](std::uint32_t i) {
      return expressions_.spread(fmt::format("{}[{}]", params, i));
    };
    if (graph_[node].type == Type::complex) {
      line("  const Complex {}{{{}, {}}};", names_[node], param(row), param(row + 1));
    } else {
      line("  const {} {} = {};", type(node), names_[node], param(row));
    }
  }
  for (const Statement& statement : chunk.uniform_statements) {
    line("  const {} {} = {};", type(statement.node), names_[statement.node],
         expressions_.of(statement));
  }
}

std::vector<KernelText::Read> KernelText::first_reads(const Chunk& chunk) const {
  std::vector<Read> reads;
  std::size_t next_leaf = 0, next_import = 0;
  const auto read = [&](std::size_t statement, NodeId node) {
    // Leaves and imports are listed in the order of their first use.
    if (next_leaf < chunk.leaves.size() && chunk.leaves[next_leaf] == node) {
      reads.push_back({statement, node});
      ++next_leaf;
    } else if (next_import < chunk.imports.size() && chunk.imports[next_import] == node) {
      reads.push_back({statement, node});
      ++next_import;
    }
  };
  for (std::size_t s = 0; s < chunk.statements.size(); ++s) {
    const Statement& statement = chunk.statements[s];
    for (const SumTerm& term : statement.terms) {
      for (NodeId factor : term.factors) read(s, factor);
    }
    if (statement.terms.empty()) {
      for (const Term term : graph_.terms(statement.node)) read(s, term.node);
    }
  }
  for (std::uint32_t output : chunk.outputs) {
    read(chunk.statements.size(), graph_.outputs()[output]);
  }
  return reads;
}

std::vector<std::pair<std::uint32_t, std::string>> KernelText::output_values(
    std::uint32_t output) const {
  const RowPlace place = place_of(signature_.outputs, output);
  const NodeId node = graph_.outputs()[output];
  const std::string value = expressions_.read(node);
  if (signature_.outputs[place.variable].type == Type::real) return {{place.row, value}};
  if (graph_[node].type == Type::real) {
    return {{place.row, value}, {place.row + 1, expressions_.spread(expressions_.literal(0.0))}};
  }
  return {{place.row, value + ".re"}, {place.row + 1, value + ".im"}};
}

}  // namespace diagc
