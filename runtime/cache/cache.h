#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cache/entry.h"
#include "runtime/cache/folder.h"
#include "runtime/cache/key.h"
#include "runtime/cache/options.h"

namespace diagc {

/// Compiled objects on disk, one file an entry. Any number of threads, processes and machines may
/// use one folder at once: files appear whole by renaming, no lock is taken, and whatever is
/// missing, damaged, foreign or larger than the limit is a miss, which the next store() under its key
/// replaces. The folder must belong to this user and be writable to nobody else; of the files in it
/// only those are read and removed of which the same holds and whose names are keys. Trouble with the
/// folder or the disk ends neither find() nor store(): then there is no cache, and `warn` is told so
/// once for a folder in a process, however many caches use it.
class Cache {
 public:
  explicit Cache(CacheOptions options) : options_(std::move(options)) {}

  /// The entry of this key; it counts as used now.
  std::optional<CacheEntry> find(const CacheKey& key) const;

  /// Stores or replaces, then removes the entries that were not used for longest until all fit the
  /// limit. An entry that alone exceeds the limit is not stored.
  void store(const CacheKey& key, const CacheEntry& entry);

  struct Item {
    std::filesystem::path file;
    bool readable = false;  ///< false: damaged or foreign, `metadata` is empty
    std::map<std::string, std::string> metadata;
    uint64_t bytes = 0;  ///< of the file
    std::filesystem::file_time_type last_use;
  };

  /// What the folder holds, the latest use first. Throws std::runtime_error where the folder is not
  /// usable.
  std::vector<Item> list() const;

  /// Removes all entries, and what interrupted processes left. Returns the number of entries
  /// removed. Throws std::runtime_error where one cannot be removed or the folder is not usable.
  size_t clear();

  const CacheOptions& options() const { return options_; }

 private:
  void trim(const CacheFolder& folder) const;
  std::optional<CacheFolder> usable_folder() const;
  void warn(const std::string& reason) const;

  CacheOptions options_;
};

}  // namespace diagc
