#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace diagc::cuda {

/// Where libnvrtc may stand, best first: what DIAGC_NVRTC names, and then nothing else; folders of
/// $CUDA_HOME and $CUDA_PATH; the loader's path (a bare file name); usual folders of toolkits; the
/// wheels that pip installs. Full paths are those of files that exist.
struct NvrtcPlaces {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> looked;  ///< folders and names, for the message that none was found
};

NvrtcPlaces nvrtc_places();

}  // namespace diagc::cuda
