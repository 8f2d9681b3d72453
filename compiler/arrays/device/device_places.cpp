#include "compiler/arrays/device/device_places.h"

#include <algorithm>

#include "compiler/arrays/device/device_copy.h"
#include "compiler/graph/lives.h"

namespace diagc::arrays {

namespace {

class ArrayPlaces {
 public:
  ArrayPlaces(DevicePlan& plan, const std::vector<std::uint64_t>& elements)
      : plan_(plan),
        elements_(elements),
        made_(elements.size()),
        last_(elements.size(), plan.launches.size()) {
    find_times();
  }

  void set(std::size_t tensors) {
    plan_.offsets.clear();
    std::uint64_t first = 0;
    for (std::size_t t = 0; t < tensors; ++t) {
      plan_.offsets.push_back(first);
      const std::uint64_t space =
          checked_elements(elements_[t], plan_alignment - 1) / plan_alignment * plan_alignment;
      first = checked_elements(first, space);
    }
    plan_.offsets.resize(elements_.size());
    for (const DeviceLaunch& launch : plan_.launches) {
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = plan_.steps[s];
        // What is in shared memory only takes no place.
        const std::uint64_t elements = launch.is_between(s) ? 0 : step.blocks * step.elements;
        lives_.push_back({elements, begin_of(step), last_[step.c]});
      }
    }
    for (DeviceStep& step : plan_.steps) hold_beside(step);
    const LivePlaces places = place_lives(lives_, plan_alignment);
    for (std::size_t s = 0; s < plan_.steps.size(); ++s)
      plan_.offsets[plan_.steps[s].c] = checked_elements(first, places.offsets[s]);
    for (std::size_t k = 0; k < beside_.size(); ++k)
      *beside_[k] = checked_elements(first, places.offsets[plan_.steps.size() + k]);
    for (DeviceStep& step : plan_.steps) {
      if (step.form == DeviceForm::products && !product_copies(step, plan_.element).c.moves)
        step.packed[2] = step.parts > 1 ? step.parts_offset : plan_.offsets[step.c];
    }
    plan_.elements = checked_elements(first, places.elements);
    find_arrivals();
  }

 private:
  void find_times() {
    std::vector<bool> once(elements_.size());
    for (std::size_t l = 0; l < plan_.launches.size(); ++l) {
      const DeviceLaunch& launch = plan_.launches[l];
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = plan_.steps[s];
        made_[step.c] = l;
        once[step.c] = step.once;
        for (const std::uint32_t operand : {step.a, step.b}) {
          // What every slice reads lives through all of them.
          last_[operand] =
              once[operand] && !step.once ? plan_.launches.size() : last_read(operand, l);
        }
      }
    }
  }

  /// What a loop reads lives through all of it.
  std::size_t last_read(std::uint32_t value, std::size_t launch) const {
    std::size_t last = launch;
    for (const DeviceLoop& loop : plan_.loops) {
      if (loop.has(launch) && !loop.has(made_[value])) last = std::max(last, loop.last - 1);
    }
    return last;
  }

  /// A sum lives from the first launch of its loops.
  std::size_t begin_of(const DeviceStep& step) const {
    std::size_t begin = made_[step.c];
    for (const DeviceLoop& loop : plan_.loops)
      if (std::ranges::count(loop.sums, step.c) > 0) begin = std::min(begin, loop.first);
    return begin;
  }

  /// What lives during one launch.
  void hold_beside(DeviceStep& step) {
    if (step.parts > 1) hold(step, step.parts * step.elements, step.parts_offset);
    if (step.is_compensated) {
      lives_.push_back({step.blocks * step.elements, begin_of(step), made_[step.c]});
      beside_.push_back(&step.compensation);
    }
    if (step.form == DeviceForm::exchange) hold(step, elements_[step.a], step.packed[0]);
    if (step.copies_b) hold(step, plain_copy_of_b(step, plan_.element).elements(), step.packed[1]);
    if (step.form != DeviceForm::products) return;
    const ProductCopies copies = product_copies(step, plan_.element);
    hold(step, copies.a.elements(), step.packed[0]);
    hold(step, copies.b.elements(), step.packed[1]);
    if (copies.c.moves) hold(step, step.elements, step.packed[2]);
  }

  void hold(const DeviceStep& step, std::uint64_t elements, std::uint64_t& place) {
    // Pieces are on their way until the step that begins with them.
    const bool is_sent = step.message_pieces > 1;
    lives_.push_back({elements, made_[step.c], is_sent ? last_[step.c] : made_[step.c]});
    beside_.push_back(&place);
  }

  void find_arrivals() {
    for (DeviceStep& step : plan_.steps) {
      if (step.pieces.empty()) continue;
      for (const DeviceStep& exchange : plan_.steps) {
        if (exchange.message_pieces > 1 && (exchange.c == step.a || exchange.c == step.b))
          step.arrives = made_[exchange.c];
      }
    }
  }

  DevicePlan& plan_;
  const std::vector<std::uint64_t>& elements_;
  std::vector<std::size_t> made_, last_;  ///< by value, launches
  std::vector<Life> lives_;               ///< of steps, then of what is beside them
  std::vector<std::uint64_t*> beside_;
};

}  // namespace

void place_arrays(DevicePlan& plan, const std::vector<std::uint64_t>& elements,
                  std::size_t tensors) {
  ArrayPlaces(plan, elements).set(tensors);
}

}  // namespace diagc::arrays
