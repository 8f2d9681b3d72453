#include "compiler/emit/choice/candidates.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/choice/cooperative_candidates.h"
#include "compiler/emit/choice/determinant_candidates.h"
#include "compiler/emit/choice/product_candidates.h"
#include "compiler/emit/choice/rotation_candidates.h"
#include "compiler/emit/choice/superstep_candidates.h"
#include "compiler/emit/choice/union_candidates.h"
#include "compiler/emit/cuda/lanes.h"
#include "compiler/schedule/spills.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

/// One graph and what its candidates depend on.
struct Subject {
  const Graph& graph;
  const Schedule& whole;  ///< in one chunk
  const CudaOptions& options;
  const std::atomic<bool>* stop;
  const std::function<const Graph&()>& panel_graph;
  const std::function<const Graph&()>& product_graph;

  std::uint64_t operations() const {
    const Work& work = whole.work;
    return work.multiplications + work.additions + work.fused + work.divisions + work.functions;
  }
  CudaOptions options_of(const CudaCandidate& candidate) const {
    return cuda_options(candidate, options);
  }
};

// Compiling straight-line code of more operations in one kernel takes minutes, whatever the model says.
constexpr std::uint64_t most_straight = 25'000;
// Warps that share it have a part each.
constexpr std::uint64_t most_shared = 80'000;
constexpr std::uint64_t large = 300'000;
// Smaller graphs stay in registers.
constexpr std::uint64_t least_cooperative = 8'000;
constexpr std::size_t most_cooperative = 3;  // candidates
constexpr std::uint64_t least_packed = 4'000;
constexpr std::size_t most_packed = 2;
constexpr std::uint64_t least_products = 4'000;
constexpr std::size_t most_products = 2;
constexpr std::uint64_t least_unions = 8'000;
constexpr std::size_t most_unions = 2;
constexpr std::uint64_t least_determinants = 4'000;
constexpr std::uint64_t least_matrix = 4'000;
constexpr std::size_t most_matrix = 2;

/// Operations between a load and its use, worth trying where few values go through rows.
constexpr unsigned loaded_ahead = 300;
constexpr std::uint32_t few_rows = 64;

/// Slots of a thread where eight, four, three or two warps share a multiprocessor's shared memory; none where registers hold nearly all
/// values.
std::vector<unsigned> slots_worth_trying(const Subject& subject) {
  constexpr std::uint64_t most_spilled =
      200;  // words of 256 threads: the first-level cache holds them
  const std::size_t real_bytes = subject.options.single_precision ? 4 : 8;
  const LaneShape usual =
      lane_shape(subject.graph, subject.whole, subject.options_of(StraightOptions{}));
  if (usual.blocks > 2) return {};
  const Chunk& chunk = subject.whole.chunks.front();
  constexpr unsigned beside_values = 22;
  const Spills spilled =
      spills(subject.graph, subject.whole, chunk, usual.registers - beside_values, real_bytes / 4);
  if (spilled.stack <= most_spilled) return {};
  std::vector<unsigned> slots;
  for (const auto& [blocks, threads] : {std::pair{2U, 128U}, {1U, 128U}, {1U, 96U}, {1U, 64U}}) {
    const std::size_t bytes = subject.options.device.shared_bytes_of(blocks);
    slots.push_back(static_cast<unsigned>(bytes / (threads * real_bytes)));
  }
  return slots;
}

std::vector<RankedCandidate> straight(const Subject& subject) {
  std::vector<RankedCandidate> list;
  if (subject.operations() > most_straight) return list;
  const CudaCandidate usual = StraightOptions{};
  const unsigned blocks =
      lane_shape(subject.graph, subject.whole, subject.options_of(usual)).blocks;
  std::vector<CudaCandidate> candidates{usual};
  // A step to more registers for each thread, and one to more threads.
  if (blocks > 2) candidates.emplace_back(StraightOptions{.blocks = blocks - 1});
  if (blocks < 8) candidates.emplace_back(StraightOptions{.blocks = blocks + 1});
  for (const CudaCandidate& candidate : candidates) {
    list.push_back(
        {candidate, estimate_lanes(subject.graph, subject.whole, subject.options_of(candidate))});
  }
  return list;
}

