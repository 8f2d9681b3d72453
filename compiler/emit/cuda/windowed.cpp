#include "compiler/emit/cuda/windowed.h"

#include <algorithm>
#include <bit>
#include <set>

#include "compiler/emit/cuda/edge_listing.h"
#include "compiler/emit/cuda/edge_tables.h"
#include "compiler/emit/cuda/text.h"
#include "compiler/emit/embedded_files.h"

namespace diagc {

namespace {

/// The tables in the order of Batch::tables.
enum Table { edge_table, step_table, operand_table, level_table, number_table, output_table };
constexpr std::size_t table_count = 6;

/// Records shown at the end of the source, as many as a person may want to look through.
constexpr std::size_t listed_records = 1000;

class WindowedEmitter : CudaText {
 public:
  WindowedEmitter(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options), tables_(graph, schedule) {
    choose_window();
    choose_memory();
  }

  CudaProgram emit() {
    CudaLaunch launch;
    launch.function = name_ + "_windowed";
    launch.threads = window_;
    launch.configurations = 1;
    launch.shared_bytes = shared_numbers() * real_bytes();
    program_.schedule = CudaSchedule::windowed;
    program_.launches = {launch};
    add_tables();

    kernel(launch.function);
    program_.kernels = {take_text()};
    title(fmt::format("CUDA for {}, one block a configuration", options_.device.arch));
    line("// {} edges and {} other steps on {} levels; {} numbers a configuration.",
         tables_.edges.size(), tables_.steps.size(), tables_.levels.size(),
         tables_.values + tables_.known);
    launches(program_);
    prelude(table_count);
    text_ += "\n" + embedded_text("edges");
    text_ += "\n" + embedded_text(has_complex() ? "complex_products" : "real_products");
    if (shared_numbers() > 0) {
      line("");
      line("extern \"C\" __shared__ __align__(16) unsigned char diagc_shared[];");
    }
    program_.head = take_text();
    program_.tail = edge_listing(graph_, tables_, names_, expressions_, listed_records);
    return std::move(program_);
  }

 private:
  /// About two edges a thread and level, and a barrier that few warps wait at.
  void choose_window() {
    const std::size_t records = tables_.edges.size() + tables_.steps.size();
    const std::size_t a_level = records / std::max<std::size_t>(tables_.levels.size(), 1);
    window_ = static_cast<unsigned>(
        std::clamp<std::size_t>(std::bit_ceil(std::max<std::size_t>(a_level / 2, 1)), 64, 1024));
  }

  void choose_memory() {
    const std::size_t room =
        (options_.device.shared_bytes - CudaDevice::reserved_shared_bytes) / real_bytes();
    shared_known_ = tables_.known <= room / 4;
    const std::size_t numbers = tables_.values + (shared_known_ ? 0 : tables_.known);
    program_.workspace_bytes = numbers * real_bytes();
    // Several times the blocks that run at once, and no more than stays in the cache.
    const std::size_t wave = std::size_t{options_.device.multiprocessors} * (2048 / window_);
    const std::size_t fitting =
        options_.device.cache_bytes * 3 / 5 / program_.workspace_bytes / wave * wave;
    program_.slab = options_.slab > 0 ? options_.slab : std::clamp(fitting, 4 * wave, 64 * wave);
  }

  std::size_t shared_numbers() const { return shared_known_ ? tables_.known : 0; }

  bool has_complex() const {
    for (NodeId node = 0; node < graph_.node_count(); ++node) {
      if (schedule_.role[node] != Role::unused && graph_[node].type == Type::complex) return true;
    }
    return false;
  }

  void add_tables() {
    const auto add = [&](const char* name, std::string bytes) {
      program_.tables.push_back({name, std::move(bytes)});
    };
    add("edges", table_bytes(tables_.edges));
    add("steps", table_bytes(tables_.steps));
    add("operands", table_bytes(tables_.operands));
    add("levels", table_bytes(tables_.levels));
    add("numbers", rounded_numbers(tables_.numbers, options_.single_precision));
    add("outputs", table_bytes(outputs()));
  }

  struct OutputRecord {
    std::uint32_t variable, row, place;
  };
  std::vector<OutputRecord> outputs() const {
    std::vector<OutputRecord> result;
    for (std::uint32_t output = 0; output < graph_.outputs().size(); ++output) {
      const RowPlace at = place_of(signature_.outputs, output);
      const auto variable = static_cast<std::uint32_t>(at.variable);
      const std::uint32_t place = tables_.output_places[output] & ~place_complex;
      result.push_back({variable, at.row, place});
      if (signature_.outputs[at.variable].type == Type::real) continue;
      const bool complex = graph_[graph_.outputs()[output]].type == Type::complex;
      result.push_back({variable, at.row + 1, complex ? place + 1 : ~0u});
    }
    return result;
  }

