// Straight code: a function with all statements of a vector of configurations, and a loop over vectors in it.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/cpp_text.h"

namespace diagc {

namespace {

/// Numbers of inputs that all configurations share are repeated in rows that the first-level cache holds.
constexpr std::size_t repeated_bytes = 32 * 1024;
constexpr std::size_t max_repeated = 16;

class StraightText : public CppText {
 public:
  StraightText(const Graph& graph, const Schedule& schedule, const CppOptions& options)
      : CppText(graph, schedule, options, repeated_vectors(graph, options)) {}

 private:
  static std::size_t repeated_vectors(const Graph& graph, const CppOptions& options) {
    const std::size_t vector =
        rows(graph.signature().inputs) * static_cast<std::size_t>(options.vector_bytes);
    return std::clamp<std::size_t>(repeated_bytes / std::max<std::size_t>(vector, 1), 1,
                                   max_repeated);
  }

  const char* meaning_of_block() const override {
    return "in rows of inputs that all configurations share";
  }

  void functions() override {
    vectors_function();
    range();
  }

  Part part_functions() override {
    from_ = "rows.inputs";
    to_ = "rows.outputs";
    const Chunk& chunk = schedule_.chunks.front();
    line(
        "static inline __attribute__((always_inline)) void evaluate(const Rows &rows, Size at) "
        "{{");
    uniforms(chunk, "rows.params");
    vector_statements(chunk, "  ");
    line("}}\n");
    line("static inline void evaluate(const Rows &rows, Size begin, Size end) {{");
    line("  for (Size at = begin; at < end; at += lanes) evaluate(rows, at);");
    line("}}");
    return {};
  }

  void vectors_function() {
    const Chunk& chunk = schedule_.chunks.front();
    line("extern \"C\" void {}_vectors({}) {{", name_, row_parameters);
    uniforms(chunk, "params");
    // Stores may overlap the callers' structs, as far as Clang knows, but not these copies. Of long lists registers hold few anyway.
    from_ = copies("InputRows", "from", "inputs", signature_.inputs.size());
    to_ = copies("OutputRows", "to", "outputs", signature_.outputs.size());
    line("  for (Size at = begin; at < end; at += lanes) {{");
    vector_statements(chunk, "    ");
    line("  }}\n}}\n");
  }

  /// Of the vector of configurations at `at`: reads, statements, stores.
  void vector_statements(const Chunk& chunk, const char* indent) {
    const auto row = [&](NodeId node, std::uint32_t part) {
      const RowPlace place = place_of(signature_.inputs, graph_[node].payload);
      return fmt::format("load({0}[{1}].data + {2} * {0}[{1}].row_stride + at)", from_,
                         place.variable, place.row + part);
    };
    statements(
        chunk, indent,
        [&](NodeId node) {
          if (graph_[node].type == Type::complex) {
            line("{}const Complex {}{{{}, {}}};", indent, names_[node], row(node, 0), row(node, 1));
          } else {
            line("{}const Vec {} = {};", indent, names_[node], row(node, 0));
          }
        },
        [](NodeId) {});
    for (std::uint32_t output : chunk.outputs) {
      const RowPlace place = place_of(signature_.outputs, output);
      for (const auto& [row_number, value] : output_values(output)) {
        line("{0}store({1}[{2}].data + {3} * {1}[{2}].row_stride + at, {4});", indent, to_,
             place.variable, row_number, value);
      }
    }
  }

  /// The name under which statements find the rows.
  const char* copies(const char* type, const char* name, const char* list, std::size_t count) {
    if (count > most_listed) return list;
    std::string elements;
    for (std::size_t i = 0; i < count; ++i) {
      elements += fmt::format("{}{}[{}]", i > 0 ? ", " : "", list, i);
    }
    if (count > 0) line("  const {} {}[{}] = {{{}}};", type, name, count, elements);
    return name;
  }

