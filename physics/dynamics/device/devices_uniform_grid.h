// A uniform grid of times on several devices of this process, each of which keeps the rows of some points: a thread for each.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "physics/dynamics/device/device_uniform_grid.h"
#include "runs/parallel/rank_threads.h"

namespace diagc::dynamics {

class DevicesUniformGrid final : public UniformGrid {
 public:
  /// On all of `settings.devices`, at most one for each point. As DeviceUniformGrid; `way`: how they send to each other, null: the best one.
  DevicesUniformGrid(const Model& model, double step, std::size_t times,
                     std::span<const Complex> rho, const DeviceSettings& settings,
                     const DeviceWay* way = nullptr);
  ~DevicesUniformGrid() override;

  std::size_t points() const override { return shares_.front().points(); }
  std::vector<Complex> density(std::size_t time) const override;
  void kick(std::size_t time, std::span<const Complex> matrix) override;
  void collide(std::size_t row, StepEnd end) override;
  void turn() override;
  double correlation() const override;
  void advance(std::size_t row, std::span<const Complex> half, bool with_both) override;
  std::vector<Complex> row(std::size_t point, std::size_t time) const override;
  void restore_row(std::size_t point, std::size_t time, std::span<const Complex> values) override;

  /// How devices send to each other: "by NCCL".
  const std::string& way() const { return way_; }

 private:
  /// action(grid, whether it is the first one) on every device, each on a thread of its own.
  template <class Action>
  void on_all(Action action) const;
  std::size_t rank_of(std::size_t point) const;

  mutable runs::RankThreads threads_;
  std::deque<PointShare> shares_;
  std::string way_;
  std::vector<std::unique_ptr<DeviceUniformGrid>> grids_;
};

}  // namespace diagc::dynamics
