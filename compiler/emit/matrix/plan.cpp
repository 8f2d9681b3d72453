#include "compiler/emit/matrix/plan.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/layout.h"
#include "compiler/emit/matrix/lists.h"

namespace diagc {

namespace {

// Turns of the pipe of shared memory: 128 bytes a turn, and sixteen numbers of any banks take three of them.
constexpr double turns_of_access = 5, shared_share = 0.7;
// Four numbers side by side lie in half of the banks at a time.
constexpr double turns_of_four = 1.8;
// Of all configurations together, and of each.
constexpr double instructions_of_record = 22, instructions_of_lane = 11, issued_a_cycle = 2.2;
constexpr double cache_bytes_per_cycle = 25;  // a multiprocessor, of the second-level cache

class Writer {
 public:
  Writer(const Graph& graph, const EdgeTables& tables, const PairSums& sums,
         const MatrixVectorProducts& products, const MatrixRounds& rounds, MatrixPlan& plan)
      : graph_(graph),
        tables_(tables),
        sums_(sums),
        products_(products),
        rounds_(rounds),
        plan_(plan) {}

  void write(MatrixLists lists) {
    plan_.rounds = rounds_.rounds.size();
    for (const MatrixRound& round : rounds_.rounds) {
      for (const auto& tiles : round.tiles) plan_.tiles += tiles.size();
      plan_.sums += round.sums.size();
      for (const std::uint32_t s : round.sums) plan_.pairs += sums_.steps[s].pairs.size();
    }
    plan_.entries = lists.entries;
    plan_.fragment_pairs = std::move(lists.fragment_pairs);
    plan_.zero = rounds_.zero;
    plan_.minus_zero = rounds_.minus_zero;
    records(lists.of_warp);
    fragments();
    loads();
    stores();
    estimate(lists.latency);
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(plan_.words.size()); }

  void records(std::vector<std::vector<MatrixRecord>>& lists) {
    plan_.words.assign(2UL * plan_.warps, 0);
    for (unsigned warp = 0; warp < plan_.warps; ++warp) {
      plan_.records += lists[warp].size();
      // Behind the last record stand those that a warp loads ahead.
      lists[warp].resize(lists[warp].size() + MatrixPlan::ahead);
      plan_.words[2 * warp] = here();
      for (const MatrixRecord& record : lists[warp]) plan_.words.push_back(record.head);
    }
    plan_.words.resize((plan_.words.size() + 63) / 64 * 64, 0);
    for (unsigned warp = 0; warp < plan_.warps; ++warp) {
      plan_.words[2 * warp + 1] = here();
      for (const MatrixRecord& record : lists[warp])
        for (const auto& words : record.words)
          plan_.words.insert(plan_.words.end(), words.begin(), words.end());
    }
  }

  void fragments() {
    plan_.fragments = static_cast<std::uint32_t>(rounds_.fragments.size());
    plan_.fragments_at = here();
    for (const MatrixFragment& fragment : rounds_.fragments) {
      const InputMatrix& matrix = products_.matrices[fragment.matrix];
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint32_t row = fragment.row + lane / 4, column = fragment.column + lane % 4;
        const bool inside = row < matrix.rows && column < matrix.columns;
        plan_.words.push_back(inside ? rounds_.slot[matrix.element(row, column)] : rounds_.zero);
      }
    }
  }

  void loads() {
    const std::vector<RowPlace> input = row_places(graph_.signature().inputs);
    plan_.loads_at = here();
    const auto first_uniform = tables_.first_number + tables_.numbers.size();
    for (Scalar known = 0; known < first_uniform; ++known) {
      if (rounds_.slot[known] == no_slot) continue;
      const bool number = known >= tables_.first_number;
      const std::uint32_t source =
          number ? MatrixPlan::number : static_cast<std::uint32_t>(input[known].variable);
      plan_.words.push_back(rounds_.slot[known] | source << 16);
      plan_.words.push_back(number ? known - tables_.first_number : input[known].row);
      ++plan_.loads;
    }
    for (std::size_t i = 0; i < tables_.uniforms.size(); ++i) {
      const std::uint32_t parts = tables_.uniforms[i].type == Type::complex ? 2 : 1;
      for (std::uint32_t part = 0; part < parts; ++part) {
        const Slot slot = rounds_.slot[tables_.uniforms[i].place + part];
        if (slot != no_slot) plan_.uniforms.push_back({i, part == 1, slot});
      }
    }
  }

  void stores() {
    plan_.stores_at = here();
    for (const RowPlace& place : row_places(graph_.signature().outputs)) {
      plan_.words.push_back(rounds_.slot[sums_.outputs[plan_.stores++]] |
                            static_cast<std::uint32_t>(place.variable) << 16);
      plan_.words.push_back(place.row);
    }
  }

