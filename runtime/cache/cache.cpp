#include "runtime/cache/cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>
#include <random>
#include <set>
#include <stdexcept>

namespace diagc {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntrySuffix = ".entry";
constexpr const char* kPartSuffix = ".part";  // being written

// A file that is still being written is not touched for this long after its last write.
constexpr auto kAbandonedAfter = std::chrono::hours(1);

fs::path file_of(const CacheOptions& options, const CacheKey& key) {
  return options.folder / (key.hex() + kEntrySuffix);
}

std::optional<std::string> contents(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return std::nullopt;
  const std::streamoff size = in.tellg();
  if (size < 0) return std::nullopt;
  std::string bytes(static_cast<size_t>(size), '\0');
  in.seekg(0);
  if (!in.read(bytes.data(), size)) return std::nullopt;
  return bytes;
}

struct File {
  fs::path path;
  uint64_t bytes;
  fs::file_time_type last_use;
};

// Other processes may remove files meanwhile: those are passed over.
std::vector<File> files(const fs::path& folder, const char* suffix) {
  std::vector<File> list;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    if (entry->path().extension() != suffix || !entry->is_regular_file(gone)) continue;
    const uint64_t bytes = entry->file_size(gone);
    const auto last_use = gone ? fs::file_time_type() : entry->last_write_time(gone);
    if (!gone) list.push_back({entry->path(), bytes, last_use});
  }
  return list;
}

std::string random_name() {
  std::random_device random;
  std::string name;
  for (int i = 0; i < 4; ++i) name += std::to_string(random()) + (i < 3 ? "-" : "");
  return name + kPartSuffix;
}

std::string reason_of(int error) { return std::strerror(error); }

// Empty on success, else the reason. A file of our own name is written and renamed over the target,
// so that readers see the old bytes or the new ones.
std::string write_whole(const fs::path& target, const std::string& bytes) {
  const fs::path part = target.parent_path() / random_name();
  const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) return reason_of(errno);
  std::string reason;
  for (size_t done = 0; done < bytes.size() && reason.empty();) {
    const ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
    if (count >= 0)
      done += static_cast<size_t>(count);
    else if (errno != EINTR)
      reason = reason_of(errno);
  }
  // Network file systems tell of a full disk no earlier than here.
  if (::close(descriptor) != 0 && reason.empty()) reason = reason_of(errno);
  if (reason.empty() && ::rename(part.c_str(), target.c_str()) != 0) reason = reason_of(errno);
  if (!reason.empty()) ::unlink(part.c_str());
  return reason;
}

// The XDG base directory specification has made folders closed to others.
std::string make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return "";
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), error);
  if (error) return error.message();
  return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST ? "" : reason_of(errno);
}

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
  const fs::path file = file_of(options_, key);
  auto bytes = contents(file);
  if (!bytes) return std::nullopt;
  auto entry = entry_from(std::move(*bytes), key);
  if (entry) {
    std::error_code ignored;  // a folder that is only readable still serves
    fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
  }
  return entry;
}

void Cache::store(const CacheKey& key, const CacheEntry& entry) {
  if (options_.folder.empty())
    return warn("none of DIAGC_CACHE_DIR, XDG_CACHE_HOME and HOME names a folder");
  const std::string bytes = entry_bytes(key, entry);
  if (bytes.size() > options_.limit) return;
  std::string reason = make_folder(options_.folder);
  if (reason.empty()) reason = write_whole(file_of(options_, key), bytes);
  if (!reason.empty()) return warn(options_.folder.string() + ": " + reason);
  trim();
}

void Cache::trim() {
  std::error_code ignored;
  for (const File& file : files(options_.folder, kPartSuffix))
    if (file.last_use + kAbandonedAfter < fs::file_time_type::clock::now())
      fs::remove(file.path, ignored);

  std::vector<File> entries = files(options_.folder, kEntrySuffix);
  uint64_t total = 0;
  for (const File& file : entries) total += file.bytes;
  if (total <= options_.limit) return;
  std::sort(entries.begin(), entries.end(),
            [](const File& a, const File& b) { return a.last_use < b.last_use; });
  for (const File& file : entries) {
    if (total <= options_.limit) return;
    fs::remove(file.path, ignored);
    total -= file.bytes;
  }
}

std::vector<Cache::Item> Cache::list() const {
  std::vector<Item> items;
  for (const File& file : files(options_.folder, kEntrySuffix)) {
    Item item{file.path, false, {}, file.bytes, file.last_use};
    std::ifstream in(file.path, std::ios::binary);
    std::string head(kEntryHeaderSize, '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    const auto head_size = in ? entry_head_size(head) : std::nullopt;
    if (head_size && *head_size <= file.bytes) {
      head.resize(*head_size);
      in.read(head.data() + kEntryHeaderSize,
              static_cast<std::streamsize>(*head_size - kEntryHeaderSize));
      if (auto parsed = in ? entry_head_from(head, file.bytes) : std::nullopt) {
        item.readable = true;
        item.metadata = std::move(parsed->metadata);
      }
    }
    items.push_back(std::move(item));
  }
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.last_use > b.last_use; });
  return items;
}

size_t Cache::clear() {
  size_t removed = 0;
  for (const char* suffix : {kPartSuffix, kEntrySuffix})
    for (const File& file : files(options_.folder, suffix)) {
      std::error_code error;
      if (fs::remove(file.path, error) && suffix == kEntrySuffix) ++removed;
      if (error)
        throw std::runtime_error("cannot remove " + file.path.string() + ": " + error.message());
    }
  return removed;
}

void Cache::warn(const std::string& reason) const {
  if (!options_.warn || !is_news(options_.folder)) return;
  options_.warn("compiled kernels are not kept: " + reason +
                " (DIAGC_CACHE_DIR can name another folder, --no-cache does without)");
}

}  // namespace diagc
