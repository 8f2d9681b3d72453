#include "compiler/emit/cooperative/emit.h"

#include <algorithm>
#include <numeric>

#include "compiler/emit/cooperative/template_text.h"
#include "compiler/emit/cuda/lanes.h"
#include "compiler/emit/cuda/shared_memory.h"

namespace diagc {

namespace {

/// Warps that share configurations go through fixed lists of tasks.
class CooperativeKernel : TemplateText {
 public:
  CooperativeKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : TemplateText(graph, schedule, options),
        chunk_(schedule.chunks[schedule.cooperation->chunk]) {}

  void add(const std::string& function, CudaProgram& program) {
    kernel(function);
    program.launches.push_back({.function = function,
                                .threads = plan_.warps * 32,
                                .configurations = plan_.configurations(),
                                .shared_bytes = plan_.shared_bytes});
    program.kernels.push_back(take_text());
    program.tables.push_back({"tasks", table_bytes(plan_.records)});
  }

 private:
  void kernel(const std::string& function) {
    line("");
    line("// {} panels with {}, by {} templates; {} tasks for {} groups of {} configurations.",
         panels_.panels.size(), to_string(panels_.rule), templates_.templates.size(), plan_.tasks,
         plan_.groups, plan_.lanes);
    line(
        "// In tables[0]: where each warp's list begins, and the records of all tasks. As "
        "simulated, "
        "warps compute {:.0f} % of the time.",
        100 * plan_.work / (plan_.cycles * plan_.warps));
    text_.pop_back();
    kernel_begin(function, plan_.warps * 32, plan_.blocks);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / {0}, "
        "mine = lane % {0};",
        plan_.lanes);
    line("  const unsigned start = shared_start();");
    line("  const unsigned done = start + {}, arrivals = start + {} + 4 * warp;", plan_.done_at,
         plan_.arrivals_at);
    line("  const unsigned own = mine * {}, own_pack = start + mine * 16;", plan_.real_bytes);
    line(
        "  for (unsigned at = start + {} + 4 * threadIdx.x; at < start + {}; at += {}) "
        "store_word(at, 0);",
        plan_.arrivals_at, plan_.shared_bytes / 4 * 4, plan_.warps * 128);
    line("  __syncthreads();");
    line("  if (threadIdx.x == 0) set_done(done + {});  // nothing to wait for", plan_.tasks);
    line("  __syncthreads();");
    uniforms(chunk_, "batch.params");
    line("  const unsigned *list = (const unsigned *)batch.tables[0];");
    line("  list += list[warp] + 4 * lane;");
    line("  const unsigned records = start + {} + warp * {};", plan_.records_at,
         plan_.record_words * 8);
    copy_record("records");
    line("  for (unsigned at_hand = 0;; at_hand ^= {}) {{", plan_.record_words * 4);
    line("    copies_wait();");
    line("    warp_sync(arrivals);");
    line("    const unsigned record = records + at_hand;");
    line("    const unsigned what = load_word(record);");
    line("    if (what == {}) break;", RecordHead::end);
    line("    list += {};", plan_.record_words);
    copy_record(fmt::format("records + (at_hand ^ {})", plan_.record_words * 4));
    for (std::uint32_t round = 0; round < plan_.waits / 32; ++round) {
      line("    wait_done(done + load_half(record + {} + 2 * lane));",
           RecordHead::words * 4 + round * 64);
    }
    line("    warp_sync(arrivals);");
    line("    const unsigned stage = start + load_word(record + {}) + own;", RecordHead::stage * 4);
    line("    const unsigned place = blockIdx.x * {} + load_word(record + {}) * {} + mine;",
         plan_.configurations(), RecordHead::group * 4, plan_.lanes);
    line(
        "    unsigned char *const work = (unsigned char *)(batch.work + place / 128 * {}ull + "
        "place % 128);",
        schedule_.slots * 128ull);
    if (plan_.side_by_side > 1) {
      line("    if (side < load_word(record + {}))", RecordHead::sides * 4);
    }
    line("    switch (what) {{");
    for (std::uint32_t index = 0; index < templates_.templates.size(); ++index) panel(index);
    load();
    store();
    line("    }}");
    line("    warp_sync(arrivals);");
    line("    if (lane == 0) set_done(done + load_word(record + {}));", RecordHead::number * 4);
    line("  }}");
    line("}}");
  }

  void copy_record(const std::string& to) {
    for (std::uint32_t at = 0; at < plan_.record_words; at += 128) {
      const std::uint32_t lanes = std::min(plan_.record_words - at, 128u) / 4;
      line("    if (lane < {}) copy_ahead<16>({} + {} + 16 * lane, list + {});", lanes, to, at * 4,
           at);
    }
  }

  void load() {
    line("    case {}: {{  // inputs of a group", RecordHead::load);
    line(
        "      const Size last = batch.end - 1, at = batch.begin + place < last ? batch.begin + "
        "place : last;");
    for (const StagedRows& rows : plan_.stage) {
      line(
          "      for (unsigned row = side; row < {}; row += {}) copy_ahead<{}>(stage + (row + {}) "
          "* "
          "{}, {});",
          rows.rows, plan_.side_by_side, plan_.real_bytes, rows.at, plan_.lanes * plan_.real_bytes,
          fmt::format("batch.inputs[{0}].data + (row + {1}) * batch.inputs[{0}].row_stride + at * "
                      "batch.inputs[{0}].lane_stride",
                      rows.input, rows.first));
    }
    line("    }} break;");
  }

  void store() {
    line("    case {}: {{  // what later kernels read", RecordHead::store);
    line("      const unsigned body = record + {}, count = load_word(body);", plan_.first_body * 4);
    line("      for (unsigned i = side; i < count; i += {}) {{", plan_.side_by_side);
    line("        const uint2 value = load_words(body + 8 + i * 8);");
    line("        *(Real *)(work + value.y) = load_shared<0>(own_pack + value.x, Real());");
    line("      }}");
    line("    }} break;");
  }

  const Chunk& chunk_;
};

/// Whole blocks of all kernels, enough of them that few multiprocessors wait at the end.
std::size_t slab_of_blocks(const CudaProgram& program, const CudaOptions& options) {
  std::size_t unit = 1, largest = 1;
  for (const CudaLaunch& launch : program.launches) {
    unit = std::lcm(unit, std::size_t{launch.configurations});
    largest = std::max(largest, std::size_t{launch.configurations});
  }
  constexpr std::size_t waves = 8;
  const std::size_t wanted =
      options.slab > 0 ? options.slab : options.device.multiprocessors * largest * waves;
  return (wanted + unit - 1) / unit * unit;
}

}  // namespace

CudaProgram emit_cuda_cooperative(const Graph& graph, const Schedule& schedule,
                                  const CudaOptions& options) {
  CudaProgram program;
  program.schedule = CudaSchedule::cooperative;
  LaneText text(graph, schedule, options);
  if (schedule.chunked()) {
    program.workspace_bytes = schedule.slots * (options.single_precision ? 4 : 8);
  }
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    if (c == schedule.cooperation->chunk) {
      CooperativeKernel(graph, schedule, options).add(text.name() + "_panels", program);
    } else {
      text.add_kernel(fmt::format("{}_chunk{}", text.name(), c), schedule.chunks[c], program);
    }
  }
  program.slab = slab_of_blocks(program, options);
  program.head = text.head("warps that share configurations", program) + shared_memory_functions();
  return program;
}

}  // namespace diagc
