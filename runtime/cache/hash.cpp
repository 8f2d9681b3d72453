#include "runtime/cache/hash.h"

#include <algorithm>

// Inlined here, so that nothing is linked and nothing has to travel with a program.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace diagc {

struct Hash::State {
  XXH3_state_t xxh3;
};

Hash::Hash() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->xxh3); }
Hash::~Hash() = default;

void Hash::update(std::string_view bytes) {
  XXH3_128bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

void Hash::update(std::span<const std::byte> bytes) {
  XXH3_128bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

Hash::Digest Hash::digest() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state_->xxh3));
  Digest digest;
  std::ranges::copy(canonical.digest, digest.begin());
  return digest;
}

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace diagc
