#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "runtime/cache/hash.h"
#include "runtime/cache/key.h"

using namespace diagc;

namespace {

std::string hash_of(std::string_view text) {
  return CacheKey{[&] {
           Hash hash;
           hash.update(text);
           return hash.digest();
         }()}
      .hex();
}

}  // namespace

TEST_CASE("hashes are those that XXH3 is defined by") {
  CHECK(hash_of("") == "99aa06d3014798d86001c324468d497f");
  CHECK(hash_of("diagc\n") == "1425c37b111632b2f6ba47d1b59f31fe");
  CHECK(hash_of(std::string(1000, 'x')) == "50a1af5a5f2dcf01c0a4877b962cba82");
  CHECK(hash64("", 0) == 0x2d06800538d394c2);
}

TEST_CASE("pieces hash as the whole does") {
  std::mt19937 random(1);
  std::string text(5000, ' ');
  for (char& c : text) c = static_cast<char>(random());
  for (int round = 0; round < 50; ++round) {
    Hash hash;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t count = std::min<std::size_t>(rest.size(), random() % 700);
      hash.update(rest.substr(0, count));
      rest.remove_prefix(count);
    }
    CHECK(CacheKey{hash.digest()}.hex() == hash_of(text));
  }
}

TEST_CASE("a key tells its parts apart") {
  CHECK(cache_key({"ab", "c"}) == cache_key({"ab", "c"}));
  CHECK(cache_key({"ab", "c"}) != cache_key({"a", "bc"}));
  CHECK(cache_key({"ab"}) != cache_key({"ab", ""}));
  CHECK(cache_key({"1:a"}) != cache_key({"", "a"}));
  CHECK(cache_key({"a"}).hex().size() == 32);
}
