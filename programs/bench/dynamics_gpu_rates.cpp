#include "programs/bench/dynamics_gpu_rates.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "physics/dynamics/device/device_uniform_grid.h"
#include "physics/dynamics/heun.h"
#include "physics/dynamics/history.h"
#include "programs/bench/dynamics_gpu_loops.h"
#include "programs/bench/dynamics_gpu_run.h"
#include "programs/bench/machine_loops.h"
#include "runtime/cuda/cublas.h"
#include "runtime/cuda/memory.h"
#include "runtime/system/elapsed.h"

namespace diagc::bench {

namespace {

using dynamics::Complex;
using Found = std::function<void(const DynamicsRate&)>;

/// Operations a second of a product of square complex matrices; nothing where there is no cuBLAS.
std::optional<double> product_rate(int number) {
  constexpr std::uint64_t size = 4096;
  if (!cuda::why_no_cublas().empty()) return std::nullopt;
  const cuda::Device device(number);
  const std::vector<Complex> numbers(size * size, Complex(0.5, 0.25));
  std::vector<cuda::DeviceBuffer> arrays;
  for (int i = 0; i < 3; ++i) {
    arrays.emplace_back(device, size * size * sizeof(Complex));
    arrays.back().write(numbers.data(), arrays.back().bytes());
  }
  const cuda::Stream stream(device);
  const cuda::Cublas cublas(stream);
  cuda::Event begin = cuda::Event::with_time(device), end = cuda::Event::with_time(device);
  std::vector<double> seconds;
  for (int round = 0; round < 6; ++round) {
    begin.record(stream);
    cublas.multiply({1, size, size, size}, arrays[0].as<Complex>(), arrays[1].as<Complex>(),
                    arrays[2].as<Complex>());
    end.record(stream);
    stream.synchronize();
    if (round > 0) seconds.push_back(end.seconds_since(begin));
  }
  std::ranges::sort(seconds);
  return 8 * std::pow(static_cast<double>(size), 3) / seconds[seconds.size() / 2];
}

void history_rate(int device, std::size_t order, const std::optional<double>& product,
                  const Found& found) {
  constexpr std::size_t points = 128, nodes = 500;
  const std::size_t panels = nodes / order;
  const double step = 0.02 * static_cast<double>(order);
  dynamics::Propagation propagation =
      kicked_to(step * static_cast<double>(panels + 1), 1e-6, order, step);
  propagation.kicks.clear();
  DeviceRun run(device, {points}, propagation);
  // The panel before has begun then; its second sweep has no history.
  while (run.engine.times().panels() + 1 < panels) run.propagator.advance();
  run.engine.measure();
  run.run();
  const dynamics::DeviceSeconds timed = run.engine.seconds();
  const double operations = timed.history_operations, seconds = timed.history;
  const double of_row =
      dynamics::history_operations(panels, 2 * order, 2 * order) / static_cast<double>(order);
  DynamicsRate rate;
  rate.measured = fmt::format("history, a row and k, {} rows", order);
  rate.points = points;
  rate.nodes = panels * order;
  rate.flops = operations / seconds;
  rate.seconds = of_row / *rate.flops;
  rate.beside = "rate of zgemm 4096^3";
  if (product) {
    rate.beside_seconds = of_row / *product;
    rate.ratio = *rate.beside_seconds / rate.seconds;
  }
  found(rate);
}

void self_energy_rate(int device, const std::vector<std::size_t>& grid, const Found& found) {
  // So many pairs of times at once as the baselines have, or more.
  constexpr std::size_t before_panels = 32;
  dynamics::Propagation propagation =
      kicked_to(0.16 * static_cast<double>(before_panels + 2), 1e-6, 8, 0.16);
  propagation.kicks.clear();
  DeviceRun run(device, grid, propagation);
  // The panel after these has begun then.
  while (run.engine.times().panels() + 1 < before_panels) run.propagator.advance();
  run.engine.measure();
  run.run();
  const dynamics::DeviceSeconds timed = run.engine.seconds();
  DynamicsRate rate;
  rate.measured =
      grid.size() == 1 ? "self-energy, a pair of times" : "self-energy, a square lattice";
  rate.points = run.model.points();
  rate.seconds = timed.self_energy / timed.pairs;
  const cuda::Device own(device);
  rate.beside = "cuFFT and a kernel";
  rate.beside_seconds = seconds_by_cufft(own, grid);
  if (rate.beside_seconds) rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  rate.beside = "cuFFT, operations";
  rate.beside_seconds = seconds_by_operations(own, grid);
  if (rate.beside_seconds) rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  if (grid != std::vector<std::size_t>{1024}) return;
  rate.beside = "one exchange term, sums";
  rate.beside_seconds = seconds_of_exchange_sums(own, grid[0]);
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
}

double occupations_differ(std::span<const Complex> a, std::span<const Complex> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); i += 4) {
    largest = std::max(largest, std::abs(a[i + 3].real() - b[i + 3].real()));
  }
  return largest;
}

