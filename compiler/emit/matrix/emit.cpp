#include "compiler/emit/matrix/emit.h"

#include "compiler/emit/cuda/text.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/emit/matrix/plan.h"

namespace diagc {

namespace {

constexpr std::size_t table_count = 2;  // words, numbers

class MatrixEmitter : CudaText {
 public:
  MatrixEmitter(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        tables_(graph, schedule),
        plan_(std::move(matrix_plans(graph, schedule, tables_, options).front())) {}

  CudaProgram emit() {
    program_.schedule = CudaSchedule::cooperative;
    program_.launches = {{.function = name_ + "_matrix",
                          .threads = threads(),
                          .configurations = plan_.lanes,
                          .shared_bytes = plan_.shared_bytes}};
    program_.tables = {{"words", table_bytes(plan_.words)},
                       {"numbers", rounded_numbers(tables_.numbers, options_.single_precision)}};
    kernel(program_.launches.front().function);
    program_.kernels = {take_text()};
    title(fmt::format("CUDA for {}, products of matrices on tensor cores", options_.device.arch));
    line("// {} products of 8 × 8 matrices with {} values, {} sums of {} pairs, in {} rounds.",
         plan_.tiles, plan_.entries, plan_.sums, plan_.pairs, plan_.rounds);
    launches(program_);
    prelude(table_count);
    text_ += "\n" + embedded_text("matrix", {{"THREADS", std::to_string(threads())},
                                             {"LANES", std::to_string(plan_.lanes)},
                                             {"VALUE_BYTES", plan_.lanes == 1 ? "8" : "16"},
                                             {"SLOT", std::to_string(matrix_mark - 1)},
                                             {"MARK", std::to_string(matrix_mark)}});
    program_.head = take_text();
    return std::move(program_);
  }

 private:
  unsigned threads() const { return plan_.warps * 32; }

  void kernel(const std::string& function) {
    kernel_begin(function, threads(), plan_.blocks);
    line("  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;");
    line("  const unsigned *const words = (const unsigned *)batch.tables[0];");
    line("  Values *const values = (Values *)diagc_shared;");
    line("  const Size first = batch.begin + blockIdx.x * {}ull;", plan_.lanes);
    load();
    line("  block_sync();");
    for (std::uint32_t fragment = 0; fragment < plan_.fragments; ++fragment) {
      line("  const Values fragment{} = values[__ldg(words + {} + lane)];", fragment,
           plan_.fragments_at + 32 * fragment);
    }
    line("  Real tile[{}][2];", plan_.lanes);
    line("  Values sum;");
    line("  for (unsigned c = 0; c < {}; ++c) sum.of[c] = -Real(0);", plan_.lanes);
    records();
    store();
    line("}}");
  }

  void records() {
    line("  const unsigned *heads = words + __ldg(words + 2 * warp);");
    line("  const unsigned *list = words + __ldg(words + 2 * warp + 1) + 2 * lane;");
    line("  unsigned next_head[{0}];", MatrixPlan::ahead);
    line("  uint2 next[{0}];", MatrixPlan::ahead);
    line("#pragma unroll");
    line("  for (unsigned k = 0; k < {}; ++k)", MatrixPlan::ahead);
    line("    next_head[k] = __ldg(heads + k), next[k] = load_record(list + 64 * k);");
    line("  for (bool more = true; more;) {{");
    line("    heads += {}, list += {};", MatrixPlan::ahead, 64 * MatrixPlan::ahead);
    line("#pragma unroll");
    line("    for (unsigned k = 0; k < {}; ++k) {{", MatrixPlan::ahead);
    line("      const unsigned head = next_head[k];");
    line("      const uint2 word = next[k];");
    line("      next_head[k] = __ldg(heads + k), next[k] = load_record(list + 64 * k);");
    line("      switch (head & {}) {{", +MatrixHead::what);
    line("        case {}:", +MatrixHead::pairs);
    line("          add_pair(sum, values, word.x);");
    line("          add_pair(sum, values, word.y);");
    line("          break;");
    line("        case {}:", +MatrixHead::sums);
    line("          add_pair(sum, values, word.x);");
    line("          write_sums(values, word.y, sum, 1U << (head >> {} & {}));",
         +MatrixHead::lanes_at, +MatrixHead::lanes);
    line("          break;");
    for (std::size_t pair = 0; pair < plan_.fragment_pairs.size(); ++pair) products(pair);
    line("      }}");
    line("      if (head & {:#x}) block_sync();", +MatrixHead::barrier);
    line("      if (head & {:#x}) {{", +MatrixHead::end);
    line("        more = false;");
    line("        break;");
    line("      }}");
    line("    }}");
    line("  }}");
  }

  void products(std::size_t pair) {
    const auto [one, other] = plan_.fragment_pairs[pair];
    line("        case {}:", MatrixHead::products + pair);
    line("          if (head & {:#x})", +MatrixHead::first);
    line("            for (unsigned c = 0; c < {}; ++c) tile[c][0] = tile[c][1] = 0;", plan_.lanes);
    line("          add_product(tile, fragment{}, values, word.x);", one);
    line("          add_product(tile, fragment{}, values, word.x >> 16);", other);
    line("          if (head & {:#x})", +MatrixHead::last);
    line("            write_tile(values, word.y, tile, values[head >> {}]);",
         +MatrixHead::scale_at);
    line("          break;");
  }

  void load() {
    line("  for (unsigned i = threadIdx.x; i < {}; i += {}) {{", plan_.loads, threads());
    line("    const unsigned what = __ldg(words + {} + 2 * i), row = __ldg(words + {} + 2 * i);",
         plan_.loads_at, plan_.loads_at + 1);
    line("    const unsigned source = what >> 16;");
    line("    Values value;");
    line("#pragma unroll");
    line("    for (unsigned c = 0; c < {}; ++c) {{", plan_.lanes);
    line("      value.of[c] = 0;");
    if (!signature_.inputs.empty()) {
      line("      const Size at = first + c < batch.end ? first + c : batch.end - 1;");
      line("      if (source < {}) {{", signature_.inputs.size());
      line("        const InputRows &rows = batch.inputs[source];");
      line("        value.of[c] = rows.data[row * rows.row_stride + at * rows.lane_stride];");
      line("      }}");
    }
    line("      if (source == {}) value.of[c] = ((const Real *)batch.tables[1])[row];",
         +MatrixPlan::number);
    line("    }}");
    line("    values[what & 0xffff] = value;");
    line("  }}");
    line(
        "  if (threadIdx.x < {}) values[{}].of[threadIdx.x] = 0, values[{}].of[threadIdx.x] = "
        "-Real(0);",
        plan_.lanes, plan_.zero, plan_.minus_zero);
    if (plan_.uniforms.empty()) return;
    line("  if (threadIdx.x == 0) {{  // what depends on params alone");
    uniforms(schedule_.chunks.front(), "batch.params");
    for (const MatrixPlan::Uniform& uniform : plan_.uniforms) {
      const EdgeTables::Uniform& of = tables_.uniforms[uniform.index];
      std::string value = expressions_.of({no_node, {of.term}});
      if (of.type == Type::complex)
        value = fmt::format("({}).{}", value, uniform.imaginary ? "im" : "re");
      line("    for (unsigned c = 0; c < {}; ++c) values[{}].of[c] = {};", plan_.lanes,
           uniform.slot, value);
    }
    line("  }}");
  }

  void store() {
    line("  for (unsigned i = threadIdx.x; i < {}; i += {}) {{", plan_.stores * plan_.lanes,
         threads());
    line("    const unsigned c = i % {0}, at = {1} + i / {0} * 2;", plan_.lanes, plan_.stores_at);
    line("    const unsigned what = __ldg(words + at), row = __ldg(words + at + 1);");
    line("    const OutputRows &rows = batch.outputs[what >> 16];");
    line(
        "    if (first + c < batch.end) rows.data[row * rows.row_stride + first + c] = values[what "
        "& 0xffff].of[c];");
    line("  }}");
  }

  EdgeTables tables_;
  MatrixPlan plan_;
  CudaProgram program_;
};

}  // namespace

CudaProgram emit_cuda_matrix(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options) {
  return MatrixEmitter(graph, schedule, options).emit();
}

}  // namespace diagc
