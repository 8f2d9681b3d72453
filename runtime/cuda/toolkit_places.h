#pragma once

// Where CUDA toolkits stand on a machine, whole or as the parts that pip installs.

#include <filesystem>
#include <string>
#include <vector>

namespace diagc::cuda {

/// Folders of toolkits, best first, in which * stands for any name; what does not exist is among them.
struct ToolkitPlaces {
  std::vector<std::string> named;          ///< $CUDA_HOME and $CUDA_PATH
  std::vector<std::string> usual;          ///< /usr/local/cuda*, /opt/cuda*, $CONDA_PREFIX
  std::vector<std::string> site_packages;  ///< of Python; nvidia/cu13/… is below them
};

ToolkitPlaces toolkit_places();

/// What a pattern of the shell stands for, the largest name first: the newest of several versions.
std::vector<std::filesystem::path> matches(const std::string& pattern);

/// The folders of $PATH.
std::vector<std::string> path_folders();

}  // namespace diagc::cuda
