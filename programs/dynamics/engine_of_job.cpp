#include "programs/dynamics/engine_of_job.h"

#include <fmt/format.h>

#include "physics/dynamics/device/device_engine.h"
#include "physics/dynamics/host_engine.h"
#include "physics/dynamics/ranks/own_points.h"
#include "programs/command/kernel_options.h"
#include "programs/command/output.h"
#include "runtime/cuda/device.h"
#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

/// Why devices do not take a job; empty: they do.
std::string why_not(const Job& job, const Setup& setup, std::size_t ranks) {
  if (ranks > 1) return fmt::format("found {} processes, expected one", ranks);
  if (job.time.heun) return "found the scheme heun, expected panels";
  if (setup.branch) return "found a correlated start, expected one without imaginary branch";
  try {
    check_for_device(setup.model, setup.propagation.order);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

UsedDevices devices_of(const Job& job, const Setup& setup, std::size_t ranks) {
  UsedDevices used = used_devices(job.run.on, job.run.threads);
  if (used.gpus.empty()) return used;
  const std::string reason = why_not(job, setup, ranks);
  if (reason.empty()) {
    if (used.gpus.size() > 1) {
      runs::RunDevices first = job.run.on;
      first.devices = {used.gpus.front()};
      used = used_devices(first, job.run.threads);
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
  if (share) {
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
  DeviceSettings settings;
  settings.devices = used.gpus;
  CacheOptions cache = cache_options_from_environment();
  cache.warn = [](const std::string& reason) { write_note(reason); };
  settings.cache = std::make_shared<Cache>(std::move(cache));
  settings.compile_worker = {"/proc/self/exe", nvrtc_worker};
  result.engine =
      std::make_unique<DeviceEngine>(model, setup.propagation.order, setup.rho, settings);
  return result;
}

void check_for_ranks(const Job& job, const Setup& setup) {
  const auto refuse = [&](const char* key, const std::string& found) {
    throw InputError(job.given.mistake(
        key, fmt::format("found {} with several processes, expected one process", found)));
  };
  if (setup.model.interaction->staged()) {
    refuse("rules.file", "a self-energy with products along the contour");
  }
  if (job.output.green) refuse("output.green", "green = true");
  if (job.output.spectral.count > 0) refuse("output.spectral", "spectral");
  if (job.output.arpes.count > 0) refuse("output.arpes", "arpes");
}

double free_bytes_of(const UsedDevices& used) {
  const double free = used.gpus.empty()
                          ? free_bytes()
                          : static_cast<double>(cuda::Device(used.gpus.front()).free_memory());
  return 0.9 * free;
}

}  // namespace diagc::dynamics
