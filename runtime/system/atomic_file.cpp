#include "runtime/system/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "runtime/system/descriptor.h"

namespace diagc {
namespace {

constexpr mode_t permissions = 0666;  // less the umask, as for any new file

std::filesystem::path resolve_links(const std::filesystem::path& path) {
  std::error_code error;
  auto resolved = std::filesystem::weakly_canonical(path, error);
  return error ? path : resolved;
}

/// A hidden name beside `target` that no other process or thread is likely to choose.
std::filesystem::path temporary_name(const std::filesystem::path& target) {
  static std::atomic<unsigned> counter = 0;
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  // A long file name is cut, so that the temporary one stays within the limit of 255 bytes.
  const auto stem = target.filename().string().substr(0, 150);
  return target.parent_path() /
         fmt::format(".{}.{:x}-{:x}-{:x}.tmp", stem, getpid(), now, counter++);
}

std::filesystem::path folder_of(const std::filesystem::path& target) {
  return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path)
    : path_(path), target_(resolve_links(path)) {
  struct stat status;
  if (path.empty()) fail(ENOENT);
  if (stat(target_.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail(EISDIR);
    direct_ = !S_ISREG(status.st_mode);
  }
  if (direct_) {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
  } else {
    open_in_folder();
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::open_in_folder() {
  const auto folder = folder_of(target_);
  // A nameless file gets its name through /proc; where either is missing, a named one serves.
  if (access("/proc/self/fd", X_OK) == 0) {
    descriptor_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, permissions);
    if (descriptor_ >= 0) return;
  }
  temporary_ = temporary_name(target_);
  descriptor_ = open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, permissions);
  if (descriptor_ < 0) {
    const int reason = errno;
    temporary_.clear();
    fail(reason);
  }
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  constexpr std::size_t largest_request = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const auto written =
        ::write(descriptor_, bytes.data(), std::min(bytes.size(), largest_request));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::commit() {
  if (direct_) return close_descriptor();
  // Renamed before its bytes are on the disk, a file may be empty after a loss of power.
  if (fsync(descriptor_) != 0) fail(errno);
  if (temporary_.empty()) {
    const auto nameless = fmt::format("/proc/self/fd/{}", descriptor_);
    auto link_as = [&](const std::filesystem::path& name) {
      return linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (link_as(target_)) {
      close_descriptor();
      return sync_folder();
    }
    if (errno != EEXIST) fail(errno);
    // A link cannot replace a file, a rename can.
    const auto name = temporary_name(target_);
    if (!link_as(name)) fail(errno);
    temporary_ = name;
  }
  publish();
}

void AtomicFile::publish() {
  close_descriptor();
  if (rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  sync_folder();
}

/// A name is in its folder's bytes. Not every file system lets folders be synchronised.
void AtomicFile::sync_folder() const {
  const Descriptor folder(open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder && fsync(folder.number()) != 0 && errno == EIO) fail(errno);
}

/// Network file systems report a full disk only here.
void AtomicFile::close_descriptor() {
  const int result = close(descriptor_);
  descriptor_ = -1;
  if (result != 0) fail(errno);
}

void AtomicFile::fail(int error_number) const {
  throw std::runtime_error(
      fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(error_number)));
}

}  // namespace diagc
