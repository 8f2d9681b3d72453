#include "compiler/emit/determinants/emit.h"

#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/determinants/unit_text.h"
#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

class DeterminantKernel : UnitText {
 public:
  DeterminantKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : UnitText(graph, schedule, options), chunk_(schedule.chunks.front()) {}

  CudaProgram emit() {
    CudaProgram program;
    program.schedule = CudaSchedule::cooperative;
    program.launches = {{.function = name_ + "_determinants",
                         .threads = plan_.threads(),
                         .configurations = shape_.lanes,
                         .shared_bytes = plan_.places.shared_bytes,
                         .resident = true}};
    program.tables = {{"words", table_bytes(plan_.words)}};
    line("");
    units();
    kernel(program.launches.front().function);
    program.kernels = {take_text()};
    title(fmt::format("CUDA for {}, warps that share configurations, by determinants of sets",
                      options_.device.arch));
    launches(program);
    prelude(program.tables.size());
    text_ += shared_memory_functions();
    text_ += "\n" + embedded_text("determinants");
    program.head = take_text();
    return program;
  }

 private:
  void units() {
    for (unsigned level = 0; level < shape_.vertices; ++level) {
      if (shape_.shares_ways(level)) {
        shared_ways(level);
        continue;
      }
      for (const unsigned rows : rows_of(level)) unit(level, rows);
    }
  }

  std::set<unsigned, std::greater<>> rows_of(unsigned level) const {
    std::set<unsigned, std::greater<>> rows;
    for (const auto& step : plan_.places.levels[level]) rows.insert(plan_.places.rows(level, step));
    return rows;
  }

