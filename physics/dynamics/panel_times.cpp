#include "physics/dynamics/panel_times.h"

namespace diagc::dynamics {

void PanelTimes::append(double end) {
  const double length = end - end_;
  for (const double node : collocation_.nodes) nodes_.push_back(end_ + length * node);
  nodes_.back() = end;
  starts_.push_back(end_);
  lengths_.push_back(length);
  end_ = end;
}

void PanelTimes::begin_at(double start, std::size_t forgotten) {
  end_ = start;
  forgotten_ = forgotten;
}

void PanelTimes::forget(std::size_t count) {
  const auto first = [](std::vector<double>& values, std::size_t numbers) {
    values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(numbers));
  };
  first(starts_, count);
  first(lengths_, count);
  first(nodes_, count * collocation_.order);
  forgotten_ += count;
}

}  // namespace diagc::dynamics
