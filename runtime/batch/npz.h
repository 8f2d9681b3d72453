#pragma once

// NumPy's .npz files: zip archives of .npy files, as numpy.savez writes them.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/batch/npy.h"

namespace diagc {

/// Arrays by name, without `.npy`, in the order of the archive. Members must be stored (numpy.savez), not compressed
/// (numpy.savez_compressed); checksums are checked. Throws NpyError, whose message begins with the path and, where one
/// member is wrong, its name.
std::vector<std::pair<std::string, NpyArray>> read_npz(const std::filesystem::path& path,
                                                       WholeArrays whole = WholeArrays::refused);

/// One array of an archive; `bytes` holds exactly the elements of `shape`.
struct NpzMember {
  std::string name;  ///< without `.npy`
  ElementType type = ElementType::float64;
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;
};

/// Writes arrays, stored, as numpy.savez does. The file appears whole or not at all (see AtomicFile, whose errors it passes on). Archives of
/// 4 GiB or of 65,535 arrays and more are refused by a std::runtime_error before anything is written.
void write_npz(const std::filesystem::path& path, const std::vector<NpzMember>& members);

}  // namespace diagc
