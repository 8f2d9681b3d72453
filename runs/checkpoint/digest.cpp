#include "runs/checkpoint/digest.h"

#include <algorithm>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace diagc::runs {

std::string_view Digest::value(std::string_view name) const {
  const auto found = std::ranges::find(lines_, name, [](const auto& line) { return line.first; });
  return found == lines_.end() ? std::string_view() : std::string_view(found->second);
}

void Digest::write(Bytes& to) const {
  write_value(to, std::uint64_t{lines_.size()});
  for (const auto& [name, value] : lines_) {
    write_text(to, name);
    write_text(to, value);
  }
}

Digest Digest::read(std::span<const std::byte>& from) {
  Digest digest;
  for (auto left = read_value<std::uint64_t>(from); left > 0; --left) {
    std::string name = read_text(from);
    digest.add(std::move(name), read_text(from));
  }
  return digest;
}

std::string difference(const Digest& found, const Digest& expected) {
  for (const auto& [name, value] : expected.lines()) {
    if (const std::string_view other = found.value(name); other != value)
      return fmt::format("{}: found {}, expected {}", name, other.empty() ? "nothing" : other,
                         value.empty() ? "nothing" : value);
  }
  for (const auto& [name, value] : found.lines()) {
    if (expected.value(name) != value)
      return fmt::format("{}: found {}, expected nothing", name, value);
  }
  return {};
}

std::string hash_text(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace diagc::runs
