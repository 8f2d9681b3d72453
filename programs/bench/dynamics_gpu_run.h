// Propagations of two bands on devices, for what is measured of them.
#pragma once

#include <memory>
#include <vector>

#include "physics/dynamics/device/devices_engine.h"
#include "physics/dynamics/propagator.h"

namespace diagc::bench {

dynamics::DeviceSettings settings_of(std::vector<int> devices);

/// Two bands whose self-energy on devices is that of the rule file; the processor has the mean field alone, which takes no compiler.
dynamics::Model device_bands(const std::vector<std::size_t>& grid);

/// With a kick of 0.4 at 0.5.
dynamics::Propagation kicked_to(double end, double tolerance, std::size_t order, double step);

/// A propagation on a device, panel by panel.
struct DeviceRun {
  DeviceRun(int device, const std::vector<std::size_t>& grid, dynamics::Propagation wanted);
  void run();

  dynamics::Model model;
  dynamics::Propagation propagation;
  dynamics::DeviceEngine engine;
  dynamics::Propagator propagator;
};

/// The same on several ones; `way`: how they send to each other, null: the best one.
struct DevicesRun {
  DevicesRun(const std::vector<int>& devices, const std::vector<std::size_t>& grid,
             dynamics::Propagation wanted, const dynamics::DeviceWay* way = nullptr);
  void run();

  dynamics::Model model;
  dynamics::Propagation propagation;
  dynamics::DevicesEngine engine;
  dynamics::Propagator propagator;
};

}  // namespace diagc::bench
