#include "runtime/cache/key.h"

namespace diagc {

std::string CacheKey::hex() const {
  std::string text;
  for (const uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

CacheKey cache_key(std::initializer_list<std::string_view> parts) {
  Hash hash;
  for (const std::string_view part : parts) {
    hash.update(std::to_string(part.size()) + ":");
    hash.update(part);
  }
  return {hash.digest()};
}

}  // namespace diagc
