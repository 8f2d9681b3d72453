#include "compiler/emit/cuda/lanes.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "compiler/emit/cuda/part.h"
#include "compiler/emit/embedded_files.h"
#include "compiler/emit/prelude.h"
#include "compiler/schedule/register_file.h"

namespace diagc {

namespace {

constexpr unsigned register_file = 65'536;  // of a multiprocessor

}  // namespace

LaneText::LaneText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
    : CudaText(graph, schedule, options),
      shape_(lane_shape(graph, schedule, options)),
      places_(lane_places(graph, schedule, options)) {
  // Where the values of three blocks fit into registers, ptxas makes a kernel that adds the lane's offset to the address of each row
  // up to 10 % faster than one with a pointer for each lane; where they do not, up to 15 % slower (docs/notes/gpu-kernels.md).
  row_addresses_ = shape_.blocks >= 3;
}

std::string LaneText::head(const char* form, const CudaProgram& program) {
  title(fmt::format("CUDA for {}, {}", options_.device.arch, form));
  plan();
  launches(program);
  prelude(program.tables.size());
  if (!places_.chunks.empty()) {
    line("");
    line("enum {{ threads = {} }};", shape_.threads);
    text_ += embedded_text("slots");
  }
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
  if (resident()) return add_resident_kernel(function, chunk, program);
  kernel_begin(function, shape_.threads, shape_.blocks);
  line("  const Size at = batch.begin + blockIdx.x * {}ull + threadIdx.x;", shape_.threads);
  line("  if (at >= batch.end) return;");
  if (places_.rows > 0) {
    line("  Real *const work = batch.work + blockIdx.x * {}ull * {} + threadIdx.x;", places_.rows,
         shape_.threads);
  }
  CudaLaunch launch{
      .function = function, .threads = shape_.threads, .configurations = shape_.threads};
  if (places_.chunks.empty()) {
    body(chunk);
  } else {
    const Placement& placement =
        places_.chunks[static_cast<std::size_t>(&chunk - schedule_.chunks.data())];
    if (placement.slots > 0) line("  const unsigned slots = first_slot(threadIdx.x);");
    launch.shared_bytes = placement.slots * shape_.threads * real_bytes();
    uniforms(chunk, "batch.params");
    placed_body(chunk, placement);
  }
  line("}}");
  program.launches.push_back(launch);
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
  return {.source = take_text(), .threads = shape_.threads, .blocks = shape_.blocks};
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
  store_outputs(chunk);
}

/// The statements with transfers between them. What memory gives to a value again is an assignment to its variable.
void LaneText::placed_body(const Chunk& chunk, const Placement& placement) {
  input_lanes(chunk);
  std::unordered_set<NodeId> assigned;
  for (const std::vector<Transfer>& list : placement.transfers) {
    for (const Transfer& each : list) {
      if (is_load(each)) assigned.insert(each.node);
    }
  }
  const auto declared = [&](NodeId node) {
    return fmt::format("{}{} {}", assigned.contains(node) ? "" : "const ", type(node),
                       names_[node]);
  };
  std::size_t step = 0;
  const auto transfers = [&] {
    for (const Transfer& each : placement.transfers[step]) {
      transfer(each, each.node == no_node ? "" : declared(each.node));
    }
    ++step;
  };
  for (const Statement& statement : chunk.statements) {
    const NodeId node = statement.node;
    transfers();
    const auto more = placement.transfers.begin() + static_cast<std::ptrdiff_t>(step);
    const auto terms = static_cast<std::ptrdiff_t>(steps(statement)) - 1;
    if (std::all_of(more, more + terms, [](const auto& list) { return list.empty(); })) {
      line("  {} = {};", declared(node), expressions_.of(statement));
      step += static_cast<std::size_t>(terms);
    } else {
      line("  {} {} = {};", type(node), names_[node], expressions_.first_term(statement));
      for (std::size_t i = 1; i < statement.terms.size(); ++i) {
        transfers();
        line("  {} = {};", names_[node], expressions_.next_term(statement, i, names_[node]));
      }
    }
    if (const Slot slot = schedule_.slot[node]; slot != no_slot) {
      transfer({Transfer::What::store_row, node, {slot, slot + 1}}, "");
    }
  }
  transfers();
  store_outputs(chunk);
}

/// `declared`: the value's variable with its type.
void LaneText::transfer(const Transfer& transfer, const std::string& declared) {
  const NodeId node = transfer.node;
  const bool complex = node != no_node && graph_[node].type == Type::complex;
  const auto parts = [&](const auto& write) {
    write(names_[node] + (complex ? ".re" : ""), 0U);
    if (complex) write(names_[node] + ".im", 1U);
  };
  const auto access = [&](const char* function, const char* from) {
    parts([&](const std::string& part, std::uint32_t i) {
      line("  {}<{}>({}, {});", function, transfer.places[i], from, part);
    });
  };
  switch (transfer.what) {
    case Transfer::What::read_input:
      line("  {}{};", declared, complex ? "{}" : "");
      [[fallthrough]];
    case Transfer::What::read_input_again:
      parts([&](const std::string& part, std::uint32_t i) {
        line("  load_input({}, {});", address(node, i), part);
      });
      break;
    case Transfer::What::read_row:
      line("  {}{};", declared, complex ? "{}" : "");
      [[fallthrough]];
    case Transfer::What::load_row:
      access("load_row", "work");
      break;
    case Transfer::What::store_row:
      access("store_row", "work");
      break;
    case Transfer::What::read_slot:
      line("  {}{};", declared, complex ? "{}" : "");
      [[fallthrough]];
    case Transfer::What::load_slot:
      access("load_slot", "slots");
      break;
    case Transfer::What::store_slot:
      access("store_slot", "slots");
      break;
    case Transfer::What::barrier:
      line("  superstep(group);");
      break;
  }
}

void LaneText::store_outputs(const Chunk& chunk) {
  for (std::uint32_t output : chunk.outputs) {
    const RowPlace place = place_of(signature_.outputs, output);
    for (const auto& [row, value] : output_values(output)) {
      line("  {}{} = {};", if_there_, output_row(place.variable, row), value);
    }
  }
}

/// Address of a row from outside, for this lane.
std::string LaneText::address(NodeId node, std::uint32_t part) const {
  if (graph_[node].kind != Kind::input) {
    return fmt::format("work + {} * {}", schedule_.slot[node] + part, shape_.threads);
  }
  const RowPlace place = place_of(signature_.inputs, graph_[node].payload);
  return input_row(place.variable, place.row + part);
}

/// What is read from there, as an expression.
std::string LaneText::outside(NodeId node) const {
  // A row of the workspace may hold another value before the kernel ends, so that only inputs are read-only.
  const char* load = graph_[node].kind == Kind::input ? input_read_ : "*({})";
  const auto row = [&](std::uint32_t part) {
    return fmt::format(fmt::runtime(load), address(node, part));
  };
  if (graph_[node].type == Type::complex) return fmt::format("Complex{{{}, {}}}", row(0), row(1));
  return row(0);
}

void LaneText::read(NodeId node) {
  line("  const {} {} = {};", type(node), names_[node], outside(node));
}

/// Stores what later chunks read.
void LaneText::keep(NodeId node) {
  const Slot slot = schedule_.slot[node];
  if (slot == no_slot) return;
  if (graph_[node].type == Type::complex) {
    line("  work[{0} * {3}] = {1}.re, work[{2} * {3}] = {1}.im;", slot, names_[node], slot + 1,
         shape_.threads);
  } else {
    line("  work[{} * {}] = {};", slot, shape_.threads, names_[node]);
  }
}

bool has_complex_values(const Graph& graph, const Schedule& schedule) {
  return std::ranges::any_of(schedule.chunks, [&](const Chunk& chunk) {
    return std::ranges::any_of(chunk.statements, [&](const Statement& statement) {
      return graph[statement.node].type == Type::complex;
    });
  });
}

namespace {

/// The options of straight and chunked kernels that say where they lie.
struct ShapeOptions {
  unsigned blocks = 0, shared = 0;
};

ShapeOptions shape_options(const CudaForm& form, bool single_precision) {
  if (const auto* straight = std::get_if<StraightOptions>(&form)) {
    return {straight->blocks, straight->shared};
  }
  if (const auto* chunked = std::get_if<ChunkedOptions>(&form)) {
    return {chunked->blocks, chunked->shared};
  }
  // Of the kernels before products of tiles one block has all of the shared memory, for 128 threads.
  if (std::holds_alternative<ProductOptions>(form)) return {0, single_precision ? 452U : 226U};
  return {};
}

/// As many blocks as live values leave registers for.
unsigned blocks_in_registers(const Graph& graph, const Schedule& schedule,
                             const CudaOptions& options, unsigned threads) {
  // Beside live values: addresses, loads on their way, the running sum.
  constexpr std::size_t more = 36;
  const std::size_t words =
      (options.single_precision ? 1 : 2) * (has_complex_values(graph, schedule) ? 2 : 1);
  const std::size_t wanted = schedule.max_live * words + more;
  for (const unsigned blocks : {8u, 6u, 5u, 4u, 3u}) {
    if (wanted <= register_file / (threads * blocks) / 8 * 8) return blocks;
  }
  return 2;
}

}  // namespace

LaneShape lane_shape(const Graph& graph, const Schedule& schedule, const CudaOptions& options) {
  const ShapeOptions asked = shape_options(options.form, options.single_precision);
  LaneShape shape{.blocks = asked.blocks};
  if (asked.shared > 0) {
    constexpr std::size_t warp = 32;
    const std::size_t real_bytes = options.single_precision ? 4 : 8;
    shape.slots = static_cast<std::uint32_t>(
        std::min<std::size_t>(asked.shared, options.device.shared_bytes / (warp * real_bytes)));
    const std::size_t warps = options.device.shared_bytes / (shape.slots * warp * real_bytes);
    shape.threads = static_cast<unsigned>(warp * std::min<std::size_t>(warps, 4));
    const std::size_t bytes =
        shape.slots * shape.threads * real_bytes + CudaDevice::reserved_shared_bytes;
    if (shape.blocks == 0) {
      shape.blocks = static_cast<unsigned>(std::clamp<std::size_t>(
          (options.device.shared_bytes + CudaDevice::reserved_shared_bytes) / bytes, 1, 2));
    }
  } else if (shape.blocks == 0) {
    shape.blocks = std::holds_alternative<StraightOptions>(options.form)
                       ? blocks_in_registers(graph, schedule, options, shape.threads)
                       : 2;
  }
  shape.registers = std::min(options.device.thread_registers,
                             register_file / (shape.threads * shape.blocks) / 8 * 8);
  return shape;
}

LanePlaces lane_places(const Graph& graph, const Schedule& schedule, const CudaOptions& options) {
  LanePlaces places{.rows = schedule.slots};
  const LaneShape shape = lane_shape(graph, schedule, options);
  if (shape.slots == 0) return places;
  // Registers for addresses, sums, and what ptxas computes ahead: with these it spills little or nothing (docs/notes/gpu-kernels.md).
  constexpr unsigned beside = 34;
  constexpr std::uint32_t words_ahead = 32;
  // Of one kernel rows hold what slots do not; chunks read many from each other, which would fill registers too early.
  const auto* straight = std::get_if<StraightOptions>(&options.form);
  const unsigned asked = straight != nullptr ? straight->ahead : 0;
  const unsigned row_lead = asked > 0 ? asked : straight != nullptr ? 160 : 64;
  const std::uint32_t words = options.single_precision ? 1 : 2;
  for (const Chunk& chunk : schedule.chunks) {
    if (schedule.cooperation && &chunk == &schedule.chunks[schedule.cooperation->chunk]) {
      places.chunks.emplace_back();
      continue;
    }
    places.chunks.push_back(place_values(graph, schedule, chunk,
                                         {.registers = shape.registers - beside,
                                          .real_words = words,
                                          .slots = shape.slots,
                                          .input_lead = asked > 0 ? asked : 64,
                                          .row_lead = row_lead,
                                          .ahead = words_ahead / words}));
    places.rows = std::max(places.rows, places.chunks.back().rows);
  }
  return places;
}

namespace {

/// As many configurations as keep workspace and inputs in three fifths of the cache, but as many as the device holds at least: without
/// slots one block of 255 registers a thread for every half of a multiprocessor's registers.
std::size_t slab_in_cache(std::uint32_t work_rows, const LaneShape& shape,
                          const Signature& signature, std::size_t real_bytes,
                          const CudaDevice& device) {
  const std::size_t blocks = shape.slots > 0 ? shape.blocks : 2;
  const std::size_t wave = device.multiprocessors * blocks * shape.threads;
  const std::size_t bytes = (work_rows + rows(signature.inputs)) * real_bytes;
  const std::size_t fitting = device.cache_bytes * 3 / 5 / bytes;
  return std::max(fitting / wave, std::size_t{1}) * wave;
}

}  // namespace

CudaProgram emit_cuda_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options) {
  CudaProgram program;
  program.schedule = schedule_of(options.form);
  LaneText text(graph, schedule, options);
  const std::size_t real_bytes = options.single_precision ? 4 : 8;
  if (text.rows() > 0 && !text.resident()) {
    program.workspace_bytes = text.rows() * real_bytes;
    const LaneShape shape = lane_shape(graph, schedule, options);
    program.slab =
        options.slab > 0
            ? (options.slab + shape.threads - 1) / shape.threads * shape.threads
            : slab_in_cache(text.rows(), shape, graph.signature(), real_bytes, options.device);
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
  const auto* straight = std::get_if<StraightOptions>(&options.form);
  if (straight == nullptr || straight->shared > 0 || schedule.chunked()) {
    throw std::logic_error(
        "a part of a CUDA kernel takes the schedule `straight` of one chunk, without slots");
  }
  return LaneText(graph, schedule, options).part(space);
}

}  // namespace diagc
