// The text of a rule file, and positions in it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace diagc {

/// Half-open range of byte offsets into a source text.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Line and column as people count them: both from 1, columns in code points. Line 0: no position.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// An immutable rule file (or text given by a caller) with its line starts.
class Source {
 public:
  /// `path` is shown in messages exactly as given. A byte order mark in front is dropped.
  /// Any bytes are taken; throws InputError (diagnostic.h) where offsets would not fit 32 bits.
  Source(std::string path, std::string text);

  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  std::string_view slice(Span span) const;

  /// Offsets past the end count as the end. Fast also in the middle of a line of many megabytes.
  Position position(std::uint32_t offset) const;
  /// The text of a line (from 1), without its end-of-line characters; empty where there is no such
  /// line.
  std::string_view line(std::uint32_t number) const;

 private:
  std::uint32_t code_points_before(std::uint32_t offset) const;

  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
  std::vector<std::uint32_t> marks_;  ///< code points before every 1024th byte
};

using SourcePtr = std::shared_ptr<const Source>;

/// Reads a file; throws InputError (diagnostic.h) when that fails.
SourcePtr read_source(const std::string& path);

}  // namespace diagc