  void kernel(const std::string& function) {
    const unsigned n = shape_.vertices;
    line("");
    line(
        "// {} vertices, {} configurations and {} warps of a block, {} blocks of a multiprocessor.",
        n, shape_.lanes, shape_.warps, plan_.blocks);
    text_.pop_back();
    kernel_begin(function, plan_.threads(), plan_.blocks);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / {0}, c = "
        "lane % {0};",
        shape_.lanes);
    line("  const unsigned *const words = (const unsigned *)batch.tables[0];");
    line("  const Size groups = (batch.end - batch.begin + {}) / {};", shape_.lanes - 1,
         shape_.lanes);
    power();
    // Of the empty set F is 1 and F' is 0.
    line("  if (threadIdx.x < {}) store_two({} + threadIdx.x * 16, 1, 0);", shape_.lanes,
         plan_.places.sums_at + shape_.pack_bytes());
    loader();
    line("  load(blockIdx.x);");
    line("  for (Size group = blockIdx.x; group < groups; group += gridDim.x) {{");
    line("    copies_wait();");
    line("    __syncthreads();");
    if (!plan_.sum.derivative) column_times_row();
    for (unsigned level = 0; level < n; ++level) add_level(level);
    line("  }}");
    line("}}");
  }

  /// `once` and `twice`: M and (M − 1) / 2.
  void power() {
    uniforms(chunk_, "batch.params");
    const DeterminantPower& power = plan_.sum.power;
    std::string text;
    if (power.value == no_node) {
      text = expressions_.literal(Rational(power.shift));
    } else {
      text = expressions_.read(power.value);
      if (power.shift != 0) {
        text += fmt::format(" {} {}", power.shift < 0 ? "-" : "+",
                            expressions_.literal(Rational(std::abs(power.shift))));
      }
    }
    line("  const Real once = {0}, twice = (once - 1) / 2;", text);
  }

  /// `load(group)`: asks for the inputs of a group, where there is one; each thread has a configuration.
  void loader() {
    const unsigned n = shape_.vertices, rows = plan_.threads() / shape_.lanes;
    line("  const auto load = [&](Size group) {{");
    line("    const unsigned first = threadIdx.x / {0}, mine = threadIdx.x % {0};", shape_.lanes);
    line("    if (group >= groups{}) return;",
         plan_.threads() % shape_.lanes > 0 ? fmt::format(" || first >= {}", rows) : "");
    line("    const Size place = batch.begin + group * {} + mine, last = batch.end - 1;",
         shape_.lanes);
    line("    const Size from = place < last ? place : last;");
    line("    const unsigned to = shared_start() + mine * 8;");
    if (plan_.sum.derivative) {
      load_rows(plan_.sum.propagator, n * n, "row", 0);
      load_rows(*plan_.sum.derivative, n * n, "row", n * n);
    } else {
      // Vertex o is the first index.
      load_rows(plan_.sum.propagator, n * n,
                fmt::format("(row / {0} * {1} + row % {0} + {2})", n, n + 1, n + 2), 0);
      load_rows(plan_.sum.propagator, n, fmt::format("(row + 1) * {}", n + 1), 2 * n * n);
      load_rows(plan_.sum.propagator, n, "(row + 1)", 2 * n * n + n);
    }
    line("  }};");
  }

  void load_rows(std::size_t input, unsigned count, const std::string& row, unsigned at) {
    line("    for (unsigned row = first; row < {}; row += {})", count,
         plan_.threads() / shape_.lanes);
    line(
        "      copy_ahead<8>(to + (row + {0}) * {1}, batch.inputs[{2}].data + from * "
        "batch.inputs[{2}].lane_stride + {3} * batch.inputs[{2}].row_stride);",
        at, shape_.lanes * 8, input, row);
  }

  void column_times_row() {
    const unsigned n = shape_.vertices, lanes = shape_.lanes;
    line("    for (unsigned i = threadIdx.x; i < {}; i += {}) {{", n * n * lanes, plan_.threads());
    line("      const unsigned a = i / {0} / {1}, b = i / {0} % {1}, of = i % {0} * 8 + {2};",
         lanes, n, 2 * n * n * lanes * 8);
    line(
        "      store_one({} + i * 8, load_one(of + a * {}) * load_one(of + (b + {}) * "
        "{}));",
        plan_.matrix_bytes(), lanes * 8, n, lanes * 8);
    line("    }}");
    line("    __syncthreads();");
  }

  void add_level(unsigned level) {
    const auto& steps = plan_.places.levels[level];
    if (shape_.shares_ways(level)) {
      const unsigned units = shape_.units(level), slots = shape_.slots() / units;
      line("    {{");
      line("      const unsigned all = warp * {} + side;", shape_.sides());
      if (level == shape_.last_level()) {
        line("      const Size place = batch.begin + group * {} + c;", shape_.lanes);
        line(
            "      Real *const result = place < batch.end ? batch.outputs[0].data + place : "
            "nullptr;");
      } else {
        line("      Real *const result = nullptr;");
      }
      line(
          "      level{}(words, all % {}, all / {}, side < {} && all < {}, c, once, twice, "
          "result, [&] {{ load(group + gridDim.x); }});",
          level, units, units, shape_.sides(), units * slots);
      line("    }}");
      return;
    }
    const bool together = level == 0 || plan_.places.merged.contains(level);
    if (!together) {
      line("#pragma unroll 1");
      line("    for (unsigned again = 0; again < 2; ++again) {{");
    }
    line("    for (unsigned step = warp; step < {}; step += {}) {{", steps.size(), shape_.warps);
    line("      if (side >= {}) continue;", shape_.sides());
    line("      const unsigned *const record = words + {} + ({}step * {} + side) * {};",
         plan_.records_at[level],
         together ? "" : fmt::format("again * {} + ", steps.size() * shape_.sides()),
         shape_.sides(), DeterminantPlan::record_words);
    std::size_t begin = 0;
    for (const unsigned rows : rows_of(level)) {
      std::size_t end = begin;
      while (end < steps.size() && plan_.places.rows(level, steps[end]) == rows) ++end;
      line("      if (step >= {} && step < {}) unit{}_{}(record, {}, c, once, twice);", begin, end,
           level, rows, together ? "0, 1" : "again, again");
      begin = end;
    }
    line("    }}");
    line("    __syncthreads();");
    if (!together) line("    }}");
  }

  const Chunk& chunk_;
};

}  // namespace

CudaProgram emit_cuda_determinants(const Graph& graph, const Schedule& schedule,
                                   const CudaOptions& options) {
  return DeterminantKernel(graph, schedule, options).emit();
}

}  // namespace diagc
