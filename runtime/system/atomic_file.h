#pragma once

// Files that appear whole or not at all.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace diagc {

/// Writes a file under no name (or, where the file system has no nameless files, under a temporary
/// one in the same folder), which `commit` gives its own name, replacing what stood there. Until
/// then the old file stays as it was; a destroyed AtomicFile leaves no trace, nor does a killed
/// process where nameless files exist. The bytes, and then the name, are on the disk when `commit` returns, so that a machine that loses power
/// has the old file or the new one. A path that names a device or a pipe is written directly.
///
/// Failures are std::runtime_error with the path and the system's reason, as in
/// "out.npy: cannot be written: No space left on device".
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void commit();

 private:
  [[noreturn]] void fail(int error_number) const;
  void open_in_folder();
  void publish();
  void sync_folder() const;
  void close_descriptor();

  std::filesystem::path path_;       ///< as the caller named it, for messages
  std::filesystem::path target_;     ///< symbolic links resolved
  std::filesystem::path temporary_;  ///< the name to remove if `commit` is not reached, or empty
  int descriptor_ = -1;
  bool direct_ = false;
};

}  // namespace diagc
