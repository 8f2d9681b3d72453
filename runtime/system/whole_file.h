// Files read and written in one go.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace diagc {

/// Throws std::runtime_error where not all of it is written.
void write_file(const std::filesystem::path& path, const std::string& bytes);

/// Empty where there is no such file.
std::string read_file(const std::filesystem::path& path);

/// A file that is not read: it is missing, closed to this user, no regular file, or too large. The message is the reason alone,
/// such as "No such file or directory" or "it is no regular file", for a sentence that names the path.
struct NotRead : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The bytes of a regular file; never waits for a pipe and never reads more than `most` bytes. Throws NotRead.
std::string read_bounded(const std::filesystem::path& path, std::uint64_t most);

}  // namespace diagc
