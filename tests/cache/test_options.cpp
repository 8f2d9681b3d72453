#include <catch2/catch.hpp>
#include <cstdlib>

#include "runtime/cache/options.h"

using namespace diagc;

namespace {

/// Sets or, with null, removes a variable, and puts the old value back.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    const char* old = std::getenv(name);
    had_ = old != nullptr;
    old_ = old ? old : "";
    value ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Environment() { had_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  bool had_;
  std::string old_;
};

}  // namespace

TEST_CASE("the folder comes from the environment") {
  Environment dir("DIAGC_CACHE_DIR", "/a/cache"), xdg("XDG_CACHE_HOME", "/x"),
      home("HOME", "/home/me"), limit("DIAGC_CACHE_LIMIT", nullptr);
  CHECK(cache_options_from_environment().folder == "/a/cache");
  CHECK(cache_options_from_environment().limit == uint64_t{1} << 30);
  {
    Environment none("DIAGC_CACHE_DIR", nullptr);
    CHECK(cache_options_from_environment().folder == "/x/diagc");
    Environment relative("XDG_CACHE_HOME", "x");
    CHECK(cache_options_from_environment().folder == "/home/me/.cache/diagc");
    Environment homeless("HOME", nullptr);
    CHECK(cache_options_from_environment().folder.empty());
  }
  Environment relative("DIAGC_CACHE_DIR", "here");
  CHECK(cache_options_from_environment().folder == std::filesystem::current_path() / "here");
}

TEST_CASE("sizes") {
  CHECK(byte_size_from("0", "x") == 0);
  CHECK(byte_size_from("1000", "x") == 1000);
  CHECK(byte_size_from("3k", "x") == 3 << 10);
  CHECK(byte_size_from("512M", "x") == 512 << 20);
  CHECK(byte_size_from("2G", "x") == uint64_t{2} << 30);
  for (const char* bad :
       {"", "M", "-1", "1.5G", "1T", "2GB", "99999999999999999999", "99999999999999G"})
    CHECK_THROWS_WITH(byte_size_from(bad, "x"),
                      "x is '" + std::string(bad) +
                          "', expected a number of bytes such as 500000000, 512M or 2G");
  Environment limit("DIAGC_CACHE_LIMIT", "10X");
  CHECK_THROWS_WITH(
      cache_options_from_environment(),
      "DIAGC_CACHE_LIMIT is '10X', expected a number of bytes such as 500000000, 512M or 2G");
}
