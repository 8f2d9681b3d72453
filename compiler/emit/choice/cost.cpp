#include "compiler/emit/choice/cost.h"

#include <algorithm>
#include <cmath>

#include "compiler/emit/cooperative/plan.h"
#include "compiler/emit/cuda/lanes.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/matrix/plan.h"
#include "compiler/emit/packed/plan.h"
#include "compiler/emit/products/plan.h"
#include "compiler/schedule/placement.h"
#include "compiler/schedule/spills.h"

namespace diagc {

namespace {

// Measured on an H200; other devices are taken to differ in size and clock only.
constexpr double lanes_issued = 128;          // instructions of lanes, a multiprocessor and cycle
constexpr double issue_share = 0.72;          // of that, in straight-line code at 8 warps and more
constexpr double cache_bytes_per_cycle = 20;  // of the second-level cache, a multiprocessor: 5 TB/s
constexpr std::size_t instruction_bytes = 16;
// Code that the instruction cache does not hold comes from the second-level cache, line by line to each of four schedulers, whose warps wait:
// half as long in single precision, in which an instruction takes one turn.
constexpr double held_code = 128 << 10,
                 missed_code = 160 << 10;  // bytes: all of it held, none of it
constexpr double line_bytes = 128, line_cycles = 24, line_cycles_single = 12;
constexpr std::size_t spill_cache = 200 << 10;  // of the first-level cache, a multiprocessor
// Instructions that operations and rows take beyond one: addresses, the steps of an IEEE division, of an exponential.
constexpr double input_instructions = 3, workspace_instructions = 1.1;
constexpr double division_instructions = 12, function_instructions = 30;
constexpr std::uint64_t spills_of_ptxas = 3;  // for one of Belady's
constexpr double share_of_one_warp = 0.62;    // of the issue rate
constexpr unsigned register_file = 65'536, most_registers = 255;
constexpr unsigned beside_values = 22;  // registers for addresses, loads on their way, sums

double issue_rate(const CudaDevice& device) {
  return device.multiprocessors * device.clock * lanes_issued * issue_share;
}

double cache_rate(const CudaDevice& device) {
  return device.multiprocessors * device.clock * cache_bytes_per_cycle;
}

/// Words of 32 bits to and from shared memory.
double shared_rate(const CudaDevice& device) { return device.multiprocessors * device.clock * 32; }

/// Instructions that double precision takes for one of single precision.
double double_cost(const CudaDevice& device) {
  const bool full = device.arch.starts_with("sm_80") || device.arch.starts_with("sm_90") ||
                    device.arch.starts_with("sm_100");
  return full ? 2 : 64;
}

double arithmetic(const Work& work, const CudaOptions& options) {
  const double weight = options.single_precision ? 1 : double_cost(options.device);
  return weight * (static_cast<double>(work.fused + work.multiplications + work.additions) +
                   division_instructions * static_cast<double>(work.divisions) +
                   function_instructions * static_cast<double>(work.functions));
}

std::size_t row_count(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::size_t rows = 0;
  for (const NodeId node : nodes) rows += static_cast<std::size_t>(rows_of(graph[node].type));
  return rows;
}

std::size_t output_rows(const Graph& graph) { return rows(graph.signature().outputs); }

/// Times that hide each other in part: the larger counts, and a little of the other.
double overlapped(double a, double b) { return std::pow(std::pow(a, 4) + std::pow(b, 4), 0.25); }

double compile_seconds(double instructions) {
  return 0.13 + 2.5 * std::pow(instructions / 7000, 1.5);
}

/// Where values live in slots of shared memory, which ptxas cannot tell apart. Measured were 1.9, 2.6, 30, 120 and 229 s of 4,200, 4,900, 11,100,
/// 20,000 and 27,500 instructions.
double compile_seconds_with_slots(double instructions) {
  return 0.2 + 30 * std::pow(instructions / 11'100, 2.4);
}

struct KernelCost {
  unsigned registers = 0, warps = 0;
  Spills spilled;
  /// Real numbers to and from slots, and, beside those of the schedule, rows.
  std::uint64_t slot_numbers = 0, row_numbers = 0;
  double instructions = 0;  ///< of a lane
  double issue_seconds = 0, spill_seconds = 0, compile_seconds = 0;
  std::size_t code = 0;
};

/// Without slots, `placement` is null.
KernelCost kernel_cost(const Graph& graph, const Schedule& schedule, const Chunk& chunk,
                       const CudaOptions& options, const LaneShape& shape,
                       const Placement* placement) {
  KernelCost cost;
  const std::uint64_t real_words = options.single_precision ? 1 : 2;
  if (placement != nullptr) {
    cost.registers = shape.registers;
    cost.slot_numbers = placement->slot_stores + placement->slot_loads;
    cost.row_numbers = placement->row_stores + placement->row_loads + placement->input_loads;
  } else {
    cost.spilled = spills(graph, schedule, chunk, shape.registers - beside_values, real_words);
    for (std::uint64_t* words : {&cost.spilled.stores, &cost.spilled.loads})
      *words *= spills_of_ptxas;
    cost.registers = static_cast<unsigned>(
        std::min<std::uint64_t>(shape.registers, cost.spilled.registers + beside_values));
  }
  const unsigned rounded = (cost.registers + 7) / 8 * 8;
  cost.warps = std::min(64U, register_file / (rounded * shape.threads) * (shape.threads / 32));
  if (placement != nullptr) cost.warps = shape.blocks * shape.threads / 32;

  const std::size_t leaves = row_count(graph, chunk.leaves);
  const double workspace_rows = static_cast<double>(chunk.work.loads + chunk.work.stores - leaves);
  const double spilled = static_cast<double>(cost.spilled.stores + cost.spilled.loads);
  const double others = input_instructions * static_cast<double>(leaves) +
                        workspace_instructions * workspace_rows + spilled +
                        static_cast<double>(cost.slot_numbers + cost.row_numbers);
  // In double precision an instruction takes two turns, but as much room as another.
  const Work& work = chunk.work;
  CudaOptions single = options;
  single.single_precision = true;
  cost.instructions = arithmetic(work, single) + others;
  cost.code = static_cast<std::size_t>(cost.instructions) * instruction_bytes;
  const auto code = static_cast<double>(cost.code);
  const double missed = std::clamp((code - held_code) / (missed_code - held_code), 0.0, 1.0);
  const double fetch_seconds =
      missed * code / line_bytes * (options.single_precision ? line_cycles_single : line_cycles) /
      (std::min(cost.warps, 4U) * 32 * options.device.multiprocessors * options.device.clock);
  // Each of four schedulers has a warp, or none; one warp alone does not fill its turns.
  double schedulers = std::min(1.0, cost.warps / 4.0);
  if (cost.warps <= 4) schedulers *= share_of_one_warp;
  cost.issue_seconds =
      (arithmetic(work, options) + others) / (issue_rate(options.device) * schedulers);
  const double shared_seconds =
      static_cast<double>(cost.slot_numbers * real_words) / shared_rate(options.device);
  cost.issue_seconds = overlapped(cost.issue_seconds, shared_seconds) + fetch_seconds;
  // The stacks of all threads of a multiprocessor share its first-level cache; the rest goes to the second.
  const double stacks = 4.0 * static_cast<double>(cost.spilled.stack) * cost.warps * 32;
  if (stacks > spill_cache) {
    cost.spill_seconds = 4 * spilled / cache_rate(options.device);
  }
  cost.compile_seconds = placement != nullptr
                             ? compile_seconds_with_slots(cost.instructions)
                             : compile_seconds(cost.instructions) + 0.004 * spilled;
  return cost;
}

/// One more kernel.
void add_code(std::size_t bytes, double seconds, CudaEstimate& estimate) {
  estimate.code_bytes += bytes;
  estimate.largest_code = std::max(estimate.largest_code, bytes);
  estimate.compile_seconds += seconds;
  estimate.longest_compile = std::max(estimate.longest_compile, seconds);
}

/// Instructions of the code that panels share, about.
double template_instructions(const Templates& templates) {
  std::size_t count = 0;
  for (const Template& form : templates.templates) {
    for (const TemplateStatement& statement : form.statements) {
      count += 1 + 2 * statement.operands.size();
      for (const TemplateTerm& term : statement.terms) count += term.factors.size();
    }
    for (const TemplateColumn& column : form.columns) {
      count += column.terms.size() + 3 * column.leaves;
    }
    count += 4 * (form.imports + form.leaves + form.tiles + form.outputs);
  }
  return static_cast<double>(count);
}

}  // namespace

CudaEstimate estimate_lanes(const Graph& graph, const Schedule& schedule,
                            const CudaOptions& options) {
  const CudaDevice& device = options.device;
  const std::size_t real_bytes = options.single_precision ? 4 : 8;
  CudaEstimate estimate;
  double issue = 0, spill_seconds = 0;
  std::size_t cache_rows = 0, own_rows = 0, input_rows = 0;
  estimate.warps = 64;
  const LaneShape shape = lane_shape(graph, schedule, options);
  const LanePlaces places = lane_places(graph, schedule, options);
  for (const Chunk& chunk : schedule.chunks) {
    const auto number = static_cast<std::size_t>(&chunk - schedule.chunks.data());
    const KernelCost cost = kernel_cost(graph, schedule, chunk, options, shape,
                                        shape.slots > 0 ? &places.chunks[number] : nullptr);
    own_rows += cost.row_numbers;
    issue += cost.issue_seconds;
    spill_seconds += cost.spill_seconds;
    estimate.registers = std::max(estimate.registers, cost.registers);
    estimate.warps = std::min(estimate.warps, cost.warps);
    estimate.spill_bytes += 4 * (cost.spilled.stores + cost.spilled.loads);
    add_code(cost.code, cost.compile_seconds, estimate);
    cache_rows += chunk.work.loads + chunk.work.stores;
    input_rows = std::max(input_rows, row_count(graph, chunk.leaves));
  }
  const std::size_t all_inputs = rows(graph.signature().inputs);
  if (places.rows == 0) {
    estimate.cache_bytes = own_rows * real_bytes;  // inputs that are read again
    estimate.memory_bytes = (input_rows + output_rows(graph)) * real_bytes;
    estimate.seconds =
        spill_seconds +
        overlapped(issue, static_cast<double>(estimate.memory_bytes) / device.memory_bytes_per_s);
    return estimate;
  }
  estimate.cache_bytes = ((schedule.chunked() ? cache_rows : 0) + own_rows) * real_bytes;
  // A slab fills the device at least once; what its workspace and inputs take beyond the cache is missed.
  const double wave = static_cast<double>(device.multiprocessors) * estimate.warps * 32;
  const double footprint = static_cast<double>((places.rows + all_inputs) * real_bytes) * wave;
  const double missed = std::max(0.0, 1 - static_cast<double>(device.cache_bytes) / footprint);
  estimate.memory_bytes =
      static_cast<std::size_t>(missed * static_cast<double>(estimate.cache_bytes)) +
      (all_inputs + output_rows(graph)) * real_bytes;
  const double moving = static_cast<double>(estimate.cache_bytes) / cache_rate(device) +
                        static_cast<double>(estimate.memory_bytes) / device.memory_bytes_per_s;
  estimate.seconds = spill_seconds + issue + moving;
  return estimate;
}

CudaEstimate estimate_cooperative(const Graph& graph, const Schedule& schedule,
                                  const CudaOptions& options) {
  // Measured on an H200, at 0.92 of its clock: cycles for one cycle of simulated work of all blocks of a multiprocessor, and for one cycle of
  // simulated time of a block (a warp that waits leaves its turns to the others); the share of the time that panels took of graphs with
  // most values in panels; and cycles in double precision for one in single, over those of its arithmetic (docs/notes/gpu-kernels.md).
  constexpr double cycles_of_work = 0.195, cycles_of_simulated = 1.0, sustained_clock = 0.92,
                   share_of_panels = 0.85, share_of_double_cost = 0.75;
  const CooperativePlan plan = plan_cooperation(graph, schedule, options);
  CudaEstimate estimate;
  double outside = 0;  // seconds of the kernels before and after
  estimate.warps = plan.warps * plan.blocks;
  estimate.registers = std::min(most_registers, register_file / (estimate.warps * 32) / 8 * 8);
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    if (c == schedule.cooperation->chunk) continue;
    const KernelCost cost = kernel_cost(graph, schedule, schedule.chunks[c], options,
                                        lane_shape(graph, schedule, options), nullptr);
    add_code(cost.code, cost.compile_seconds, estimate);
    estimate.memory_bytes += (schedule.chunks[c].work.loads + schedule.chunks[c].work.stores) *
                             (options.single_precision ? 4 : 8);
    outside += cost.issue_seconds + cost.spill_seconds;
  }
  outside += static_cast<double>(estimate.memory_bytes) / options.device.memory_bytes_per_s;
  const double instructions = template_instructions(schedule.cooperation->templates);
  add_code(static_cast<std::size_t>(instructions) * instruction_bytes,
           compile_seconds(instructions), estimate);
  const double cycles =
      (plan.work * plan.blocks * cycles_of_work + plan.cycles * cycles_of_simulated) *
      (options.single_precision ? 1 : share_of_double_cost * double_cost(options.device));
  const double rate = static_cast<double>(plan.configurations()) * plan.blocks *
                      options.device.multiprocessors * options.device.clock * sustained_clock /
                      cycles;
  estimate.seconds = std::max(1 / (rate * share_of_panels), 1 / rate + outside);
  return estimate;
}

CudaEstimate estimate_packed(const Graph& graph, const PackedPlan& plan,
                             const CudaOptions& options) {
  // Of what the plan's cycles say: connected determinants of 8, 9, 10 reached 0.62, 0.68, 0.70 on an H200, gluon currents of 12 0.49.
  constexpr double share_of_plan = 0.65;
  const CudaDevice& device = options.device;
  const std::size_t real_bytes = options.single_precision ? 4 : 8;
  CudaEstimate estimate;
  estimate.warps = plan.warps * plan.blocks;
  estimate.registers = std::min(64U, register_file / (estimate.warps * 32) / 8 * 8);
  estimate.code_bytes = estimate.largest_code = 8 << 10;
  estimate.compile_seconds = estimate.longest_compile = 0.4;
  estimate.cache_bytes =
      4 * plan.records.size() / plan.lanes + (plan.fetches + plan.stores) * real_bytes;
  const std::size_t workspace = std::size_t{plan.rows} * real_bytes;
  const double footprint =
      static_cast<double>(workspace) * device.multiprocessors * plan.blocks * plan.lanes;
  const double missed = std::max(0.0, 1 - static_cast<double>(device.cache_bytes) / footprint);
  estimate.memory_bytes = (rows(graph.signature().inputs) + output_rows(graph)) * real_bytes +
                          static_cast<std::size_t>(missed * static_cast<double>(2 * workspace));
  estimate.seconds =
      overlapped(plan.cycles_each() / (device.multiprocessors * device.clock * share_of_plan),
                 static_cast<double>(estimate.memory_bytes) / device.memory_bytes_per_s);
  return estimate;
}

CudaEstimate estimate_matrix(const Graph& graph, const MatrixPlan& plan,
                             const CudaOptions& options) {
  const CudaDevice& device = options.device;
  CudaEstimate estimate;
  estimate.warps = plan.warps * plan.blocks;
  estimate.registers = std::min(64U, register_file / (estimate.warps * 32) / 8 * 8);
  estimate.code_bytes = estimate.largest_code = 8 << 10;
  estimate.compile_seconds = estimate.longest_compile = 0.5;
  estimate.cache_bytes = 4 * plan.words.size() / plan.lanes;
  estimate.memory_bytes = (rows(graph.signature().inputs) + output_rows(graph)) * sizeof(double);
  estimate.seconds =
      overlapped(plan.cycles / (device.multiprocessors * device.clock),
                 static_cast<double>(estimate.memory_bytes) / device.memory_bytes_per_s);
  return estimate;
}

CudaEstimate estimate_products(const Graph& graph, const Schedule& schedule,
                               const ProductPlan& plan, const CudaOptions& options) {
  // The kernels before run at about this part of the FMA peak, with values in slots of shared memory.
  constexpr double share_before = 0.2;
  // Cycles for which a warp waits for a word of its list, which comes from the second-level cache.
  constexpr double word_cycles = 75;
  const CudaDevice& device = options.device;
  const double real_bytes = options.single_precision ? 4 : 8;
  CudaEstimate estimate;
  estimate.warps = plan.warps * plan.blocks;
  estimate.registers = 128;
  double operations = 0;
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    if (c == schedule.cooperation->chunk) continue;
    const Work& work = schedule.chunks[c].work;
    operations += static_cast<double>(work.multiplications + work.additions + work.fused +
                                      8 * work.divisions);
    constexpr std::uint64_t code_of_operation = 20;
    const std::size_t code =
        code_of_operation * (work.multiplications + work.additions + work.fused);
    estimate.code_bytes += code;
    estimate.largest_code = std::max(estimate.largest_code, code);
    estimate.compile_seconds += 1e-5 * static_cast<double>(code);
  }
  estimate.longest_compile = 1e-5 * static_cast<double>(estimate.largest_code) + 1;
  estimate.compile_seconds += 1;
  const double values = 2 * real_bytes * plan.loads;
  estimate.cache_bytes = static_cast<std::size_t>(values) + 4 * plan.words.size() / plan.lanes;
  estimate.memory_bytes =
      static_cast<std::size_t>(values) +
      (rows(graph.signature().inputs) + output_rows(graph)) * static_cast<std::size_t>(real_bytes);
  const double operations_a_cycle = options.single_precision ? 128 : 64;
  const double of_block =
      plan.cycles + word_cycles * static_cast<double>(plan.words.size()) / plan.warps;
  const double cycles = std::max(of_block / plan.blocks, plan.busy_cycles) / plan.lanes +
                        operations / (share_before * operations_a_cycle);
  estimate.seconds =
      overlapped(cycles / (device.multiprocessors * device.clock),
                 static_cast<double>(estimate.memory_bytes) / device.memory_bytes_per_s);
  return estimate;
}