void chain_trajectory(int device, const Found& found) {
  constexpr std::size_t points = 1024;
  constexpr double end = 5;
  DeviceRun reference(device, {points}, kicked_to(end, 1e-11, 12, 0));
  reference.run();
  const auto exact = reference.propagator.trajectory().rho_at(end);
  for (const double tolerance : {1e-6, 1e-9}) {
    // Once to load the code.
    for (const bool counts : {false, true}) {
      DeviceRun run(device, {points}, kicked_to(end, tolerance, 8, 0));
      const auto begin = std::chrono::steady_clock::now();
      run.run();
      if (!counts) continue;
      DynamicsRate rate;
      rate.measured = "trajectory to t = 5";
      rate.seconds = seconds_since(begin);
      rate.points = points;
      rate.nodes = run.propagator.trajectory().times().size();
      rate.error = occupations_differ(run.propagator.trajectory().rho_at(end), exact);
      found(rate);
    }
  }
}

/// Bytes a second that a copy within the device reads and writes.
double copy_rate(int number) {
  constexpr std::size_t bytes = std::size_t{1} << 30U;
  const cuda::Device device(number);
  const cuda::DeviceBuffer from(device, bytes), to(device, bytes);
  const cuda::Stream stream(device);
  cuda::Event begin = cuda::Event::with_time(device), end = cuda::Event::with_time(device);
  std::vector<double> seconds;
  for (int round = 0; round < 6; ++round) {
    begin.record(stream);
    stream.copy_within(to.address(), from.address(), bytes);
    end.record(stream);
    stream.synchronize();
    if (round > 0) seconds.push_back(end.seconds_since(begin));
  }
  std::ranges::sort(seconds);
  return 2.0 * bytes / seconds[seconds.size() / 2];
}

void uniform_steps(int device, const Found& found) {
  constexpr std::size_t points = 1024, count = 500;
  constexpr double end = 5;
  DeviceRun reference(device, {points}, kicked_to(end, 1e-11, 12, 0));
  reference.run();
  const auto exact = reference.propagator.trajectory().rho_at(end);
  DeviceRun panels(device, {points}, kicked_to(end, 1e-6, 8, 0));
  auto begin = std::chrono::steady_clock::now();
  panels.run();
  const double of_panels = seconds_since(begin);

  dynamics::UniformSteps steps;
  steps.step = end / count;
  steps.steps = count;
  steps.correctors = 1;
  steps.kicks = reference.propagation.kicks;
  auto made = std::make_unique<dynamics::DeviceUniformGrid>(reference.model, steps.step, count + 1,
                                                            dynamics::filled(points, 2, {0}),
                                                            settings_of({device}));
  dynamics::DeviceUniformGrid& grid = *made;
  dynamics::UniformPropagator propagator(reference.model, steps, std::move(made));
  begin = std::chrono::steady_clock::now();
  while (propagator.step() + 1 < count) propagator.advance();
  grid.wait();
  const double before_last = seconds_since(begin);
  propagator.advance();
  grid.wait();
  DynamicsRate rate;
  rate.seconds = seconds_since(begin);
  const double of_step = rate.seconds - before_last;
  rate.measured = "steps of 0.01 to t = 5";
  rate.points = points;
  rate.nodes = count + 1;
  rate.error = occupations_differ(propagator.trajectory().rho.back(), exact);
  rate.beside = "panels";
  rate.beside_seconds = of_panels;
  rate.beside_error = occupations_differ(panels.propagator.trajectory().rho_at(end), exact);
  rate.ratio = rate.seconds / of_panels;
  found(rate);
  rate.error.reset();
  rate.beside_error.reset();
  rate.measured = "of them the last step";
  rate.seconds = of_step;
  rate.beside = "one exchange term, sums";
  rate.beside_seconds = 2.0 * (count + 1) * seconds_of_exchange_sums(cuda::Device(device), points);
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
  constexpr int rounds = 8;
  rate.beside = "at the rate of copies";
  // L and D of two bands up to the diagonal.
  const double stored = 2 * 4 * sizeof(Complex) * (count + 1.0) * (count + 2.0) / 2;
  rate.beside_seconds = stored / copy_rate(device);
  const auto row_rate = [&](const char* measured, const auto& action) {
    action();
    grid.wait();
    const auto row_begin = std::chrono::steady_clock::now();
    for (int round = 0; round < rounds; ++round) action();
    grid.wait();
    rate.measured = measured;
    rate.seconds = seconds_since(row_begin) / rounds / static_cast<double>(points);
    rate.ratio = *rate.beside_seconds / rate.seconds;
    found(rate);
  };
  row_rate("one row, a row and k", [&] { grid.integrate(count, dynamics::StepEnd::last); });
  row_rate("one row with its self-energy", [&] { grid.collide(count, dynamics::StepEnd::last); });
}

