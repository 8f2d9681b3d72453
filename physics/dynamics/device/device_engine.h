// Panels on a device, in whose memory all stays that grows with the number of nodes.
#pragma once

#include <memory>

#include "physics/dynamics/device/device_code.h"
#include "physics/dynamics/device/device_exchange.h"
#include "physics/dynamics/engine.h"

namespace diagc::dynamics {

/// Seconds of a device's time, of launches that have ended, and of the host's.
struct DeviceSeconds {
  double history = 0, self_energy = 0;
  double products = 0;     ///< along the contour, of theories in stages
  double collisions = 0;   ///< what is added to the history within the panel
  double equal_times = 0;  ///< with the inverses that solve for rows
  double rows = 0;
  double moves = 0;               ///< integrals continued, rows cleared and taken over
  double resolution = 0;          ///< what polynomials of the panel do not resolve
  double history_operations = 0;  ///< on real numbers, products of blocks alone
  double pairs = 0;               ///< of times that Σ was evaluated at
  double traffic = 0;             ///< waiting for what other devices send
  // While the device waits for the host:
  double memory = 0;    ///< arrays of a panel
  double times = 0;     ///< what depends on the times of its nodes
  double results = 0;   ///< density matrices and energies brought to the host
  double keep = 0;      ///< rows taken over
  double meetings = 0;  ///< with the hosts of other devices
};

/// A device among several, of one or several processes, that share the points of a lattice.
struct SharedDevice {
  const PointShare* points = nullptr;
  DeviceExchange* exchange = nullptr;
  explicit operator bool() const { return points != nullptr; }
};

class DeviceEngine final : public Engine {
 public:
  /// From ρ at t = 0, [k][a][b]. The model must outlive it. Throws what runtime/cuda throws where there is no device, memory or
  /// compiler, std::runtime_error, "found …, expected …", where the model is not one for devices: see check_for_device().
  /// `shared`: the model and ρ are those of all points, of which the engine keeps its own; all must outlive it, and all devices do the same.
  /// `branch`: of a correlated start, of all points, with a self-energy. Theories in stages take one device that has all points.
  DeviceEngine(const Model& model, std::size_t order, std::span<const Complex> rho,
               const DeviceSettings& settings, SharedDevice shared = {},
               std::shared_ptr<const ImaginaryBranch> branch = nullptr);
  ~DeviceEngine() override;

  const PanelTimes& times() const override;
  std::vector<Complex> edge_density() const override;
  void kick(std::span<const Complex> matrix) override;
  void begin(double length, const PanelSettings& settings) override;
  SolvedPanel solve(double length, const PanelSettings& settings) override;
  void keep(double end) override;
  PanelResults results() override;
  void start_anew() override;
  void forget(std::size_t count) override;
  void compact(std::size_t count) override;
  std::size_t compacted() const override;
  double bytes() const override;
  double bytes(std::size_t panels, std::size_t compacted) const override;
  PanelRows rows(std::size_t panel) const override;
  const PanelRows* before() override;
  void restore(PanelRows rows, double start, double end, std::size_t forgotten) override;
  void restore_before(PanelRows before) override;
  std::size_t own_points() const override;
  std::size_t mixed_columns() const override;
  std::size_t bands() const override;
  const TwoTime& past() override;

  const cuda::DeviceInfo& device() const;
  /// Of all memory that the engine has there now.
  std::size_t allocated() const;
  /// Times launches from now on, which costs some of it, and forgets what was timed before.
  void measure();
  DeviceSeconds seconds() const;
  /// Returns when no work is under way on the device.
  void wait() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws std::runtime_error, "found …, expected …", where a model has no kernels for a device: self-energies in C++ or with sums that are no
/// convolutions, mean fields that depend on momenta, blocks that are too large.
void check_for_device(const Model& model, std::size_t order);

}  // namespace diagc::dynamics
