#include "compiler/emit/choice/cooperative_candidates.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "compiler/emit/matrix/plan.h"
#include "compiler/emit/packed/plan.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

/// Panels of low = 4 have twice the values of those of low = 3, and as much more code.
bool large_panels(std::int64_t low) { return low > 3; }

/// What ran fastest on an H200 for 8 to 12 lines of the SU(N) Hubbard density, more configurations of a group first.
std::vector<CooperativeOptions> forms(std::int64_t low) {
  return {
      // Of large panels the code of groups at different levels is too much for the instruction cache.
      {.lanes = 32,
       .warps = 6,
       .blocks = 2,
       .groups = 16,
       .stages = 2,
       .sums = 128,
       .stagger = large_panels(low) ? 0.9 : 0.5},
      {.lanes = 32,
       .warps = 12,
       .blocks = 1,
       .groups = 16,
       .stages = 3,
       .sums = 128,
       .stagger = 0.3},
      {.lanes = 16,
       .warps = 12,
       .blocks = 1,
       .groups = 16,
       .stages = 3,
       .sums = 112,
       .stagger = 0.6},
      {.lanes = 8,
       .warps = 12,
       .blocks = 1,
       .groups = 16,
       .stages = 2,
       .sums = 112,
       .stagger = 0.6},
      {.lanes = 4,
       .warps = 12,
       .blocks = 1,
       .groups = 16,
       .stages = 2,
       .sums = 112,
       .stagger = 0.6}};
}

/// The last panels are too few for all warps, so that many of them go to the kernels after. For large panels this was measured at
/// 8 lines alone.
std::size_t usual_after(const Graph& graph, std::int64_t low) {
  const double edges = static_cast<double>(graph.edge_count());
  const double hundreds = (large_panels(low) ? 20 : 21.5) * std::pow(edges / 54'000, 0.34);
  return static_cast<std::size_t>(std::lround(hundreds)) * 100;
}

CooperativeOptions filled(CooperativeOptions asked, const CooperativeOptions& form,
                          bool single_precision) {
  const auto fill = [](auto& option, auto usual) {
    if (option == 0) option = usual;
  };
  fill(asked.lanes, form.lanes);
  fill(asked.warps, form.warps);
  fill(asked.blocks, form.blocks);
  fill(asked.groups, form.groups);
  fill(asked.stages, form.stages);
  // Numbers of double precision take two registers.
  fill(asked.sums, single_precision ? form.sums : form.sums / 2);
  fill(asked.stagger, form.stagger);
  return asked;
}

/// Beside those of usual_after(): sums over subsets, the last of which are long, are better in panels than in a kernel after them, which
/// spills.
constexpr std::size_t few_after = 100;

std::vector<PanelRule> panel_rules(const Graph& graph, const PanelRule& asked) {
  std::vector<std::string> rows{asked.row};
  if (asked.row.empty()) rows = row_parameters(graph, Values(graph));
  if (rows.empty()) rows.emplace_back();
  std::vector<PanelRule> rules;
  const std::vector<std::int64_t> sizes =
      asked.low > 0 ? std::vector{asked.low} : std::vector<std::int64_t>{4, 3, 2, 1};
  for (const std::int64_t low : sizes) {
    std::vector<std::size_t> after{usual_after(graph, low)};
    if (low < 3) after.push_back(few_after);
    if (asked.after_edges > 0) after = {asked.after_edges};
    for (const std::string& row : rows) {
      for (const std::size_t edges : after) rules.push_back({low, row, edges});
    }
  }
  return rules;
}

}  // namespace

bool complete(const CudaCandidate& candidate) {
  if (const auto* packed = std::get_if<PackedOptions>(&candidate)) {
    return packed->lanes > 0 && packed->warps > 0 && packed->blocks > 0;
  }
  if (const auto* matrix = std::get_if<MatrixOptions>(&candidate)) {
    return matrix->lanes > 0 && matrix->warps > 0 && matrix->blocks > 0;
  }
  if (const auto* products = std::get_if<ProductOptions>(&candidate)) {
    return products->low > 0 && products->lanes > 0 && products->warps > 0 && products->blocks > 0;
  }
  if (const auto* unions = std::get_if<UnionOptions>(&candidate)) {
    return unions->lanes > 0 && unions->warps > 0;
  }
  if (const auto* determinants = std::get_if<DeterminantOptions>(&candidate)) {
    return determinants->lanes > 0 && determinants->warps > 0 && determinants->blocks > 0;
  }
  if (const auto* rotations = std::get_if<RotationOptions>(&candidate)) return rotations->warps > 0;
  const auto* options = std::get_if<CooperativeOptions>(&candidate);
  if (!options) return true;
  const PanelRule& panels = options->panels;
  return panels.low > 0 && !panels.row.empty() && panels.after_edges > 0 && options->lanes > 0 &&
         options->warps > 0 && options->blocks > 0 && options->groups > 0 && options->stages > 0 &&
         options->sums > 0 && options->stagger > 0;
}

