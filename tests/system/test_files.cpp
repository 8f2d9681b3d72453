#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"

using namespace diagc;

TEST_CASE("a temporary folder is its user's alone and goes away with its files") {
  std::filesystem::path path;
  {
    const TemporaryFolder folder, other;
    path = folder.path();
    CHECK(path != other.path());
    struct stat status{};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
    write_file(folder / "file", std::string("a\0b", 3));
    CHECK(read_file(folder / "file") == std::string("a\0b", 3));
    std::filesystem::create_directories(folder / "deep" / "er");
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("bounded reading takes regular files up to the bound, and waits for nothing") {
  const TemporaryFolder folder;
  write_file(folder / "file", "12345");
  CHECK(read_bounded(folder / "file", 5) == "12345");
  CHECK_THROWS_WITH(read_bounded(folder / "file", 4), "it has 5 bytes, more than 4");
  CHECK_THROWS_WITH(read_bounded(folder / "none", 4), "No such file or directory");
  CHECK_THROWS_WITH(read_bounded(folder.path(), 4), "it is no regular file");
  CHECK_THROWS_WITH(read_bounded("/dev/zero", 4), "it is no regular file");
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_bounded(folder / "pipe", 4), "it is no regular file");
}
