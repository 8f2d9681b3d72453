#include "runs/checkpoint/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace diagc::runs {

namespace {

namespace fs = std::filesystem;

/// The number is that of the format; what reads it must be told of every change.
constexpr std::string_view first_line = "diagc checkpoint, format 3\n";
/// Format 1 had statistics with padding in them, format 2 no largest numbers.
constexpr std::string_view old_first_lines[] = {"diagc integrate checkpoint 1\n",
                                                "diagc checkpoint, format 2\n"};

using Checksum = std::array<std::byte, sizeof(XXH128_canonical_t)>;

/// Behind its first line, which says that it is a checkpoint.
CheckpointStream open_behind_first_line(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) throw std::runtime_error("it is no file");
  CheckpointStream file(std::fopen(path.c_str(), "rb"));
  if (!file) throw std::runtime_error(fmt::format("it cannot be read: {}", std::strerror(errno)));
  std::string line(first_line.size(), '\0');
  line.resize(std::fread(line.data(), 1, line.size(), file.get()));
  for (std::size_t i = 0; i < std::size(old_first_lines); ++i) {
    if (line.starts_with(old_first_lines[i].substr(0, first_line.size()))) {
      throw std::runtime_error(
          fmt::format("it was written by an older diagc, whose checkpoints (format {}) are no "
                      "longer read (this is format 3)",
                      i + 1));
    }
  }
  if (line != first_line) throw std::runtime_error("it is no checkpoint of this version");
  return file;
}

Checksum checksum_of(const XXH3_state_t& state) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state));
  Checksum bytes;
  std::memcpy(bytes.data(), &canonical, sizeof canonical);
  return bytes;
}

}  // namespace

void check_checkpoint_path(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw std::runtime_error(fmt::format(
        "{}: found {}, expected the path of a checkpoint: a file, or a name that is free",
        path.string(), fs::is_directory(status) ? "a folder" : "something that is no file"));
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    throw std::runtime_error(
        fmt::format("{}: found no folder {} for the checkpoint, expected one that can be written",
                    path.string(), folder.string()));
  }
  AtomicFile(path).write(std::as_bytes(std::span(first_line)));  // goes away again
}

struct CheckpointWriter::Hash {
  XXH3_state_t state;
};

CheckpointWriter::CheckpointWriter(const fs::path& path)
    : file_(path), hash_(std::make_unique<Hash>()) {
  XXH3_128bits_reset(&hash_->state);
  put(std::as_bytes(std::span(first_line)));
}

CheckpointWriter::~CheckpointWriter() = default;

void CheckpointWriter::put(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&hash_->state, bytes.data(), bytes.size());
  file_.write(bytes);
}

void CheckpointWriter::write(std::span<const std::byte> record) {
  Bytes size;
  write_value(size, std::uint64_t{record.size()});
  put(size);
  put(record);
}

void CheckpointWriter::commit() {
  const Checksum checksum = checksum_of(hash_->state);
  file_.write(checksum);
  file_.commit();
}

CheckpointReader::CheckpointReader(const fs::path& path, std::uint64_t most_bytes)
    : file_(open_behind_first_line(path)) {
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(path, error);
  if (error) throw std::runtime_error(fmt::format("it cannot be read: {}", error.message()));
  if (bytes > most_bytes)
    throw std::runtime_error(
        fmt::format("it has {} bytes, and this job needs at most {}", bytes, most_bytes));
  check(bytes);
  file_ = open_behind_first_line(path);
  left_ = bytes - first_line.size() - sizeof(Checksum);
}

void CheckpointReader::check(std::uint64_t bytes) {
  if (bytes < first_line.size() + sizeof(Checksum)) throw std::runtime_error("it is damaged");
  std::rewind(file_.get());
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  Bytes buffer;
  for (std::uint64_t left = bytes - sizeof(Checksum); left > 0; left -= buffer.size()) {
    buffer.resize(std::min<std::uint64_t>(left, 1U << 20U));
    read(buffer);
    XXH3_128bits_update(&state, buffer.data(), buffer.size());
  }
  Checksum found;
  read(found);
  if (found != checksum_of(state)) throw std::runtime_error("it is damaged");
}

void CheckpointReader::read(std::span<std::byte> to) {
  if (std::fread(to.data(), 1, to.size(), file_.get()) != to.size())
    throw std::runtime_error("it ends too early");
}

Bytes first_record(const fs::path& path, std::uint64_t most_bytes) {
  const CheckpointStream file = open_behind_first_line(path);
  std::uint64_t size = 0;
  if (std::fread(&size, sizeof size, 1, file.get()) != 1)
    throw std::runtime_error("it ends too early");
  Bytes bytes(std::min(size, most_bytes));
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  return bytes;
}

Bytes CheckpointReader::record(std::uint64_t most_bytes) {
  std::uint64_t size = 0;
  if (left_ < sizeof size) throw std::runtime_error("it ends too early");
  read(std::as_writable_bytes(std::span(&size, 1)));
  left_ -= sizeof size;
  if (size > left_) throw std::runtime_error("it ends too early");
  if (size > most_bytes) throw std::runtime_error("one of its records is too long");
  Bytes bytes(size);
  read(bytes);
  left_ -= size;
  return bytes;
}

std::string cannot_resume(const fs::path& path, const std::string& reason) {
  return fmt::format(
      "{}: found a checkpoint that cannot be resumed: {}; expected one that this job has written",
      path.string(), reason);
}

}  // namespace diagc::runs
