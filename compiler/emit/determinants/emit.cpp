#include "compiler/emit/determinants/emit.h"

#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/determinants/square_plan.h"
#include "compiler/emit/determinants/squares.h"
#include "compiler/emit/determinants/unit_text.h"
#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

class DeterminantKernel : UnitText {
 public:
  DeterminantKernel(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                    const DeterminantSum& sum)
      : UnitText(graph, schedule, options, sum), chunk_(schedule.chunks.front()) {}

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
      if (shape_.in_waves(level)) {
        waves(level);
        continue;
      }
      if (shape_.divided(level)) {
        divided(level);
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
    if (!shape_.divided(shape_.last_level())) {
      line("    {{");
      result_of_group(shape_.last_level());
      line("      if (result && warp == 0 && side == 0) *result = {}load_one({} + c * 16);",
           plan_.sum.negative ? "-" : "",
           plan_.places.sums_at + 8 + ((1U << n) - 1) * 2 * shape_.pack_bytes());
      line("      load(group + gridDim.x);");
      line("    }}");
    }
    line("  }}");
    line("}}");
  }

  /// `once` and `twice`: M and (M − 1) / 2.
  void power() {
    uniforms(chunk_, "batch.params");
    line("  const Real once = {}, twice = (once - 1) / 2;", power_text(plan_.sum.power));
  }

  /// `load(group)` asks for the inputs of a group, where there is one.
  void loader() {
    const unsigned n = shape_.vertices;
    line("  const auto load = [&](Size group) {{");
    line("    if ({}group >= groups) return;",
         32 % shape_.lanes == 0 ? "" : fmt::format("side >= {} || ", shape_.sides()));
    line("    const Size place = batch.begin + group * {} + c, last = batch.end - 1;",
         shape_.lanes);
    line("    const Size from = place < last ? place : last;");
    line("    const unsigned to = shared_start() + c * 8, first = warp * {} + side;",
         shape_.sides());
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
    const unsigned apart = shape_.slots();
    line("    {{");
    line("      const Size stride = batch.inputs[{}].row_stride;", input);
    line(
        "      const Real *source = batch.inputs[{0}].data + from * batch.inputs[{0}].lane_stride;",
        input);
    if (row == "row") line("      source += first * stride;");
    for (unsigned done = 0; done < count; done += apart) {
      if (done + apart > count) line("      if (first < {})", count - done);
      if (row == "row") {
        line("      copy_ahead<8>(to + first * {} + {}, source);", shape_.lanes * 8,
             (done + at) * shape_.lanes * 8);
        if (done + apart < count) line("      source += {} * stride;", apart);
      } else {
        line(
            "      {{ const unsigned row = first + {}; copy_ahead<8>(to + (row + {}) * {}, source "
            "+ {} * stride); }}",
            done, at, shape_.lanes * 8, row);
      }
    }
    line("    }}");
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
    line("    {{");
    add_steps(level, steps);
    line("    }}");
  }

  template <class Steps>
  void add_steps(unsigned level, const Steps& steps) {
    if (shape_.in_waves(level)) {
      const unsigned units = shape_.units(level), used = shape_.slots() / units * units;
      line("    {{");
      line("      const unsigned slot = warp * {} + side;", shape_.sides());
      result_of_group(level);
      line(
          "      level{}(words, slot, side < {} && slot < {}, c, once, twice, result, [&] {{ "
          "load(group + gridDim.x); }});",
          level, shape_.sides(), used);
      line("    }}");
      return;
    }
    if (shape_.divided(level)) {
      const unsigned apart = shape_.members_apart(level), units = shape_.units(level);
      line("    {{");
      line("      const unsigned slot = warp * {} + side, unit = slot % {}, member = slot / {};",
           shape_.sides(), apart, apart);
      line("      const bool works = side < {} && unit < {} && member < {};", shape_.sides(), units,
           shape_.team(level));
      result_of_group(level);
      line(
          "      level{}(words, unit < {} ? unit : 0, member, works, c, once, twice, result, [&] "
          "{{ "
          "load(group + gridDim.x); }});",
          level, units);
      line("    }}");
      return;
    }
    const bool all_sides = 32 % shape_.lanes == 0;
    const char* side = all_sides ? "side" : "used";
    const std::string works = all_sides ? "true" : fmt::format("side < {}", shape_.sides());
    if (!all_sides) line("    const unsigned used = side < {0} ? side : 0;", shape_.sides());
    if (plan_.places.spread(level)) {
      line("#pragma unroll 1");
      line("    for (unsigned turn = 0; turn < 2; ++turn) {{");
      const std::size_t over = steps.size() - shape_.warps;
      line("      if (turn == 1 && warp >= {}) break;", 2 * over);
      line("      const unsigned step = turn == 0 ? warp : warp < {0} ? warp + {1} : warp - {0};",
           over, shape_.warps);
      line(
          "      const unsigned first = turn == 1 && warp >= {0}, last = turn == 1 || warp >= {0};",
          over);
      line("      const bool sync = turn == 0;");
      line("      const unsigned *const record = words + {} + first * {} + (step * {} + {}) * {};",
           plan_.records_at[level], plan_.pass_words(level), shape_.sides(), side,
           DeterminantPlan::record_words);
      units_of_step(level, "first, last, sync, " + works);
      line("    }}");
      line("    __syncthreads();");
      return;
    }
    const bool together = level == 0 || plan_.places.merged.contains(level);
    const bool once = !together && steps.size() <= shape_.warps;
    if (!together && !once) {
      line("#pragma unroll 1");
      line("    for (unsigned again = 0; again < 2; ++again) {{");
    }
    line("    for (unsigned step = warp; step < {}; step += {}) {{", steps.size(), shape_.warps);
    line("      const unsigned *const record = words + {} + {}(step * {} + {}) * {};",
         plan_.records_at[level],
         together || once ? "" : fmt::format("again * {} + ", plan_.pass_words(level)),
         shape_.sides(), side, DeterminantPlan::record_words);
    units_of_step(level, (together ? "0, 1, false, "
                          : once   ? "0, 1, true, "
                                   : "again, again, false, ") +
                             works);
    line("    }}");
    if (once && steps.size() < shape_.warps)
      line("    if (warp >= {}) __syncthreads();", steps.size());
    line("    __syncthreads();");
    if (!together && !once) line("    }}");
  }

  void result_of_group(unsigned level) {
    if (level == shape_.last_level()) {
      line("      const Size place = batch.begin + group * {} + c;", shape_.lanes);
      line(
          "      Real *const result = place < batch.end ? batch.outputs[0].data + place : "
          "nullptr;");
    } else {
      line("      Real *const result = nullptr;");
    }
  }

  void units_of_step(unsigned level, const std::string& passes) {
    const auto& steps = plan_.places.levels[level];
    std::size_t begin = 0;
    for (const unsigned rows : rows_of(level)) {
      std::size_t end = begin;
      while (end < steps.size() && plan_.places.rows(level, steps[end]) == rows) ++end;
      line("      if (step >= {} && step < {}) unit{}_{}(record, {}, c, once, twice);", begin, end,
           level, rows, passes);
      begin = end;
    }
  }

  const Chunk& chunk_;
};

}  // namespace

CudaProgram emit_cuda_determinants(const Graph& graph, const Schedule& schedule,
                                   const CudaOptions& options) {
  const DeterminantSum sum = find_determinants(graph);
  if (is_square(sum)) return emit_cuda_squares(graph, schedule, options, sum);
  return DeterminantKernel(graph, schedule, options, sum).emit();
}

}  // namespace diagc
