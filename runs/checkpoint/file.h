// Checkpoint files: a first line that says what they are, records, and a checksum of all of it. They appear whole or not at all.
//
// All failures are std::runtime_error with the path and the reason.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "runs/checkpoint/bytes.h"
#include "runtime/system/atomic_file.h"

namespace diagc::runs {

/// Throws where no checkpoint can be written at this path: a folder that is missing or not writable, or something else than a file in
/// its place. Writes nothing.
void check_checkpoint_path(const std::filesystem::path& path);

class CheckpointWriter {
 public:
  explicit CheckpointWriter(const std::filesystem::path& path);
  ~CheckpointWriter();
  CheckpointWriter(const CheckpointWriter&) = delete;
  void write(std::span<const std::byte> record);
  /// The file takes the place of what was there.
  void commit();

 private:
  struct Hash;
  void put(std::span<const std::byte> bytes);
  AtomicFile file_;
  std::unique_ptr<Hash> hash_;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using CheckpointStream = std::unique_ptr<std::FILE, CloseFile>;

class CheckpointReader {
 public:
  /// Reads the file once for its checksum, before anything is made of it. Files that are no checkpoints of this version, longer than
  /// `most_bytes` (what the reader could use), or damaged are refused.
  CheckpointReader(const std::filesystem::path& path, std::uint64_t most_bytes);

  bool at_end() const { return left_ == 0; }
  /// The next record; one of more than `most_bytes` is refused.
  Bytes record(std::uint64_t most_bytes);

 private:
  void read(std::span<std::byte> to);
  void check(std::uint64_t bytes);

  CheckpointStream file_;
  std::uint64_t left_ = 0;  ///< bytes of records that were not read yet
};

/// Up to so many bytes of the first record, unchecked; throws where the file is no checkpoint of this version.
Bytes first_record(const std::filesystem::path& path, std::uint64_t most_bytes);

/// "PATH: found a checkpoint that cannot be resumed: REASON; expected one that this job has written"
std::string cannot_resume(const std::filesystem::path& path, const std::string& reason);

}  // namespace diagc::runs
