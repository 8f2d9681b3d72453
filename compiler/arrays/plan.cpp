#include "compiler/arrays/plan.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace diagc::arrays {

namespace {

constexpr std::uint64_t most_elements = std::uint64_t{1} << 62U;

std::uint64_t checked_sum(std::uint64_t a, std::uint64_t b) {
  if (a > most_elements - std::min(b, most_elements)) {
    throw std::runtime_error(
        "found a contraction whose values have more than 2^62 elements together");
  }
  return a + b;
}

class Planner {
 public:
  Planner(const Network& network, const Order& order)
      : network_(network),
        order_(order),
        tensors_(network.tensors.size()),
        labels_(value_labels(network, order)) {}

  Plan make() {
    if (tensors_ == 0) throw std::logic_error("plan: found a network without tensors");
    plan_.sliced = order_.sliced;
    const auto slices = element_count(network_, order_.sliced);
    if (!slices) throw std::runtime_error("found 2^63 slices or more, expected fewer");
    plan_.slices = *slices;
    find_sizes();
    find_sliced_values();
    for (std::size_t t = 0; t < tensors_; ++t) {
      plan_.values.push_back(
          {network_.tensors[t], *element_count(network_, network_.tensors[t]), 0});
    }
    plan_.values.resize(labels_.size());
    schedule();
    for (const std::uint32_t value : sequence_) plan_.steps.push_back(step(value));
    place();
    plan_.result = static_cast<std::uint32_t>(labels_.size() - 1);
    return std::move(plan_);
  }

 private:
  const std::array<std::uint32_t, 2>& operands(std::uint32_t value) const {
    return order_.steps[value - tensors_];
  }

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

  /// The order of steps. The peak of a value is the most that is alive while it is computed, its own elements are what stays.
  void schedule() {
    std::vector<std::uint64_t> peak(labels_.size());
    std::vector<bool> second_first(labels_.size());
    for (auto value = static_cast<std::uint32_t>(tensors_); value < labels_.size(); ++value) {
      const auto [a, b] = operands(value);
      const std::uint64_t own_a = a < tensors_ ? 0 : sizes_[a],
                          own_b = b < tensors_ ? 0 : sizes_[b];
      const std::uint64_t a_first = std::max(peak[a], checked_sum(own_a, peak[b]));
      const std::uint64_t b_first = std::max(peak[b], checked_sum(own_b, peak[a]));
      second_first[value] = b_first < a_first;
      peak[value] = std::max(std::min(a_first, b_first),
                             checked_sum(checked_sum(own_a, own_b), sizes_[value]));
    }
    if (labels_.size() == tensors_) return;
    // From the root: an operand that is computed later is visited first, and all is turned around at the end.
    std::vector<std::uint32_t> left{static_cast<std::uint32_t>(labels_.size() - 1)};
    while (!left.empty()) {
      const std::uint32_t value = left.back();
      left.pop_back();
      sequence_.push_back(value);
      auto [first, second] = operands(value);
      if (second_first[value]) std::swap(first, second);
      if (first >= tensors_) left.push_back(first);
      if (second >= tensors_) left.push_back(second);
    }
    std::ranges::reverse(sequence_);
    std::ranges::stable_partition(sequence_, [&](std::uint32_t value) { return !changes_[value]; });
  }

  /// The stride of a label in a value; a label that stands twice in a tensor steps along the diagonal.
  std::uint64_t stride(std::uint32_t value, Label label) const {
    std::uint64_t result = 0, stride = 1;
    const auto& axes = plan_.values[value].labels;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      if (axes[axis] == label) result += stride;
      stride *= network_.extents[axes[axis]];
    }
    return result;
  }

  /// Labels of both operands in the order in which they lie there, which keeps neighbours together.
  std::vector<Label> in_place(std::uint32_t a, std::uint32_t b) const {
    std::vector<Label> result;
    std::vector<Label> known;
    std::ranges::set_union(labels_[a], labels_[b], std::back_inserter(known));
    for (const std::uint32_t value : {a, b}) {
      for (const Label label : plan_.values[value].labels) {
        const auto found = std::ranges::lower_bound(known, label);
        if (found == known.end() || *found != label) continue;
        known.erase(found);
        result.push_back(label);
      }
    }
    return result;
  }

