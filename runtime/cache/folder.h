#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/cache/key.h"
#include "runtime/system/descriptor.h"

namespace diagc {

/// A folder of entries. It must belong to this user and be writable to nobody else, for what it holds is run. In it only those files are
/// touched that this user wrote, whose names are keys, and that nobody else may write to.
class CacheFolder {
 public:
  /// Why there is no use in a folder: "Permission denied", "it belongs to another user", …
  struct Unusable : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// Nothing where there is no such folder. Throws Unusable.
  static std::optional<CacheFolder> open(const std::filesystem::path& path);
  /// Made with its parents where it is missing, closed to others as the XDG base directory specification has it. Throws Unusable.
  static CacheFolder make(const std::filesystem::path& path);

  /// The bytes of an entry, which counts as used now; nothing where there is none of at most `most` bytes.
  std::optional<std::string> read(const CacheKey& key, std::uint64_t most) const;
  /// At most `most` bytes from the start of an entry.
  std::optional<std::string> read_start(const std::string& name, std::uint64_t most) const;

  /// The entry appears whole or not at all. Throws Unusable.
  void write(const CacheKey& key, const std::string& bytes) const;

  struct File {
    std::string name;
    std::uint64_t bytes;
    std::filesystem::file_time_type last_use;
  };
  std::vector<File> entries() const;
  /// What is being written, and what interrupted processes left.
  std::vector<File> parts() const;

  /// Throws Unusable where a file that is there cannot be removed.
  void remove(const File& file) const;

 private:
  explicit CacheFolder(Descriptor folder) : folder_(std::move(folder)) {}
  std::vector<File> files(bool (*is_ours)(std::string_view name)) const;
  Descriptor open_own(const std::string& name) const;

  Descriptor folder_;
};

}  // namespace diagc
