#pragma once

// NumPy's .npz files: zip archives of .npy files, as numpy.savez writes them.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "runtime/batch/npy.h"

namespace diagc {

/// Arrays by name, without `.npy`, in the order of the archive. Members must be stored (numpy.savez), not compressed
/// (numpy.savez_compressed); checksums are checked. Throws NpyError, whose message begins with the path and, where one
/// member is wrong, its name.
std::vector<std::pair<std::string, NpyArray>> read_npz(const std::filesystem::path& path);

}  // namespace diagc
