// The tables of bench, from rates that are given instead of measured.
#include <catch2/catch.hpp>

#include "programs/bench/contract_table.h"
#include "programs/bench/dynamics_table.h"
#include "programs/bench/table.h"

using namespace diagc;
using namespace diagc::bench;

namespace {

/// The cell under a key.
Cell under(const std::string& key, const std::vector<Column>& columns,
           const std::vector<Cell>& cells) {
  REQUIRE(columns.size() == cells.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].key == key) return cells[i];
  }
  FAIL("no column " << key);
  return {};
}

/// Every empty cell has a reason.
void check_told(const std::vector<Column>& columns, const std::vector<Cell>& cells) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    INFO(columns[i].key);
    if (std::holds_alternative<std::monostate>(cells[i])) CHECK_FALSE(columns[i].absent.empty());
  }
}

const bench::Work work{.executed_flops = 300, .edges = 500, .terms = Rational(7)};
const Preparation preparation{.compile_seconds = 0.5, .cached_load = 0.25};

}  // namespace

TEST_CASE("bench: shares, ratios and rates of a processor") {
  const Rates rates{.peak_flops = 4e10,
                    .evaluations = 1e7,
                    .baseline = 2.5e6,
                    .converting = 3e6,
                    .from_memory = 8e6,
                    .converting_from_memory = 6e6,
                    .copy_bytes = 1.5e10,
                    .configuration_bytes = 80,
                    .threads_ratio = 1.75};
  const auto columns = processor_columns(2);
  const auto cells = processor_cells(work, rates, preparation, 2);
  const auto number = [&](const std::string& key) {
    return std::get<double>(under(key, columns, cells));
  };
  CHECK(number("evaluations_per_s") == 1e7);
  CHECK(number("terms_per_s") == 7e7);
  CHECK(number("gflops") == Approx(3));  // 1e7 · 300 / 1e9
  CHECK(number("peak_gflops") == Approx(40));
  CHECK(number("executed_share") == Approx(0.075));  // 3 / 40
  CHECK(number("share") == Approx(0.25));            // 1e7 · 2 · 500 / 4e10
  CHECK(number("baseline_evaluations_per_s") == 2.5e6);
  CHECK(number("ratio") == Approx(4));
  CHECK(number("compile_s") == 0.5);
  CHECK(number("cached_load_s") == 0.25);
  CHECK(number("dram_evaluations_per_s") == 8e6);
  CHECK(number("convert_evaluations_per_s") == 3e6);
  CHECK(number("dram_convert_evaluations_per_s") == 6e6);
  CHECK(number("copy_gb_per_s") == Approx(15));
  CHECK(number("configuration_bytes") == 80);
  CHECK(number("threads_2") == 1.75);
  CHECK(processor_columns(1).size() == columns.size() - 1);
}

TEST_CASE("bench --against: a rate over that of another rule file") {
  const auto cells = against_cells({.evaluations = 3e6, .against = 2e6, .ratio = 1.5});
  CHECK(std::get<double>(under("against_evaluations_per_s", against_columns(), cells)) == 2e6);
  CHECK(std::get<double>(under("over_against", against_columns(), cells)) == Approx(1.5));
}

TEST_CASE("bench: every cell of a processor that may be empty says why") {
  const Rates rates{.peak_flops = 4e10,
                    .evaluations = 1e7,
                    .baseline = {},
                    .converting = 3e6,
                    .from_memory = {},
                    .converting_from_memory = {},
                    .copy_bytes = {},
                    .threads_ratio = {}};
  const auto columns = processor_columns(1);
  const auto cells = processor_cells({.executed_flops = 1, .edges = 1, .terms = {}}, rates,
                                     {.compile_seconds = 1, .cached_load = {}}, 1);
  REQUIRE(cells.size() == columns.size());
  std::vector<std::string> empty;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!std::holds_alternative<std::monostate>(cells[i])) continue;
    empty.push_back(columns[i].key);
    CHECK_FALSE(columns[i].absent.empty());
  }
  CHECK(empty == std::vector<std::string>{"terms_per_s", "baseline_evaluations_per_s", "ratio",
                                          "cached_load_s", "dram_evaluations_per_s",
                                          "dram_convert_evaluations_per_s", "copy_gb_per_s"});
}

