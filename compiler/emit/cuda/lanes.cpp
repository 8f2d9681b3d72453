#include "compiler/emit/cuda/lanes.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/emit/cuda/part.h"
#include "compiler/emit/prelude.h"

namespace diagc {

namespace {

constexpr unsigned registers = 65'536;  // of a multiprocessor

/// As many configurations as keep workspace and inputs in three fifths of the cache, but one block of 255 registers a
/// thread for every half of a multiprocessor's registers.
std::size_t slab_in_cache(const Schedule& schedule, const Signature& signature,
                          std::size_t real_bytes, const CudaDevice& device) {
  const std::size_t wave = std::size_t{device.multiprocessors} * 2 * lane_threads;
  const std::size_t bytes = (schedule.slots + rows(signature.inputs)) * real_bytes;
  const std::size_t fitting = device.cache_bytes * 3 / 5 / bytes;
  return std::max(fitting / wave, std::size_t{1}) * wave;
}

}  // namespace

LaneText::LaneText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
    : CudaText(graph, schedule, options), blocks_(lane_blocks(graph, schedule, options)) {
  // Where the values of three blocks fit into registers, ptxas makes a kernel that adds the lane's offset to the address of each row
  // up to 10 % faster than one with a pointer for each lane; where they do not, up to 15 % slower (docs/notes/gpu-kernels.md).
  row_addresses_ = blocks_ >= 3;
}

std::string LaneText::head(const char* form, const CudaProgram& program) {
  title(fmt::format("CUDA for {}, {}", options_.device.arch, form));
  plan();
  launches(program);
  prelude(program.tables.size());
  if (row_addresses_) {
    line("");
    line("// The number that is so many bytes behind the first of a row.");
    line("__device__ inline const Real *in_row(const Real *row, Size bytes) {{");
    line("  return (const Real *)((const char *)row + bytes);");
    line("}}");
  }
  return take_text();
}

void LaneText::add_kernel(const std::string& function, const Chunk& chunk, CudaProgram& program) {
  kernel_begin(function, lane_threads, blocks_);
  line("  const Size at = batch.begin + blockIdx.x * {}ull + threadIdx.x;", lane_threads);
  line("  if (at >= batch.end) return;");
  if (schedule_.chunked()) {
    line("  Real *const work = batch.work + blockIdx.x * {}ull * {} + threadIdx.x;",
         schedule_.slots, lane_threads);
  }
  body(chunk);
  line("}}");
  program.launches.push_back(
      {.function = function, .threads = lane_threads, .configurations = lane_threads});
  program.kernels.push_back(take_text());
}

Part LaneText::part(const std::string& space) {
  rows_ = "rows";
  row_addresses_ = false;
  input_read_ = "*({})";  // the caller may have written the rows in the same launch
  title(fmt::format("CUDA for {}, one lane a configuration, a part of a larger kernel",
                    options_.device.arch));
  plan();
  line("// To be compiled with {}.", fmt::join(cuda_compile_options, " "));
  line("namespace {} {{", space);
  global_functions();
  types();
  line("enum : Size {{ lanes = 1 }};");
  rows_structs();
  part_rows(false);
  line("static __device__ __forceinline__ void evaluate(const Rows &rows, const Size at) {{");
  body(schedule_.chunks.front());
  line("}}");
  line("}}  // namespace {}", space);
  return {.source = take_text(), .threads = lane_threads, .blocks = blocks_};
}

/// Makes functions of real numbers visible, which the namespace's own functions of complex numbers would hide.
void LaneText::global_functions() {
  const PreludeNeeds needs(graph_, schedule_);
  if (needs.complex) line("using ::fma;");
  for (const auto& [kind, type] : needs.functions) {
    if (type == Type::complex) line("using ::{};", to_string(kind));
  }
}

void LaneText::body(const Chunk& chunk) {
  input_lanes(chunk);
  uniforms(chunk, fmt::format("{}.params", rows_).c_str());
  statements(chunk, "  ", [&](NodeId node) { read(node); }, [&](NodeId node) { keep(node); });
  for (std::uint32_t output : chunk.outputs) {
    const RowPlace place = place_of(signature_.outputs, output);
    for (const auto& [row, value] : output_values(output)) {
      line("  {} = {};", output_row(place.variable, row), value);
    }
  }
}

/// Address of a row from outside, for this lane.
std::string LaneText::address(NodeId node, std::uint32_t part) const {
  if (graph_[node].kind != Kind::input) {
    return fmt::format("work + {} * {}", schedule_.slot[node] + part, lane_threads);
  }
  const RowPlace place = place_of(signature_.inputs, graph_[node].payload);
  return input_row(place.variable, place.row + part);
}

void LaneText::read(NodeId node) {
  // A row of the workspace may hold another value before the kernel ends, so that only inputs are read-only.
  const char* load = graph_[node].kind == Kind::input ? input_read_ : "*({})";
  const auto row = [&](std::uint32_t part) {
    return fmt::format(fmt::runtime(load), address(node, part));
  };
  if (graph_[node].type == Type::complex) {
    line("  const Complex {}{{{}, {}}};", names_[node], row(0), row(1));
  } else {
    line("  const Real {} = {};", names_[node], row(0));
  }
}

/// Stores what later chunks read.
void LaneText::keep(NodeId node) {
  const Slot slot = schedule_.slot[node];
  if (slot == no_slot) return;
  if (graph_[node].type == Type::complex) {
    line("  work[{0} * {3}] = {1}.re, work[{2} * {3}] = {1}.im;", slot, names_[node], slot + 1,
         lane_threads);
  } else {
    line("  work[{} * {}] = {};", slot, lane_threads, names_[node]);
  }
}

bool has_complex_values(const Graph& graph, const Schedule& schedule) {
  return std::ranges::any_of(schedule.chunks, [&](const Chunk& chunk) {
    return std::ranges::any_of(chunk.statements, [&](const Statement& statement) {
      return graph[statement.node].type == Type::complex;
    });
  });
}

unsigned lane_blocks(const Graph& graph, const Schedule& schedule, const CudaOptions& options) {
  const auto* straight = std::get_if<StraightOptions>(&options.form);
  if (straight && straight->blocks > 0) return straight->blocks;
  const auto* chunked = std::get_if<ChunkedOptions>(&options.form);
  if (chunked && chunked->blocks > 0) return chunked->blocks;
  // Beside live values: addresses, loads on their way, the running sum.
  constexpr std::size_t more = 36;
  const std::size_t words =
      (options.single_precision ? 1 : 2) * (has_complex_values(graph, schedule) ? 2 : 1);
  const std::size_t wanted = schedule.max_live * words + more;
  for (const unsigned blocks : {8u, 6u, 5u, 4u, 3u}) {
    if (straight && wanted <= registers / (lane_threads * blocks) / 8 * 8) {
      return blocks;
    }
  }
  return 2;
}

CudaProgram emit_cuda_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options) {
  CudaProgram program;
  program.schedule = schedule_of(options.form);
  LaneText text(graph, schedule, options);
  const std::size_t real_bytes = options.single_precision ? 4 : 8;
  if (schedule.chunked()) {
    program.workspace_bytes = schedule.slots * real_bytes;
    program.slab = options.slab > 0
                       ? (options.slab + lane_threads - 1) / lane_threads * lane_threads
                       : slab_in_cache(schedule, graph.signature(), real_bytes, options.device);
  }
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    text.add_kernel(program.schedule == CudaSchedule::straight
                        ? text.name() + "_straight"
                        : fmt::format("{}_chunk{}", text.name(), c),
                    schedule.chunks[c], program);
  }
  program.head = text.head("one lane a configuration", program);
  return program;
}

Part emit_cuda_part(const Graph& graph, const Schedule& schedule, const CudaOptions& options,
                    const std::string& space) {
  if (!std::holds_alternative<StraightOptions>(options.form) || schedule.chunked()) {
    throw std::logic_error("a part of a CUDA kernel takes the schedule `straight` of one chunk");
  }
  return LaneText(graph, schedule, options).part(space);
}

}  // namespace diagc
