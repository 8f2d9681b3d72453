// Panels on several devices of this process, each of which keeps G of some points: a thread for each.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "physics/dynamics/device/device_engine.h"
#include "runs/parallel/rank_threads.h"

namespace diagc::dynamics {

class DevicesEngine final : public Engine {
 public:
  /// On all of `settings.devices`, at most one for each point. As DeviceEngine; `way`: how they send to each other, null: the best one.
  DevicesEngine(const Model& model, std::size_t order, std::span<const Complex> rho,
                const DeviceSettings& settings, const DeviceWay* way = nullptr,
                std::shared_ptr<const ImaginaryBranch> branch = nullptr);
  ~DevicesEngine() override;

  const PanelTimes& times() const override { return first().times(); }
  std::vector<Complex> edge_density() const override { return first().edge_density(); }
  void kick(std::span<const Complex> matrix) override;
  void begin(double length, const PanelSettings& settings) override;
  SolvedPanel solve(double length, const PanelSettings& settings) override;
  void keep(double end) override;
  void keep_and_begin(double end, double length, const PanelSettings& settings) override;
  PanelResults results() override;
  void start_anew() override;
  void forget(std::size_t count) override;
  void compact(std::size_t count) override;
  std::size_t compacted() const override { return first().compacted(); }
  double bytes() const override;
  double bytes(std::size_t panels, std::size_t compacted) const override;
  PanelRows rows(std::size_t panel) const override;
  const PanelRows* before() override;
  void restore(PanelRows rows, double start, double end, std::size_t forgotten) override;
  void restore_before(PanelRows before) override;
  std::size_t own_points() const override;
  std::size_t mixed_columns() const override { return first().mixed_columns(); }
  std::size_t bands() const override { return first().bands(); }
  const TwoTime& past() override;

  void measure() {
    for (const auto& engine : engines_) engine->measure();
  }
  const std::vector<std::unique_ptr<DeviceEngine>>& engines() const { return engines_; }
  /// How devices send to each other: "by NCCL".
  std::string way() const { return exchanges_.front()->name(); }

 private:
  DeviceEngine& first() const { return *engines_.front(); }
  /// action(engine, its share) on every device, each on a thread of its own.
  template <class Action>
  void on_all(Action action) const;

  mutable runs::RankThreads threads_;
  std::deque<PointShare> shares_;
  std::vector<std::unique_ptr<DeviceExchange>> exchanges_;
  std::vector<std::unique_ptr<DeviceEngine>> engines_;
  std::vector<Complex> start_;
  std::shared_ptr<const ImaginaryBranch> branch_;
  std::unique_ptr<PanelRows> before_;
  std::unique_ptr<TwoTime> past_;
};

}  // namespace diagc::dynamics
