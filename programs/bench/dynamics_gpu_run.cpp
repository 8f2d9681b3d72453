#include "programs/bench/dynamics_gpu_run.h"

#include "physics/dynamics/compiled_interaction.h"
#include "programs/bench/two_bands.h"
#include "programs/command/kernel_options.h"
#include "programs/command/rule_file.h"
#include "runtime/cache/options.h"

namespace diagc::bench {

namespace {

class DeviceBands final : public dynamics::TwoBand {
 public:
  explicit DeviceBands(const std::vector<std::size_t>& grid)
      : TwoBand(grid, dynamics::Approximation::second_born),
        rules_(open_rules("two_band_second_born"), grid, {.machine_code = false}) {}
  dynamics::DeviceTheory device_theory() const override { return rules_.device_theory(); }

 private:
  dynamics::CompiledInteraction rules_;
};

}  // namespace

dynamics::DeviceSettings settings_of(std::vector<int> devices) {
  dynamics::DeviceSettings settings;
  settings.devices = std::move(devices);
  settings.cache = std::make_shared<Cache>(cache_options_from_environment());
  settings.compile_worker = {"/proc/self/exe", nvrtc_worker};
  return settings;
}

dynamics::Model device_bands(const std::vector<std::size_t>& grid) {
  dynamics::Model model = two_bands(grid);
  model.interaction = std::make_shared<DeviceBands>(grid);
  return model;
}

dynamics::Propagation kicked_to(double end, double tolerance, std::size_t order, double step) {
  dynamics::Propagation propagation;
  propagation.end = end;
  propagation.tolerance = tolerance;
  propagation.order = order;
  propagation.step = step;
  propagation.kicks = {{0.5, dynamics::kick_between(2, 0, 1, 0.4)}};
  return propagation;
}

DeviceRun::DeviceRun(int device, const std::vector<std::size_t>& grid, dynamics::Propagation wanted)
    : model(device_bands(grid)),
      propagation(std::move(wanted)),
      engine(model, propagation.order, dynamics::filled(model.points(), 2, {0}),
             settings_of({device})),
      propagator(model, propagation, engine) {}

void DeviceRun::run() {
  while (!propagator.done()) propagator.advance();
}

DevicesRun::DevicesRun(const std::vector<int>& devices, const std::vector<std::size_t>& grid,
                       dynamics::Propagation wanted, const dynamics::DeviceWay* way)
    : model(device_bands(grid)),
      propagation(std::move(wanted)),
      engine(model, propagation.order, dynamics::filled(model.points(), 2, {0}),
             settings_of(devices), way),
      propagator(model, propagation, engine) {}

void DevicesRun::run() {
  while (!propagator.done()) propagator.advance();
}

}  // namespace diagc::bench
