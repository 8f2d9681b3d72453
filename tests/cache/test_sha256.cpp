#include <catch2/catch.hpp>

#include "runtime/cache/key.h"
#include "runtime/cache/sha256.h"

using namespace diagc;

namespace {

std::string hex_of(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return CacheKey{hash.digest()}.hex();
}

}  // namespace

// The examples of NIST for FIPS 180-4.
TEST_CASE("SHA-256 of the published examples") {
  CHECK(hex_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hex_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(hex_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklm"
               "nopqrlmnopqrs"
               "mnopqrstnopqrstu") ==
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(hex_of(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the bytes are cut") {
  std::string bytes;
  for (int i = 0; i < 300; ++i) bytes += static_cast<char>(i * 37);
  for (size_t size = 0; size <= bytes.size(); ++size) {
    const std::string_view part = std::string_view(bytes).substr(0, size);
    Sha256 hash;
    for (size_t i = 0; i < size; i += 1 + i % 7) hash.update(part.substr(i, 1 + i % 7));
    CHECK(CacheKey{hash.digest()}.hex() == hex_of(part));
  }
}

TEST_CASE("the processor's instructions give what plain code gives") {
  if (!Sha256::processor_has_instructions()) WARN("this processor has no instructions for SHA-256");
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>((i * i) >> 3);
  for (size_t size = 0; size <= bytes.size(); ++size) {
    Sha256 plain(false), fast(true);
    // In two pieces, so that some blocks are filled up first.
    for (Sha256* hash : {&plain, &fast}) {
      hash->update(std::string_view(bytes).substr(0, size / 3));
      hash->update(std::string_view(bytes).substr(size / 3, size - size / 3));
    }
    CHECK(plain.digest() == fast.digest());
  }
}

TEST_CASE("keys tell parts apart") {
  CHECK(cache_key({"ab", "c"}) == cache_key({"ab", "c"}));
  CHECK(cache_key({"ab", "c"}) != cache_key({"a", "bc"}));
  CHECK(cache_key({"ab"}) != cache_key({"ab", ""}));
  CHECK(cache_key({"1:a"}) != cache_key({"", "a"}));
}
