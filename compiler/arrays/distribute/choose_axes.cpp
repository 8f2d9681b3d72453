#include "compiler/arrays/distribute/choose_axes.h"

#include <stdexcept>

namespace diagc::arrays {

namespace {

class AxisChooser {
 public:
  explicit AxisChooser(const DeviceGrid& grid) : grid_(grid), kinds_(axis_kinds(grid)) {}

  /// Where a result is made that is wanted elsewhere next: labels of both stay.
  Placement made(const LabelPlaces& places, const Placement& wanted) const {
    Placement placement(grid_.axes.size(), no_label);
    for (std::size_t axis = 0; axis < placement.size(); ++axis) {
      for (const LabelPlace& place : places) {
        if (place.label == wanted[axis] && is_of(axis, place.kind)) placement[axis] = place.label;
      }
    }
    for (const LabelPlace& place : places) {
      if (std::ranges::count(placement, place.label) == 0)
        placement[free_axis(placement, place.kind)] = place.label;
    }
    return placement;
  }

  /// Labels of the result where it is made; summed ones where others take their places, or nothing is.
  Placement on(const LabelPlaces& places, const Placement& made) const {
    Placement placement(made.size(), no_label);
    for (std::size_t axis = 0; axis < made.size(); ++axis) {
      if (made[axis] != no_label && places.has(made[axis])) placement[axis] = made[axis];
    }
    for (const LabelPlace& place : places) {
      if (std::ranges::count(placement, place.label) > 0) continue;
      std::size_t chosen = made.size();
      for (std::size_t axis = 0; axis < made.size(); ++axis) {
        if (!is_of(axis, place.kind) || placement[axis] != no_label) continue;
        if (chosen == made.size() || (made[chosen] == no_label && made[axis] != no_label))
          chosen = axis;
      }
      if (chosen == made.size()) throw std::logic_error("distribution: no axis is left");
      placement[chosen] = place.label;
    }
    return placement;
  }

 private:
  bool is_of(std::size_t axis, std::uint32_t kind) const {
    return grid_.axes[axis].length == kinds_[kind].length &&
           grid_.axes[axis].between_nodes == kinds_[kind].between_nodes;
  }

  std::size_t free_axis(const Placement& placement, std::uint32_t kind) const {
    for (std::size_t axis = 0; axis < placement.size(); ++axis) {
      if (placement[axis] == no_label && is_of(axis, kind)) return axis;
    }
    throw std::logic_error("distribution: no axis is left");
  }

  const DeviceGrid& grid_;
  std::vector<AxisKind> kinds_;
};

/// Of what is read in shares no more than a share is computed, where the axis is free.
void take_shares(const Placement& wanted, DistributionChoice::Step& step) {
  for (std::size_t axis = 0; axis < wanted.size(); ++axis) {
    if (wanted[axis] == no_label || step.on[axis] != no_label || step.made[axis] != no_label)
      continue;
    if (std::ranges::count(step.made, wanted[axis]) == 0 &&
        std::ranges::count(step.on, wanted[axis]) == 0)
      step.on[axis] = step.made[axis] = wanted[axis];
  }
}

}  // namespace

DistributionChoice choose_axes(const DeviceGrid& grid, const Order& order,
                               const std::vector<Labels>& labels, std::uint32_t tensors,
                               const std::vector<std::vector<PlacedState>>& states,
                               std::uint32_t last) {
  const AxisChooser chooser(grid);
  DistributionChoice choice;
  choice.steps.resize(order.steps.size());
  std::vector<std::uint32_t> chosen(labels.size());
  std::vector<Placement> wanted(labels.size(), Placement(grid.axes.size(), no_label));
  if (!chosen.empty()) chosen.back() = last;
  for (std::size_t s = order.steps.size(); s-- > 0;) {
    const std::size_t value = tensors + s;
    const PlacedState& state = states[value][chosen[value]];
    const auto& [a, b] = order.steps[s];
    choice.steps[s].made = chooser.made(state.places, wanted[value]);
    choice.steps[s].on = chooser.on(state.on, choice.steps[s].made);
    take_shares(wanted[value], choice.steps[s]);
    chosen[a] = state.a;
    chosen[b] = state.b;
    for (const std::uint32_t operand : {a, b})
      wanted[operand] = part_of(choice.steps[s].on, labels[operand]);
  }
  return choice;
}

}  // namespace diagc::arrays
