#include "runtime/cuda/driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "runtime/system/shared_library.h"

namespace diagc::cuda {
namespace {

constexpr int oldest = 12000;
constexpr const char* file_name = "libcuda.so.1";
constexpr const char* in_wsl = "/usr/lib/wsl/lib/libcuda.so.1";
constexpr const char* needed =
    " Kernels run on an NVIDIA GPU with a driver for CUDA 12 or later (525 or later, as "
    "nvidia-smi "
    "counts); compiling them needs NVRTC alone.";

struct OpenedDriver {
  api::DriverFunctions functions;
  int version = 0;
  std::string problem;  // empty: the driver works
};

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

void* open_file(std::string& problem) {
  const char* given = std::getenv("DIAGC_CUDA_DRIVER");
  if (given && *given) {
    const OpenedLibrary opened = open_first({given});
    if (!opened.handle) {
      problem =
          fmt::format("no NVIDIA driver: DIAGC_CUDA_DRIVER names a file that does not open: {}.{}",
                      opened.reasons.empty() ? fmt::format("{}: there is no such file", given)
                                             : opened.reasons.front(),
                      needed);
    }
    return opened.handle;
  }
  const OpenedLibrary opened = open_first({file_name, in_wsl});
  if (opened.handle) return opened.handle;
  problem = opened.reasons.empty()
                ? fmt::format(
                      "no NVIDIA driver ({} not found): the loader's path and {} were "
                      "tried.{} DIAGC_CUDA_DRIVER can name the file.",
                      file_name, in_wsl, needed)
                : fmt::format("no NVIDIA driver ({} does not open): {}.{}", file_name,
                              opened.reasons.front(), needed);
  return nullptr;
}

/// The name of a function that the library lacks, or null.
const char* take_functions(void* handle, api::DriverFunctions& to) {
#define DIAGC_TAKE(name, parameters)                                   \
  to.name = reinterpret_cast<decltype(to.name)>(dlsym(handle, #name)); \
  if (!to.name) return #name;
  DIAGC_CUDA_DRIVER_FUNCTIONS(DIAGC_TAKE)
#undef DIAGC_TAKE
  return nullptr;
}

std::string text_of(const api::DriverFunctions& functions, api::Result result) {
  const char* name = nullptr;
  const char* text = nullptr;
  if (functions.cuGetErrorName(result, &name) != api::success || !name) {
    return fmt::format("error {}", result);
  }
  if (functions.cuGetErrorString(result, &text) != api::success || !text) return name;
  return fmt::format("{}: {}", name, text);
}

OpenedDriver open_driver() {
  OpenedDriver opened;
  void* handle = open_file(opened.problem);
  if (!handle) return opened;
  Dl_info image{};
  const char* lacking = take_functions(handle, opened.functions);
  std::string file = file_name;
  if (void* any = dlsym(handle, "cuInit"); any && dladdr(any, &image) && image.dli_fname) {
    file = image.dli_fname;
  }
  const auto version_function = reinterpret_cast<decltype(opened.functions.cuDriverGetVersion)>(
      dlsym(handle, "cuDriverGetVersion"));
  if (version_function) version_function(&opened.version);
  if (opened.version < oldest || lacking) {
    opened.problem =
        opened.version >= oldest || opened.version == 0
            ? fmt::format("the NVIDIA driver {} cannot be used: it has no function {}.{}", file,
                          lacking ? lacking : "cuDriverGetVersion", needed)
            : fmt::format("the NVIDIA driver {} is too old: it stands for CUDA {}.{} Update it.",
                          file, version_text(opened.version), needed);
    return opened;
  }
  const api::Result result = opened.functions.cuInit(0);
  if (result == api::error_no_device) {
    opened.problem = fmt::format(
        "no NVIDIA GPU: the driver {} (CUDA {}) finds none, or CUDA_VISIBLE_DEVICES hides all.{}",
        file, version_text(opened.version), needed);
  } else if (result != api::success) {
    opened.problem = fmt::format(
        "the NVIDIA driver {} (CUDA {}) does not start: cuInit: {}. `nvidia-smi` tells whether the "
        "kernel's module is loaded and of the same version; a restart follows an update.{}",
        file, version_text(opened.version), text_of(opened.functions, result), needed);
  }
  return opened;
}

const OpenedDriver& driver_opened_once() {
  static const OpenedDriver opened = open_driver();
  return opened;
}

const OpenedDriver& usable() {
  const OpenedDriver& opened = driver_opened_once();
  if (!opened.problem.empty()) throw Unavailable(opened.problem);
  return opened;
}

}  // namespace

const api::DriverFunctions& driver() { return usable().functions; }

int driver_version() { return usable().version; }

std::string why_no_driver() { return driver_opened_once().problem; }

std::string error_text(api::Result result, const char* call) {
  return fmt::format("{}: {}", call, text_of(driver(), result));
}

void check(api::Result result, const char* call) {
  if (result != api::success) throw Error(error_text(result, call), result);
}

}  // namespace diagc::cuda
