#include "compiler/emit/cpp.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/kernel_text.h"
#include "compiler/emit/part.h"
#include "compiler/emit/prelude.h"

namespace diagc {

namespace {

/// Bytes that tile, workspace and outputs of a block may take: what a second-level cache of 1 MB holds beside code.
constexpr std::size_t block_bytes = 768 * 1024;
constexpr std::size_t max_block = 8;
/// Numbers of inputs that all configurations share are repeated in rows that the first-level cache holds.
constexpr std::size_t repeated_bytes = 32 * 1024;
constexpr std::size_t max_repeated = 16;

class CppEmitter : KernelText {
 public:
  CppEmitter(const Graph& graph, const Schedule& schedule, const CppOptions& options)
      : KernelText(graph, schedule, {options.single_precision}),
        options_(options),
        input_rows_(rows(signature_.inputs)),
        output_rows_(rows(signature_.outputs)) {
    const std::size_t vector = (input_rows_ + schedule.slots + output_rows_) *
                               static_cast<std::size_t>(options.vector_bytes);
    const auto vectors_in = [](std::size_t bytes, std::size_t each, std::size_t most) {
      return std::clamp<std::size_t>(bytes / std::max<std::size_t>(each, 1), 1, most);
    };
    block_ = schedule.chunked()
                 ? vectors_in(block_bytes, vector, max_block)
                 : vectors_in(repeated_bytes,
                              input_rows_ * static_cast<std::size_t>(options.vector_bytes),
                              max_repeated);
  }

  std::string emit() {
    title(fmt::format("{} configurations a vector", lanes()));
    plan();
    line("#pragma clang fp contract(off)");
    prelude();
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) {
      schedule_.chunked() ? chunk_function(c) : whole_function();
    }
    schedule_.chunked() ? chunked_range() : whole_range();
    entry();
    return std::move(text_);
  }

  Part part(const std::string& space) {
    rows_ = "rows.";
    from_ = "rows.inputs";
    to_ = "rows.outputs";
    linkage_ = "static";
    title(fmt::format("{} configurations a vector, a part of a larger kernel", lanes()));
    plan();
    line("namespace {} {{", space);
    line("#pragma clang fp contract(off)");
    prelude();
    part_rows(true);
    schedule_.chunked() ? chunked_part() : whole_part();
    line("}}  // namespace {}", space);
    return {.source = std::move(text_),
            .lanes = lanes(),
            .vectors = schedule_.chunked() ? static_cast<unsigned>(block_) : 1,
            .work_bytes = schedule_.chunked() ? work_bytes() : 0};
  }

 private:
  unsigned lanes() const {
    return static_cast<unsigned>(options_.vector_bytes) / (options_.single_precision ? 4 : 8);
  }

  void prelude() {
    text_ += cpp_prelude(graph_, schedule_, {options_.single_precision, options_.vector_bytes});
    line("enum : Size {{ block = {} }};  // vectors of configurations {}", block_,
         schedule_.chunked() ? "that all chunks run over in turn"
                             : "in rows of inputs that all configurations share");
    line("");
    rows_structs();
    line("");
  }

  static constexpr const char* row_parameters =
      "const InputRows *inputs, const OutputRows *outputs, const Real *params,\n"
      "    Size begin, Size end";

  void whole_function() {
    const Chunk& chunk = schedule_.chunks.front();
    line("extern \"C\" void {}_vectors({}) {{", name_, row_parameters);
    uniforms(chunk, "params");
    // Stores may overlap the callers' structs, as far as Clang knows, but not these copies.
    copies("const InputRows from", "inputs", signature_.inputs.size());
    copies("const OutputRows to", "outputs", signature_.outputs.size());
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

  void whole_part() {
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
  }

  void chunked_part() {
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) chunk_function(c);
    line("static inline void evaluate(const Rows &rows, Size begin, Size end) {{");
    line("  Real *const memory = rows.work;");
    chunked_blocks();
    line("}}\n");
    line("static inline void evaluate(const Rows &rows, Size at) {{");
    line("  evaluate(rows, at, at + lanes);");
    line("}}");
  }

  void copies(const char* what, const char* list, std::size_t count) {
    std::string elements;
    for (std::size_t i = 0; i < count; ++i) {
      elements += fmt::format("{}{}[{}]", i > 0 ? ", " : "", list, i);
    }
    if (count > 0) line("  {}[{}] = {{{}}};", what, count, elements);
  }

