// A uniform grid of times on a device, of which it keeps the rows up to the diagonal.
#pragma once

#include <memory>

#include "physics/dynamics/device/device_code.h"
#include "physics/dynamics/device/device_exchange.h"
#include "physics/dynamics/model.h"
#include "physics/dynamics/uniform_grid.h"

namespace diagc::dynamics {

class DeviceUniformGrid final : public UniformGrid {
 public:
  /// ρ at t = 0 is of all points, [k][a][b]; `times`: all of them. The model must outlive it. On the first device of the settings. Throws what runtime/cuda
  /// throws, and what check_for_device_steps() does. `share`: whose points it keeps, with what they send to each other by; all devices do the same.
  DeviceUniformGrid(const Model& model, double step, std::size_t times,
                    std::span<const Complex> rho, const DeviceSettings& settings,
                    const PointShare* share = nullptr,
                    std::unique_ptr<DeviceExchange> exchange = nullptr);
  ~DeviceUniformGrid() override;

  std::size_t points() const override;
  std::vector<Complex> density(std::size_t time) const override;
  void kick(std::size_t time, std::span<const Complex> matrix) override;
  void collide(std::size_t row, StepEnd end) override;
  void turn() override;
  double correlation() const override;
  void advance(std::size_t row, std::span<const Complex> half, bool with_both) override;
  std::vector<Complex> row(std::size_t point, std::size_t time) const override;
  void restore_row(std::size_t point, std::size_t time, std::span<const Complex> values) override;

  /// The second half of collide(): integrals of a row after the first with the self-energy that is there.
  void integrate(std::size_t row, StepEnd end);
  /// Returns when the device has done all that it was told to.
  void wait() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws std::runtime_error, "found …, expected …", where the theory has no kernel for devices, or bands are more than kernels take.
void check_for_device_steps(const Model& model);

}  // namespace diagc::dynamics
