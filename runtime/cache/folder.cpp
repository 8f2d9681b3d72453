#include "runtime/cache/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <random>

namespace diagc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view entry_suffix = ".entry";
constexpr std::string_view part_suffix = ".part";
constexpr std::size_t key_length = 2 * std::tuple_size_v<Hash::Digest>;
constexpr std::size_t former_key_length = 64;  // of versions that hashed with SHA-256

bool is_hex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool is_entry_name(std::string_view name) {
  if (!name.ends_with(entry_suffix)) return false;
  name.remove_suffix(entry_suffix.size());
  return (name.size() == key_length || name.size() == former_key_length) && is_hex(name);
}

/// A key, a hyphen and a random number.
bool is_part_name(std::string_view name) {
  if (!name.ends_with(part_suffix)) return false;
  name.remove_suffix(part_suffix.size());
  return name.size() == key_length + 1 + 16 && name[key_length] == '-' &&
         is_hex(name.substr(0, key_length)) && is_hex(name.substr(key_length + 1));
}

std::string part_name(const CacheKey& key) {
  std::random_device random;
  return fmt::format("{}-{:08x}{:08x}{}", key.hex(), random(), random(), part_suffix);
}

std::string entry_name(const CacheKey& key) { return key.hex().append(entry_suffix); }

[[noreturn]] void fail(int error) { throw CacheFolder::Unusable(std::strerror(error)); }

bool is_own(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

fs::file_time_type time_of(const timespec& time) {
  return fs::file_time_type(std::chrono::file_clock::from_sys(std::chrono::sys_time(
      std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec))));
}

/// What is there of `size` bytes.
std::string read_up_to(int file, std::uint64_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

void write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) fail(errno);
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

std::optional<CacheFolder> CacheFolder::open(const fs::path& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == ENOENT) return std::nullopt;
  struct stat status{};
  if (!folder || fstat(folder.number(), &status) != 0) fail(errno);
  if (status.st_uid != geteuid()) throw Unusable("it belongs to another user");
  if (!is_own(status)) throw Unusable("others may write to it");
  return CacheFolder(std::move(folder));
}

CacheFolder CacheFolder::make(const fs::path& path) {
  if (auto folder = open(path)) return *std::move(folder);
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) throw Unusable(error.message());
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) fail(errno);
  if (auto folder = open(path)) return *std::move(folder);
  fail(ENOENT);
}

Descriptor CacheFolder::open_own(const std::string& name) const {
  Descriptor file(
      openat(folder_.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status{};
  if (!file || fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) || !is_own(status))
    return Descriptor();
  return file;
}

std::optional<std::string> CacheFolder::read(const CacheKey& key, std::uint64_t most) const {
  const Descriptor file = open_own(entry_name(key));
  struct stat status{};
  if (!file || fstat(file.number(), &status) != 0) return std::nullopt;
  if (static_cast<std::uint64_t>(status.st_size) > most) return std::nullopt;
  futimens(file.number(), nullptr);  // where that is not allowed, the entry still serves
  return read_up_to(file.number(), static_cast<std::uint64_t>(status.st_size));
}

std::optional<std::string> CacheFolder::read_start(const std::string& name,
                                                   std::uint64_t most) const {
  const Descriptor file = open_own(name);
  if (!file) return std::nullopt;
  return read_up_to(file.number(), most);
}

void CacheFolder::write(const CacheKey& key, const std::string& bytes) const {
  const std::string part = part_name(key);
  Descriptor file(openat(folder_.number(), part.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) fail(errno);
  try {
    write_all(file.number(), bytes);
    // Network file systems tell of a full disk no earlier than here.
    if (close(file.release()) != 0) fail(errno);
    if (renameat(folder_.number(), part.c_str(), folder_.number(), entry_name(key).c_str()) != 0)
      fail(errno);
  } catch (...) {
    unlinkat(folder_.number(), part.c_str(), 0);
    throw;
  }
}

/// Other processes may remove files meanwhile: those are passed over.
std::vector<CacheFolder::File> CacheFolder::files(bool (*is_ours)(std::string_view)) const {
  std::vector<File> list;
  const int folder = openat(folder_.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> reading(folder < 0 ? nullptr : fdopendir(folder),
                                                    closedir);
  if (!reading) return list;
  while (const dirent* entry = readdir(reading.get())) {
    struct stat status{};
    if (!is_ours(entry->d_name) ||
        fstatat(folder_.number(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode) || !is_own(status)) {
      continue;
    }
    list.push_back(
        {entry->d_name, static_cast<std::uint64_t>(status.st_size), time_of(status.st_mtim)});
  }
  return list;
}

std::vector<CacheFolder::File> CacheFolder::entries() const { return files(is_entry_name); }

std::vector<CacheFolder::File> CacheFolder::parts() const { return files(is_part_name); }

void CacheFolder::remove(const File& file) const {
  if (unlinkat(folder_.number(), file.name.c_str(), 0) != 0 && errno != ENOENT) fail(errno);
}

}  // namespace diagc
