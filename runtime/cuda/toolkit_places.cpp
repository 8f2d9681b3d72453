#include "runtime/cuda/toolkit_places.h"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace diagc::cuda {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

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
  for (const std::string& folder : path_folders()) {
    const fs::path python = fs::path(folder) / "python3";
    if (access(python.c_str(), X_OK) == 0) {
      prefixes.push_back(python.parent_path().parent_path().string());
    }
  }
  return prefixes;
}

}  // namespace

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

std::vector<std::string> path_folders() { return split_at_colons(variable("PATH")); }

ToolkitPlaces toolkit_places() {
  ToolkitPlaces places;
  const auto add = [](std::vector<std::string>& list, const std::string& folder) {
    if (!folder.empty()) list.push_back(folder);
  };
  const auto python_prefix = [&](const std::string& prefix) {
    if (prefix.empty()) return;
    places.site_packages.push_back(prefix + "/lib/python3*/site-packages");
    places.site_packages.push_back(prefix + "/lib/python3*/dist-packages");
  };
  add(places.named, variable("CUDA_HOME"));
  add(places.named, variable("CUDA_PATH"));
  const std::string conda = variable("CONDA_PREFIX");
  places.usual = {"/usr/local/cuda*", "/opt/cuda*"};
  add(places.usual, conda);
  python_prefix(variable("VIRTUAL_ENV"));
  python_prefix(conda);
  for (const std::string& folder : split_at_colons(variable("PYTHONPATH"))) {
    places.site_packages.push_back(folder);
  }
  if (const std::string home = variable("HOME"); !home.empty()) python_prefix(home + "/.local");
  for (const std::string& prefix : python_prefixes()) python_prefix(prefix);
  python_prefix("/usr/local");
  return places;
}

}  // namespace diagc::cuda
