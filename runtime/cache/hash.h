#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace diagc {

/// XXH3 with 128 bits, of bytes given piece by piece: fast, and good enough for names and against damage, not against people who look for
/// two texts of one hash.
class Hash {
 public:
  using Digest = std::array<std::uint8_t, 16>;

  Hash();
  ~Hash();
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;

  void update(std::string_view bytes);
  void update(std::span<const std::byte> bytes);

  /// Of everything given so far, the same on all machines.
  Digest digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// XXH3 with 64 bits, for checksums of a few kilobytes to many megabytes.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed);

}  // namespace diagc
