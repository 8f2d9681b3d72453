#pragma once

#include <compare>
#include <initializer_list>
#include <string>
#include <string_view>

#include "runtime/cache/hash.h"

namespace diagc {

/// Names one compiled object: what differs in anything that the object depends on has another key.
struct CacheKey {
  Hash::Digest digest{};

  std::string hex() const;
  auto operator<=>(const CacheKey&) const = default;
};

/// Of source, options, processor features, compiler identity, … in a fixed order. Each part enters
/// with its length, so that moving bytes from one part to the next gives another key.
CacheKey cache_key(std::initializer_list<std::string_view> parts);

}  // namespace diagc