  void chunk_function(std::size_t c) {
    const Chunk& chunk = schedule_.chunks[c];
    line(
        "{} void {}_chunk{}(const Vec *__restrict tile, Vec *__restrict work, Vec *__restrict out,",
        linkage_, name_, c);
    line("    const Real *params, Size vectors) {{");
    uniforms(chunk, "params");
    line("  for (Size v = 0; v < vectors; ++v, tile += {}, work += {}, out += {}) {{", input_rows_,
         schedule_.slots, output_rows_);
    const auto read = [&](NodeId node, const char* array, std::uint32_t row) {
      if (graph_[node].type == Type::complex) {
        line("    const Complex {0}{{{1}[{2}], {1}[{3}]}};", names_[node], array, row, row + 1);
      } else {
        line("    const Vec {} = {}[{}];", names_[node], array, row);
      }
    };
    statements(
        chunk, "    ",
        [&](NodeId node) {
          if (graph_[node].kind == Kind::input) {
            const RowPlace place = place_of(signature_.inputs, graph_[node].payload);
            read(node, "tile", first_row(signature_.inputs, place.variable) + place.row);
          } else {
            read(node, "work", schedule_.slot[node]);
          }
        },
        [&](NodeId node) {
          const Slot slot = schedule_.slot[node];
          if (slot == no_slot) return;
          if (graph_[node].type == Type::complex) {
            line("    work[{0}] = {1}.re, work[{2}] = {1}.im;", slot, names_[node], slot + 1);
          } else {
            line("    work[{}] = {};", slot, names_[node]);
          }
        });
    for (std::uint32_t output : chunk.outputs) {
      const RowPlace place = place_of(signature_.outputs, output);
      for (const auto& [row, value] : output_values(output)) {
        line("    out[{}] = {};", first_row(signature_.outputs, place.variable) + row, value);
      }
    }
    line("  }}\n}}\n");
  }

