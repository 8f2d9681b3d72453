#include "compiler/arrays/plan.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "compiler/arrays/kernel_axes.h"
#include "compiler/arrays/processor_model.h"
#include "compiler/graph/lives.h"

namespace diagc::arrays {

namespace {

/// A term and a sum are read, the sum is written, and so is its compensation.
double adding_seconds(double bytes, bool is_compensated) {
  const double rate = bytes > processor::far_bytes    ? processor::memory_rate
                      : bytes > processor::near_bytes ? processor::near_rate
                                                      : processor::cache_rate;
  return (is_compensated ? 5 : 3) * bytes / rate;
}

class Planner {
 public:
  Planner(const Network& network, const Order& order, const PlaceOptions& options,
          const SliceLoops& loops)
      : network_(network),
        order_(order),
        options_(options),
        loops_(loops),
        tensors_(network.tensors.size()),
        labels_(value_labels(network, order)) {}

  Plan make() {
    if (tensors_ == 0) throw std::logic_error("plan: found a network without tensors");
    plan_.sliced = loops_.outer;
    std::ranges::stable_partition(
        plan_.sliced, [&](Label label) { return std::ranges::count(network_.open, label) > 0; });
    plan_.element_bytes = options_.element_bytes;
    const auto slices = element_count(network_, loops_.outer);
    if (!slices) throw std::runtime_error("found 2^63 slices or more, expected fewer");
    plan_.slices = *slices;
    find_sizes();
    places_ = place(network_, order_, options_, loops_.home);
    for (std::size_t value = 0; value < labels_.size(); ++value) {
      const bool is_tensor = value < tensors_;
      plan_.values.push_back(
          {places_.axes[value],
           is_tensor ? *element_count(network_, network_.tensors[value]) : sizes_[value], 0, true});
    }
    schedule();
    add_kernels();
    place_results();
    plan_.result = static_cast<std::uint32_t>(labels_.size() - 1);
    return std::move(plan_);
  }

 private:
  void find_sizes() {
    for (const auto& labels : labels_) {
      const auto count = element_count(network_, labels);
      if (!count)
        throw std::runtime_error(
            "found a value of 2^63 elements or more; another order or slices make values smaller");
      sizes_.push_back(*count);
    }
  }

  /// What a kernel reads, those that other kernels make.
  std::vector<std::uint32_t> operands(const PlacedKernel& kernel) const {
    std::vector<std::uint32_t> values = kernel.others;
    values.push_back(kernel.main);
    std::erase_if(values, [&](std::uint32_t value) { return value < tensors_; });
    return values;
  }

  /// The order of kernels. The peak of a value is the most that is alive while it is computed, its own elements are what stays; of several
  /// operands those come first for which peak minus elements is largest.
  void schedule() {
    std::vector<std::uint32_t> maker(labels_.size());
    std::vector<std::vector<std::uint32_t>> operands_of;  // by kernel, in order
    std::vector<std::uint64_t> peak(labels_.size());
    for (std::uint32_t k = 0; k < places_.kernels.size(); ++k) {
      const PlacedKernel& kernel = places_.kernels[k];
      const std::uint32_t value = kernel.results.back();
      maker[value] = k;
      auto& own = operands_of.emplace_back(operands(kernel));
      std::ranges::stable_sort(own, std::greater(),
                               [&](std::uint32_t v) { return peak[v] - sizes_[v]; });
      std::uint64_t before = 0;
      for (const std::uint32_t operand : own) {
        peak[value] = std::max(peak[value], checked_elements(before, peak[operand]));
        before = checked_elements(before, sizes_[operand]);
      }
      peak[value] = std::max(peak[value], checked_elements(before, sizes_[value]));
    }
    if (labels_.size() == tensors_) return;
    // From the root: an operand that is computed later is visited first, and all is turned around at the end.
    std::vector<std::uint32_t> left{static_cast<std::uint32_t>(labels_.size() - 1)};
    while (!left.empty()) {
      const std::uint32_t value = left.back();
      left.pop_back();
      sequence_.push_back(maker[value]);
      const auto& own = operands_of[maker[value]];
      left.insert(left.end(), own.begin(), own.end());
    }
    std::ranges::reverse(sequence_);
  }

  /// Kernels in their loops.
  void add_kernels() {
    std::vector<std::uint32_t> makes;
    for (const PlacedKernel& kernel : places_.kernels) makes.push_back(kernel.results.back());
    LoopSequence own = loop_sequence(network_, loops_, sequence_, makes);
    for (std::size_t k = 0; k < own.items.size(); ++k)
      add(places_.kernels[own.items[k]], own.once[k], own.runs[k]);
    plan_.loops = std::move(own.loops);
    sequence_of_plan_ = std::move(own.items);
  }