  void kernel(const std::string& function) {
    kernel_begin(function, window_, 0);
    line("  const Size at = batch.begin + blockIdx.x;");
    line("  if (at >= batch.end) return;");
    memory();
    fill();
    line("  __syncthreads();");
    levels();
    const std::size_t output_rows = rows(signature_.outputs);
    line("  const Output *const to = (const Output *)batch.tables[{}];",
         static_cast<int>(output_table));
    line("  for (unsigned i = threadIdx.x; i < {}; i += {}) {{", output_rows, window_);
    line(
        "    const Real value = to[i].place == no_place ? Real(0) : *find(to[i].place, values, "
        "known);");
    line("    const OutputRows rows = batch.outputs[to[i].variable];");
    line("    rows.data[to[i].row * rows.row_stride + at] = value;");
    line("  }}");
    line("}}");
  }

  void memory() {
    line("  Real *const work = batch.work + blockIdx.x * {}ull;",
         program_.workspace_bytes / real_bytes());
    line("  Real *const values = work + 0;");
    line("  Real *const known = {} + {};", shared_known_ ? "(Real *)diagc_shared" : "work",
         shared_known_ ? 0 : tables_.values);
  }

  /// Inputs, numbers and uniform values into `known`, zeros into `values`.
  void fill() {
    for (std::size_t i = 0; i < signature_.inputs.size(); ++i) {
      if (!is_read(i)) continue;
      line("  for (unsigned row = threadIdx.x; row < {}; row += {})", rows(signature_.inputs[i]),
           window_);
      line(
          "    known[{0} + row] = batch.inputs[{1}].data[row * batch.inputs[{1}].row_stride + at * "
          "batch.inputs[{1}].lane_stride];",
          first_input_[i], i);
    }
    line("  const Real *const numbers = (const Real *)batch.tables[{}];",
         static_cast<int>(number_table));
    line("  for (unsigned i = threadIdx.x; i < {}; i += {}) known[{} + i] = numbers[i];",
         tables_.numbers.size(), window_, tables_.first_number);
    line("  for (unsigned i = threadIdx.x; i < {}; i += {}) values[i] = i == 0;", tables_.values,
         window_);
    if (tables_.uniforms.empty()) return;
    line("  if (threadIdx.x == 0) {{  // what depends on params alone");
    uniforms(schedule_.chunks.front(), "batch.params");
    for (const EdgeTables::Uniform& uniform : tables_.uniforms) {
      const std::string value = expressions_.of({no_node, {uniform.term}});
      if (uniform.type == Type::complex) {
        line("  known[{0}] = ({1}).re, known[{2}] = ({1}).im;", uniform.place, value,
             uniform.place + 1);
      } else {
        line("  known[{}] = {};", uniform.place, value);
      }
    }
    line("  }}");
  }

  void levels() {
    line("  const Edge *const edges = (const Edge *)batch.tables[{}];",
         static_cast<int>(edge_table));
    if (!tables_.steps.empty()) {
      line("  const Step *const steps = (const Step *)batch.tables[{}];",
           static_cast<int>(step_table));
      line("  const unsigned *const operands = (const unsigned *)batch.tables[{}];",
           static_cast<int>(operand_table));
    }
    line("  const Level *const levels = (const Level *)batch.tables[{}];",
         static_cast<int>(level_table));
    line("  unsigned first_edge = 0{};", tables_.steps.empty() ? "" : ", first_step = 0");
    line("  for (unsigned level = 0; level < {}; ++level) {{", tables_.levels.size());
    line("    const Level end = levels[level];");
    line("    for (unsigned e = first_edge + threadIdx.x; e < end.edges_end; e += {}) {{", window_);
    line("      const Edge edge = edges[e];");
    line(
        "      atomicAdd(values + edge.dst, values[edge.src] * known[edge.leaf] * "
        "known[edge.scalar]);");
    line("    }}");
    line("    first_edge = end.edges_end;");
    if (!tables_.steps.empty()) {
      line("    for (unsigned s = first_step + threadIdx.x; s < end.steps_end; s += {}) {{",
           window_);
      line("      const Step step = steps[s];");
      line("      const unsigned *const from = operands + step.first;");
      line("      Real *const to = values + step.dst;");
      line("      switch (step.operation) {{");
      line("        case 0: add_product(to, from, step.count, values, known); break;");
      for (std::size_t i = 0; i < tables_.operations.size(); ++i) {
        line("        case {}: {} break;", i + 1, operation(tables_.operations[i]));
      }
      line("      }}");
      line("    }}");
      line("    first_step = end.steps_end;");
    }
    line("    __syncthreads();");
    line("  }}");
  }

  std::string operation(const EdgeTables::Operation& what) const {
    const auto operand = [](int i, Type type) {
      const std::string at = fmt::format("find(from[{}], values, known)", i);
      return type == Type::complex ? "complex_at(" + at + ")" : "*" + at;
    };
    const std::string value = expressions_.operation(what.kind, what.first, operand(0, what.first),
                                                     operand(1, what.second));
    return what.type == Type::complex ? fmt::format("set(to, {});", value)
                                      : fmt::format("*to = {};", value);
  }

  EdgeTables tables_;
  CudaProgram program_;
  unsigned window_ = 0;
  bool shared_known_ = false;
};

}  // namespace

CudaProgram emit_cuda_windowed(const Graph& graph, const Schedule& schedule,
                               const CudaOptions& options) {
  return WindowedEmitter(graph, schedule, options).emit();
}

}  // namespace diagc
