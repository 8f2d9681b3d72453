#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cache/entry.h"
#include "runtime/cache/key.h"
#include "runtime/cache/options.h"

namespace diagc {

// Compiled objects on disk, one file an entry. Any number of threads, processes and machines may
// use one folder at once: files appear whole by renaming, no lock is taken, and whatever is
// missing, damaged or foreign is a miss, which the next store() under its key replaces. Trouble
// with the disk never throws: then there is no cache, and `warn` is told so once for a folder in a
// process, however many caches use it.
class Cache {
 public:
  explicit Cache(CacheOptions options) : options_(std::move(options)) {}

  // The entry of this key; it counts as used now.
  std::optional<CacheEntry> find(const CacheKey& key) const;

  // Stores or replaces, then removes the entries that were not used for longest until all fit the
  // limit. An entry that alone exceeds the limit is not stored.
  void store(const CacheKey& key, const CacheEntry& entry);

  struct Item {
    std::filesystem::path file;
    bool readable = false;  // false: damaged or foreign, `metadata` is empty
    std::map<std::string, std::string> metadata;
    uint64_t bytes = 0;  // of the file
    std::filesystem::file_time_type last_use;
  };

  // What the folder holds, the latest use first.
  std::vector<Item> list() const;

  // Removes all entries, and what interrupted processes left. Returns the number of entries
  // removed. Throws std::runtime_error where one cannot be removed.
  size_t clear();

  const CacheOptions& options() const { return options_; }

 private:
  void trim();
  void warn(const std::string& reason) const;

  CacheOptions options_;
};

}  // namespace diagc
