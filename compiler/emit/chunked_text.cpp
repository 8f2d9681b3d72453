// Chunks: functions that read values of earlier ones from a workspace. A block of vectors is copied into a tile, goes through all
// chunks in turn, and is copied out.
#include <algorithm>

#include <fmt/format.h>

#include "compiler/emit/block_text.h"

namespace diagc {

namespace {

/// Bytes that tile, workspace and outputs of a block may take: what a second-level cache of 1 MB holds beside code.
constexpr std::size_t block_bytes = 768 * 1024;
constexpr std::size_t max_block = 8;

class ChunkedText : public BlockText {
 public:
  ChunkedText(const Graph& graph, const Schedule& schedule, const CppOptions& options)
      : BlockText(graph, schedule, options, block_of(graph, schedule, options)) {}

 private:
  static std::size_t block_of(const Graph& graph, const Schedule& schedule,
                              const CppOptions& options) {
    const std::size_t vector =
        (rows(graph.signature().inputs) + schedule.slots + rows(graph.signature().outputs)) *
        static_cast<std::size_t>(options.vector_bytes);
    return std::clamp<std::size_t>(block_bytes / std::max<std::size_t>(vector, 1), 1, max_block);
  }

  const char* meaning_of_block() const override { return "that all chunks run over in turn"; }

  void step_calls() override {
    for (std::size_t c = 0; c < schedule_.chunks.size(); ++c) {
      line("    {}_chunk{}(tile, work, out, {}params, vectors);", name_, c, rows_);
    }
  }

  void step_functions() override {
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
};

}  // namespace

std::unique_ptr<CppText> chunked_text(const Graph& graph, const Schedule& schedule,
                                      const CppOptions& options) {
  return std::make_unique<ChunkedText>(graph, schedule, options);
}

}  // namespace diagc
