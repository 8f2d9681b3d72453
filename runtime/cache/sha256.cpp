#include "runtime/cache/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace diagc {
namespace {

// The fractional parts of the cube roots of the first 64 primes.
constexpr std::array<uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t big_endian(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

// Hashing is most of what loading a large kernel from the cache takes, and processors have instructions for it.
#if defined(__x86_64__)
#define DIAGC_SHA_INSTRUCTIONS __attribute__((target("sha,sse4.1")))

bool has_sha_instructions() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_SSE4_1)) return false;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & bit_SHA);
}

// The instructions keep the eight words of the state as {f, e, b, a} and {h, g, d, c}, the lowest first, and do two rounds at once.
DIAGC_SHA_INSTRUCTIONS void compress_by_instructions(std::array<uint32_t, 8>& state,
                                                     const uint8_t* blocks, size_t count) {
  const __m128i big_endian_words =
      _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
  auto [a, b, c, d, e, f, g, h] = state;
  const auto words = [](uint32_t w3, uint32_t w2, uint32_t w1, uint32_t w0) {
    return _mm_set_epi32(static_cast<int>(w3), static_cast<int>(w2), static_cast<int>(w1),
                         static_cast<int>(w0));
  };
  __m128i abef = words(a, b, e, f), cdgh = words(c, d, g, h);
  for (; count > 0; --count, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[16];  // four words each
    for (int i = 0; i < 16; ++i) {
      if (i < 4) {
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks) + i),
                                big_endian_words);
      } else {
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]),
                                          _mm_alignr_epi8(w[i - 1], w[i - 2], 4));
        w[i] = _mm_sha256msg2_epu32(sum, w[i - 1]);
      }
      const __m128i keyed =
          _mm_add_epi32(w[i], _mm_loadu_si128(reinterpret_cast<const __m128i*>(kRound.data()) + i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  alignas(16) std::array<uint32_t, 4> feba{}, hgdc{};
  _mm_store_si128(reinterpret_cast<__m128i*>(feba.data()), abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(hgdc.data()), cdgh);
  state = {feba[3], feba[2], hgdc[3], hgdc[2], feba[1], feba[0], hgdc[1], hgdc[0]};
}
#else
bool has_sha_instructions() { return false; }
void compress_by_instructions(std::array<uint32_t, 8>&, const uint8_t*, size_t) {}
#endif

}  // namespace

bool Sha256::processor_has_instructions() {
  static const bool has = has_sha_instructions();
  return has;
}

Sha256::Sha256(bool use_instructions)
    : instructions_(use_instructions && processor_has_instructions()) {}

void Sha256::compress(const uint8_t* blocks, size_t count) {
  if (instructions_) return compress_by_instructions(state_, blocks, count);
  for (; count > 0; --count, blocks += 64) compress_block(blocks);
}

void Sha256::compress_block(const uint8_t* block) {
  std::array<uint32_t, 64> w;
  for (int i = 0; i < 16; ++i) w[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 64; ++i) {
    const uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (int i = 0; i < 64; ++i) {
    const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<uint32_t, 8> sum = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state_[i] += sum[i];
}

void Sha256::update(std::string_view bytes) {
  length_ += bytes.size();
  const auto* next = reinterpret_cast<const uint8_t*>(bytes.data());
  const auto* const end = next + bytes.size();
  while (next != end) {
    if (filled_ == 0 && end - next >= 64) {
      const size_t blocks = static_cast<size_t>(end - next) / 64;
      compress(next, blocks);
      next += 64 * blocks;
      continue;
    }
    const size_t count = std::min<size_t>(64 - filled_, static_cast<size_t>(end - next));
    std::memcpy(block_.data() + filled_, next, count);
    next += count;
    filled_ += count;
    if (filled_ < 64) break;
    compress(block_.data(), 1);
    filled_ = 0;
  }
}

Sha256::Digest Sha256::digest() {
  const uint64_t bits = 8 * length_;
  const size_t padding = filled_ < 56 ? 56 - filled_ : 120 - filled_;
  std::array<char, 72> tail{};
  tail[0] = static_cast<char>(0x80);
  for (int i = 0; i < 8; ++i) tail[padding + i] = static_cast<char>(bits >> (56 - 8 * i));
  update({tail.data(), padding + 8});
  Digest digest;
  for (int i = 0; i < 32; ++i)
    digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace diagc
