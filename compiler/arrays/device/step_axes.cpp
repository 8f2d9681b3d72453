#include "compiler/arrays/device/step_axes.h"

#include <algorithm>
#include <functional>

namespace diagc::arrays {

Labels StepAxes::labels(std::uint32_t value) const {
  Labels labels = plan_.values[value].labels;
  std::erase_if(labels, [&](Label label) {
    return network_.extents[label] == 1 || std::ranges::count(plan_.sliced, label) > 0 ||
           std::ranges::count(plan_.loops, label, &PlanLoop::label) > 0;
  });
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

std::uint64_t StepAxes::stride(std::uint32_t value, Label label) const {
  std::uint64_t result = 0, stride = 1;
  const auto& axes = plan_.values[value].labels;
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    if (axes[axis] == label) result += stride;
    stride *= network_.extents[axes[axis]];
  }
  return result;
}

std::vector<PlanAxis> ordered(std::vector<PlanAxis> axes, const std::vector<AxisStride>& near,
                              AxisStride rest, Neighbours wanted) {
  std::vector<PlanAxis> order;
  for (const AxisStride stride : near) {
    std::ranges::stable_sort(axes, std::less(), stride);
    std::uint64_t neighbours = 1;
    for (const PlanAxis& axis : order) {
      if (axis.*stride != 0 && axis.*stride <= wanted.most_stride) neighbours *= axis.extent;
    }
    for (std::size_t k = 0; k < axes.size() && neighbours < wanted.wanted;) {
      if (axes[k].*stride == 0 || axes[k].*stride > wanted.most_stride) {
        ++k;
        continue;
      }
      neighbours *= axes[k].extent;
      order.push_back(axes[k]);
      axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  std::ranges::stable_sort(axes, std::less(), rest);
  order.insert(order.end(), axes.begin(), axes.end());
  return order;
}

std::vector<PlanAxis> merged(const std::vector<PlanAxis>& fastest_first) {
  std::vector<PlanAxis> axes;
  for (const PlanAxis& axis : fastest_first) {
    if (!axes.empty()) {
      PlanAxis& before = axes.back();
      const auto follows = [&](AxisStride stride) {
        return axis.*stride == before.*stride * before.extent;
      };
      if (follows(&PlanAxis::a) && follows(&PlanAxis::b) && follows(&PlanAxis::c)) {
        before.extent *= axis.extent;
        continue;
      }
    }
    axes.push_back(axis);
  }
  std::ranges::reverse(axes);
  return axes;
}

}  // namespace diagc::arrays
