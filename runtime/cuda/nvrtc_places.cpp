#include "runtime/cuda/nvrtc_places.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/cuda/toolkit_places.h"

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

class Search {
 public:
  /// `pattern` is a folder, in which * stands for any name.
  void folder(const std::string& pattern) {
    places_.looked.push_back(pattern);
    for (const fs::path& folder : matches(pattern)) {
      for (const char* name : {"libnvrtc.so.[1-9]*", "libnvrtc.so"}) {
        for (const fs::path& file : matches((folder / name).string())) add(file);
      }
    }
  }

  void toolkits(const std::vector<std::string>& roots) {
    for (const std::string& root : roots) {
      folder(root + "/lib64");
      folder(root + "/lib");
    }
  }

  void loader_path() {
    places_.looked.emplace_back("the loader's path");
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}) {
      places_.files.emplace_back(name);
    }
  }

  /// Packages nvidia-cuda-nvrtc (cu13) and nvidia-cuda-nvrtc-cu12.
  void site_packages(const std::string& pattern) {
    folder(pattern + "/nvidia/cu[1-9]*/lib");
    folder(pattern + "/nvidia/cuda_nvrtc/lib");
  }

  NvrtcPlaces take() { return std::move(places_); }

 private:
  void add(const fs::path& file) {
    // One file often has three names.
    std::error_code ignored;
    const bool known = std::any_of(places_.files.begin(), places_.files.end(), [&](const auto& f) {
      return f.has_parent_path() && fs::equivalent(f, file, ignored);
    });
    if (!known) places_.files.push_back(file);
  }

  NvrtcPlaces places_;
};

}  // namespace

NvrtcPlaces nvrtc_places() {
  if (const char* given = std::getenv("DIAGC_NVRTC"); given && *given) return {{given}, {given}};
  const ToolkitPlaces places = toolkit_places();
  Search search;
  search.toolkits(places.named);
  search.loader_path();
  search.toolkits(places.usual);
#ifdef __aarch64__
  search.folder("/usr/lib/aarch64-linux-gnu");
#else
  search.folder("/usr/lib/x86_64-linux-gnu");
#endif
  for (const std::string& folder : places.site_packages) search.site_packages(folder);
  return search.take();
}

}  // namespace diagc::cuda
