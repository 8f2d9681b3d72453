// Places in one block of memory for arrays of which each is there for a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace diagc {

struct Life {
  std::uint64_t elements = 0;
  std::size_t begin = 0, end = 0;  ///< first and last moment at which it is there
};

struct LivePlaces {
  std::vector<std::uint64_t> offsets;  ///< by life, multiples of the alignment
  std::uint64_t elements = 0;          ///< that all of them together need
};

/// No two that are there at one moment overlap. The largest get their places first, each as low as it goes. Throws std::runtime_error where
/// they have more than 2^62 elements together.
LivePlaces place_lives(const std::vector<Life>& lives, std::uint64_t alignment);

/// a + b. Throws as above.
std::uint64_t checked_elements(std::uint64_t a, std::uint64_t b);

}  // namespace diagc