std::vector<RankedCandidate> straight_with_slots(const Subject& subject) {
  std::vector<RankedCandidate> list;
  if (subject.operations() > most_straight) return list;
  for (const unsigned shared : slots_worth_trying(subject)) {
    const CudaCandidate candidate = StraightOptions{.shared = shared};
    const CudaOptions options = subject.options_of(candidate);
    list.push_back({candidate, estimate_lanes(subject.graph, subject.whole, options)});
    const LanePlaces places = lane_places(subject.graph, subject.whole, options);
    if (places.rows == 0) break;
    // Whether registers hold what is on its way for so long is seen by compiling it.
    if (places.rows <= few_rows) {
      const StraightOptions early{.shared = shared, .ahead = loaded_ahead};
      list.push_back({early, list.back().estimate});
    }
  }
  return list;
}

std::vector<RankedCandidate> straight_shared(const Subject& subject) {
  if (subject.operations() > most_shared || slots_worth_trying(subject).empty()) return {};
  return superstep_candidates(subject.graph, subject.whole, subject.options);
}

std::vector<RankedCandidate> chunked(const Subject& subject) {
  std::vector<RankedCandidate> list;
  std::size_t chunks = 1;
  const std::vector<unsigned> slots =
      subject.operations() <= large ? slots_worth_trying(subject) : std::vector<unsigned>();
  for (const std::uint64_t operations : {7'000, 5'000, 3'500, 2'500, 1'500}) {
    // Of a large graph each cut takes a second, and the small chunks have the most traffic.
    if (operations < 3'500 && subject.operations() > large) break;
    const CudaCandidate candidate =
        ChunkedOptions{.operations = operations != ScheduleOptions::gpu_chunk ? operations : 0};
    ScheduleOptions schedule = schedule_options(candidate);
    // Cutting does not change the order.
    schedule.hint = &subject.whole.order;
    schedule.stop = subject.stop;
    const Schedule cut = make_schedule(subject.graph, schedule);
    if (cut.chunks.size() == chunks) continue;  // the whole graph, or the same cuts again
    chunks = cut.chunks.size();
    list.push_back({candidate, estimate_lanes(subject.graph, cut, subject.options_of(candidate))});
    if (slots.empty()) continue;
    auto with_slots = std::get<ChunkedOptions>(candidate);
    with_slots.shared = slots.front();
    list.push_back(
        {with_slots, estimate_lanes(subject.graph, cut, subject.options_of(with_slots))});
  }
  return list;
}

std::vector<RankedCandidate> windowed(const Subject& subject) {
  const CudaCandidate candidate = WindowedOptions{};
  return {
      {candidate, estimate_windowed(subject.graph, subject.whole, subject.options_of(candidate))}};
}

std::vector<RankedCandidate> in_panels(const Subject& subject) {
  if (!subject.panel_graph || subject.operations() <= least_cooperative) return {};
  if (has_complex_values(subject.graph, subject.whole)) return {};
  std::vector<RankedCandidate> list;
  try {
    list = cooperative_candidates(subject.panel_graph(), subject.whole.order, subject.options, {},
                                  subject.stop);
  } catch (const Stopped&) {
    throw;
  } catch (const std::runtime_error&) {
    return {};  // no panels, or none that fit
  }
  if (list.size() > most_cooperative) list.resize(most_cooperative);
  return list;
}

std::vector<RankedCandidate> in_products(const Subject& subject) {
  if (!subject.product_graph || subject.operations() <= least_products) return {};
  if (has_complex_values(subject.graph, subject.whole)) return {};
  std::vector<RankedCandidate> list;
  try {
    list = product_candidates(subject.product_graph(), subject.whole.order, subject.options, {},
                              subject.stop);
  } catch (const Stopped&) {
    throw;
  } catch (const std::runtime_error&) {
    return {};  // no tiles, or none that fit
  }
  if (list.size() > most_products) list.resize(most_products);
  return list;
}

std::vector<RankedCandidate> in_unions(const Subject& subject) {
  if (!subject.product_graph || subject.operations() <= least_unions) return {};
  if (has_complex_values(subject.graph, subject.whole)) return {};
  std::vector<RankedCandidate> list;
  try {
    list = union_candidates(subject.product_graph(), subject.whole.order, subject.options, {},
                            subject.stop);
  } catch (const Stopped&) {
    throw;
  } catch (const std::runtime_error&) {
    return {};  // no unions, or values that do not fit
  }
  if (list.size() > most_unions) list.resize(most_unions);
  return list;
}

std::vector<RankedCandidate> in_determinants(const Subject& subject) {
  if (subject.operations() <= least_determinants || subject.options.single_precision) return {};
  try {
    return determinant_candidates(subject.graph, subject.options, {});
  } catch (const std::runtime_error&) {
    return {};  // another polynomial, or values that do not fit
  }
}

std::vector<RankedCandidate> in_rotations(const Subject& subject) {
  if (subject.operations() <= least_determinants || subject.options.single_precision) return {};
  try {
    return rotation_candidates(subject.graph, subject.options, {});
  } catch (const std::runtime_error&) {
    return {};  // another polynomial, or another number of vertices
  }
}

std::vector<RankedCandidate> in_records(const Subject& subject) {
  if (subject.operations() <= least_packed) return {};
  std::vector<RankedCandidate> list;
  try {
    list = packed_candidates(subject.graph, subject.whole, subject.options, {}, subject.stop);
  } catch (const Stopped&) {
    throw;
  } catch (const std::runtime_error&) {
    return {};  // none that fits
  }
  if (list.size() > most_packed) list.resize(most_packed);
  return list;
}

std::vector<RankedCandidate> in_matrices(const Subject& subject) {
  if (subject.operations() <= least_matrix || subject.options.single_precision) return {};
  std::vector<RankedCandidate> list;
  try {
    list = matrix_candidates(subject.graph, subject.whole, subject.options, {});
  } catch (const std::runtime_error&) {
    return {};  // no products of matrices, or too many values
  }
  if (list.size() > most_matrix) list.resize(most_matrix);
  return list;
}

std::vector<RankedCandidate> cooperative(const Subject& subject) {
  std::vector<RankedCandidate> list = in_panels(subject);
  std::ranges::move(in_determinants(subject), std::back_inserter(list));
  std::ranges::move(in_rotations(subject), std::back_inserter(list));
  std::ranges::move(in_unions(subject), std::back_inserter(list));
  std::ranges::move(in_products(subject), std::back_inserter(list));
  std::ranges::move(in_records(subject), std::back_inserter(list));
  std::ranges::move(in_matrices(subject), std::back_inserter(list));
  return list;
}

/// A schedule, and how its candidates for a graph are found and rated. Another schedule is another line.
struct Family {
  CudaSchedule schedule;
  std::vector<RankedCandidate> (*candidates)(const Subject&);
};

constexpr Family families[] = {
    {CudaSchedule::straight, straight},        {CudaSchedule::straight, straight_with_slots},
    {CudaSchedule::straight, straight_shared}, {CudaSchedule::chunked, chunked},
    {CudaSchedule::windowed, windowed},        {CudaSchedule::cooperative, cooperative},
};

}  // namespace

double compile_time(const CudaEstimate& estimate, const CompileBudget& budget) {
  return std::max(estimate.longest_compile, estimate.compile_seconds / std::max(budget.cores, 1U));
}

std::string cuda_schedule_names() {
  std::string names;
  for (const Family& family : families) {
    if (names.ends_with(to_string(family.schedule))) continue;
    names += (names.empty() ? "" : ", ") + std::string(to_string(family.schedule));
  }
  return names;
}

CudaOptions cuda_options(const CudaCandidate& candidate, CudaOptions options) {
  options.form = candidate;
  if (const auto* each = std::get_if<CooperativeOptions>(&candidate)) {
    // So many waves of blocks that the last one, which is not full, counts little.
    constexpr std::size_t waves = 16;
    options.slab =
        waves * options.device.multiprocessors * each->blocks * each->lanes * each->groups;
  }
  return options;
}

std::vector<RankedCandidate> ranked_candidates(const Graph& graph, const Schedule& whole,
                                               const CudaOptions& options,
                                               const CompileBudget& budget,
                                               const std::atomic<bool>* stop,
                                               const std::function<const Graph&()>& panel_graph,
                                               const std::function<const Graph&()>& product_graph) {
  const Subject subject{graph, whole, options, stop, panel_graph, product_graph};
  std::vector<RankedCandidate> list;
  for (const Family& family : families) {
    for (RankedCandidate& candidate : family.candidates(subject)) {
      if (std::holds_alternative<WindowedOptions>(candidate.candidate) ||
          compile_time(candidate.estimate, budget) <= budget.seconds) {
        list.push_back(std::move(candidate));
      }
    }
  }
  std::ranges::stable_sort(list, {},
                           [](const RankedCandidate& ranked) { return ranked.estimate.seconds; });
  return list;
}

}  // namespace diagc
