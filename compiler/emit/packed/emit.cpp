#include "compiler/emit/packed/emit.h"

#include "compiler/emit/cuda/shared_memory.h"
#include "compiler/emit/cuda/text.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/emit/packed/plan.h"

namespace diagc {

namespace {

constexpr std::size_t table_count = 2;  // records, numbers

class PackedEmitter : CudaText {
 public:
  PackedEmitter(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        tables_(graph, schedule),
        plan_(std::move(packed_plans(graph, schedule, tables_, options).front())) {}

  CudaProgram emit() {
    program_.schedule = CudaSchedule::cooperative;
    program_.launches = {{.function = name_ + "_packed",
                          .threads = threads(),
                          .configurations = plan_.lanes,
                          .shared_bytes = plan_.shared_bytes}};
    program_.tables = {{"records", table_bytes(plan_.records)},
                       {"numbers", rounded_numbers(tables_.numbers, options_.single_precision)}};
    choose_slab();
    kernel(program_.launches.front().function);
    program_.kernels = {take_text()};
    title(fmt::format("CUDA for {}, warps that share configurations, the graph in records",
                      options_.device.arch));
    line(
        "// {} tasks in {} rounds: {} products alone and {} with two others that share a factor; "
        "{} rows fetched and {} stored.",
        plan_.tasks, plan_.rounds, plan_.pairs, 3 * plan_.stars, plan_.fetches, plan_.stores);
    launches(program_);
    prelude(table_count);
    text_ += shared_memory_functions();
    // The two numbers of a word are those of PackedHead.
    text_ +=
        "\n" + embedded_text("packed", {{"THREADS", std::to_string(threads())},
                                        {"SLOT_MASK", std::to_string(PackedHead::slot)},
                                        {"SLOT_BITS", std::to_string(PackedHead::slot_bits)},
                                        {"SLOT_BYTES", std::to_string(plan_.slot_bytes)},
                                        {"ENTRY_STEP", std::to_string(8 * plan_.side_by_side())},
                                        {"QUAD_STEP", std::to_string(16 * plan_.side_by_side())}});
    program_.head = take_text();
    return std::move(program_);
  }

 private:
  unsigned threads() const { return plan_.warps * 32; }

  void choose_slab() {
    program_.workspace_bytes = plan_.rows * real_bytes();
    if (plan_.rows == 0) return;
    // What the workspace of all blocks of a pass takes should stay in the second-level cache.
    const std::size_t wave =
        std::size_t{options_.device.multiprocessors} * plan_.blocks * plan_.lanes;
    const std::size_t fitting =
        options_.device.cache_bytes * 3 / 5 / program_.workspace_bytes / wave * wave;
    program_.slab = options_.slab > 0
                        ? (options_.slab + plan_.lanes - 1) / plan_.lanes * plan_.lanes
                        : std::clamp(fitting, 4 * wave, 64 * wave);
  }

  void kernel(const std::string& function) {
    kernel_begin(function, threads(), plan_.blocks);
    line(
        "  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, side = lane / {0}, "
        "mine = lane % {0};",
        plan_.lanes);
    line("  const unsigned start = shared_start(), own = start + mine * {};", real_bytes());
    line("  const unsigned arrivals = start + {} + 4 * warp, all_arrivals = start + {};",
         plan_.arrivals_at, plan_.arrivals_at + 4 * plan_.warps);
    line("  const Size place = batch.begin + blockIdx.x * {}ull + mine;", plan_.lanes);
    line("  const Size at = place < batch.end ? place : batch.end - 1;");
    if (plan_.rows > 0) {
      line("  Real *const work = batch.work + blockIdx.x * {}ull + mine;",
           std::size_t{plan_.rows} * plan_.lanes);
    }
    line("  if (threadIdx.x <= {}) store_word(start + {} + 4 * threadIdx.x, 0);", plan_.warps,
         plan_.arrivals_at);
    line("  if (warp == 0) {{");
    line("    store_value(own + {}, Real(1));", +PackedSlot::one * plan_.slot_bytes);
    line("    store_value(own + {}, -Real(0));", +PackedSlot::minus_zero * plan_.slot_bytes);
    line("  }}");
    store_uniforms();
    line("  __syncthreads();");
    line("  const unsigned *list = (const unsigned *)batch.tables[0];");
    line("  list += list[warp] * 4ull + 4 * lane;");
    line("  const unsigned pages = start + {} + warp * {};", plan_.pages_at, 2 * plan_.page_bytes);
    copy_page("  ", "pages");
    line("  bool fetched = false;");
    line("  for (unsigned at_hand = 0;; at_hand ^= {}) {{", plan_.page_bytes);
    line("    copies_wait();");
    line("    warp_sync(arrivals);");
    line("    list += {};", plan_.page_bytes / 4);
    copy_page("    ", fmt::format("pages + (at_hand ^ {})", plan_.page_bytes));
    line("    unsigned record = pages + at_hand;");
    line("    Quad head;");
    line("    do {{");
    line("      head = load_quad(record + 16 * side);");
    line("      unsigned entry = record + {} + 8 * side;", 16 * plan_.side_by_side());
    line("      switch (head.x & {}) {{", +PackedHead::what);
    one_sum();
    three_sums();
    fetch();
    store();
    for (std::size_t i = 0; i < tables_.operations.size(); ++i) operation(i);
    line("      }}");
    line("      record += {} + (head.x >> 8 & 0xffff) * {};", 16 * plan_.side_by_side(),
         16 * plan_.side_by_side());
    line("      if (head.x & {:#x}) {{", +PackedHead::barrier);
    line("        if (fetched) copies_wait();");
    line("        fetched = false;");
    line("        block_sync(all_arrivals);");
    line("      }}");
    line("    }} while (!(head.x & {:#x}));", +PackedHead::page_end);
    line("    if (head.x & {:#x}) break;", +PackedHead::list_end);
    line("  }}");
    line("}}");
  }

  /// What depends on params alone has rows of the workspace.
  void store_uniforms() {
    if (tables_.uniforms.empty()) return;
    line("  if (warp == 0) {{  // what depends on params alone");
    uniforms(schedule_.chunks.front(), "batch.params");
    const std::uint32_t first =
        tables_.first_number + static_cast<std::uint32_t>(tables_.numbers.size());
    for (const EdgeTables::Uniform& uniform : tables_.uniforms) {
      const std::string value = expressions_.of({no_node, {uniform.term}});
      const std::size_t row = uniform.place - first;
      if (uniform.type == Type::complex) {
        line("  work[{0}] = ({1}).re, work[{2}] = ({1}).im;", row * plan_.lanes, value,
             (row + 1) * plan_.lanes);
      } else {
        line("  work[{}] = {};", row * plan_.lanes, value);
      }
    }
    line("  }}");
  }

  void copy_page(const char* indent, const std::string& to) {
    for (std::uint32_t at = 0; at < plan_.page_bytes; at += 512) {
      line("{}copy_ahead<16>({} + {}16 * lane, list{});", indent, to,
           at > 0 ? fmt::format("{} + ", at) : "", at > 0 ? fmt::format(" + {}", at / 4) : "");
    }
  }

  std::string slot(const std::string& word, unsigned which) const {
    const std::string bits =
        which == 0 ? word : fmt::format("{} >> {}", word, +PackedHead::slot_bits);
    return fmt::format("own + ({} & {}) * {}", bits, +PackedHead::slot, plan_.slot_bytes);
  }

  void one_sum() {
    line("        case {}: {{", +PackedHead::sum);
    line("          Real a = -Real(0);");
    line("          const unsigned minus = head.z & 0xffff;");
    line("          add_pairs(a, entry, minus, own);");
    line("          if (minus) a = -a;");
    line("          add_pairs(a, entry, head.z >> 16, own);");
    line("          store_value({}, a);", slot("head.y", 0));
    line("        }} break;");
  }

  void three_sums() {
    line("        case {}: {{", +PackedHead::sums);
    line("          Real a = -Real(0), b = a, c = a;");
    line("          unsigned quad = record + {} + 16 * side;", 16 * plan_.side_by_side());
    line("          const unsigned minus = head.z >> 14 & 255, plus = head.z >> 22 & 255;");
    line("          add_stars(a, b, c, quad, minus, own);");
    line("          entry += (minus + plus) * {};", 16 * plan_.side_by_side());
    for (unsigned sum = 0; sum < 3; ++sum) {
      line("          const unsigned minus{} = head.w >> {} & 31, plus{} = head.w >> {} & 31;", sum,
           10 * sum, sum, 10 * sum + 5);
    }
    for (unsigned sum = 0; sum < 3; ++sum) {
      const char name = "abc"[sum];
      line("          add_pairs({}, entry, minus{}, own);", name, sum);
      line("          if (minus | minus{}) {} = -{};", sum, name, name);
      line("          add_pairs({}, entry, plus{}, own);", name, sum);
    }
    line("          add_stars(a, b, c, quad, plus, own);");
    line("          store_value({}, a);", slot("head.y", 0));
    line("          store_value({}, b);", slot("head.y", 1));
    line("          store_value({}, c);", slot("head.z", 0));
    line("        }} break;");
  }

  void fetch() {
    line("        case {}:", +PackedHead::fetch);
    line("          for (unsigned i = 0; i < head.y; ++i, entry += {}) {{",
         8 * plan_.side_by_side());
    line("            const uint2 what = load_words(entry);");
    line("            const unsigned source = what.x >> {};", +PackedHead::slot_bits);
    line("            const Real *from = (const Real *)batch.tables[1] + what.y;");
    line("            if (source == {:#x}) continue;", +PackedSource::nowhere);
    if (plan_.rows > 0) {
      line("            if (source == {:#x}) from = work + what.y * {}ull;", +PackedSource::work,
           plan_.lanes);
    }
    if (!signature_.inputs.empty()) {
      line("            if (source < {}) {{", signature_.inputs.size());
      line("              const InputRows &rows = batch.inputs[source];");
      line("              from = rows.data + what.y * rows.row_stride + at * rows.lane_stride;");
      line("            }}");
    }
    line("            copy_ahead<{}>({}, from);", real_bytes(), slot("what.x", 0));
    line("          }}");
    line("          fetched = true;");
    line("          break;");
  }

  void store() {
    line("        case {}:", +PackedHead::store);
    line("          for (unsigned i = 0; i < head.y; ++i, entry += {}) {{",
         8 * plan_.side_by_side());
    line("            const uint2 what = load_words(entry);");
    line("            const unsigned to = what.x >> {};", +PackedHead::slot_bits);
    line("            const Real value = low(what.x, own);");
    if (plan_.rows > 0) {
      line("            if (to == {:#x}) work[what.y * {}ull] = value;", +PackedSource::work,
           plan_.lanes);
    }
    line(
        "            if (to < {} && place < batch.end) batch.outputs[to].data[what.y * "
        "batch.outputs[to].row_stride + at] = value;",
        signature_.outputs.size());
    line("          }}");
    line("          break;");
  }

  void operation(std::size_t i) {
    const EdgeTables::Operation& what = tables_.operations[i];
    const auto number = [&](const std::string& word, unsigned which) {
      return fmt::format("load_shared<0>({}, Real())", slot(word, which));
    };
    const auto operand = [&](const std::string& word, Type type) {
      return type == Type::complex
                 ? fmt::format("Complex{{{}, {}}}", number(word, 0), number(word, 1))
                 : number(word, 0);
    };
    const char* type = what.type == Type::complex ? "Complex" : "Real";
    line("        case {}: {{", PackedHead::operations + i);
    line("          const {} value = {};", type,
         expressions_.operation(what.kind, what.first, operand("head.y", what.first),
                                operand("head.z", what.second)));
    if (what.type == Type::complex) {
      line("          store_value({}, value.re);", slot("head.w", 0));
      line("          store_value({}, value.im);", slot("head.w", 1));
    } else {
      line("          store_value({}, value);", slot("head.w", 0));
    }
    line("        }} break;");
  }

  EdgeTables tables_;
  PackedPlan plan_;
  CudaProgram program_;
};

}  // namespace

CudaProgram emit_cuda_packed(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options) {
  return PackedEmitter(graph, schedule, options).emit();
}

}  // namespace diagc
