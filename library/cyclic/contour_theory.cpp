#include "library/cyclic/contour_theory.h"

#include <array>
#include <cmath>
#include <complex>

#include <fmt/format.h>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/convolve.h"
#include "compiler/arrays/interpret.h"
#include "compiler/arrays/linear_map.h"
#include "compiler/arrays/lower_cyclic.h"
#include "compiler/expand/expand_arrays.h"
#include "compiler/rules/rules.h"

namespace diagc {

namespace {

using arrays::ArrayId;
using arrays::ArrayNode;

/// The outputs of one kind, lowered.
struct Part {
  ArrayExpansion expansion;
  arrays::Lowered lowered;
};

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
    if (!rules_.couplings.empty()) graphs_.vertex = rules_.couplings[0]->name;
    const Part self = part("self " + green.name);
    check_bands(self);
    real_times(self);
    graphs_.by_vertex_product = depends_on_product();
    for (const syntax::Decl* output : rules_.outputs) {
      if (output->kind == syntax::Decl::Kind::mean_field) equal_times(part(output->name));
    }
    if (options_.convolve) {
      graphs_.self = arrays::convolve(graphs_.self);
      if (graphs_.local) graphs_.local = arrays::convolve(*graphs_.local);
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
    if (rules_.couplings.size() > 1) {
      refuse(rules_.couplings[1]->name_span, fmt::format("found the second vertex {}, expected one",
                                                         diagc::quoted(rules_.couplings[1]->name)));
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
      if (input->kind == syntax::Decl::Kind::green) continue;
      refuse(input->name_span, fmt::format("found the input {}, expected greens and vertices alone",
                                           diagc::quoted(input->name)));
    }
    for (const syntax::Decl* param : rules_.params) {
      if (param->kind == syntax::Decl::Kind::coupling) continue;
      refuse(param->name_span, fmt::format("found the param {}, expected greens and vertices alone",
                                           diagc::quoted(param->name)));
    }
  }

  Part part(const std::string& output) const {
    ExpandOptions options;
    options.statics = options_.statics;
    options.outputs = {output};
    Part part{expand_arrays(rules_, options), {}};
    part.lowered = arrays::lower(part.expansion, {{graphs_.axis, options_.grid}});
    return part;
  }

  void check_bands(const Part& self) {
    const syntax::Decl& green = *rules_.greens[0];
    const std::vector<IndexRange>& ranges = self.expansion.graph.signature().inputs[0].ranges;
    const bool square = ranges.size() == 2 && ranges[0] == ranges[1] && ranges[0].size() > 0;
    if (!ranges.empty() && !square) {
      refuse(green.name_span,
             fmt::format("found the green {} with other indices than two of one range, expected "
                         "`{}[R, R]({})`, or none: bands",
                         diagc::quoted(green.name), green.name, graphs_.axis));
    }
    graphs_.bands = ranges.empty() ? 1 : static_cast<std::size_t>(ranges[0].size());
  }

  /// Where an input of a part comes from: 0 G, 1 G', 2 rho(G), and its element; params U and U'.
  std::pair<std::size_t, std::size_t> origin(const Part& part, std::size_t input) const {
    const arrays::InputSource& source = part.lowered.inputs[input];
    const std::size_t elements = graphs_.bands * graphs_.bands;
    if (source.is_param) return {source.number, 0};
    return {source.number / elements, source.number % elements};
  }

  ArrayNode along_axis(std::string name) const {
    ArrayNode node;
    node.name = std::move(name);
    node.variables = {axis_.points()};
    node.cyclic = {1};
    node.axes = {0};
    return node;
  }

  std::string element_name(std::string_view of, std::size_t element) const {
    return fmt::format("{}[{},{}]", of, element / graphs_.bands, element % graphs_.bands);
  }

  /// Copies a part's nodes behind those of `builder`, with `input` in the places of its inputs.
  template <class Input>
  std::vector<ArrayId> copy(const Part& part, arrays::ArrayBuilder& builder,
                            const Input& input) const {
    std::vector<ArrayId> renamed;
    std::size_t next = 0;
    for (ArrayNode node : part.lowered.graph.nodes) {
      if (node.kind == arrays::ArrayKind::input) {
        renamed.push_back(input(next++));
        continue;
      }
      for (arrays::Operand& operand : node.operands) operand.array = renamed[operand.array];
      renamed.push_back(builder.add(std::move(node)));
    }
    std::vector<ArrayId> outputs;
    for (const ArrayId output : part.lowered.graph.outputs) outputs.push_back(renamed[output]);
    return outputs;
  }