  void range() {
    line("extern \"C\" extern const Size {}_work_bytes;", name_);
    line("extern \"C\" const Size {}_work_bytes = {};", name_,
         std::max<std::size_t>(input_rows_ * block_ + output_rows_, 1) *
             static_cast<std::size_t>(options_.vector_bytes));
    line("");
    line("extern \"C\" void {}_range({}, Real *work) {{", name_, row_parameters);
    line("  const Size whole = begin + (end - begin) / lanes * lanes;");
    line("  InputRows some_inputs[{}] = {{}};", std::max<std::size_t>(signature_.inputs.size(), 1));
    line("  OutputRows some_outputs[{}] = {{}};",
         std::max<std::size_t>(signature_.outputs.size(), 1));
    full_vectors();
    line("  if (whole == end) return;");
    line(
        "  // The last vector is not full: its configurations go through rows of their own, the "
        "empty lanes repeat the last.");
    for_rows(Side::inputs, "  ", 0, [&](const Rows& input) {
      line("  for (Size row = 0; row < {}; ++row)", input.count);
      line("    for (Size lane = 0; lane < lanes; ++lane)");
      line(
          "      work[({0} + row) * lanes + lane] = inputs[{1}].data[row * inputs[{1}].row_stride "
          "+ "
          "inputs[{1}].lane_stride * (whole + lane < end ? whole + lane : end - 1)];",
          input.first, input.variable);
      line("  some_inputs[{}] = {{work + {} * lanes, lanes, 1}};", input.variable, input.first);
    });
    for_rows(Side::outputs, "  ", input_rows_, [&](const Rows& output) {
      line("  some_outputs[{}] = {{work + {} * lanes, lanes}};", output.variable, output.first);
    });
    line("  {}_vectors(some_inputs, some_outputs, params, 0, lanes);", name_);
    for_rows(Side::outputs, "  ", input_rows_, [&](const Rows& output) {
      line("  for (Size row = 0; row < {}; ++row)", output.count);
      line("    for (Size at = whole; at < end; ++at)");
      line(
          "      outputs[{0}].data[row * outputs[{0}].row_stride + at] = work[({1} + row) * lanes "
          "+ at "
          "- whole];",
          output.variable, output.first);
    });
    line("}}\n");
  }

  /// All full vectors. The loop over vectors reads rows of lane stride 1 only: the choice is made here, once.
  void full_vectors() {
    const std::string all_vary = condition_that_all_vary();
    if (all_vary.empty()) {
      line("  {}_vectors(inputs, outputs, params, begin, whole);", name_);
      return;
    }
    line("  if ({}) {{", all_vary);
    line("    {}_vectors(inputs, outputs, params, begin, whole);", name_);
    line("  }} else {{");
    for_rows(Side::inputs, "    ", 0, [&](const Rows& input) {
      line("    for (Size row = 0; row < {} && !inputs[{}].lane_stride; ++row)", input.count,
           input.variable);
      line("      for (Size lane = 0; lane < block * lanes; ++lane)");
      line(
          "        work[({0} + row) * block * lanes + lane] = inputs[{1}].data[row * "
          "inputs[{1}].row_stride];",
          input.first, input.variable);
    });
    line("    for (Size first = begin; first < whole; first += block * lanes) {{");
    line("      const Size count = whole - first < block * lanes ? whole - first : block * lanes;");
    for_rows(Side::inputs, "      ", 0, [&](const Rows& input) {
      line("      some_inputs[{0}] = {{inputs[{0}].data + first, inputs[{0}].row_stride, 1}};",
           input.variable);
      line(
          "      if (!inputs[{0}].lane_stride) some_inputs[{0}] = {{work + {1} * block * lanes, "
          "block "
          "* lanes, 1}};",
          input.variable, input.first);
    });
    for_rows(Side::outputs, "      ", 0, [&](const Rows& output) {
      line("      some_outputs[{0}] = {{outputs[{0}].data + first, outputs[{0}].row_stride}};",
           output.variable);
    });
    line("      {}_vectors(some_inputs, some_outputs, params, 0, count);", name_);
    line("    }}\n  }}");
  }

  /// Whether all inputs that are read have lane stride 1; empty: none is read. Of a long list a line before finds it out.
  std::string condition_that_all_vary() {
    if (is_long(Side::inputs) && !places(Side::inputs).empty()) {
      line("  Size all_vary = 1;");
      for_rows(Side::inputs, "  ", 0, [&](const Rows& input) {
        line("  all_vary &= inputs[{}].lane_stride;", input.variable);
      });
      return "all_vary";
    }
    std::string text;
    for (const Place& place : places(Side::inputs))
      text += fmt::format("{}inputs[{}].lane_stride", text.empty() ? "" : " && ", place.variable);
    return text;
  }

  const char *from_ = nullptr, *to_ = nullptr;  ///< the rows of inputs and outputs
};

}  // namespace

std::unique_ptr<CppText> straight_text(const Graph& graph, const Schedule& schedule,
                                       const CppOptions& options) {
  return std::make_unique<StraightText>(graph, schedule, options);
}

}  // namespace diagc
