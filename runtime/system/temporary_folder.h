#pragma once

#include <filesystem>
#include <string>

namespace diagc {

/// A fresh folder below $TMPDIR that only this user can read; removed, with all that is in it, at the end.
class TemporaryFolder {
 public:
  /// Throws std::runtime_error where it cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace diagc
