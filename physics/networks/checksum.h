// JSON texts that end in a checksum of all before it, so that damage is found before anything is read.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/arrays/network.h"
#include "runtime/cache/hash.h"

namespace diagc::networks {

/// 32 hexadecimal digits.
std::string hex(const Hash& hash);

/// Adds how many numbers there are, and them.
template <class T>
void add_numbers(Hash& hash, const std::vector<T>& numbers) {
  const std::uint64_t count = numbers.size();
  hash.update(std::as_bytes(std::span(&count, 1)));
  hash.update(std::as_bytes(std::span(numbers)));
}

/// Of extents and labels.
std::string network_digest(const arrays::Network& network);

/// An object in one line and a line's end; `object` ends in `}`.
std::string with_checksum(std::string object);

/// Throws std::runtime_error where the text is shorter, has no checksum or another one than belongs to it.
void verify_checksum(const std::string& text);

}  // namespace diagc::networks
