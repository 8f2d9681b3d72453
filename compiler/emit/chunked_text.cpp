// Chunks: functions that read values of earlier ones from a workspace. A block of vectors is copied into a tile, goes through all
// chunks in turn, and is copied out.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/cpp_text.h"

namespace diagc {

namespace {

/// Bytes that tile, workspace and outputs of a block may take: what a second-level cache of 1 MB holds beside code.
constexpr std::size_t block_bytes = 768 * 1024;
constexpr std::size_t max_block = 8;

class ChunkedText : public CppText {
 public:
  ChunkedText(const Graph& graph, const Schedule& schedule, const CppOptions& options)
      : CppText(graph, schedule, options, block_of(graph, schedule, options)) {}

 private:
  static std::size_t block_of(const Graph& graph, const Schedule& schedule,
                              const CppOptions& options) {
    const std::size_t vector =
        (rows(graph.signature().inputs) + schedule.slots + rows(graph.signature().outputs)) *
        static_cast<std::size_t>(options.vector_bytes);
    return std::clamp<std::size_t>(block_bytes / std::max<std::size_t>(vector, 1), 1, max_block);
  }

  const char* meaning_of_block() const override { return "that all chunks run over in turn"; }

  void functions() override {
    chunk_functions();
    range();
  }

  Part part_functions() override {
    rows_ = "rows.";
    linkage_ = "static";
    chunk_functions();
    line("static inline void evaluate(const Rows &rows, Size begin, Size end) {{");
    line("  Real *const memory = rows.work;");
    blocks();
    line("}}\n");
    line("static inline void evaluate(const Rows &rows, Size at) {{");
    line("  evaluate(rows, at, at + lanes);");
    line("}}");
    Part part;
    part.vectors = static_cast<unsigned>(block_);
    part.work_bytes = work_bytes();
    return part;
  }

  void chunk_functions() {
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) chunk_function(c);
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
            read(node, "tile", first_input_[place.variable] + place.row);
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
        line("    out[{}] = {};", first_output_[place.variable] + row, value);
      }
    }
    line("  }}\n}}\n");
  }

  void range() {
    line("extern \"C\" extern const Size {}_work_bytes;", name_);
    line("extern \"C\" const Size {}_work_bytes = {};", name_, work_bytes());
    line("");
    line("extern \"C\" void {}_range({}, Real *memory) {{", name_, row_parameters);
    blocks();
    line("}}\n");
  }

  /// Of tile, workspace and outputs of a block.
  std::size_t work_bytes() const {
    return block_ * (input_rows_ + schedule_.slots + output_rows_) *
           static_cast<std::size_t>(options_.vector_bytes);
  }

  /// Configurations begin … end − 1, block by block through all chunks.
  void blocks() {
    line("  Vec *tile = (Vec *)memory, *work = tile + block * {}, *out = work + block * {};",
         input_rows_, schedule_.slots);
    line("  for (Size first = begin; first < end; first += block * lanes) {{");
    line("    const Size count = end - first < block * lanes ? end - first : block * lanes;");
    line("    const Size vectors = (count + lanes - 1) / lanes, whole = count / lanes;");
    for_rows(Side::inputs, "    ", 0, [&](const Rows& input) {
      line("    for (Size row = 0; row < {}; ++row) {{", input.count);
      line("      const Size lane_stride = {}inputs[{}].lane_stride;", rows_, input.variable);
      line(
          "      const Real *from = {0}inputs[{1}].data + row * {0}inputs[{1}].row_stride + first "
          "* "
          "lane_stride;",
          rows_, input.variable);
      line(
          "      for (Size v = 0; v < whole; ++v) tile[v * {} + {} + row] = lane_stride ? "
          "load(from + "
          "v * lanes) : splat(*from);",
          input_rows_, input.first);
      line(
          "      if (whole < vectors)  // the empty lanes of the last vector repeat the last "
          "configuration");
      line("        for (Size lane = 0; lane < lanes; ++lane)");
      line(
          "          tile[whole * {} + {} + row][lane] = from[(whole * lanes + lane < count ? "
          "whole * "
          "lanes + lane : count - 1) * lane_stride];",
          input_rows_, input.first);
      line("    }}");
    });
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) {
      line("    {}_chunk{}(tile, work, out, {}params, vectors);", name_, c, rows_);
    }
    for_rows(Side::outputs, "    ", 0, [&](const Rows& output) {
      line("    for (Size row = 0; row < {}; ++row) {{", output.count);
      line("      Real *to = {0}outputs[{1}].data + row * {0}outputs[{1}].row_stride + first;",
           rows_, output.variable);
      line("      for (Size v = 0; v < whole; ++v) store(to + v * lanes, out[v * {} + {} + row]);",
           output_rows_, output.first);
      line(
          "      for (Size i = whole * lanes; i < count; ++i) to[i] = out[whole * {} + {} + row][i "
          "- whole * lanes];",
          output_rows_, output.first);
      line("    }}");
    });
    line("  }}");
  }

  const char* rows_ = "";  ///< stands before the rows of inputs and outputs
  const char* linkage_ = "extern \"C\"";
};

}  // namespace

std::unique_ptr<CppText> chunked_text(const Graph& graph, const Schedule& schedule,
                                      const CppOptions& options) {
  return std::make_unique<ChunkedText>(graph, schedule, options);
}

}  // namespace diagc