CudaEstimate estimate_windowed(const Graph& graph, const Schedule& whole,
                               const CudaOptions& options) {
  // Measured for a multiprocessor: records, the barrier of a level, the start of a block.
  constexpr double records_per_cycle = 1.6, level_cycles = 12, block_cycles = 100;
  CudaEstimate estimate;
  estimate.registers = 40;
  estimate.warps = 64;
  estimate.code_bytes = estimate.largest_code = 8 << 10;
  estimate.compile_seconds = estimate.longest_compile = 0.3;
  std::vector<std::uint32_t> level(graph.node_count(), 0);
  std::uint32_t levels = 0;
  double records = 0;
  for (const Chunk& chunk : whole.chunks) {
    for (const Statement& statement : chunk.statements) {
      std::uint32_t& here = level[statement.node];
      const auto read = [&](NodeId node) { here = std::max(here, level[node] + 1); };
      if (statement.terms.empty()) {
        for (const Term term : graph.terms(statement.node)) read(term.node);
      }
      for (const SumTerm& term : statement.terms) {
        for (const NodeId factor : term.factors) read(factor);
      }
      records += static_cast<double>(std::max<std::size_t>(statement.terms.size(), 1)) *
                 (graph[statement.node].type == Type::complex ? 4 : 1);
      levels = std::max(levels, here);
    }
  }
  const std::size_t real_bytes = options.single_precision ? 4 : 8;
  estimate.memory_bytes = (rows(graph.signature().inputs) + output_rows(graph)) * real_bytes;
  estimate.cache_bytes = static_cast<std::size_t>(3 * records) * real_bytes;
  const CudaDevice& device = options.device;
  const double cycles = records / records_per_cycle * (options.single_precision ? 1 : 1.6) +
                        level_cycles * levels + block_cycles;
  estimate.seconds = cycles / (device.multiprocessors * device.clock) +
                     static_cast<double>(estimate.memory_bytes) / device.memory_bytes_per_s;
  return estimate;
}

}  // namespace diagc
