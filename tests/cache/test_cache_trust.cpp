// Folders and entries that a cache may not trust or cannot write.
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "runtime/cache/cache.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/cache/fixture.h"

using namespace diagc;

TEST_CASE("entries that others planted or may change are not taken and not removed") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  cache.store(kKey, kEntry);
  const fs::path entry = only_file(folder.path());
  CHECK((fs::status(entry).permissions() & fs::perms::mask) ==
        (fs::perms::owner_read | fs::perms::owner_write));
  const auto is_passed_over = [&] {
    const bool found = cache.find(kKey).has_value(), listed = !cache.list().empty();
    cache.clear();
    return !found && !listed && fs::exists(fs::symlink_status(entry));
  };
  SECTION("the group may write") {
    fs::permissions(entry, fs::perms::group_write, fs::perm_options::add);
    CHECK(is_passed_over());
  }
  SECTION("everybody may write") {
    fs::permissions(entry, fs::perms::others_write, fs::perm_options::add);
    CHECK(is_passed_over());
  }
  SECTION("it is a link") {
    const TemporaryFolder elsewhere;
    fs::rename(entry, elsewhere / "entry");
    fs::create_symlink(elsewhere / "entry", entry);
    CHECK(is_passed_over());
  }
  SECTION("it belongs to another user") {
    if (chown(entry.c_str(), 65534, 65534) != 0) return;  // that takes the superuser
    CHECK(is_passed_over());
  }
  SECTION("it is a pipe") {
    fs::remove(entry);
    REQUIRE(mkfifo(entry.c_str(), 0600) == 0);
    CHECK(is_passed_over());
  }
}

TEST_CASE("a folder that others own or may write to: works without, and says so once") {
  TemporaryFolder folder;
  const fs::path shared = folder / "shared";
  std::vector<std::string> warnings;
  Cache cache({shared, 1 << 20, [&](const std::string& text) { warnings.push_back(text); }});
  cache.store(kKey, kEntry);
  std::string reason = "others may write to it";
  SECTION("everybody may write") {
    fs::permissions(shared, fs::perms::all | fs::perms::sticky_bit);
  }
  SECTION("the group may write") {
    fs::permissions(shared, fs::perms::group_write, fs::perm_options::add);
  }
  SECTION("it belongs to another user") {
    if (chown(shared.c_str(), 65534, 65534) != 0) return;  // that takes the superuser
    reason = "it belongs to another user";
  }
  CHECK(!cache.find(kKey));
  cache.store(cache_key({"other"}), kEntry);
  CHECK(file_count(shared) == 1);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "compiled kernels are not kept: " + shared.string() + ": " + reason +
                           " (DIAGC_CACHE_DIR can name another folder, --no-cache does without)");
  CHECK_THROWS_WITH(cache.list(), shared.string() + ": " + reason);
  CHECK_THROWS_WITH(cache.clear(), shared.string() + ": " + reason);
  CHECK(file_count(shared) == 1);
}

TEST_CASE("a folder that cannot be written: works without, and says so once a process") {
  TemporaryFolder folder;
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  write_file(folder.path() / "file", "");
  SECTION("it is below a file") {
    Cache cache({folder.path() / "file" / "cache", 1 << 20, warn});
    cache.store(kKey, kEntry);
    cache.store(kKey, kEntry);
    CHECK(!cache.find(kKey));
    REQUIRE(warnings.size() == 1);
    CHECK(
        warnings[0] ==
        "compiled kernels are not kept: " + (folder.path() / "file" / "cache").string() +
            ": Not a directory (DIAGC_CACHE_DIR can name another folder, --no-cache does without)");
  }
  SECTION("it is a file") {
    Cache cache({folder.path() / "file", 1 << 20, warn});
    cache.store(kKey, kEntry);
    CHECK(!cache.find(kKey));
    CHECK_THROWS_WITH(cache.list(), (folder / "file").string() + ": Not a directory");
    CHECK(warnings.size() == 1);
    Cache again({folder.path() / "file", 1 << 20, warn});
    again.store(kKey, kEntry);
    CHECK(warnings.size() == 1);
    Cache elsewhere({folder.path() / "file" / "below", 1 << 20, warn});
    elsewhere.store(kKey, kEntry);
    CHECK(warnings.size() == 2);
  }
  SECTION("permission is missing") {
    const fs::path closed = folder.path() / "closed";
    Cache(CacheOptions{closed, 1 << 20, {}}).store(kKey, kEntry);
    // The superuser may write anywhere, so that this is done as somebody else.
    fs::permissions(folder.path(), fs::perms::all);
    fs::permissions(closed, fs::perms::owner_read | fs::perms::owner_exec);
    if (geteuid() == 0) {
      REQUIRE(chown(closed.c_str(), 65534, 65534) == 0);
      REQUIRE(chown((closed / (kKey.hex() + ".entry")).c_str(), 65534, 65534) == 0);
    }
    CHECK(succeeded(in_child([&] {
      if (geteuid() == 0 && setuid(65534) != 0) return false;
      Cache cache({closed, 1 << 20, warn});
      cache.store(cache_key({"other"}), kEntry);
      cache.store(cache_key({"other"}), kEntry);
      return warnings.size() == 1 && warnings[0].find("Permission denied") != std::string::npos &&
             !cache.find(cache_key({"other"})) && same(cache.find(kKey), kEntry);
    })));
    fs::permissions(closed, fs::perms::owner_all);
  }
  SECTION("there is none") {
    Cache cache({"", 1 << 20, warn});
    cache.store(kKey, kEntry);
    CHECK(!cache.find(kKey));
    CHECK(cache.list().empty());
    CHECK(warnings.size() == 1);
  }
}

TEST_CASE("a disk that fills up: works without, says so once, leaves nothing behind") {
  TemporaryFolder folder;
  CHECK(succeeded(in_child([&] {
    std::vector<std::string> warnings;
    Cache cache(
        {folder.path(), 1 << 20, [&](const std::string& text) { warnings.push_back(text); }});
    cache.store(kKey, kEntry);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return false;
    const CacheKey large = cache_key({"large"});
    cache.store(large, {std::string(100000, 'x'), {}});
    cache.store(large, {std::string(100000, 'x'), {}});
    cache.store(kKey, {std::string(100000, 'x'), {}});
    return warnings.size() == 1 && warnings[0].find("File too large") != std::string::npos &&
           !cache.find(large) && same(cache.find(kKey), kEntry);
  })));
  CHECK(file_count(folder.path()) == 1);
}
