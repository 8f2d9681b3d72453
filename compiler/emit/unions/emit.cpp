#include "compiler/emit/unions/emit.h"

#include <optional>

#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/emit/unions/form_text.h"

namespace diagc {

namespace {

class UnionKernel : FormText {
 public:
  UnionKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : FormText(graph, schedule, options) {}

  CudaProgram emit() {
    CudaProgram program;
    program.schedule = CudaSchedule::cooperative;
    program.launches = {{.function = name_ + "_unions",
                         .threads = plan_.threads(),
                         .configurations = plan_.lanes,
                         .shared_bytes = plan_.shared_bytes,
                         .resident = true}};
    program.tables = {{"words", table_bytes(plan_.words)}};
    kernel(program.launches.front().function);
    program.kernels = {take_text()};
    title(fmt::format("CUDA for {}, warps that share configurations, by unions of sets",
                      options_.device.arch));
    launches(program);
    prelude(program.tables.size());
    text_ += shared_memory_functions();
    text_ += "\n" + embedded_text("unions", {{"SIDES", std::to_string(plan_.sides)},
                                             {"THREADS", std::to_string(plan_.threads())},
                                             {"RECORD_WORDS", std::to_string(plan_.record_words)},
                                             {"STRIDE_WORDS", std::to_string(plan_.stride_words)}});
    program.head = take_text();
    return program;
  }

 private:
  void kernel(const std::string& function) {
    const UnionLists& lists = plan_.lists;
    line("");
    line("// `{}` by the unions of its sets, rows {}: {} units of {} forms in {} tasks.",
         plan_.unions.family, plan_.unions.row, plan_.unions.units.size(),
         plan_.unions.forms.size(), lists.tasks.size());
    line(
        "// {} places for {} packs; in tables[0]: the steps of every warp. As simulated, warps "
        "compute {:.0f} % of the time.",
        plan_.packs, plan_.unions.packs.size(), 100 * lists.work / (lists.cycles * plan_.warps));
    text_.pop_back();
    kernel_begin(function, plan_.threads(), 1);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / {0}, "
        "mine = lane % {0};",
        plan_.lanes);
    line("  const unsigned start = shared_start(), own = mine * {}, own_pack = start + mine * 16;",
         plan_.real_bytes);
    line("  const unsigned flags = start + {}, arrivals = start + {} + 4 * warp;", plan_.flags_at,
         plan_.arrivals_at);
    line("  const Size groups = (batch.end - batch.begin + {}) / {};", plan_.lanes - 1,
         plan_.lanes);
    begin();
    line("  int turn = 1;  // groups that this block has begun");
    line("  for (Size group = blockIdx.x; group < groups; group += gridDim.x, ++turn) {{");
    line("    const unsigned stage = start + own + ((turn & 1) ? 0 : {});", plan_.stage_bytes);
    line("    const Size at = batch.begin + group * {} + mine;", plan_.lanes);
    line("    for (bool over = false; !over;) {{");
    line("      const unsigned waits = load_byte(records + {} + lane);", UnionRecord::waits * 4);
    line(
        "      wait_flag(flags + (waits & 127) * 4, turn - ((waits & 127) == {} ? 0 : (int)(waits "
        ">> 7)));",
        +UnionRecord::always);
    line("      warp_sync(arrivals);");
    line("      unsigned record = records + side * {};", plan_.record_words * 4);
    line(
        "      const unsigned what = of_warp(load_word(record) & 0xffff), done = start + "
        "load_word(record + "
        "{});",
        UnionRecord::flag * 4);
    line("      switch (what) {{");
    for (std::uint32_t form = 0; form < plan_.unions.forms.size(); ++form) form_case(form);
    line("    case {}:", +UnionRecord::load);
    line("      if (group + gridDim.x < groups) {{");
    load("group + gridDim.x", fmt::format("((turn & 1) ? {} : 0)", plan_.stage_bytes), "        ");
    line("      }}");
    // The way from the device's memory takes too long for a warp to wait for: that of the group after the next begins now.
    line("      if (group + 2 * (Size)gridDim.x < groups) {{");
    load("group + 2 * (Size)gridDim.x", std::nullopt, "        ");
    line("      }}");
    line("      walk.loading = turn;");
    line("      break;");
    line("      }}");
    line("      if (what != {}) {{", +UnionRecord::load);
    line("        warp_sync(arrivals);");
    line("        if (lane == 0) set_flag(done, turn);");
    line("      }}");
    line("      over = of_warp(walk.at + 1 == walk.steps);");
    line("      records = next_records(walk);");
    line("    }}");
    line("  }}");
    line("}}");
  }

