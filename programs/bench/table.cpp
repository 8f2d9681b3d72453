#include "programs/bench/table.h"

#include <fmt/format.h>

namespace diagc::bench {

namespace {

/// Why a cell is empty.
constexpr const char* no_terms = "terms are not counted where functions are their factors";
constexpr const char* no_edge_list =
    "the edge list holds real products of one value and one input alone; this graph has others, "
    "quotients or functions";
constexpr const char* no_cache =
    "no compiled kernel was kept: --no-cache, or no cache (`diagc doctor`)";
constexpr const char* no_memory =
    "a batch beyond the caches would take more than a quarter of the free memory";
constexpr const char* not_straight = "the graph is too large for one straight kernel";

Column column(std::string key, std::string title, std::string absent = {}) {
  return {
      .key = std::move(key), .width = 10, .title = std::move(title), .absent = std::move(absent)};
}

Column text_column(std::string key, std::string title) {
  return {.key = std::move(key), .width = 10, .left = true, .title = std::move(title)};
}

/// What both kinds of tables begin with.
std::vector<Column> rate_columns() {
  return {column("evaluations_per_s", "evals/s"),    column("terms_per_s", "terms/s", no_terms),
          column("gflops", "executed Gflop/s"),      column("peak_gflops", "peak Gflop/s"),
          column("executed_share", "executed/peak"), column("share", "edge share")};
}

template <class T>
Cell cell_or_null(const std::optional<T>& value) {
  return value ? Cell(static_cast<double>(*value)) : Cell();
}

template <class T>
Cell number(T value) {
  return static_cast<double>(value);
}

/// The cells of rate_columns.
std::vector<Cell> rate_cells(const Work& work, double evaluations, double peak_flops) {
  const double executed = evaluations * static_cast<double>(work.executed_flops);
  const double by_edges = evaluations * 2 * static_cast<double>(work.edges);
  std::optional<double> terms;
  if (work.terms) terms = evaluations * to_double(*work.terms);
  return {evaluations,      cell_or_null(terms),   executed / 1e9,
          peak_flops / 1e9, executed / peak_flops, by_edges / peak_flops};
}

void append(std::vector<Cell>& cells, std::initializer_list<Cell> more) {
  cells.insert(cells.end(), more);
}

}  // namespace

std::vector<Column> processor_columns(unsigned threads) {
  std::vector<Column> columns = rate_columns();
  columns.insert(columns.end(),
                 {column("baseline_evaluations_per_s", "baseline/s", no_edge_list),
                  column("ratio", "ratio", no_edge_list),
                  column("compile_s", "compile s"),
                  column("cached_load_s", "cached s", no_cache),
                  column("dram_evaluations_per_s", "dram/s", no_memory),
                  column("convert_evaluations_per_s", "convert/s"),
                  {.key = "dram_convert_evaluations_per_s", .in_table = false, .absent = no_memory},
                  {.key = "copy_gb_per_s", .in_table = false, .absent = no_memory},
                  {.key = "configuration_bytes", .in_table = false}});
  if (threads > 1) columns.push_back({.key = fmt::format("threads_{}", threads), .width = 9});
  return columns;
}

std::vector<Cell> processor_cells(const Work& work, const Rates& rates,
                                  const Preparation& preparation, unsigned threads) {
  std::vector<Cell> cells = rate_cells(work, rates.evaluations, rates.peak_flops);
  std::optional<double> ratio;
  if (rates.baseline) ratio = rates.evaluations / *rates.baseline;
  append(cells,
         {cell_or_null(rates.baseline), cell_or_null(ratio), preparation.compile_seconds,
          cell_or_null(preparation.cached_load), cell_or_null(rates.from_memory), rates.converting,
          cell_or_null(rates.converting_from_memory),
          rates.copy_bytes ? Cell(*rates.copy_bytes / 1e9) : Cell(), rates.configuration_bytes});
  if (threads > 1) cells.push_back(cell_or_null(rates.threads_ratio));
  return cells;
}

std::vector<Column> against_columns() {
  return {column("against_evaluations_per_s", "against/s"), column("over_against", "over it")};
}

std::vector<Cell> against_cells(const RatesInTurn& rates) { return {rates.against, rates.ratio}; }

std::vector<Column> gpu_columns(std::size_t devices) {
  std::vector<Column> columns = rate_columns();
  columns.insert(
      columns.end(),
      {column("windowed_evaluations_per_s", "windowed/s"), column("ratio_windowed", "ratio"),
       column("copy_share", "copy share"), column("copy_gb_per_s", "copy GB/s"),
       column("cached_evaluations_per_s", "in cache/s"), column("host_evaluations_per_s", "host/s"),
       column("compile_s", "compile s"), column("cached_load_s", "cached s", no_cache),
       text_column("schedule", "schedule"), text_column("schedule_choice", "chosen"),
       column("tune_s", "tune s"), column("registers", "registers"),
       column("spill_bytes", "spills"), column("code_bytes", "code"),
       column("memory_bytes", "memory")});
  if (devices > 1) {
    columns.insert(columns.end(),
                   {column("devices_evaluations_per_s", "all devices/s"),
                    column("devices_ratio", "to one"), column("devices_efficiency", "efficiency"),
                    column("devices_host_evaluations_per_s", "all, host/s"),
                    column("devices_host_ratio", "to one")});
  }
  // Keys of processors, under which device rows show what corresponds to it, so that who reads JSON finds all of them: the baseline
  // is the windowed kernel, and inputs beyond all caches are what evaluations_per_s has on a device.
  for (const char* key : {"baseline_evaluations_per_s", "ratio", "dram_evaluations_per_s",
                          "convert_evaluations_per_s"}) {
    columns.push_back({.key = key, .in_table = false});
  }
  return columns;
}

std::vector<Cell> gpu_cells(const Work& work, const GpuRates& rates, const Preparation& preparation,
                            const GpuProgram& program, std::size_t devices) {
  std::vector<Cell> cells = rate_cells(work, rates.evaluations, rates.peak_flops);
  const double ratio = rates.evaluations / rates.windowed;
  append(cells, {rates.windowed, ratio, rates.input_bytes / rates.copy_bytes,
                 rates.copy_bytes / 1e9, rates.cached, rates.from_host, preparation.compile_seconds,
                 cell_or_null(preparation.cached_load), program.schedule, program.schedule_choice,
                 program.tune_seconds, number(program.registers), number(program.spill_bytes),
                 number(program.code_bytes), number(rates.memory_bytes)});
  if (rates.together) {
    const GpusTogether& together = *rates.together;
    append(cells,
           {together.evaluations, together.ratio, together.ratio / static_cast<double>(devices),
            together.from_host, together.from_host_ratio});
  }
  append(cells, {rates.windowed, ratio, rates.evaluations, rates.converting});
  return cells;
}

std::vector<Column> step_columns(bool on_gpu) {
  std::vector<Column> columns{column("evaluations_per_s", "evals/s"),
                              column("steps_per_s", "steps/s"),
                              column("ratio", "ratio"),
                              column("overhead_ns", "ns more"),
                              column("acceptance", "acceptance"),
                              column("walker_bytes", "walker B"),
                              column("propagators", "propagators"),
                              text_column("sampling", "sampling")};
  if (on_gpu) {
    columns.insert(columns.end(), {text_column("schedule", "schedule"), text_column("form", "form"),
                                   column("fused_steps_per_s", "fused", not_straight),
                                   column("split_steps_per_s", "split")});
  }
  return columns;
}

std::vector<Cell> step_cells(const StepRates& rates) {
  return {rates.evaluations,
          rates.steps,
          rates.steps / rates.evaluations,
          1e9 / rates.steps - 1e9 / rates.evaluations,
          rates.acceptance,
          number(rates.walker_bytes),
          number(rates.changed),
          rates.sampling};
}

std::vector<Cell> step_cells(const StepForms& forms) {
  std::vector<Cell> cells = step_cells(forms.fused ? *forms.one_kernel : forms.split);
  append(cells, {forms.schedule, std::string(forms.fused ? "fused" : "split"),
                 forms.one_kernel ? Cell(forms.one_kernel->steps) : Cell(), forms.split.steps});
  return cells;
}

}  // namespace diagc::bench
