#pragma once

#include <filesystem>
#include <string>

namespace diagc::cuda {

/// A folder below $TMPDIR that only this user can read, for files between this process and its children; removed, with all
/// that is in it, at the end.
class PrivateFolder {
 public:
  /// Throws std::runtime_error where it cannot be made.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;

  std::filesystem::path file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Throws std::runtime_error where not all of it is written.
void write_file(const std::filesystem::path& path, const std::string& bytes);
/// Empty where there is no such file.
std::string read_file(const std::filesystem::path& path);

}  // namespace diagc::cuda