  /// Loops over the rows of the variables of a list that the kernel reads or writes: `body` gets the variable, its first
  /// row and their number. A caller need not have rows of an input that nothing reads.
  template <class Body>
  void for_rows(const std::vector<Variable>& variables, Body body) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const std::uint32_t count = rows(variables[i]);
      if (&variables == &signature_.inputs && !is_read(variables[i])) continue;
      if (count > 0) body(i, first_row(variables, i), count);
    }
  }

  void whole_range() {
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
    whole_vectors();
    line("  if (whole == end) return;");
    line(
        "  // The last vector is not full: its configurations go through rows of their own, the "
        "empty lanes repeat the last.");
    for_rows(signature_.inputs, [&](std::size_t i, std::uint32_t first, std::uint32_t count) {
      line("  for (Size row = 0; row < {}; ++row)", count);
      line("    for (Size lane = 0; lane < lanes; ++lane)");
      line(
          "      work[({0} + row) * lanes + lane] = inputs[{1}].data[row * inputs[{1}].row_stride "
          "+ "
          "inputs[{1}].lane_stride * (whole + lane < end ? whole + lane : end - 1)];",
          first, i);
      line("  some_inputs[{}] = {{work + {} * lanes, lanes, 1}};", i, first);
    });
    for_rows(signature_.outputs, [&](std::size_t i, std::uint32_t first, std::uint32_t) {
      line("  some_outputs[{}] = {{work + {} * lanes, lanes}};", i, input_rows_ + first);
    });
    line("  {}_vectors(some_inputs, some_outputs, params, 0, lanes);", name_);
    for_rows(signature_.outputs, [&](std::size_t i, std::uint32_t first, std::uint32_t count) {
      line("  for (Size row = 0; row < {}; ++row)", count);
      line("    for (Size at = whole; at < end; ++at)");
      line(
          "      outputs[{0}].data[row * outputs[{0}].row_stride + at] = work[({1} + row) * lanes "
          "+ at "
          "- whole];",
          i, input_rows_ + first);
    });
    line("}}\n");
  }

  /// All full vectors. The loop over vectors reads rows of lane stride 1 only: the choice is made here, once.
  void whole_vectors() {
    std::string all_vary;
    for_rows(signature_.inputs, [&](std::size_t i, std::uint32_t, std::uint32_t) {
      all_vary += fmt::format("{}inputs[{}].lane_stride", all_vary.empty() ? "" : " && ", i);
    });
    if (all_vary.empty()) {
      line("  {}_vectors(inputs, outputs, params, begin, whole);", name_);
      return;
    }
    line("  if ({}) {{", all_vary);
    line("    {}_vectors(inputs, outputs, params, begin, whole);", name_);
    line("  }} else {{");
    for_rows(signature_.inputs, [&](std::size_t i, std::uint32_t first, std::uint32_t count) {
      line("    for (Size row = 0; row < {} && !inputs[{}].lane_stride; ++row)", count, i);
      line("      for (Size lane = 0; lane < block * lanes; ++lane)");
      line(
          "        work[({0} + row) * block * lanes + lane] = inputs[{1}].data[row * "
          "inputs[{1}].row_stride];",
          first, i);
    });
    line("    for (Size first = begin; first < whole; first += block * lanes) {{");
    line("      const Size count = whole - first < block * lanes ? whole - first : block * lanes;");
    for_rows(signature_.inputs, [&](std::size_t i, std::uint32_t first, std::uint32_t) {
      line("      some_inputs[{0}] = {{inputs[{0}].data + first, inputs[{0}].row_stride, 1}};", i);
      line(
          "      if (!inputs[{0}].lane_stride) some_inputs[{0}] = {{work + {1} * block * lanes, "
          "block "
          "* lanes, 1}};",
          i, first);
    });
    for_rows(signature_.outputs, [&](std::size_t i, std::uint32_t, std::uint32_t) {
      line("      some_outputs[{0}] = {{outputs[{0}].data + first, outputs[{0}].row_stride}};", i);
    });
    line("      {}_vectors(some_inputs, some_outputs, params, 0, count);", name_);
    line("    }}\n  }}");
  }

  void chunked_range() {
    line("extern \"C\" extern const Size {}_work_bytes;", name_);
    line("extern \"C\" const Size {}_work_bytes = {};", name_, work_bytes());
    line("");
    line("extern \"C\" void {}_range({}, Real *memory) {{", name_, row_parameters);
    chunked_blocks();
    line("}}\n");
  }

  /// Of the workspace of chunks.
  std::size_t work_bytes() const {
    return block_ * (input_rows_ + schedule_.slots + output_rows_) *
           static_cast<std::size_t>(options_.vector_bytes);
  }

  /// Configurations begin … end − 1, block by block through all chunks.
  void chunked_blocks() {
    line("  Vec *tile = (Vec *)memory, *work = tile + block * {}, *out = work + block * {};",
         input_rows_, schedule_.slots);
    line("  for (Size first = begin; first < end; first += block * lanes) {{");
    line("    const Size count = end - first < block * lanes ? end - first : block * lanes;");
    line("    const Size vectors = (count + lanes - 1) / lanes, whole = count / lanes;");
    for_rows(signature_.inputs, [&](std::size_t i, std::uint32_t base, std::uint32_t count) {
      line("    for (Size row = 0; row < {}; ++row) {{", count);
      line("      const Size lane_stride = {}inputs[{}].lane_stride;", rows_, i);
      line(
          "      const Real *from = {0}inputs[{1}].data + row * {0}inputs[{1}].row_stride + first "
          "* "
          "lane_stride;",
          rows_, i);
      line(
          "      for (Size v = 0; v < whole; ++v) tile[v * {} + {} + row] = lane_stride ? "
          "load(from + "
          "v * lanes) : splat(*from);",
          input_rows_, base);
      line(
          "      if (whole < vectors)  // the empty lanes of the last vector repeat the last "
          "configuration");
      line("        for (Size lane = 0; lane < lanes; ++lane)");
      line(
          "          tile[whole * {} + {} + row][lane] = from[(whole * lanes + lane < count ? "
          "whole * "
          "lanes + lane : count - 1) * lane_stride];",
          input_rows_, base);
      line("    }}");
    });
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) {
      line("    {}_chunk{}(tile, work, out, {}params, vectors);", name_, c, rows_);
    }
    for_rows(signature_.outputs, [&](std::size_t i, std::uint32_t base, std::uint32_t count) {
      line("    for (Size row = 0; row < {}; ++row) {{", count);
      line("      Real *to = {0}outputs[{1}].data + row * {0}outputs[{1}].row_stride + first;",
           rows_, i);
      line("      for (Size v = 0; v < whole; ++v) store(to + v * lanes, out[v * {} + {} + row]);",
           output_rows_, base);
      line(
          "      for (Size i = whole * lanes; i < count; ++i) to[i] = out[whole * {} + {} + row][i "
          "- whole * lanes];",
          output_rows_, base);
      line("    }}");
    });
    line("  }}");
  }

  void entry() {
    line("extern \"C\" void *aligned_alloc(Size, Size);");
    line("extern \"C\" void free(void *);");
    line(
        "extern \"C\" int {}(const Real *const *inputs, Real *const *outputs, const Real *params, "
        "Size batch) {{",
        name_);
    line("  Real *work = (Real *)aligned_alloc(64, ({}_work_bytes + 63) / 64 * 64);", name_);
    line("  if (!work) return 1;");
    const auto rows_of_batch = [&](const char* type, const char* list, const char* strides,
                                   std::size_t count) {
      std::string elements;
      for (std::size_t i = 0; i < count; ++i) {
        elements += fmt::format("{}{{{}[{}], {}}}", i > 0 ? ", " : "", list, i, strides);
      }
      line("  const {}[{}] = {{{}}};", type, std::max<std::size_t>(count, 1), elements);
    };
    rows_of_batch("InputRows from", "inputs", "batch, 1", signature_.inputs.size());
    rows_of_batch("OutputRows to", "outputs", "batch", signature_.outputs.size());
    line("  {}_range(from, to, params, 0, batch, work);", name_);
    line("  free(work);");
    line("  return 0;\n}}");
  }

  const CppOptions& options_;
  const char* rows_ = "";                   ///< stands before the rows of inputs and outputs
  const char *from_ = "from", *to_ = "to";  ///< of straight code, the rows
  const char* linkage_ = "extern \"C\"";
  std::size_t input_rows_, output_rows_, block_ = 1;
};

}  // namespace

std::string emit_cpp(const Graph& graph, const Schedule& schedule, const CppOptions& options) {
  return CppEmitter(graph, schedule, options).emit();
}

Part emit_cpp_part(const Graph& graph, const Schedule& schedule, const CppOptions& options,
                   const std::string& space) {
  return CppEmitter(graph, schedule, options).part(space);
}

}  // namespace diagc
