#include "library/cyclic/contour_theory.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/convolve.h"
#include "compiler/arrays/interpret.h"
#include "compiler/arrays/lower_cyclic.h"
#include "compiler/expand/expand_arrays.h"
#include "compiler/rules/rules.h"
#include "library/cyclic/measured_sums.h"
#include "library/cyclic/theory_graph.h"

namespace diagc {

namespace {

using arrays::ArrayId;
using arrays::ArrayNode;

class ContourReader {
 public:
  ContourReader(SourcePtr source, const ContourOptions& options)
      : options_(options), rules_(rules::load(std::move(source))) {}

  ContourGraphs read() {
    check();
    const syntax::Decl& green = *rules_.greens[0];
    graphs_.name = rules_.file->name;
    graphs_.doc = rules_.file->doc.value_or("");
    graphs_.green = green.name;
    graphs_.axis = green.axes[0].axis.name;
    for (const syntax::Decl* vertex : rules_.couplings)
      graphs_.vertices.push_back({vertex->name, !vertex->axes.empty()});
    std::vector<std::string> outputs = {"self " + green.name};
    for (const syntax::Decl* solve : rules_.solves) outputs.push_back(solve->name);
    const LoweredRules self = part(outputs);
    check_bands(self);
    plan(self);
    for (const syntax::Decl* output : rules_.outputs) {
      if (output->kind == syntax::Decl::Kind::mean_field)
        graphs_.local = equal_times(part({output->name}));
      if (output->kind == syntax::Decl::Kind::potential)
        graphs_.potential = equal_times(part({output->name}));
    }
    graphs_.by_vertex_product = depends_on_product();
    if (options_.convolve) {
      for (arrays::TwoTimeStage& stage : graphs_.plan.stages)
        stage.graph = arrays::convolve(stage.graph);
      for (std::optional<arrays::ArrayGraph>* graph : {&graphs_.local, &graphs_.potential}) {
        if (*graph) *graph = arrays::convolve(**graph);
      }
    }
    return std::move(graphs_);
  }

 private:
  [[noreturn]] void refuse(Span at, std::string message) const {
    throw InputError(
        make_diagnostic(Code::definition, *rules_.file->source, at, std::move(message)));
  }

  void check() const {
    if (rules_.greens.empty()) {
      refuse(rules_.file->name_span,
             fmt::format("found no green in {}, expected one, as in `green G(k)`, with its "
                         "self-energy `self G(x) = …`",
                         diagc::quoted(rules_.file->name)));
    }
    if (rules_.greens.size() > 1) {
      refuse(rules_.greens[1]->name_span,
             fmt::format("found the second green {}, expected one alone: bands are indices of it",
                         diagc::quoted(rules_.greens[1]->name)));
    }
    const syntax::Decl& green = *rules_.greens[0];
    const bool has_axis =
        green.axes.size() == 1 && rules_.axes[green.axes[0].axis.index]->is_cyclic;
    if (!has_axis || rules_.axes.size() != 1) {
      refuse(green.name_span,
             fmt::format("found the green {} in a file of {} axes, expected one axis, cyclic and "
                         "that of the green: the momenta",
                         diagc::quoted(green.name), rules_.axes.size()));
    }
    for (const syntax::Decl* input : rules_.inputs) {
      if (input->kind != syntax::Decl::Kind::input) continue;
      refuse(input->name_span, fmt::format("found the input {}, expected greens and vertices alone",
                                           diagc::quoted(input->name)));
    }
    for (const syntax::Decl* param : rules_.params) {
      if (param->kind == syntax::Decl::Kind::coupling) continue;
      refuse(param->name_span, fmt::format("found the param {}, expected greens and vertices alone",
                                           diagc::quoted(param->name)));
    }
  }

  LoweredRules part(const std::vector<std::string>& outputs) const {
    ExpandOptions options;
    options.statics = options_.statics;
    options.outputs = outputs;
    LoweredRules part{expand_arrays(rules_, options), {}};
    part.lowered = arrays::lower(part.expansion, {{graphs_.axis, options_.grid}});
    return part;
  }

  void check_bands(const LoweredRules& self) {
    const syntax::Decl& green = *rules_.greens[0];
    const auto place = std::ranges::find(rules_.inputs, &green) - rules_.inputs.begin();
    const std::vector<IndexRange>& ranges =
        self.expansion.graph.signature().inputs[static_cast<std::size_t>(place)].ranges;
    const bool square = ranges.size() == 2 && ranges[0] == ranges[1] && ranges[0].size() > 0;
    if (!ranges.empty() && !square) {
      refuse(green.name_span,
             fmt::format("found the green {} with other indices than two of one range, expected "
                         "`{}[R, R]({})`, or none: bands",
                         diagc::quoted(green.name), green.name, graphs_.axis));
    }
    graphs_.bands = ranges.empty() ? 1 : static_cast<std::size_t>(ranges[0].size());
  }

  void plan(const LoweredRules& self) {
    TheoryGraph theory = theory_graph(rules_, self, graphs_.bands);
    const auto is_self = [](const syntax::Decl* output) {
      return output->kind == syntax::Decl::Kind::self_energy;
    };
    graphs_.self_place = (*std::ranges::find_if(rules_.outputs, is_self))->name_span;
    try {
      graphs_.plan = arrays::plan_two_times(theory.graph, theory.inputs);
    } catch (const std::runtime_error& error) {
      refuse(graphs_.self_place, error.what());
    }
    graphs_.theory = std::move(theory.graph);
  }

  ArrayNode along_axis(std::string name, const arrays::CyclicAxis& axis) const {
    ArrayNode node;
    node.name = std::move(name);
    node.variables = {axis.points()};
    node.cyclic = {1};
    node.axes = {0};
    return node;
  }