  void add(const PlacedKernel& placed, bool once, double runs) {
    PlanKernel kernel =
        kernel_of(network_, labels_, places_.axes, placed, options_.element_bytes, plan_.steps);
    kernel.once = once;
    kernel.runs = runs;
    const std::uint32_t value = placed.results.back();
    kernel.adds = owner(loops_, value) != loops_.home[value];
    kernel.form = placed.form;
    kernel.seconds = placed.seconds;
    const double log2_terms =
        loops_.log2_runs(loops_.home[value]) - loops_.log2_runs(owner(loops_, value));
    kernel.is_compensated =
        kernel.adds && options_.compensated && log2_terms > std::log2(few_terms);
    if (kernel.adds)
      kernel.seconds += adding_seconds(static_cast<double>(sizes_[value] * options_.element_bytes),
                                       kernel.is_compensated);
    for (std::size_t s = kernel.first; s < plan_.steps.size(); ++s) {
      plan_.steps[s].once = kernel.once;
      plan_.steps[s].runs = kernel.runs;
      plan_.values[plan_.steps[s].c].stored = s + 1 == plan_.steps.size();
    }
    plan_.kernels.push_back(std::move(kernel));
  }

  /// Gives every result a place in the arena that no other one has while both live.
  void place_results() {
    const std::size_t kernels = plan_.kernels.size();
    maker_.resize(labels_.size());
    std::vector<std::size_t> last(labels_.size(), kernels);
    for (std::size_t k = 0; k < kernels; ++k) {
      const PlacedKernel& placed = places_.kernels[sequence_of_plan_[k]];
      maker_[placed.results.back()] = k;
      for (const std::uint32_t operand : operands(placed)) last[operand] = last_read(operand, k);
    }
    std::vector<Life> lives;
    for (std::size_t k = 0; k < kernels; ++k) {
      const std::uint32_t value = result(k);
      lives.push_back({sizes_[value], begin_of(k), last[value]});
    }
    for (std::size_t k = 0; k < kernels; ++k) {
      if (plan_.kernels[k].adds) lives.push_back({sizes_[result(k)], k, k});
      if (plan_.kernels[k].is_compensated) lives.push_back({sizes_[result(k)], begin_of(k), k});
    }
    const LivePlaces places = place_lives(lives, plan_alignment);
    std::size_t partial = kernels;
    for (std::size_t k = 0; k < kernels; ++k) {
      plan_.values[result(k)].offset = places.offsets[k];
      if (plan_.kernels[k].adds) plan_.kernels[k].partial = places.offsets[partial++];
      if (plan_.kernels[k].is_compensated)
        plan_.kernels[k].compensation = places.offsets[partial++];
    }
    plan_.arena = places.elements;
  }

  std::uint32_t result(std::size_t kernel) const {
    return places_.kernels[sequence_of_plan_[kernel]].results.back();
  }

  static bool is_within(const PlanLoop& loop, std::size_t kernel) {
    return loop.first <= kernel && kernel < loop.last;
  }

  /// The first kernel of all loops that a kernel's result is added up over.
  std::size_t begin_of(std::size_t kernel) const {
    std::size_t begin = kernel;
    for (const PlanLoop& loop : plan_.loops)
      if (is_within(loop, kernel) && loop.sum == result(kernel))
        begin = std::min(begin, loop.first);
    return begin;
  }

  /// What a loop reads lives through all of it, and what every slice reads through all of them.
  std::size_t last_read(std::uint32_t value, std::size_t kernel) const {
    const std::size_t maker = maker_[value];
    if (plan_.kernels[maker].once && !plan_.kernels[kernel].once) return plan_.kernels.size();
    std::size_t last = kernel;
    for (const PlanLoop& loop : plan_.loops)
      if (is_within(loop, kernel) && !is_within(loop, maker)) last = std::max(last, loop.last - 1);
    return last;
  }

  const Network& network_;
  const Order& order_;
  PlaceOptions options_;
  const SliceLoops& loops_;
  std::size_t tensors_;
  std::vector<std::vector<Label>> labels_;
  std::vector<std::uint64_t> sizes_;
  Places places_;
  std::vector<std::uint32_t> sequence_;          ///< of kernels, without regard to loops
  std::vector<std::uint32_t> sequence_of_plan_;  ///< by kernel of the plan, the placed one
  std::vector<std::size_t> maker_;               ///< by value, the kernel of the plan
  Plan plan_;
};

}  // namespace

Plan make_plan(const Network& network, const Order& order, const PlaceOptions& options) {
  return make_plan(network, order, options, slice_loops(network, order, order.sliced));
}

Plan make_plan(const Network& network, const Order& order, const PlaceOptions& options,
               const SliceLoops& loops) {
  return Planner(network, order, options, loops).make();
}

}  // namespace diagc::arrays
