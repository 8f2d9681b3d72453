#include "programs/dynamics/engine_of_job.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "physics/dynamics/device/devices_engine.h"
#include "physics/dynamics/device/devices_uniform_grid.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/ranks/own_points.h"
#include "programs/command/kernel_options.h"
#include "programs/command/output.h"
#include "runtime/cuda/device.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

/// Why devices do not take a job; empty: they do.
std::string why_not(const Job& job, const Setup& setup) {
  if (setup.branch && !setup.model.interaction->correlated()) {
    return "found a correlated start without self-energy, expected one with it";
  }
  try {
    if (job.time.heun) {
      check_for_device_steps(setup.model);
    } else {
      check_for_device(setup.model, setup.propagation.order);
    }
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

DeviceSettings settings_of(const UsedDevices& used) {
  DeviceSettings settings;
  settings.devices = used.gpus;
  CacheOptions cache = cache_options_from_environment();
  cache.warn = [](const std::string& reason) { write_note(reason); };
  settings.cache = std::make_shared<Cache>(std::move(cache));
  settings.compile_worker = {"/proc/self/exe", nvrtc_worker};
  return settings;
}

}  // namespace

UsedDevices devices_of(const Job& job, const Setup& setup, const PointShare* share) {
  UsedDevices used = used_devices(job.run.on, job.run.threads);
  if (share) {
    const double own = used.gpus.empty() ? 0 : 1;
    if (share->largest(own) != own || share->largest(1 - own) != 1 - own) {
      throw std::runtime_error(
          "found devices for some of the processes only, expected them for all or none: "
          "target = \"cpu\" takes processors");
    }
  }
  if (used.gpus.empty()) return used;
  const std::string reason = why_not(job, setup);
  if (reason.empty()) {
    const std::size_t most = setup.model.points();
    if (used.gpus.size() > most) {
      runs::RunDevices fewer = job.run.on;
      fewer.devices.assign(used.gpus.begin(),
                           used.gpus.begin() + static_cast<std::ptrdiff_t>(most));
      used = used_devices(fewer, job.run.threads);
    }
    return used;
  }
  if (job.run.on.target == runs::RunTarget::cuda) {
    throw InputError(job.given.mistake(
        "run.target", reason + " on a device: \"auto\" and \"cpu\" take the processor for it"));
  }
  const unsigned threads = job.run.threads == 0 ? available_threads() : job.run.threads;
  return {{}, {}, fmt::format("runs on the processor, {} threads: {}", threads, reason)};
}

JobEngine engine_of(const Setup& setup, const UsedDevices& used, const PointShare* share) {
  JobEngine result;
  const Model& model = setup.model;
  if (share && used.gpus.empty()) {
    result.past = std::make_unique<TwoTime>(past_of_own_points(
        *share, model.bands, radau(setup.propagation.order), setup.rho, setup.branch));
    result.engine = std::make_unique<HostEngine>(model, *result.past, share);
    return result;
  }
  if (used.gpus.empty()) {
    result.past = std::make_unique<TwoTime>(
        model.points(), model.bands, radau(setup.propagation.order), setup.rho, setup.branch);
    result.engine = std::make_unique<HostEngine>(model, *result.past);
    return result;
  }
  const DeviceSettings settings = settings_of(used);
  const std::size_t order = setup.propagation.order;
  if (share) {
    result.exchange = exchange_of_devices(cuda::Device(used.gpus.front()), *share, false);
    result.way = result.exchange->name();
    result.engine =
        std::make_unique<DeviceEngine>(model, order, setup.rho, settings,
                                       SharedDevice{share, result.exchange.get()}, setup.branch);
  } else if (used.gpus.size() == 1) {
    result.engine = std::make_unique<DeviceEngine>(model, order, setup.rho, settings,
                                                   SharedDevice(), setup.branch);
  } else {
    auto several =
        std::make_unique<DevicesEngine>(model, order, setup.rho, settings, nullptr, setup.branch);
    result.way = several->way();
    result.engine = std::move(several);
  }
  return result;
}

std::unique_ptr<UniformPropagator> steps_of(const Setup& setup, const UsedDevices& used,
                                            const PointShare* share) {
  if (used.gpus.empty()) {
    return std::make_unique<UniformPropagator>(setup.model, setup.steps, setup.rho, share);
  }
  const DeviceSettings settings = settings_of(used);
  const std::size_t times = setup.steps.steps + 1;
  std::unique_ptr<UniformGrid> grid;
  if (share) {
    grid = std::make_unique<DeviceUniformGrid>(
        setup.model, setup.steps.step, times, setup.rho, settings, share,
        exchange_of_devices(cuda::Device(used.gpus.front()), *share, false));
  } else if (used.gpus.size() == 1) {
    grid = std::make_unique<DeviceUniformGrid>(setup.model, setup.steps.step, times, setup.rho,
                                               settings);
  } else {
    grid = std::make_unique<DevicesUniformGrid>(setup.model, setup.steps.step, times, setup.rho,
                                                settings);
  }
  return std::make_unique<UniformPropagator>(setup.model, setup.steps, std::move(grid));
}

void check_for_ranks(const Job& job) {
  const auto refuse = [&](const char* key, const std::string& found) {
    throw InputError(job.given.mistake(
        key, fmt::format("found {} with several processes, expected one process", found)));
  };
  if (job.output.green) refuse("output.green", "green = true");
  if (job.output.spectral.count > 0) refuse("output.spectral", "spectral");
  if (job.output.arpes.count > 0) refuse("output.arpes", "arpes");
}

double free_bytes_of(const UsedDevices& used) {
  constexpr double part = 0.9;
  if (used.gpus.empty()) return part * free_bytes();
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const int gpu : used.gpus) least = std::min(least, cuda::Device(gpu).free_memory());
  return part * static_cast<double>(least) * static_cast<double>(used.gpus.size());
}

}  // namespace diagc::dynamics