  void estimate(double latency) {
    const auto count = [](auto number) { return static_cast<double>(number); };
    const double accesses =
        (count(plan_.entries) + 64 * count(plan_.tiles) + 2 * count(plan_.pairs)) / 32;
    const double shared =
        accesses * turns_of_access * (plan_.lanes == 4 ? turns_of_four : 1) / shared_share;
    const double issue = count(plan_.records) *
                         (instructions_of_record / plan_.lanes + instructions_of_lane) /
                         issued_a_cycle;
    const double traffic = 4 * count(plan_.words.size()) / plan_.lanes / cache_bytes_per_cycle;
    const double alone = latency / (plan_.blocks * plan_.lanes);
    // What bounds it, and a part of the others.
    double sum = 0;
    for (const double each : {shared, issue, traffic, alone}) sum += each * each * each;
    plan_.cycles = std::cbrt(sum);
  }

  const Graph& graph_;
  const EdgeTables& tables_;
  const PairSums& sums_;
  const MatrixVectorProducts& products_;
  const MatrixRounds& rounds_;
  MatrixPlan& plan_;
};

void expect_possible(const MatrixVectorProducts& products, const CudaOptions& options) {
  if (options.single_precision) {
    throw std::runtime_error(
        "the schedule `cooperative:matrix` is for double precision: take another one, or fp64");
  }
  if (products.columns.empty()) {
    throw std::runtime_error(
        "the schedule `cooperative:matrix` is for graphs with products of an input of two indices "
        "and values, found none: take another schedule");
  }
}

}  // namespace

std::vector<MatrixPlan> matrix_plans(const Graph& graph, const Schedule& whole,
                                     const EdgeTables& tables, const CudaOptions& options) {
  PairSums sums(graph, whole, tables);
  join_sums(sums);
  const MatrixVectorProducts products(graph, sums);
  expect_possible(products, options);
  const MatrixRounds rounds(sums, products);
  if (rounds.slots >= matrix_mark) {
    throw std::runtime_error(
        fmt::format("the schedule `cooperative:matrix` needs {} numbers of shared memory for a "
                    "configuration, more than there are: take another schedule",
                    rounds.slots));
  }
  const auto& asked = std::get<MatrixOptions>(options.form);
  constexpr unsigned most_threads = 2048, most_blocks = 32, register_file = 65536;
  std::vector<MatrixPlan> plans;
  for (const unsigned usual : {4U, 8U, 16U, 32U}) {
    const unsigned warps = asked.warps > 0 ? asked.warps : usual;
    if (asked.warps > 0 && usual != 4) continue;
    const MatrixLists lists(sums, products, rounds, warps);
    if (lists.fragment_pairs.size() > MatrixHead::most_products) {
      throw std::runtime_error(
          "the schedule `cooperative:matrix` takes a few inputs of two indices, found too many: "
          "take "
          "another schedule");
    }
    for (const unsigned lanes : {1U, 2U, 4U}) {
      if (asked.lanes > 0 && asked.lanes != lanes) continue;
      const std::size_t bytes = std::size_t{rounds.slots} * lanes * sizeof(double);
      // Of a thread: what it holds of the matrices, the records ahead, and what it works with.
      const std::size_t registers = (48 + 2 * lanes * rounds.fragments.size() + 7) / 8 * 8;
      const auto most = static_cast<unsigned>(std::min<std::size_t>(
          {options.device.shared_bytes / (bytes + CudaDevice::reserved_shared_bytes),
           most_threads / (32 * warps), most_blocks, register_file / (registers * 32 * warps)}));
      const unsigned blocks = asked.blocks > 0 ? asked.blocks : most;
      if (blocks == 0 || blocks > most) continue;
      MatrixPlan plan;
      plan.lanes = lanes;
      plan.warps = warps;
      plan.blocks = blocks;
      plan.shared_bytes = static_cast<std::uint32_t>(bytes);
      Writer(graph, tables, sums, products, rounds, plan).write(lists);
      plans.push_back(std::move(plan));
    }
  }
  if (plans.empty()) {
    const unsigned lanes = std::max(asked.lanes, 1U);
    throw std::runtime_error(fmt::format(
        "the schedule `cooperative:matrix` needs {} bytes of shared memory a block, and a "
        "multiprocessor has {}: take fewer lanes, warps or blocks, or another schedule",
        std::size_t{rounds.slots} * lanes * sizeof(double), options.device.shared_bytes));
  }
  std::ranges::stable_sort(plans, {}, &MatrixPlan::cycles);
  return plans;
}

}  // namespace diagc
