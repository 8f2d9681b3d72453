#include "compiler/emit/choice/product_candidates.h"

#include <algorithm>
#include <exception>

#include "compiler/emit/products/plan.h"
#include "compiler/source/stop.h"

namespace diagc {

namespace {

/// Of a multiprocessor, whose registers have room for so many warps of this code.
constexpr unsigned most_warps = 16;

/// Whether tiles hold most of the operations: where they do not, the kernels before are a schedule of their own, and other ones are better.
bool mostly_inside(const Schedule& schedule) {
  const auto operations = [](const Work& work) {
    return work.multiplications + work.additions + work.fused + work.divisions + work.functions;
  };
  std::uint64_t before = 0;
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    if (c != schedule.cooperation->chunk) before += operations(schedule.chunks[c].work);
  }
  return 2 * before < operations(schedule.work);
}

/// More configurations of a block leave fewer blocks of a multiprocessor; a block has warps for one panel in a place each.
std::vector<ProductOptions> forms(const ProductOptions& asked, std::int64_t low) {
  std::vector<ProductOptions> list;
  for (const unsigned blocks : {1U, 2U, 3U, 4U}) {
    if (asked.blocks > 0 && asked.blocks != blocks) continue;
    for (const unsigned lanes : {32U, 16U, 8U, 4U, 2U, 1U}) {
      if (asked.lanes > 0 && asked.lanes != lanes) continue;
      const unsigned warps = asked.warps > 0 ? asked.warps : most_warps / blocks;
      list.push_back(
          {.low = low, .lanes = lanes, .warps = warps, .blocks = blocks, .steps = asked.steps});
    }
  }
  return list;
}

}  // namespace

std::vector<RankedCandidate> product_candidates(const Graph& graph, const OrderRule& order,
                                                const CudaOptions& options,
                                                const ProductOptions& asked,
                                                const std::atomic<bool>* stop) {
  std::vector<RankedCandidate> list;
  std::exception_ptr error;
  for (const std::int64_t low : {std::int64_t{2}, std::int64_t{1}, std::int64_t{3}}) {
    if (asked.low > 0 ? asked.low != low : low != 2) continue;
    ScheduleOptions how = schedule_options(ProductOptions{.low = low});
    how.hint = &order;
    how.stop = stop;
    const Schedule schedule = make_schedule(graph, how);
    if (asked.low == 0 && !mostly_inside(schedule)) {
      throw std::runtime_error(
          "most operations are before the products of tiles: take another schedule");
    }
    for (const ProductOptions& form : forms(asked, low)) {
      throw_if_stopped(stop);
      // Of those that fit with so many blocks the one with the most configurations reads the fewest words for each.
      const bool wider = std::ranges::any_of(list, [&](const RankedCandidate& each) {
        const auto& other = std::get<ProductOptions>(each.candidate);
        return other.low == low && other.blocks == form.blocks;
      });
      if (wider) continue;
      try {
        const CudaOptions of_form = cuda_options(form, options);
        const ProductPlan plan = plan_products(graph, schedule, of_form);
        list.push_back({form, estimate_products(graph, schedule, plan, of_form)});
      } catch (const std::runtime_error&) {
        if (!error) error = std::current_exception();
      }
    }
  }
  if (list.empty() && error) std::rethrow_exception(error);
  if (list.empty()) throw std::runtime_error("products of tiles have no such form");
  std::ranges::stable_sort(list, {},
                           [](const RankedCandidate& each) { return each.estimate.seconds; });
  return list;
}

}  // namespace diagc
