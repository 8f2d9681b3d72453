#include "runtime/cuda/nvrtc_places.h"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// What a pattern of the shell stands for, the largest name first: the newest of several versions.
std::vector<fs::path> matches(const std::string& pattern) {
  std::vector<fs::path> found;
  glob_t result{};
  if (glob(pattern.c_str(), 0, nullptr, &result) == 0) {
    found.assign(result.gl_pathv, result.gl_pathv + result.gl_pathc);
  }
  globfree(&result);
  std::reverse(found.begin(), found.end());
  return found;
}

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

  void toolkit(const std::string& root) {
    if (root.empty()) return;
    folder(root + "/lib64");
    folder(root + "/lib");
  }

  void loader_path() {
    places_.looked.emplace_back("the loader's path");
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"}) {
      places_.files.emplace_back(name);
    }
  }

  /// Packages nvidia-cuda-nvrtc (cu13) and nvidia-cuda-nvrtc-cu12 in a site-packages folder.
  void site_packages(const std::string& pattern) {
    folder(pattern + "/nvidia/cu[1-9]*/lib");
    folder(pattern + "/nvidia/cuda_nvrtc/lib");
  }

  void python_prefix(const std::string& prefix) {
    if (prefix.empty()) return;
    site_packages(prefix + "/lib/python3*/site-packages");
    site_packages(prefix + "/lib/python3*/dist-packages");
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

std::vector<std::string> split_at_colons(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// The prefixes of the python3 programs on the path: /usr for /usr/bin/python3. A virtual
/// environment's python is a link out of it, so that links are not resolved.
std::vector<std::string> python_prefixes() {
  std::vector<std::string> prefixes;
  for (const std::string& folder : split_at_colons(variable("PATH"))) {
    const fs::path python = fs::path(folder) / "python3";
    if (access(python.c_str(), X_OK) == 0) {
      prefixes.push_back(python.parent_path().parent_path().string());
    }
  }
  return prefixes;
}

}  // namespace

NvrtcPlaces nvrtc_places() {
  if (const std::string given = variable("DIAGC_NVRTC"); !given.empty()) return {{given}, {given}};
  Search search;
  search.toolkit(variable("CUDA_HOME"));
  search.toolkit(variable("CUDA_PATH"));
  search.loader_path();
  search.toolkit("/usr/local/cuda*");
  search.toolkit("/opt/cuda*");
#ifdef __aarch64__
  search.folder("/usr/lib/aarch64-linux-gnu");
#else
  search.folder("/usr/lib/x86_64-linux-gnu");
#endif
  search.python_prefix(variable("VIRTUAL_ENV"));
  const std::string conda = variable("CONDA_PREFIX");
  search.toolkit(conda);
  search.python_prefix(conda);
  for (const std::string& folder : split_at_colons(variable("PYTHONPATH"))) {
    search.site_packages(folder);
  }
  if (const std::string home = variable("HOME"); !home.empty()) {
    search.python_prefix(home + "/.local");
  }
  for (const std::string& prefix : python_prefixes()) search.python_prefix(prefix);
  search.python_prefix("/usr/local");
  return search.take();
}

}  // namespace diagc::cuda