std::vector<RankedCandidate> cooperative_candidates(const Graph& graph, const OrderRule& order,
                                                    const CudaOptions& options,
                                                    const CooperativeOptions& asked,
                                                    const std::atomic<bool>* stop) {
  std::vector<RankedCandidate> list;
  std::exception_ptr no_panels, no_plan;
  const auto attempt = [](std::exception_ptr& error, auto work) {
    try {
      work();
    } catch (const Stopped&) {
      throw;
    } catch (const std::runtime_error&) {
      if (!error) error = std::current_exception();
    }
  };
  for (const PanelRule& rule : panel_rules(graph, asked.panels)) {
    attempt(no_panels, [&] {
      CooperativeOptions candidate = asked;
      candidate.panels = rule;
      ScheduleOptions how = schedule_options(candidate);
      how.hint = &order;
      how.stop = stop;
      const Schedule schedule = make_schedule(graph, how);
      std::vector<CooperativeOptions> tried;
      unsigned widest = 0;  // group that fits shared memory
      for (const CooperativeOptions& form : forms(rule.low)) {
        throw_if_stopped(stop);
        candidate = filled(asked, form, options.single_precision);
        candidate.panels = rule;
        if (std::ranges::count(tried, candidate) > 0) continue;
        // With large panels the other forms were slower, which the estimate does not see: they are tried only where low = 4 is given and
        // the first does not fit.
        if (large_panels(rule.low) && !tried.empty() && (asked.panels.low == 0 || widest > 0))
          break;
        // Small groups are for what would not fit otherwise.
        if (form.lanes < 16 && widest > form.lanes) continue;
        tried.push_back(candidate);
        attempt(no_plan, [&] {
          list.push_back(
              {candidate, estimate_cooperative(graph, schedule, cuda_options(candidate, options))});
          widest = std::max(widest, form.lanes);
        });
      }
    });
  }
  if (list.empty()) std::rethrow_exception(no_plan ? no_plan : no_panels);
  std::ranges::stable_sort(list, {},
                           [](const RankedCandidate& each) { return each.estimate.seconds; });
  return list;
}

std::vector<RankedCandidate> packed_candidates(const Graph& graph, const Schedule& whole,
                                               const CudaOptions& options,
                                               const PackedOptions& asked,
                                               const std::atomic<bool>* stop) {
  const EdgeTables tables(graph, whole);
  std::vector<RankedCandidate> list;
  for (const PackedPlan& plan :
       packed_plans(graph, whole, tables, cuda_options(asked, options), stop)) {
    list.push_back({PackedOptions{plan.lanes, plan.warps, plan.blocks},
                    estimate_packed(graph, plan, options)});
  }
  std::ranges::stable_sort(list, {},
                           [](const RankedCandidate& each) { return each.estimate.seconds; });
  return list;
}

std::vector<RankedCandidate> matrix_candidates(const Graph& graph, const Schedule& whole,
                                               const CudaOptions& options,
                                               const MatrixOptions& asked) {
  const EdgeTables tables(graph, whole);
  std::vector<RankedCandidate> list;
  for (const MatrixPlan& plan : matrix_plans(graph, whole, tables, cuda_options(asked, options))) {
    list.push_back({MatrixOptions{plan.lanes, plan.warps, plan.blocks},
                    estimate_matrix(graph, plan, options)});
  }
  std::ranges::stable_sort(list, {},
                           [](const RankedCandidate& each) { return each.estimate.seconds; });
  return list;
}

bool may_be_packed(const CooperativeOptions& asked) {
  return asked ==
         CooperativeOptions{.lanes = asked.lanes, .warps = asked.warps, .blocks = asked.blocks};
}

PackedOptions packed(const CooperativeOptions& asked) {
  return {asked.lanes, asked.warps, asked.blocks};
}

}  // namespace diagc
