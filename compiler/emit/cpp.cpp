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

class CppEmitter : KernelText {
 public:
  CppEmitter(const Graph& graph, const Schedule& schedule, const CppOptions& options)
      : KernelText(graph, schedule, {options.single_precision}),
        options_(options),
        input_rows_(rows(signature_.inputs)),
        output_rows_(rows(signature_.outputs)) {
    const std::size_t vector = (input_rows_ + schedule.slots + output_rows_) *
                               static_cast<std::size_t>(options.vector_bytes);
    block_ = schedule.chunked() ? std::clamp<std::size_t>(
                                      block_bytes / std::max<std::size_t>(vector, 1), 1, max_block)
                                : 1;
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
            .vectors = static_cast<unsigned>(block_),
            .work_bytes = schedule_.chunked() ? work_bytes() : 0};
  }

 private:
  unsigned lanes() const {
    return static_cast<unsigned>(options_.vector_bytes) / (options_.single_precision ? 4 : 8);
  }

  void prelude() {
    text_ += cpp_prelude(graph_, schedule_, {options_.single_precision, options_.vector_bytes});
    if (schedule_.chunked()) {
      line(
          "enum : Size {{ block = {} }};  // vectors of configurations that all chunks run over in "
          "turn",
          block_);
    }
    line("");
  }

  static constexpr const char* row_parameters =
      "const Real *const *inputs, Size input_stride, Real *const *outputs,\n"
      "    Size output_stride, const Real *params, Size begin, Size end";

  void whole_function() {
    const Chunk& chunk = schedule_.chunks.front();
    line("extern \"C\" void {}_vectors({}) {{", name_, row_parameters);
    uniforms(chunk, "params");
    line("  for (Size at = begin; at < end; at += lanes) {{");
    vector_statements(chunk, "    ");
    line("  }}\n}}\n");
  }

  /// Of the vector of configurations at `at`: reads, statements, stores.
  void vector_statements(const Chunk& chunk, const char* indent) {
    const auto row = [&](NodeId node, std::uint32_t part) {
      const RowPlace place = place_of(signature_.inputs, graph_[node].payload);
      return fmt::format("load({0}inputs[{1}] + {2} * {0}input_stride + at)", rows_, place.variable,
                         place.row + part);
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
        line("{0}store({1}outputs[{2}] + {3} * {1}output_stride + at, {4});", indent, rows_,
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
         std::max<std::size_t>(input_rows_ + output_rows_, 1) *
             static_cast<std::size_t>(options_.vector_bytes));
    line("");
    line("extern \"C\" void {}_range({}, Real *work) {{", name_, row_parameters);
    line("  const Size whole = begin + (end - begin) / lanes * lanes;");
    line("  {}_vectors(inputs, input_stride, outputs, output_stride, params, begin, whole);",
         name_);
    line("  if (whole == end) return;");
    line(
        "  // The last vector is not full: its configurations go through rows of their own, the "
        "empty lanes repeat the last.");
    line("  const Real *some_inputs[{}];", std::max<std::size_t>(signature_.inputs.size(), 1));
    line("  Real *some_outputs[{}];", std::max<std::size_t>(signature_.outputs.size(), 1));
    for_rows(signature_.inputs, [&](std::size_t i, std::uint32_t first, std::uint32_t count) {
      line("  for (Size row = 0; row < {}; ++row)", count);
      line("    for (Size lane = 0; lane < lanes; ++lane)");
      line(
          "      work[({} + row) * lanes + lane] = inputs[{}][row * input_stride + (whole + lane < "
          "end ? whole + lane : end - 1)];",
          first, i);
    });
    for (std::size_t i = 0; i < signature_.inputs.size(); ++i) {
      line("  some_inputs[{}] = work + {} * lanes;", i, first_row(signature_.inputs, i));
    }
    for (std::size_t i = 0; i < signature_.outputs.size(); ++i) {
      line("  some_outputs[{}] = work + {} * lanes;", i,
           input_rows_ + first_row(signature_.outputs, i));
    }
    line("  {}_vectors(some_inputs, lanes, some_outputs, lanes, params, 0, lanes);", name_);
    for_rows(signature_.outputs, [&](std::size_t i, std::uint32_t first, std::uint32_t count) {
      line("  for (Size row = 0; row < {}; ++row)", count);
      line("    for (Size at = whole; at < end; ++at)");
      line("      outputs[{}][row * output_stride + at] = work[({} + row) * lanes + at - whole];",
           i, input_rows_ + first);
    });
    line("}}\n");
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
      line("      const Real *from = {0}inputs[{1}] + row * {0}input_stride + first;", rows_, i);
      line(
          "      for (Size v = 0; v < whole; ++v) tile[v * {} + {} + row] = load(from + v * "
          "lanes);",
          input_rows_, base);
      line(
          "      if (whole < vectors)  // the empty lanes of the last vector repeat the last "
          "configuration");
      line("        for (Size lane = 0; lane < lanes; ++lane)");
      line(
          "          tile[whole * {} + {} + row][lane] = from[whole * lanes + lane < count ? whole "
          "* lanes + lane : count - 1];",
          input_rows_, base);
      line("    }}");
    });
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) {
      line("    {}_chunk{}(tile, work, out, {}params, vectors);", name_, c, rows_);
    }
    for_rows(signature_.outputs, [&](std::size_t i, std::uint32_t base, std::uint32_t count) {
      line("    for (Size row = 0; row < {}; ++row) {{", count);
      line("      Real *to = {0}outputs[{1}] + row * {0}output_stride + first;", rows_, i);
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
    line("  {}_range(inputs, batch, outputs, batch, params, 0, batch, work);", name_);
    line("  free(work);");
    line("  return 0;\n}}");
  }

  const CppOptions& options_;
  const char* rows_ = "";  ///< stands before the rows of inputs and outputs
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