  void begin() {
    line(
        "  for (unsigned at = start + {} + 4 * threadIdx.x; at < start + {}; at += {}) "
        "store_word(at, 0);",
        plan_.zero_at, plan_.records_at, plan_.threads() * 4);
    line(
        "  for (unsigned at = start + {} + 4 * threadIdx.x; at < start + {}; at += {}) "
        "store_word(at, 0);",
        plan_.flags_at, plan_.shared_bytes, plan_.threads() * 4);
    line("  if (warp == 0 && blockIdx.x < groups) {{");
    load("(Size)blockIdx.x", "0", "    ");
    line("  }}");
    line("  if (warp == 1 && blockIdx.x + (Size)gridDim.x < groups) {{");
    load("blockIdx.x + (Size)gridDim.x", std::nullopt, "    ");
    line("  }}");
    uniforms(chunk_, "batch.params");
    line("  if (threadIdx.x == 0) {{");
    line("    const unsigned scales = start + {};", plan_.scales_at);
    for (std::size_t i = 0; i < plan_.scales.size(); ++i) {
      const std::string text = scale_text(plan_.scales[i]);
      line("    store_real(scales + {}, {});", i * plan_.real_bytes,
           !text.empty()              ? text
           : plan_.scales[i].negative ? "Real(-1)"
                                      : "Real(1)");
    }
    line("  }}");
    line("  const unsigned *const words = (const unsigned *)batch.tables[0];");
    const auto lists = (2 * plan_.warps + 3) / 4 * 4;
    line(
        "  Walk walk = {{words + {} + (Size)words[2 * warp] * {}, words[2 * warp + 1], words[2 * "
        "warp + 1] - 1, start + {} + warp * {}, 0, lane, arrivals, flags + {}, 0}};",
        lists, plan_.sides * plan_.stride_words, plan_.records_at,
        2 * plan_.sides * plan_.record_words * 4, plan_.lists.tasks.size() * 4);
    line("  ask_for_records(walk, 0, 1);");
    line("  copies_wait();");
    line("  __syncthreads();");
    line("  if (threadIdx.x == 0) store_word(flags + {}, 0x7fffffff);", UnionRecord::always * 4);
    line("  __syncthreads();");
    line("  if (of_warp(walk.steps) == 0) return;");
    line("  unsigned records = next_records(walk);");
  }

  /// Of a group; `stage` is where its inputs go, nothing: no further than the second-level cache.
  void load(const std::string& group, const std::optional<std::string>& stage, const char* indent) {
    line("{}const Size last = batch.end - 1, place = batch.begin + ({}) * {} + mine;", indent,
         group, plan_.lanes);
    line("{}const Size from = place < last ? place : last;", indent);
    for (const UnionStage& rows : plan_.stage) {
      const std::string source = fmt::format(
          "batch.inputs[{0}].data + row * batch.inputs[{0}].row_stride + from * "
          "batch.inputs[{0}].lane_stride",
          rows.input);
      line("{}for (unsigned row = side; row < {}; row += {})", indent, rows.rows, plan_.sides);
      if (stage) {
        line("{}  copy_ahead<{}>(start + own + {} + (row + {}) * {}, {});", indent,
             plan_.real_bytes, *stage, rows.at, plan_.row_bytes, source);
      } else {
        line("{}  fetch_ahead({});", indent, source);
      }
    }
  }
};

}  // namespace

CudaProgram emit_cuda_unions(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options) {
  return UnionKernel(graph, schedule, options).emit();
}

}  // namespace diagc
