// What numbers depend on, line by line: what a run that goes on must have in common with the run that it continues.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runs/checkpoint/bytes.h"

namespace diagc::runs {

/// Named values, in a fixed order; large ones by their hash.
class Digest {
 public:
  void add(std::string name, std::string value) {
    lines_.emplace_back(std::move(name), std::move(value));
  }
  const std::vector<std::pair<std::string, std::string>>& lines() const { return lines_; }
  /// The value of that name; empty where there is none.
  std::string_view value(std::string_view name) const;

  void write(Bytes& to) const;
  /// Takes what write() wrote from the front of `from`.
  static Digest read(std::span<const std::byte>& from);

  bool operator==(const Digest&) const = default;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

/// The first value in which they differ, for people: "precision: found fp64, expected fp32", of texts their first line that differs.
/// Empty where they are equal.
std::string difference(const Digest& found, const Digest& expected);

/// 128 bits in hexadecimal.
std::string hash_text(std::span<const std::byte> bytes);
inline std::string hash_text(std::string_view text) {
  return hash_text(std::as_bytes(std::span(text)));
}

}  // namespace diagc::runs
