#include "compiler/emit/determinants/squares.h"

#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/cuda/text.h"
#include "compiler/emit/determinants/square_plan.h"
#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

class SquareKernel : CudaText {
 public:
  SquareKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
               const DeterminantSum& sum)
      : CudaText(graph, schedule, options),
        plan_(plan_squares(sum, options)),
        n_(sum.vertices),
        lanes_(plan_.form.lanes),
        slots_(plan_.slots()),
        pack_(16 * lanes_) {}

  CudaProgram emit() {
    CudaProgram program;
    program.schedule = CudaSchedule::cooperative;
    program.launches = {{.function = name_ + "_determinants",
                         .threads = plan_.threads(),
                         .configurations = lanes_,
                         .shared_bytes = plan_.shared_bytes,
                         .resident = true}};
    program.tables = {{"words", table_bytes(plan_.words)}};
    kernel(program.launches.front().function);
    program.kernels = {take_text()};
    title(fmt::format("CUDA for {}, warps that share configurations, by squares of determinants",
                      options_.device.arch));
    launches(program);
    prelude(program.tables.size());
    text_ += shared_memory_functions();
    text_ += "\n" + embedded_text("determinants");
    text_ +=
        "\n" + embedded_text("determinant_squares", {{"VERTICES", std::to_string(n_)},
                                                     {"LANES", std::to_string(lanes_)},
                                                     {"SLOTS", std::to_string(slots_)},
                                                     {"SUMS", std::to_string(plan_.sums_at)},
                                                     {"LINES", std::to_string(plan_.lines_at)}});
    program.head = take_text();
    return program;
  }

 private:
  void kernel(const std::string& function) {
    line("");
    line(
        "// {} vertices, {} configurations and {} warps of a block, {} blocks of a multiprocessor.",
        n_, lanes_, plan_.form.warps, plan_.form.blocks);
    text_.pop_back();
    kernel_begin(function, plan_.threads(), plan_.form.blocks);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, c = lane % {0}, side = "
        "lane / {0};",
        lanes_);
    line("  const bool works = side < {};", plan_.sides());
    line("  const unsigned slot = works ? warp * {} + side : ~0u, at = c * 16;", plan_.sides());
    line("  const unsigned *const words = (const unsigned *)batch.tables[0];");
    line("  const Size groups = (batch.end - batch.begin + {}) / {};", lanes_ - 1, lanes_);
    loader();
    line("  load(blockIdx.x);");
    line("  for (Size group = blockIdx.x; group < groups; group += gridDim.x) {{");
    line("    copies_wait();");
    line("    __syncthreads();");
    if (!plan_.sum.derivative) column_times_row();
    line("    if (slot == 0) first_minors(at);");
    line("    __syncthreads();");
    for (unsigned level = 0; level < plan_.minors.size(); ++level) add_minors(level);
    line("    load(group + gridDim.x);");
    squares();
    for (unsigned i = 0; i + 1 < plan_.blocks.size(); ++i) {
      const SquarePlan::Level& level = plan_.blocks[i];
      line("    connect<{}>(words + {}, {}, slot, side, at);", level.team, level.at, level.count);
    }
    last_set();
    line("  }}");
    line("}}");
  }

  /// `load(group)` asks for the inputs of a group, where there is one.
  void loader() {
    line("  const auto load = [&](Size group) {{");
    line("    if (group >= groups) return;");
    line("    const Size place = batch.begin + group * {} + c, last = batch.end - 1;", lanes_);
    line("    const Size from = place < last ? place : last;");
    if (plan_.sum.derivative) {
      load_rows(plan_.sum.propagator, n_ * n_, "row", "to + row * pack", at_inputs());
      load_rows(*plan_.sum.derivative, n_ * n_, "row", "to + row * pack", at_inputs() + " + 8");
    } else {
      // Vertex o is the first index.
      load_rows(plan_.sum.propagator, n_ * n_,
                fmt::format("(row / {0} * {1} + row % {0} + {2})", n_, n_ + 1, n_ + 2),
                "to + row * pack", at_inputs());
      load_rows(plan_.sum.propagator, n_, fmt::format("(row + 1) * {}", n_ + 1), to_apart(),
                at_apart());
      load_rows(plan_.sum.propagator, n_, "(row + 1)", to_apart(),
                fmt::format("{} + {}", at_apart(), n_ * lanes_ * 8));
    }
    line("  }};");
  }
  static std::string at_inputs() { return "shared_start() + at"; }
  std::string at_apart() const {
    return fmt::format("shared_start() + {} + c * 8", n_ * n_ * pack_);
  }
  std::string to_apart() const { return fmt::format("to + row * {}", lanes_ * 8); }

  void load_rows(std::size_t input, unsigned count, const std::string& row,
                 const std::string& place, const std::string& to) {
    line("    {{");
    line("      const Size stride = batch.inputs[{}].row_stride;", input);
    line(
        "      const Real *const source = batch.inputs[{0}].data + from * "
        "batch.inputs[{0}].lane_stride;",
        input);
    line("      const unsigned to = {};", to);
    line("      for (unsigned row = slot; row < {}; row += {}) {{", count, slots_);
    line("        copy_ahead<8>({}, source + {} * stride);", place, row);
    line("      }}");
    line("    }}");
  }

  void column_times_row() {
    const unsigned column = n_ * n_ * pack_, row = column + n_ * lanes_ * 8;
    line("    for (unsigned i = slot; i < {}; i += {}) {{", n_ * n_, slots_);
    line(
        "      store_one(at + 8 + i * pack, load_one({} + c * 8 + i / {} * {}) * load_one({} + c * "
        "8 + i % {} * {}));",
        column, n_, lanes_ * 8, row, n_, lanes_ * 8);
    line("    }}");
    line("    __syncthreads();");
  }

  void add_minors(unsigned level) {
    const SquarePlan::Level& of_level = plan_.minors[level];
    line("    for (unsigned step = warp; step < {}; step += {}) {{", of_level.count,
         plan_.form.warps);
    line("      minors<{}>(words + {} + (step * {} + (works ? side : 0)) * {}, works, at);", level,
         of_level.at, plan_.sides(), SquarePlan::record_words);
    line("    }}");
    line("    __syncthreads();");
  }

  void squares() {
    line("    {{");
    line("      Real inverse[16];");
    line("      inverse_of_first(at, inverse);");
    line("      __syncthreads();");
    line("      for (unsigned block = slot; block < {}; block += {}) {{",
         1U << plan_.other_vertices(), slots_);
    line("        square({} + at + block * 16 * pack, inverse);", plan_.sums_at);
    line("      }}");
    line("    }}");
    line("    __syncthreads();");
  }

  void last_set() {
    const SquarePlan::Level& level = plan_.blocks.back();
    line("    const Real all = last_sum(words + {}, {}, slot, side, at);", level.at, level.count);
    line("    const Size place = batch.begin + group * {} + c;", lanes_);
    line("    if (slot == 0 && place < batch.end) batch.outputs[0].data[place] = {}all;",
         plan_.sum.negative ? "-" : "");
  }

  const SquarePlan plan_;
  const unsigned n_, lanes_, slots_, pack_;
};

}  // namespace

CudaProgram emit_cuda_squares(const Graph& graph, const Schedule& schedule,
                              const CudaOptions& options, const DeterminantSum& sum) {
  return SquareKernel(graph, schedule, options, sum).emit();
}

}  // namespace diagc
