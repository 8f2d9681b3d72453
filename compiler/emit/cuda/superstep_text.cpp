#include "compiler/emit/cuda/superstep_text.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

/// Two warps a scheduler where a thread has all the registers that it may have.
constexpr unsigned most_warps = 8;

class SuperstepText : public LaneText {
 public:
  SuperstepText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : LaneText(graph, schedule, options),
        shape_(superstep_shape(options)),
        plan_(plan_supersteps(graph, schedule, options)) {
    if_there_ = "if (there) ";
    row_addresses_ = false;
  }

  CudaProgram program() {
    CudaProgram program;
    program.schedule = CudaSchedule::straight;
    const Chunk& chunk = schedule_.chunks.front();
    const std::string function = name_ + "_straight";
    kernel(function, chunk);
    program.launches.push_back(
        {.function = function,
         .threads = shape_.threads(),
         .configurations = shape_.configurations(),
         .shared_bytes = std::size_t{plan_.slots} * shape_.configurations() * real_bytes(),
         .resident = true});
    program.kernels.push_back(take_text());
    program.block_bytes = std::size_t{plan_.rows} * shape_.configurations() * real_bytes();
    title(fmt::format("CUDA for {}, {} warps share the statements", options_.device.arch,
                      shape_.warps));
    plan();
    line(
        "// {} supersteps with {} operations of the slowest warps; values for other warps: {} "
        "stores and {} loads of shared memory,",
        plan_.count, plan_.operations, plan_.stores, plan_.loads);
    line("// {} and {} of rows.", plan_.row_stores, plan_.row_loads);
    launches(program);
    prelude(program.tables.size());
    line("");
    line("enum {{ threads = {} }};", shape_.configurations());
    text_ += embedded_text("slots");
    text_ += embedded_text("supersteps", {{"WARPS", std::to_string(shape_.warps)},
                                          {"GROUPS", std::to_string(shape_.groups)}});
    program.head = take_text();
    return program;
  }

 private:
  void kernel(const std::string& function, const Chunk& chunk) {
    line("");
    line(
        "static __device__ __forceinline__ void part(const Batch &batch, const Size at, const bool "
        "there, Real *const work,");
    line(
        "                                            const unsigned slots, const unsigned warp, "
        "const unsigned group) {{");
    input_lanes(chunk);
    uniforms(chunk, "batch.params");
    line("  switch (warp % {}) {{", shape_.warps);
    for (std::size_t i = 0; i < plan_.parts.size(); ++i) {
      line("    case {}: {{", i);
      placed_body(plan_.parts[i].chunk, plan_.parts[i].placement);
      line("    }} break;");
    }
    line("  }}");
    line("}}");
    kernel_begin(function, shape_.threads(), 1);
    line("  const unsigned warp = of_warp(threadIdx.x >> 5), group = warp / {};", shape_.warps);
    line("  const unsigned own = 32 * group + (threadIdx.x & 31);");
    line("  Real *const work = batch.work + blockIdx.x * {}ull * {} + own;", plan_.rows,
         shape_.configurations());
    line("  const unsigned slots = first_slot(own);");
    line("  const Size step = gridDim.x * {}ull;", shape_.configurations());
    line(
        "  for (Size first = batch.begin + blockIdx.x * {}ull; first < batch.end; first += step) "
        "{{",
        shape_.configurations());
    // All threads come to all barriers.
    line("    const Size place = first + own;");
    line("    const bool there = place < batch.end;");
    line("    part(batch, there ? place : batch.end - 1, there, work, slots, warp, group);");
    // Slots and rows are free for the next configuration.
    line("    superstep(group);");
    line("  }}");
    line("}}");
  }

  const SuperstepShape shape_;
  const Supersteps plan_;
};

}  // namespace

SuperstepShape superstep_shape(const CudaOptions& options) {
  constexpr unsigned register_file = 65'536;
  const auto& form = std::get<StraightOptions>(options.form);
  const std::size_t real_bytes = options.single_precision ? 4 : 8;
  SuperstepShape shape{.warps = form.warps, .groups = std::max(most_warps / form.warps, 1U)};
  shape.registers =
      std::min(options.device.thread_registers, register_file / shape.threads() / 8 * 8);
  const auto room = static_cast<std::uint32_t>(options.device.shared_bytes /
                                               (shape.configurations() * real_bytes));
  shape.slots = form.shared > 0 ? std::min(form.shared, room) : room;
  return shape;
}

Supersteps plan_supersteps(const Graph& graph, const Schedule& schedule,
                           const CudaOptions& options) {
  if (has_complex_values(graph, schedule)) {
    throw std::runtime_error("warps share statements of real values only: take another schedule");
  }
  // As for slots of a thread (lanes.cpp).
  constexpr unsigned beside = 34;
  constexpr std::uint32_t words_ahead = 32;
  const SuperstepShape shape = superstep_shape(options);
  const std::uint32_t words = options.single_precision ? 1 : 2;
  return make_supersteps(graph, schedule,
                         {.warps = shape.warps,
                          .registers = shape.registers - beside,
                          .real_words = words,
                          .slots = shape.slots,
                          .ahead = words_ahead / words});
}

CudaProgram emit_cuda_supersteps(const Graph& graph, const Schedule& schedule,
                                 const CudaOptions& options) {
  return SuperstepText(graph, schedule, options).program();
}

}  // namespace diagc
