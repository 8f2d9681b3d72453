#include "programs/bench/dynamics_gpus_rates.h"

#include <algorithm>
#include <chrono>
#include <limits>

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

constexpr std::size_t order = 8, measured = 6;
constexpr std::size_t stored_nodes[] = {400, 800};

/// With as many panels again behind those that are measured, to see where their time goes. Before these comes one that was begun without being timed,
/// and behind them one that is begun.
dynamics::Propagation long_panels(std::size_t stored) {
  const double step = 0.16;
  dynamics::Propagation propagation =
      kicked_to(step * static_cast<double>(stored + 2 * measured + 2), 1e-6, order, step);
  propagation.kicks.clear();
  return propagation;
}

template <class Run>
double seconds_of(Run& run, std::size_t panels) {
  const auto begin = std::chrono::steady_clock::now();
  while (!run.propagator.done() && run.engine.times().panels() < panels) run.propagator.advance();
  return seconds_since(begin);
}
/// The same of the panels that are timed, behind so many that are not.
template <class Run, class Measure>
double timed_seconds_of(Run& run, std::size_t before, Measure measure) {
  measure();
  seconds_of(run, before + 1);
  measure();
  return seconds_of(run, before + 1 + measured);
}
constexpr std::size_t all_panels = std::numeric_limits<std::size_t>::max();

/// Of these seconds, what a device took with what, and for how long it had nothing to do; what the host took, perhaps while the device computed.
void parts_of(const dynamics::DeviceSeconds& of, DynamicsRate rate, int device,
              const Found& found) {
  const auto name = [&](const char* part) { return fmt::format("device {}: {}", device, part); };
  const auto tell = [&](const char* part, double seconds) {
    if (seconds <= 0) return;
    rate.beside = name(part);
    rate.beside_seconds = seconds;
    rate.ratio = seconds / rate.seconds;
    found(rate);
  };
  double idle = rate.seconds;
  for (const auto& [part, seconds] : {std::pair("history", of.history),
                                      {"self-energies", of.self_energy},
                                      {"integrals", of.collisions},
                                      {"equal times", of.equal_times},
                                      {"rows", of.rows},
                                      {"moves", of.moves},
                                      {"resolution", of.resolution},
                                      {"waits for others", of.traffic}}) {
    idle -= seconds;
    tell(part, seconds);
  }
  tell("idle", idle);
  for (const auto& [part, seconds] : {std::pair("host: memory", of.memory),
                                      {"host: times", of.times},
                                      {"host: results", of.results},
                                      {"host: keeping", of.keep},
                                      {"host: meetings", of.meetings}})
    tell(part, seconds);
}

void late_panels(const std::vector<int>& devices, std::size_t nodes, const Found& found) {
  const std::size_t stored = nodes / order;
  DynamicsRate rate;
  rate.points = 1024;
  rate.nodes = nodes;
  double of_one = 0;
  {
    DeviceRun one(devices[0], {rate.points}, long_panels(stored));
    seconds_of(one, stored);
    of_one = seconds_of(one, stored + measured) / measured;
    rate.measured = "panels of one device";
    rate.seconds = timed_seconds_of(one, stored + measured, [&] { one.engine.measure(); });
    parts_of(one.engine.seconds(), rate, devices[0], found);
  }
  for (const dynamics::DeviceWay way : ways(devices)) {
    DevicesRun all(devices, {rate.points}, long_panels(stored), &way);
    seconds_of(all, stored);
    rate.measured = "a panel, " + all.engine.way();
    rate.seconds = seconds_of(all, stored + measured) / measured;
    rate.beside = fmt::format("one device of {}", devices.size());
    rate.beside_seconds = of_one;
    rate.ratio = of_one / rate.seconds;
    found(rate);
    rate.measured = "panels, " + all.engine.way();
    rate.seconds = timed_seconds_of(all, stored + measured, [&] { all.engine.measure(); });
    for (std::size_t rank = 0; rank < devices.size(); ++rank) {
      parts_of(all.engine.engines()[rank]->seconds(), rate, devices[rank], found);
    }
  }
}

void long_trajectory(const std::vector<int>& devices, const Found& found) {
  const std::vector<std::size_t> grid = {32, 32};
  DynamicsRate rate;
  double bytes_of_one = 0;
  {
    DeviceRun one(devices[0], grid, kicked_to(60, 1e-6, order, 0));
    rate.beside_seconds = seconds_of(one, all_panels);
    bytes_of_one = static_cast<double>(one.engine.allocated());
  }
  DevicesRun all(devices, grid, kicked_to(60, 1e-6, order, 0));
  rate.measured = "trajectory to t = 60";
  rate.points = all.model.points();
  rate.seconds = seconds_of(all, all_panels);
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

/// Once more, for events in the streams take some of the time.
void parts_of_trajectory(const std::vector<int>& devices, const Found& found) {
  DevicesRun all(devices, {32, 32}, kicked_to(60, 1e-6, order, 0));
  all.engine.measure();
  DynamicsRate rate;
  rate.measured = "trajectory to t = 60";
  rate.points = all.model.points();
  rate.seconds = seconds_of(all, all_panels);
  rate.nodes = all.propagator.trajectory().times().size();
  for (std::size_t rank = 0; rank < devices.size(); ++rank) {
    parts_of(all.engine.engines()[rank]->seconds(), rate, devices[rank], found);
  }
}

}  // namespace

void measure_dynamics_on_gpus(const std::vector<int>& devices, const Found& found) {
  for (const std::size_t nodes : stored_nodes) late_panels(devices, nodes, found);
  long_trajectory(devices, found);
  parts_of_trajectory(devices, found);
}

}  // namespace diagc::bench
