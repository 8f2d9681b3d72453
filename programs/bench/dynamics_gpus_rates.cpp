#include "programs/bench/dynamics_gpus_rates.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "programs/bench/dynamics_gpu_run.h"
#include "runtime/cuda/nccl.h"
#include "runtime/system/elapsed.h"

namespace diagc::bench {

namespace {

using Found = std::function<void(const DynamicsRate&)>;

/// Those that there are, the host's memory last of all.
std::vector<dynamics::DeviceWay> ways(const std::vector<int>& devices) {
  std::vector<dynamics::DeviceWay> all;
  if (cuda::why_no_nccl().empty()) all.push_back(dynamics::DeviceWay::nccl);
  const cuda::Device first(devices[0]);
  const bool reach = std::ranges::all_of(devices, [&](int number) {
    return number == devices[0] || first.reach(cuda::Device(number));
  });
  if (reach) all.push_back(dynamics::DeviceWay::copies);
  if (all.empty()) all.push_back(dynamics::DeviceWay::host);
  return all;
}

constexpr std::size_t order = 8, stored = 400 / order, measured = 4;

dynamics::Propagation long_panels() {
  const double step = 0.16;
  dynamics::Propagation propagation =
      kicked_to(step * static_cast<double>(stored + measured), 1e-6, order, step);
  propagation.kicks.clear();
  return propagation;
}

/// Seconds of the last panels.
template <class Run>
double seconds_behind(Run& run) {
  while (run.engine.times().panels() < stored) run.propagator.advance();
  const auto begin = std::chrono::steady_clock::now();
  run.run();
  return seconds_since(begin) / static_cast<double>(measured);
}

template <class Run>
double seconds_of(Run& run) {
  const auto begin = std::chrono::steady_clock::now();
  run.run();
  return seconds_since(begin);
}

void late_panels(const std::vector<int>& devices, const Found& found) {
  DynamicsRate rate;
  rate.measured = "a panel behind 400 nodes";
  rate.points = 1024;
  rate.nodes = stored * order;
  {
    DeviceRun one(devices[0], {rate.points}, long_panels());
    rate.beside_seconds = seconds_behind(one);
  }
  for (const dynamics::DeviceWay way : ways(devices)) {
    DevicesRun all(devices, {rate.points}, long_panels(), way);
    rate.beside = fmt::format("one device of {}", devices.size());
    rate.measured = "a panel, " + all.engine.way();
    rate.seconds = seconds_behind(all);
    rate.ratio = *rate.beside_seconds / rate.seconds;
    found(rate);
  }
}

void long_trajectory(const std::vector<int>& devices, const Found& found) {
  const std::vector<std::size_t> grid = {32, 32};
  DynamicsRate rate;
  double bytes_of_one = 0;
  {
    DeviceRun one(devices[0], grid, kicked_to(60, 1e-6, order, 0));
    rate.beside_seconds = seconds_of(one);
    bytes_of_one = static_cast<double>(one.engine.allocated());
  }
  DevicesRun all(devices, grid, kicked_to(60, 1e-6, order, 0), ways(devices).front());
  rate.measured = "trajectory to t = 60";
  rate.points = all.model.points();
  rate.seconds = seconds_of(all);
  rate.nodes = all.propagator.trajectory().times().size();
  rate.beside = fmt::format("one device of {}", devices.size());
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  rate.measured = "bytes of it, of a device";
  rate.seconds = 0;
  for (const auto& engine : all.engine.engines()) {
    rate.seconds = std::max(rate.seconds, static_cast<double>(engine->allocated()));
  }
  rate.beside_seconds = bytes_of_one;
  rate.ratio = bytes_of_one / rate.seconds;
  found(rate);
}

}  // namespace

void measure_dynamics_on_gpus(const std::vector<int>& devices, const Found& found) {
  late_panels(devices, found);
  long_trajectory(devices, found);
}

}  // namespace diagc::bench
