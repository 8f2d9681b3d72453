#include "runtime/cuda/nvrtc.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "runtime/cuda/nvrtc_places.h"
#include "runtime/system/shared_library.h"

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

constexpr int oldest_major = 12;
constexpr const char* advice =
    " Install the CUDA toolkit (12.0 or later) or `pip install nvidia-cuda-nvrtc`, or let "
    "CUDA_HOME name a toolkit's folder or DIAGC_NVRTC the file.";

/// NVRTC opens its built-in functions by bare name; those beside it are opened first, so that they
/// are found where the loader does not look.
void open_builtins_beside(const fs::path& file) {
  if (!file.has_parent_path()) return;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(file.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("libnvrtc-builtins.so.")) dlopen(entry.path().c_str(), RTLD_LAZY);
  }
}

/// Whether all that NVRTC 12 has is there.
bool take_functions(void* handle, api::NvrtcFunctions& to) {
#define DIAGC_TAKE(name, result, parameters) \
  to.name = reinterpret_cast<decltype(to.name)>(dlsym(handle, #name));
  DIAGC_NVRTC_NEWER_FUNCTIONS(DIAGC_TAKE)
  DIAGC_NVRTC_FUNCTIONS(DIAGC_TAKE)
#undef DIAGC_TAKE
#define DIAGC_THERE(name, result, parameters) &&to.name != nullptr
  return true DIAGC_NVRTC_FUNCTIONS(DIAGC_THERE);
#undef DIAGC_THERE
}

/// Takes the library, or says why not.
std::string take(void* handle, const fs::path& place, Nvrtc& to) {
  const bool complete = take_functions(handle, to.functions);
  Dl_info image{};
  void* const version = dlsym(handle, "nvrtcVersion");
  to.file =
      version && dladdr(version, &image) && image.dli_fname ? image.dli_fname : place.string();
  if (!version) return to.file + " is another library";
  to.functions.nvrtcVersion(&to.major, &to.minor);
  if (to.major < oldest_major || !complete)
    return fmt::format("{} is NVRTC {}, too old", to.file, to.version());
  open_builtins_beside(to.file);
  int count = 0;
  to.functions.nvrtcGetNumSupportedArchs(&count);
  to.architectures.resize(static_cast<std::size_t>(count));
  to.functions.nvrtcGetSupportedArchs(to.architectures.data());
  return to.architectures.empty() ? to.file + " supports no architecture" : "";
}

struct OpenedNvrtc {
  Nvrtc nvrtc;
  std::string problem;
};

OpenedNvrtc open_nvrtc() {
  const NvrtcPlaces places = nvrtc_places();
  Nvrtc nvrtc;
  const OpenedLibrary opened =
      open_first(places.files, [&nvrtc](void* handle, const fs::path& place) {
        nvrtc = {};
        return take(handle, place, nvrtc);
      });
  if (opened.handle) return {std::move(nvrtc), ""};
  if (!opened.reasons.empty()) {
    return {{},
            fmt::format("NVRTC, NVIDIA's run-time compiler, cannot be used: {}.{}",
                        fmt::join(opened.reasons, "; "), advice)};
  }
  return {{},
          fmt::format("NVRTC, NVIDIA's run-time compiler, was not found: libnvrtc.so (12 or "
                      "later) is not in {}.{}",
                      fmt::join(places.looked, ", "), advice)};
}

const OpenedNvrtc& nvrtc_opened_once() {
  static const OpenedNvrtc opened = open_nvrtc();
  return opened;
}

}  // namespace

std::string Nvrtc::version() const { return fmt::format("{}.{}", major, minor); }

const Nvrtc& nvrtc() {
  const OpenedNvrtc& opened = nvrtc_opened_once();
  if (!opened.problem.empty()) throw Unavailable(opened.problem);
  return opened.nvrtc;
}

std::string why_no_nvrtc() { return nvrtc_opened_once().problem; }

void require_architecture(const std::string& architecture) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto digits_end =
      std::find_if_not(architecture.begin() + std::min<std::ptrdiff_t>(3, std::ssize(architecture)),
                       architecture.end(), is_digit);
  const std::string digits(
      architecture.begin() + std::min<std::ptrdiff_t>(3, std::ssize(architecture)), digits_end);
  const std::string suffix(digits_end, architecture.end());
  if (!architecture.starts_with("sm_") || digits.size() < 2 || digits.size() > 3 ||
      !(suffix.empty() || suffix == "a" || suffix == "f")) {
    throw Refused(
        fmt::format("'{}' is no architecture of an NVIDIA GPU; one is written as sm_90 "
                    "(compute capability 9.0) or sm_90a",
                    architecture));
  }
  const Nvrtc& compiler = nvrtc();
  if (std::find(compiler.architectures.begin(), compiler.architectures.end(), std::stoi(digits)) ==
      compiler.architectures.end()) {
    throw Unavailable(
        fmt::format("NVRTC {} ({}) makes no code for {}, only for sm_{}. A newer toolkit knows "
                    "newer devices, an "
                    "older one older devices; DIAGC_NVRTC can name another libnvrtc.so.",
                    compiler.version(), compiler.file, architecture,
                    fmt::join(compiler.architectures, ", sm_")));
  }
}

}  // namespace diagc::cuda