void square_trajectory(int device, const Found& found) {
  const std::vector<std::size_t> grid = {32, 32};
  const dynamics::Propagation wanted = kicked_to(60, 1e-6, 8, 0);
  DynamicsRate rate;
  rate.measured = "trajectory to t = 60, 32 x 32";
  std::vector<double> seconds;
  for (int round = 0; round < 3; ++round) {
    DeviceRun alone(device, grid, wanted);
    const auto begin = std::chrono::steady_clock::now();
    alone.run();
    alone.engine.wait();
    seconds.push_back(seconds_since(begin));
  }
  rate.seconds = median(std::move(seconds));
  // Events between kernels, which tell the parts, take some of the time.
  DeviceRun run(device, grid, wanted);
  run.engine.measure();
  run.run();
  rate.points = run.model.points();
  rate.nodes = run.propagator.trajectory().times().size();
  const dynamics::DeviceSeconds of = run.engine.seconds();
  rate.flops = of.history_operations / of.history;
  rate.beside = "its history";
  rate.beside_seconds = of.history;
  rate.ratio = of.history / rate.seconds;
  found(rate);
  rate.flops.reset();
  const auto part = [&](const char* name, double seconds) {
    rate.beside = name;
    rate.beside_seconds = seconds;
    rate.ratio = seconds / rate.seconds;
    found(rate);
  };
  part("its self-energies", of.self_energy);
  part("integrals in panels", of.collisions);
  part("equal times", of.equal_times);
  part("rows", of.rows);
  part("moves", of.moves);
  part("resolution", of.resolution);
  part("all others", rate.seconds - of.history - of.self_energy - of.collisions - of.equal_times -
                         of.rows - of.moves - of.resolution);
  part("host: memory, times", of.memory + of.times);
  part("host: results, rows kept", of.results + of.keep);
  const auto n = static_cast<double>(rate.nodes);
  rate.measured = "bytes of it, by the formula";
  rate.seconds = static_cast<double>(run.engine.allocated());
  rate.beside = "(67.2 n^2 + 4096 n) N";
  rate.beside_seconds = (1.05 * 64 * n * n + 4096 * n) * static_cast<double>(rate.points);
  rate.ratio = *rate.beside_seconds / rate.seconds;
  found(rate);
}

}  // namespace

void measure_dynamics_on_gpu(int device, const Found& found) {
  const std::optional<double> product = product_rate(device);
  history_rate(device, 8, product, found);
  history_rate(device, 16, product, found);
  for (const std::vector<std::size_t>& grid :
       {std::vector<std::size_t>{256}, std::vector<std::size_t>{1024},
        std::vector<std::size_t>{32, 32}}) {
    self_energy_rate(device, grid, found);
  }
  chain_trajectory(device, found);
  uniform_steps(device, found);
  square_trajectory(device, found);
}

}  // namespace diagc::bench
