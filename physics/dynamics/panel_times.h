// When the panels that are kept begin and end, and the times of their nodes.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/dynamics/radau.h"

namespace diagc::dynamics {

class PanelTimes {
 public:
  explicit PanelTimes(Collocation collocation) : collocation_(std::move(collocation)) {}

  const Collocation& collocation() const { return collocation_; }
  /// Panels that are kept; all of them unless some were forgotten.
  std::size_t panels() const { return starts_.size(); }
  std::size_t forgotten() const { return forgotten_; }
  double end() const { return end_; }  ///< T
  double start(std::size_t panel) const { return starts_[panel]; }
  double length(std::size_t panel) const { return lengths_[panel]; }
  const std::vector<double>& nodes() const { return nodes_; }  ///< times of all of them

  /// The panel [end(), end].
  void append(double end);
  /// The next panel is the first one that is kept, and begins at this time, after so many that were forgotten.
  void begin_at(double start, std::size_t forgotten);
  /// Drops the first panels.
  void forget(std::size_t count);

 private:
  Collocation collocation_;
  double end_ = 0;
  std::size_t forgotten_ = 0;
  std::vector<double> starts_, lengths_, nodes_;
};

}  // namespace diagc::dynamics
