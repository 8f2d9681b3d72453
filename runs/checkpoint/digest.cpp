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

namespace {

/// The line of that number, from 0 on; empty behind the last one.
std::string_view line_of(std::string_view text, std::size_t number) {
  for (; number > 0 && !text.empty(); --number)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

std::string difference(std::string_view name, std::string_view found, std::string_view expected) {
  const auto or_nothing = [](std::string_view text) { return text.empty() ? "nothing" : text; };
  constexpr auto none = std::string_view::npos;
  if (found.find('\n') == none && expected.find('\n') == none) {
    return fmt::format("{}: found {}, expected {}", name, or_nothing(found), or_nothing(expected));
  }
  const auto at = std::ranges::mismatch(found, expected).in1;
  auto number = static_cast<std::size_t>(std::count(found.begin(), at, '\n'));
  // One of them ends where the other one goes on with a line.
  if (line_of(found, number) == line_of(expected, number)) ++number;
  return fmt::format("{}: found in line {} `{}`, expected `{}`", name, number + 1,
                     line_of(found, number), line_of(expected, number));
}

}  // namespace

std::string difference(const Digest& found, const Digest& expected) {
  for (const auto& [name, value] : expected.lines()) {
    if (const std::string_view other = found.value(name); other != value)
      return difference(name, other, value);
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
