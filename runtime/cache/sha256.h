#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace diagc {

// SHA-256 (FIPS 180-4) of bytes given piece by piece.
class Sha256 {
 public:
  using Digest = std::array<uint8_t, 32>;

  // With the processor's instructions for SHA-256 where it has them and they are wanted.
  explicit Sha256(bool use_instructions = true);
  static bool processor_has_instructions();

  void update(std::string_view bytes);

  // Of everything given so far; the object is used up.
  Digest digest();

 private:
  void compress(const uint8_t* blocks, size_t count);
  void compress_block(const uint8_t* block);

  bool instructions_;
  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> block_{};
  size_t filled_ = 0;    // bytes of block_ in use
  uint64_t length_ = 0;  // bytes given in all
};

}  // namespace diagc