  arrays::ArrayGraph equal_times(const LoweredRules& local) {
    graphs_.local_types.clear();
    arrays::ArrayBuilder builder;
    builder.graph.cyclic = local.lowered.graph.cyclic;
    const arrays::CyclicAxis axis = builder.graph.cyclic[0];
    std::vector<ArrayId> density, vertices;
    for (std::size_t a = 0; a < graphs_.bands; ++a) {
      for (std::size_t b = 0; b < graphs_.bands; ++b) {
        density.push_back(builder.add(along_axis(fmt::format("rho[{},{}]", a, b), axis)));
        graphs_.local_types.push_back(Type::complex);
      }
    }
    for (const ContourGraphs::Vertex& vertex : graphs_.vertices) {
      ArrayNode number;
      number.name = vertex.name;
      vertices.push_back(
          builder.add(vertex.along_axis ? along_axis(vertex.name, axis) : std::move(number)));
      graphs_.local_types.push_back(Type::real);
    }
    std::vector<ArrayId> renamed;
    std::size_t next = 0;
    for (ArrayNode node : local.lowered.graph.nodes) {
      if (node.kind == arrays::ArrayKind::input) {
        const ContourInput input = contour_input(rules_, local, next++);
        renamed.push_back(input.kind == ContourInput::Kind::vertex ? vertices.at(input.number)
                                                                   : density.at(input.element));
        continue;
      }
      for (arrays::Operand& operand : node.operands) operand.array = renamed[operand.array];
      renamed.push_back(builder.add(std::move(node)));
    }
    for (const ArrayId output : local.lowered.graph.outputs)
      builder.graph.outputs.push_back(renamed[output]);
    return arrays::without_unused(builder.graph);
  }

  /// At one momentum, with vertices whose product is the same.
  bool depends_on_product() const {
    if (graphs_.vertices.empty()) return true;
    if (graphs_.vertices.size() > 1 || graphs_.vertices[0].along_axis ||
        graphs_.plan.stages.size() > 1) {
      return false;
    }
    const std::size_t given = graphs_.self().types.size();
    arrays::ArrayGraph graph = graphs_.self().graph;
    for (ArrayNode& node : graph.nodes) {
      for (arrays::Variable variable = 0; variable < node.variables.size(); ++variable)
        node.variables[variable] = 1;
    }
    graph.cyclic[0].grid = {1};
    const auto values = [&](double first, double second) {
      std::vector<std::vector<std::complex<double>>> inputs;
      for (std::size_t k = 0; k + 2 < given; ++k)
        inputs.push_back({std::polar(1 + 0.1 * static_cast<double>(k), static_cast<double>(k))});
      inputs.push_back({first});
      inputs.push_back({second});
      return arrays::interpret(graph, inputs, arrays::Numbers<std::complex<double>>());
    };
    const auto one = values(2, 1), other = values(0.5, 4);
    for (std::size_t k = 0; k < one.size(); ++k) {
      if (std::abs(one[k][0] - other[k][0]) > 1e-12 * (1 + std::abs(one[k][0]))) return false;
    }
    return true;
  }

  const ContourOptions& options_;
  rules::Rules rules_;
  ContourGraphs graphs_;
};

}  // namespace

ContourGraphs read_contour(SourcePtr rules, const ContourOptions& options) {
  return ContourReader(std::move(rules), options).read();
}

ContourTheory compile_contour(SourcePtr rules, const ContourOptions& options) {
  ContourOptions reading = options;
  reading.convolve = options.convolve && !options.measured;
  ContourGraphs graphs = read_contour(std::move(rules), reading);
  if (options.convolve && options.measured) {
    for (arrays::TwoTimeStage& stage : graphs.plan.stages) {
      if (measured_sums(stage.graph, stage.types, options.code).transforms)
        stage.graph = arrays::convolve(stage.graph);
    }
    for (std::optional<arrays::ArrayGraph>* graph : {&graphs.local, &graphs.potential}) {
      if (*graph) *graph = arrays::convolve(**graph);
    }
  }
  std::vector<CyclicProgram> stages;
  // Pairs of times are the same for all stages.
  std::size_t block = options.block;
  for (const arrays::TwoTimeStage& stage : graphs.plan.stages) {
    stages.emplace_back(arrays::plan_cyclic(stage.graph, stage.types), block, options.code);
    block = stages.back().block();
  }
  std::optional<CyclicProgram> local, potential;
  if (graphs.local)
    local.emplace(arrays::plan_cyclic(*graphs.local, graphs.local_types), 1, options.code);
  if (graphs.potential)
    potential.emplace(arrays::plan_cyclic(*graphs.potential, graphs.local_types), 1, options.code);
  return {std::move(graphs), std::move(stages), std::move(local), std::move(potential)};
}

std::optional<ContourTheory> on_orbits(const ContourTheory& theory, const linear::Orbits& orbits,
                                       std::size_t block) {
  std::vector<CyclicProgram> stages;
  for (const CyclicProgram& stage : theory.stages) {
    std::optional<CyclicProgram> own = stage.on_orbits(orbits, block);
    if (!own) return std::nullopt;
    block = own->block();
    stages.push_back(std::move(*own));
  }
  const auto at_one_time = [&](const std::optional<CyclicProgram>& program) {
    return program ? program->on_orbits(orbits, 1) : std::nullopt;
  };
  std::optional<CyclicProgram> local = at_one_time(theory.local),
                               potential = at_one_time(theory.potential);
  if (local.has_value() != theory.local.has_value() ||
      potential.has_value() != theory.potential.has_value()) {
    return std::nullopt;
  }
  return ContourTheory{theory.graphs, std::move(stages), std::move(local), std::move(potential)};
}

}  // namespace diagc
