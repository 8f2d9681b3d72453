#include "compiler/emit/block_text.h"

namespace diagc {

void BlockText::functions() {
  step_functions();
  range();
}

Part BlockText::part_functions() {
  rows_ = "rows.";
  linkage_ = "static";
  step_functions();
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

void BlockText::range() {
  line("extern \"C\" extern const Size {}_work_bytes;", name_);
  line("extern \"C\" const Size {}_work_bytes = {};", name_, work_bytes());
  line("");
  line("extern \"C\" void {}_range({}, Real *memory) {{", name_, row_parameters);
  blocks();
  line("}}\n");
}

std::size_t BlockText::work_bytes() const {
  return block_ * (input_rows_ + work_rows() + output_rows_) *
         static_cast<std::size_t>(options_.vector_bytes);
}

void BlockText::blocks() {
  line("  Vec *tile = (Vec *)memory, *work = tile + block * {}, *out = work + block * {};",
       input_rows_, work_rows());
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
  step_calls();
  for_rows(Side::outputs, "    ", 0, [&](const Rows& output) {
    line("    for (Size row = 0; row < {}; ++row) {{", output.count);
    line("      Real *to = {0}outputs[{1}].data + row * {0}outputs[{1}].row_stride + first;", rows_,
         output.variable);
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

}  // namespace diagc
