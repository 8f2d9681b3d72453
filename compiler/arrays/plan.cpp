#include "compiler/arrays/plan.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/arrays/kernel_axes.h"
#include "compiler/arrays/lives.h"

namespace diagc::arrays {

namespace {

class Planner {
 public:
  Planner(const Network& network, const Order& order, const PlaceOptions& options)
      : network_(network),
        order_(order),
        options_(options),
        tensors_(network.tensors.size()),
        labels_(value_labels(network, order)) {}

  Plan make() {
    if (tensors_ == 0) throw std::logic_error("plan: found a network without tensors");
    plan_.sliced = order_.sliced;
    std::ranges::stable_partition(
        plan_.sliced, [&](Label label) { return std::ranges::count(network_.open, label) > 0; });
    plan_.element_bytes = options_.element_bytes;
    const auto slices = element_count(network_, order_.sliced);
    if (!slices) throw std::runtime_error("found 2^63 slices or more, expected fewer");
    plan_.slices = *slices;
    find_sizes();
    find_sliced_values();
    places_ = place(network_, order_, options_);
    for (std::size_t value = 0; value < labels_.size(); ++value) {
      const bool is_tensor = value < tensors_;
      plan_.values.push_back(
          {places_.axes[value],
           is_tensor ? *element_count(network_, network_.tensors[value]) : sizes_[value], 0, true});
    }
    schedule();
    for (const std::uint32_t kernel : sequence_) add(places_.kernels[kernel]);
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

  void find_sliced_values() {
    std::vector<bool> sliced(network_.extents.size());
    for (const Label label : order_.sliced) sliced[label] = true;
    for (const auto& axes : network_.tensors) {
      changes_.push_back(std::ranges::any_of(axes, [&](Label label) { return sliced[label]; }));
    }
    for (const auto& [a, b] : order_.steps) changes_.push_back(changes_[a] || changes_[b]);
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
    std::ranges::stable_partition(sequence_, [&](std::uint32_t kernel) {
      return !changes_[places_.kernels[kernel].results.back()];
    });
  }

  void add(const PlacedKernel& placed) {
    PlanKernel kernel =
        kernel_of(network_, labels_, places_.axes, placed, options_.element_bytes, plan_.steps);
    kernel.once = !order_.sliced.empty() && !changes_[placed.results.back()];
    kernel.form = placed.form;
    kernel.seconds = placed.seconds;
    for (std::size_t s = kernel.first; s < plan_.steps.size(); ++s) {
      plan_.steps[s].once = kernel.once;
      plan_.values[plan_.steps[s].c].stored = s + 1 == plan_.steps.size();
    }
    plan_.kernels.push_back(std::move(kernel));
  }

  /// Gives every result a place in the arena that no other one has while both live.
  void place_results() {
    const std::size_t kernels = plan_.kernels.size();
    std::vector<std::size_t> last(labels_.size(), kernels);
    for (std::size_t k = 0; k < kernels; ++k) {
      for (const std::uint32_t operand : operands(places_.kernels[sequence_[k]])) {
        // What every slice reads lives through all of them.
        const bool is_read_again = !plan_.kernels[k].once && !changes_[operand];
        last[operand] = is_read_again && !order_.sliced.empty() ? kernels : k;
      }
    }
    std::vector<std::uint32_t> values;
    std::vector<Life> lives;
    for (std::size_t k = 0; k < kernels; ++k) {
      values.push_back(places_.kernels[sequence_[k]].results.back());
      lives.push_back({sizes_[values.back()], k, last[values.back()]});
    }
    const LivePlaces places = place_lives(lives, plan_alignment);
    for (std::size_t k = 0; k < kernels; ++k) plan_.values[values[k]].offset = places.offsets[k];
    plan_.arena = places.elements;
  }

  const Network& network_;
  const Order& order_;
  PlaceOptions options_;
  std::size_t tensors_;
  std::vector<std::vector<Label>> labels_;
  std::vector<std::uint64_t> sizes_;
  std::vector<bool> changes_;  ///< by value: whether slices differ in it
  Places places_;
  std::vector<std::uint32_t> sequence_;  ///< of kernels
  Plan plan_;
};

}  // namespace

Plan make_plan(const Network& network, const Order& order, const PlaceOptions& options) {
  return Planner(network, order, options).make();
}

}  // namespace diagc::arrays
