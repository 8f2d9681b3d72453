#include "runtime/cache/cache.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>

#include "runtime/cache/folder.h"

namespace diagc {
namespace {

namespace fs = std::filesystem;

/// A file that is still being written is not touched for this long after its last write.
constexpr auto abandoned_after = std::chrono::hours(1);

/// Of an entry's header with its metadata, in listings.
constexpr uint64_t most_metadata = 1 << 20;

/// Whether this process hears of trouble with the folder for the first time.
bool is_news(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> known;
  const std::lock_guard lock(mutex);
  return known.insert(folder).second;
}

}  // namespace

std::optional<CacheEntry> Cache::find(const CacheKey& key) const {
  if (options_.folder.empty()) return std::nullopt;
  try {
    const auto folder = CacheFolder::open(options_.folder);
    auto bytes = folder ? folder->read(key, options_.limit) : std::nullopt;
    return bytes ? entry_from(std::move(*bytes), key) : std::nullopt;
  } catch (const CacheFolder::Unusable& reason) {
    warn(options_.folder.string() + ": " + reason.what());
    return std::nullopt;
  }
}

void Cache::store(const CacheKey& key, const CacheEntry& entry) {
  if (options_.folder.empty())
    return warn("none of DIAGC_CACHE_DIR, XDG_CACHE_HOME and HOME names a folder");
  const std::string bytes = entry_bytes(key, entry);
  if (bytes.size() > options_.limit) return;
  try {
    const CacheFolder folder = CacheFolder::make(options_.folder);
    folder.write(key, bytes);
    trim(folder);
  } catch (const CacheFolder::Unusable& reason) {
    warn(options_.folder.string() + ": " + reason.what());
  }
}

void Cache::trim(const CacheFolder& folder) const {
  for (const CacheFolder::File& file : folder.parts())
    if (file.last_use + abandoned_after < fs::file_time_type::clock::now()) folder.remove(file);

  std::vector<CacheFolder::File> entries = folder.entries();
  // What could never be read goes first: it would push out everything else.
  std::erase_if(entries, [&](const CacheFolder::File& file) {
    if (file.bytes <= options_.limit) return false;
    folder.remove(file);
    return true;
  });
  uint64_t total = 0;
  for (const CacheFolder::File& file : entries) total += file.bytes;
  if (total <= options_.limit) return;
  std::ranges::sort(entries, {}, &CacheFolder::File::last_use);
  for (const CacheFolder::File& file : entries) {
    if (total <= options_.limit) return;
    folder.remove(file);
    total -= file.bytes;
  }
}

std::vector<Cache::Item> Cache::list() const {
  std::vector<Item> items;
  const auto folder = usable_folder();
  if (!folder) return items;
  for (const CacheFolder::File& file : folder->entries()) {
    Item item{options_.folder / file.name, false, {}, file.bytes, file.last_use};
    const auto start = folder->read_start(file.name, std::min(file.bytes, most_metadata));
    const auto head_size = start ? entry_head_size(*start) : std::nullopt;
    if (head_size && *head_size <= start->size()) {
      if (auto parsed =
              entry_head_from(std::string_view(*start).substr(0, *head_size), file.bytes)) {
        item.readable = true;
        item.metadata = std::move(parsed->metadata);
      }
    }
    items.push_back(std::move(item));
  }
  std::ranges::sort(items, std::greater(), &Item::last_use);
  return items;
}

size_t Cache::clear() {
  const auto folder = usable_folder();
  if (!folder) return 0;
  const auto remove = [&](const std::vector<CacheFolder::File>& files) {
    for (const CacheFolder::File& file : files) {
      try {
        folder->remove(file);
      } catch (const CacheFolder::Unusable& reason) {
        throw std::runtime_error("cannot remove " + (options_.folder / file.name).string() + ": " +
                                 reason.what());
      }
    }
    return files.size();
  };
  remove(folder->parts());
  return remove(folder->entries());
}

std::optional<CacheFolder> Cache::usable_folder() const {
  if (options_.folder.empty()) return std::nullopt;
  try {
    return CacheFolder::open(options_.folder);
  } catch (const CacheFolder::Unusable& reason) {
    throw std::runtime_error(options_.folder.string() + ": " + reason.what());
  }
}

void Cache::warn(const std::string& reason) const {
  if (!options_.warn || !is_news(options_.folder)) return;
  options_.warn("compiled kernels are not kept: " + reason +
                " (DIAGC_CACHE_DIR can name another folder, --no-cache does without)");
}

}  // namespace diagc
