// Compiled objects are found again, and a damaged cache heals.
#include <sys/stat.h>
#include <unistd.h>

#include "tests/library/fixture.h"

namespace diagc {
namespace {

/// A cache folder of its own for the time of a test.
class OwnCache {
 public:
  OwnCache() {
    test_cache();
    setenv("DIAGC_CACHE_DIR", folder_.path().c_str(), 1);
  }
  ~OwnCache() { setenv("DIAGC_CACHE_DIR", test_cache().c_str(), 1); }
  const std::filesystem::path& path() const { return folder_.path(); }
  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path())) {
      if (entry.is_regular_file()) found.push_back(entry.path());
    }
    return found;
  }

 private:
  TemporaryFolder folder_;
};

Compiled twice(const CompileOptions& options = {}) {
  return compile_text("grammar twice static n : int = 2 input x : real output y = n*x",
                      "twice.diag", options);
}

void check_works(const Kernel& kernel) {
  const std::vector<double> x{1.5, -2};
  std::vector<double> y(2);
  kernel.evaluate(2, {{"x", x}}, {}, {{"y", y}});
  CHECK(y == std::vector<double>{3, -4});
}

TEST_CASE("a kernel compiled before comes from the cache") {
  const OwnCache cache;
  const Kernel first = compiled(twice());
  CHECK_FALSE(first.from_cache());
  CHECK(first.times().compile > 0);
  const Kernel second = compiled(twice());
  CHECK(second.from_cache());
  CHECK(second.times().compile == 0);
  CHECK(second.source() == first.source());
  check_works(first);
  check_works(second);
  CHECK_FALSE(compiled(twice({.use_cache = false})).from_cache());
  CHECK_FALSE(compiled(twice({.statics = {{"n", "3"}}})).from_cache());
  CHECK_FALSE(compiled(twice({.precision = Precision::fp32})).from_cache());
  CHECK(compiled(twice()).from_cache());
  CHECK(cache.files().size() == 3);
}

TEST_CASE("damaged and stale entries are compiled anew") {
  const OwnCache cache;
  compiled(twice());
  REQUIRE(cache.files().size() == 1);
  const std::filesystem::path file = cache.files()[0];
  const std::string bytes = read_file(file);
  SECTION("cut short") { write_file(file, bytes.substr(0, bytes.size() / 2)); }
  SECTION("empty") { write_file(file, ""); }
  SECTION("one bit") {
    std::string damaged = bytes;
    damaged[damaged.size() / 2] ^= 4;
    write_file(file, damaged);
  }
  const Kernel healed = compiled(twice());
  CHECK_FALSE(healed.from_cache());
  check_works(healed);
  CHECK(compiled(twice()).from_cache());
}

TEST_CASE("without a place for the cache kernels are compiled all the same, with one warning") {
  const OwnCache cache;
  const std::filesystem::path file = cache.path() / "file";
  write_file(file, "in the way");
  setenv("DIAGC_CACHE_DIR", (file / "cache").c_str(), 1);
  const Compiled result = twice();
  check_works(compiled(result));
  REQUIRE(result.warnings.size() == 1);
  CHECK_THAT(result.warnings[0], Catch::Contains((file / "cache").string()));
  const Compiled again = twice({.statics = {{"n", "3"}}});
  CHECK_FALSE(compiled(again).from_cache());
  CHECK(again.warnings.empty());
}

}  // namespace
}  // namespace diagc