TEST_CASE("bench: shares, ratios and rates of devices") {
  const GpuRates rates{
      .peak_flops = 4e13,
      .copy_bytes = 2e12,
      .evaluations = 1e10,
      .input_bytes = 1.5e12,
      .cached = 2e10,
      .from_host = 1e8,
      .converting = 5e7,
      .together =
          GpusTogether{
              .evaluations = 1.9e10, .ratio = 1.9, .from_host = 1.5e8, .from_host_ratio = 1.5},
      .windowed = 2.5e9,
      .memory_bytes = 1 << 20};
  const GpuProgram program{.schedule = "straight",
                           .schedule_choice = "measured",
                           .tune_seconds = 3,
                           .registers = 40,
                           .spill_bytes = 8,
                           .code_bytes = 128};
  const auto columns = gpu_columns(2);
  const auto cells = gpu_cells(work, rates, preparation, program, 2);
  const auto number = [&](const std::string& key) {
    return std::get<double>(under(key, columns, cells));
  };
  CHECK(number("gflops") == Approx(3000));
  CHECK(number("peak_gflops") == Approx(40000));
  CHECK(number("executed_share") == Approx(0.075));
  CHECK(number("share") == Approx(0.25));
  CHECK(number("windowed_evaluations_per_s") == 2.5e9);
  CHECK(number("ratio_windowed") == Approx(4));
  CHECK(number("ratio") == Approx(4));
  CHECK(number("baseline_evaluations_per_s") == 2.5e9);
  CHECK(number("dram_evaluations_per_s") == 1e10);
  CHECK(number("convert_evaluations_per_s") == 5e7);
  CHECK(number("copy_share") == Approx(0.75));
  CHECK(number("copy_gb_per_s") == Approx(2000));
  CHECK(number("cached_evaluations_per_s") == 2e10);
  CHECK(number("host_evaluations_per_s") == 1e8);
  CHECK(number("registers") == 40);
  CHECK(number("spill_bytes") == 8);
  CHECK(number("code_bytes") == 128);
  CHECK(number("memory_bytes") == 1 << 20);
  CHECK(number("tune_s") == 3);
  CHECK(number("devices_evaluations_per_s") == 1.9e10);
  CHECK(number("devices_ratio") == 1.9);
  CHECK(number("devices_efficiency") == Approx(0.95));
  CHECK(number("devices_host_evaluations_per_s") == 1.5e8);
  CHECK(number("devices_host_ratio") == 1.5);
  CHECK(std::get<std::string>(under("schedule", columns, cells)) == "straight");
  CHECK(std::get<std::string>(under("schedule_choice", columns, cells)) == "measured");
}

TEST_CASE("bench: steps beside the kernel that they are made around") {
  const StepRates split{.evaluations = 1e7,
                        .steps = 4e6,
                        .acceptance = 0.5,
                        .walker_bytes = 96,
                        .changed = 6,
                        .sampling = "chain"};
  const StepRates fused{.evaluations = 2e7,
                        .steps = 5e6,
                        .acceptance = 0.25,
                        .walker_bytes = 96,
                        .changed = 6,
                        .sampling = "chain"};
  const auto check = [](const std::vector<Column>& columns, const std::vector<Cell>& cells,
                        double ratio, double overhead) {
    CHECK(std::get<double>(under("ratio", columns, cells)) == Approx(ratio));
    CHECK(std::get<double>(under("overhead_ns", columns, cells)) == Approx(overhead));
  };
  check(step_columns(false), step_cells(split), 0.4, 150);
  const auto columns = step_columns(true);
  StepForms forms{.schedule = "chunked", .fused = false, .split = split, .one_kernel = {}};
  check(columns, step_cells(forms), 0.4, 150);
  CHECK(std::holds_alternative<std::monostate>(
      under("fused_steps_per_s", columns, step_cells(forms))));
  forms.one_kernel = fused;
  CHECK(std::get<double>(under("fused_steps_per_s", columns, step_cells(forms))) == 5e6);
  CHECK(std::get<double>(under("split_steps_per_s", columns, step_cells(forms))) == 4e6);
  CHECK(std::get<std::string>(under("form", columns, step_cells(forms))) == "split");
  forms.fused = true;
  check(columns, step_cells(forms), 0.25, 150);
  CHECK(std::get<std::string>(under("form", columns, step_cells(forms))) == "fused");
}

TEST_CASE("bench --dynamics: cells of a rate, empty where there is none") {
  DynamicsRate rate;
  rate.measured = "history, a row and k";
  rate.points = 8;
  rate.nodes = 400;
  rate.seconds = 0.5;
  rate.flops = 3e10;
  rate.peak_share = 0.75;
  rate.beside = "one row, OpenBLAS";
  const auto columns = dynamics_columns();
  auto cells = dynamics_cells(rate);
  CHECK(under("nodes", columns, cells) == Cell(std::int64_t{400}));
  CHECK(under("gflops", columns, cells) == Cell(30.0));
  CHECK(under("peak_share", columns, cells) == Cell(0.75));
  CHECK(under("ratio", columns, cells) == Cell());
  CHECK(columns[10].absent == "OpenBLAS is not there");
  rate.beside_seconds = 2.0;
  rate.ratio = 4.0;
  cells = dynamics_cells(rate);
  CHECK(under("beside_seconds", columns, cells) == Cell(2.0));
  CHECK(under("ratio", columns, cells) == Cell(4.0));
}

