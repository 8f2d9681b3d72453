// diagc doctor: what this machine offers, and what to do about what is missing.
#include "programs/diagc/doctor.h"

#include <filesystem>
#include <memory>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "programs/command/machine.h"
#include "programs/command/result_rows.h"
#include "programs/command/version.h"
#include "runs/records/record_file.h"
#include "runtime/cache/cache.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "toolchain/client/toolchain.h"

namespace diagc {

namespace {

std::string size_text(std::uint64_t bytes) {
  if (bytes == 0) return "unknown";
  if (bytes >= std::uint64_t{1} << 30U)
    return fmt::format("{:.4g} GiB", static_cast<double>(bytes) / (1U << 30U));
  if (bytes >= std::uint64_t{1} << 20U)
    return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (1U << 20U));
  return fmt::format("{:.4g} KiB", static_cast<double>(bytes) / (1U << 10U));
}

/// The folder, or the one above it that exists, can be written.
bool can_write(std::filesystem::path folder) {
  std::error_code ignored;
  while (!folder.empty() && !std::filesystem::exists(folder, ignored) &&
         folder.has_relative_path()) {
    folder = folder.parent_path();
  }
  return access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

void print_report(bool json) {
  ResultRows rows({{"what", 16, true}, {"found", 40, true}, {"advice", 0, true}}, json);
  const auto report = [&](const char* what, std::string found, std::string advice = "") {
    rows.add({std::string(what), std::move(found),
              advice.empty() ? Cell(std::string()) : Cell(std::move(advice))});
  };
  const Machine machine = this_machine();
  report("diagc", fmt::format("{}, commit {}", version(), commit()));
  report("processor", machine.processor.empty() ? "unknown" : machine.processor);
  report("features", fmt::format("{}", fmt::join(machine.features, " ")));
  report("cores", std::to_string(machine.cores));
  report("caches", fmt::format("L1 {} data, {} code; L2 {}; L3 {}", size_text(machine.l1_data),
                               size_text(machine.l1_instructions), size_text(machine.l2),
                               size_text(machine.l3)));
  report("memory", size_text(machine.memory) + " available");
  const std::string missing = toolchain::why_unavailable();
  if (missing.empty()) {
    report("compiler", fmt::format("LLVM and Clang {}", toolchain::llvm_version()));
    const toolchain::Cpu cpu = toolchain::resolve_cpu("native");
    report("code for", fmt::format("{}, vectors of {} bytes", cpu.name, cpu.vector_bytes));
  } else {
    report("compiler", "none: kernels run in the interpreter only", missing);
  }
  if (const std::string why = cuda::why_no_driver(); why.empty()) {
    report("driver", fmt::format("for CUDA {}.{}", cuda::driver_version() / 1000,
                                 cuda::driver_version() % 1000 / 10));
    for (const cuda::DeviceInfo& gpu : cuda::devices()) {
      report("device", fmt::format("{}: {}, {}, {} multiprocessors, {}, L2 {}", gpu.number,
                                   gpu.name, gpu.architecture, gpu.multiprocessors,
                                   size_text(gpu.memory), size_text(gpu.l2)));
    }
  } else {
    report("driver", "none: no kernels on NVIDIA GPUs", why);
  }
  if (const std::string why = cuda::why_no_nvrtc(); why.empty()) {
    report("NVRTC", fmt::format("{}: {}", cuda::nvrtc().version(), cuda::nvrtc().file));
  } else {
    report("NVRTC", "none: nothing is compiled for devices", why);
  }
  if (const std::string why = runs::why_no_hdf5(); why.empty()) {
    report("HDF5", "results of `diagc integrate` as .h5 and .json");
  } else {
    report("HDF5", "none: results of `diagc integrate` as .json only", why);
  }
  try {
    const Cache cache(cache_options_from_environment());
    std::uint64_t bytes = 0;
    const auto items = cache.list();
    for (const Cache::Item& item : items) bytes += item.bytes;
    const std::string folder = cache.options().folder.string();
    if (folder.empty()) {
      report("cache", "no folder", "set DIAGC_CACHE_DIR, or HOME, to keep compiled kernels");
    } else {
      report("cache",
             fmt::format("{}: {} kernels, {} of {} bytes", folder, items.size(), bytes,
                         cache.options().limit),
             can_write(cache.options().folder)
                 ? ""
                 : "it cannot be written: set DIAGC_CACHE_DIR to a folder that can");
    }
  } catch (const std::runtime_error& error) {
    report("cache", "not usable", error.what());
  }
  rows.finish();
}

}  // namespace

void add_doctor(CLI::App& app, Action& action) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "doctor", "what this machine offers to diagc, and what to do about what is missing");
  command->add_flag("--json", *json, "one JSON array");
  command->callback([json, &action] { action = [json] { print_report(*json); }; });
}

}  // namespace diagc