  PlanStep step(std::uint32_t value) {
    auto [a, b] = operands(value);
    if (sizes_[a] < sizes_[b]) std::swap(a, b);
    const auto has = [&](std::uint32_t operand, Label label) {
      return std::ranges::binary_search(labels_[operand], label);
    };
    PlanStep step{a, b, value, {}, {}, {}, {}, !changes_[value], 0};
    std::vector<Label> batch, rows, columns, summed;
    for (const Label label : in_place(a, b)) {
      step.log2_macs += std::log2(static_cast<double>(network_.extents[label]));
      if (!has(value, label)) {
        summed.push_back(label);
      } else if (has(a, label) && has(b, label)) {
        batch.push_back(label);
      } else {
        (has(a, label) ? rows : columns).push_back(label);
      }
    }
    const auto count = [&](const std::vector<Label>& labels) {
      return *element_count(network_, labels);
    };
    constexpr std::uint64_t enough_lanes = 16;
    const bool lanes_are_batch =
        std::max(count(rows), count(columns)) < enough_lanes && count(batch) >= enough_lanes;
    if (count(columns) < count(rows)) {
      std::swap(rows, columns);
      std::swap(step.a, step.b);
    }
    std::vector<Label>& axes = plan_.values[value].labels;
    if (!lanes_are_batch) axes = batch;
    axes.insert(axes.end(), rows.begin(), rows.end());
    axes.insert(axes.end(), columns.begin(), columns.end());
    if (lanes_are_batch) axes.insert(axes.end(), batch.begin(), batch.end());
    plan_.values[value].elements = sizes_[value];
    const auto group = [&](const std::vector<Label>& labels) {
      std::vector<PlanAxis> result;
      for (const Label label : labels) {
        if (network_.extents[label] == 1) continue;
        result.push_back({network_.extents[label], stride(step.a, label), stride(step.b, label),
                          stride(value, label)});
      }
      return result;
    };
    step.batch = group(batch);
    step.rows = group(rows);
    step.columns = group(columns);
    step.summed = group(summed);
    return step;
  }

  /// Gives every result a place in the arena that no other one has while both live: the largest first, each as low as it goes.
  void place() {
    struct Life {
      std::uint32_t value;
      std::size_t begin, end;  ///< steps
    };
    const std::size_t steps = plan_.steps.size();
    std::vector<Life> lives;
    std::vector<std::size_t> last(labels_.size(), steps);
    for (std::size_t s = 0; s < steps; ++s) {
      for (const std::uint32_t operand : {plan_.steps[s].a, plan_.steps[s].b}) {
        // What every slice reads lives through all of them.
        last[operand] = plan_.steps[s].once || changes_[operand] ? s : steps;
      }
    }
    for (std::size_t s = 0; s < steps; ++s)
      lives.push_back({plan_.steps[s].c, s, last[plan_.steps[s].c]});
    std::ranges::stable_sort(lives, std::greater(),
                             [&](const Life& life) { return sizes_[life.value]; });
    const auto space = [&](std::uint32_t value) {
      return checked_sum(sizes_[value], plan_alignment - 1) / plan_alignment * plan_alignment;
    };
    std::vector<Life> placed;
    for (const Life& life : lives) {
      std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
      for (const Life& other : placed) {
        if (other.begin > life.end || life.begin > other.end) continue;
        taken.emplace_back(plan_.values[other.value].offset,
                           plan_.values[other.value].offset + space(other.value));
      }
      std::ranges::sort(taken);
      std::uint64_t offset = 0;
      for (const auto& [begin, end] : taken) {
        if (checked_sum(offset, space(life.value)) <= begin) break;
        offset = std::max(offset, end);
      }
      plan_.values[life.value].offset = offset;
      plan_.arena = std::max(plan_.arena, checked_sum(offset, space(life.value)));
      placed.push_back(life);
    }
  }

  const Network& network_;
  const Order& order_;
  std::size_t tensors_;
  std::vector<std::vector<Label>> labels_;
  std::vector<std::uint64_t> sizes_;
  std::vector<bool> changes_;  ///< by value: whether slices differ in it
  std::vector<std::uint32_t> sequence_;
  Plan plan_;
};

}  // namespace

Plan make_plan(const Network& network, const Order& order) {
  return Planner(network, order).make();
}

}  // namespace diagc::arrays