TEST_CASE("bench --contract: shares and ratios of a network") {
  ContractRates rates;
  rates.operations = 4e9;
  rates.all_bytes = 6e9;
  rates.fused_bytes = 3e9;
  rates.cold = 5;
  rates.warm = 0.5;
  rates.peak_flops = 2e10;
  rates.product_flops = 1.6e10;
  rates.copy_bytes = 1.5e10;
  rates.transposed = 3;
  rates.by_lifetime = 4;
  rates.products = 1;
  rates.transpose_bytes = 6e9;
  const auto columns = contract_columns();
  const auto cells = contract_cells("network", rates);
  const auto number = [&](const std::string& key) {
    return std::get<double>(under(key, columns, cells));
  };
  CHECK(number("cold_s") == 5);
  CHECK(number("seconds") == 0.5);
  CHECK(number("gflops") == Approx(8));  // 4e9 / 0.5 / 1e9
  CHECK(number("gbytes") == Approx(6));
  CHECK(number("peak_share") == Approx(0.4));     // 8 / 20
  CHECK(number("product_share") == Approx(0.5));  // 8 / 16
  CHECK(number("over_copies") == Approx(1.25));   // copies of 6e9 bytes take 0.4 s
  CHECK(number("roofline") == Approx(0.4));       // 0.2 s of 0.5, by bytes and by operations
  CHECK(number("over_transposes") == Approx(6));
  CHECK(number("over_by_lifetime") == Approx(8));
  CHECK(number("over_products") == Approx(2));
  CHECK(number("copy_gbytes") == Approx(15));
  CHECK(number("transpose_share") == Approx(0.4));
  CHECK(under("two_threads", columns, cells) == Cell());
  check_told(columns, cells);
  // What bounds a slice is the longer one of both.
  rates.fused_bytes = 6e9;
  CHECK(std::get<double>(under("roofline", columns, contract_cells("network", rates))) ==
        Approx(0.8));
  rates.fused_bytes = 0;
  rates.operations = 8e9;
  CHECK(std::get<double>(under("roofline", columns, contract_cells("network", rates))) ==
        Approx(0.8));

  rates.kernels = {
      {.result = 7, .shape = "32 32 8", .seconds = 0.1, .operations = 2e9, .bytes = 4e8},
      {.result = 8, .shape = "64 32 8", .seconds = 0.3, .operations = 3e9, .bytes = 9e8}};
  const auto rows = kernel_rows(rates);
  REQUIRE(rows.size() == 2);
  CHECK(under("value", kernel_columns(), rows[0]) == Cell(std::int64_t{8}));
  CHECK(std::get<double>(under("share", kernel_columns(), rows[0])) == Approx(0.75));
  CHECK(std::get<double>(under("gflops", kernel_columns(), rows[1])) == Approx(20));
  CHECK(std::get<double>(under("gbytes", kernel_columns(), rows[1])) == Approx(4));
}

TEST_CASE("bench --contract: shares and ratios on a device") {
  ContractGpuRates rates;
  rates.operations = 4e12;
  rates.bytes = 6e11;
  rates.moved = 4.8e11;  // fused steps leave the rest in shared memory
  rates.warm = 1;
  rates.busy = 0.8;
  rates.peak_flops = 2e13;
  rates.copy_bytes = 1.5e12;
  const auto columns = contract_gpu_columns();
  const auto number = [&](const std::string& key) {
    return std::get<double>(under(key, columns, contract_gpu_cells("network", rates)));
  };
  CHECK(number("seconds") == 1);
  CHECK(number("busy_s") == 0.8);
  CHECK(number("gflops") == Approx(5000));
  CHECK(number("gbytes") == Approx(600));
  CHECK(number("peak_share") == Approx(0.25));  // 0.2 s of arithmetic
  CHECK(number("over_copies") == Approx(2));    // 0.4 s of copies
  CHECK(number("roofline") == Approx(0.4));     // 0.32 s of what is moved
  for (const char* key : {"over_transposes", "over_products"})
    CHECK(under(key, columns, contract_gpu_cells("network", rates)) == Cell());
  check_told(columns, contract_gpu_cells("network", rates));
  rates.products = 0.9;
  rates.large = 0.6;
  rates.transposed_bytes = 4.5e11;  // 0.3 s
  CHECK(number("over_products") == Approx(1.5));
  CHECK(number("over_transposes") == Approx(2));
  rates.kernels = {{.result = 7, .seconds = 0.1}, {.result = 8, .seconds = 0.3}};
  const auto rows = gpu_kernel_rows(rates);
  REQUIRE(rows.size() == 2);
  CHECK(std::get<double>(under("share", gpu_kernel_columns(), rows[0])) == Approx(0.75));
}