  void real_times(const Part& self) {
    arrays::ArrayBuilder builder;
    builder.graph.cyclic = self.lowered.graph.cyclic;
    axis_ = builder.graph.cyclic[0];
    const std::size_t elements = graphs_.bands * graphs_.bands;
    std::array<std::vector<ArrayId>, 2> components;
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t e = 0; e < elements; ++e) {
        components[c].push_back(
            builder.add(along_axis(element_name(graphs_.green + (c == 0 ? "<" : ">"), e))));
        graphs_.self_types.push_back(Type::complex);
      }
    }
    std::vector<ArrayId> vertices;
    for (const char* const times : {"", "'"}) {
      if (graphs_.vertex.empty()) break;
      ArrayNode number;
      number.name = graphs_.vertex + times;
      vertices.push_back(builder.add(std::move(number)));
      graphs_.self_types.push_back(Type::real);
    }
    std::vector<ArrayId> outputs;
    for (std::size_t c = 0; c < 2; ++c) {
      const auto own = copy(self, builder, [&](std::size_t input) {
        const auto [times, element] = origin(self, input);
        if (self.lowered.inputs[input].is_param) return vertices.at(times);
        if (times == 0) return components[c][element];
        // −conj of the transposed element of the other component.
        const std::size_t transposed =
            element % graphs_.bands * graphs_.bands + element / graphs_.bands;
        arrays::MapBuilder map(1, axis_.points());
        const NodeId value = map.at(components[1 - c][transposed], 1, Type::complex);
        const NodeId conjugate = map.graph.function(Kind::conj, std::span(&value, 1));
        const Term negative{conjugate, minus_coefficient};
        return builder.add(map.finish(map.graph.sum(std::span(&negative, 1))));
      });
      outputs.insert(outputs.end(), own.begin(), own.end());
    }
    graphs_.self = std::move(builder.graph);
    graphs_.self.outputs = std::move(outputs);
    graphs_.self = arrays::without_unused(graphs_.self);
  }

  void equal_times(const Part& local) {
    arrays::ArrayBuilder builder;
    builder.graph.cyclic = local.lowered.graph.cyclic;
    const std::size_t elements = graphs_.bands * graphs_.bands;
    std::vector<ArrayId> density;
    for (std::size_t e = 0; e < elements; ++e) {
      density.push_back(builder.add(along_axis(element_name("rho", e))));
      graphs_.local_types.push_back(Type::complex);
    }
    std::vector<ArrayId> vertices;
    if (!graphs_.vertex.empty()) {
      ArrayNode number;
      number.name = graphs_.vertex;
      vertices.push_back(builder.add(std::move(number)));
      graphs_.local_types.push_back(Type::real);
    }
    std::vector<ArrayId> outputs = copy(local, builder, [&](std::size_t input) {
      const auto [times, element] = origin(local, input);
      return local.lowered.inputs[input].is_param ? vertices.at(times) : density[element];
    });
    graphs_.local = std::move(builder.graph);
    graphs_.local->outputs = std::move(outputs);
    graphs_.local = arrays::without_unused(*graphs_.local);
  }

  /// At one momentum, with vertices whose product is the same.
  bool depends_on_product() const {
    if (graphs_.vertex.empty()) return true;
    arrays::ArrayGraph graph = graphs_.self;
    for (ArrayNode& node : graph.nodes) {
      for (arrays::Variable variable = 0; variable < node.variables.size(); ++variable)
        node.variables[variable] = 1;
    }
    graph.cyclic[0].grid = {1};
    const auto values = [&](double first, double second) {
      std::vector<std::vector<std::complex<double>>> inputs;
      for (std::size_t k = 0; k + 2 < graphs_.self_types.size(); ++k)
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
  arrays::CyclicAxis axis_;
  ContourGraphs graphs_;
};

}  // namespace

ContourGraphs read_contour(SourcePtr rules, const ContourOptions& options) {
  return ContourReader(std::move(rules), options).read();
}

ContourTheory compile_contour(SourcePtr rules, const ContourOptions& options) {
  ContourGraphs graphs = read_contour(std::move(rules), options);
  CyclicProgram self(arrays::plan_cyclic(graphs.self, graphs.self_types), options.block,
                     options.code);
  std::optional<CyclicProgram> local;
  if (graphs.local)
    local.emplace(arrays::plan_cyclic(*graphs.local, graphs.local_types), 1, options.code);
  return {std::move(graphs), std::move(self), std::move(local)};
}

}  // namespace diagc
