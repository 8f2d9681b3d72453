#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "runtime/cache/cache.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"
#include "tests/cache/fixture.h"

using namespace diagc;

TEST_CASE("what was stored is found, by another cache object too") {
  TemporaryFolder folder;
  Cache cache({folder.path() / "deep" / "er", 1 << 20, {}});
  CHECK(!cache.find(kKey));
  CHECK(cache.list().empty());
  cache.store(kKey, kEntry);
  CHECK(same(cache.find(kKey), kEntry));
  CHECK(same(Cache({folder.path() / "deep" / "er", 1 << 20, {}}).find(kKey), kEntry));
  CHECK(!cache.find(cache_key({"source", "other options"})));

  const CacheEntry second = {"", {}};
  cache.store(kKey, second);
  CHECK(same(cache.find(kKey), second));
  CHECK(cache.list().size() == 1);
}

TEST_CASE("any byte that changes makes a miss, and storing heals it") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  cache.store(kKey, kEntry);
  const fs::path file = only_file(folder.path());
  const std::string good = read_file(file);
  for (size_t i = 0; i < good.size(); ++i)
    for (const int flip : {1, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ flip);
      write_file(file, bad);
      INFO("byte " << i << " of " << good.size());
      CHECK(!cache.find(kKey));
      CHECK(cache.list().size() == 1);
    }
  cache.store(kKey, kEntry);
  CHECK(same(cache.find(kKey), kEntry));
  CHECK(read_file(file) == good);
}

TEST_CASE("a file cut short, lengthened or emptied is a miss") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  cache.store(kKey, kEntry);
  const fs::path file = only_file(folder.path());
  const std::string good = read_file(file);
  for (size_t size = 0; size < good.size(); ++size) {
    write_file(file, good.substr(0, size));
    CHECK(!cache.find(kKey));
    CHECK(!cache.list().at(0).readable);
  }
  write_file(file, good + "x");
  CHECK(!cache.find(kKey));
  write_file(file, std::string(good.size(), '\0'));
  CHECK(!cache.find(kKey));
  fs::remove(file);
  fs::create_directory(file);
  CHECK(!cache.find(kKey));
}

TEST_CASE("an entry under another key's name is a miss") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  cache.store(kKey, kEntry);
  const CacheKey other = cache_key({"other"});
  fs::rename(only_file(folder.path()), folder.path() / (other.hex() + ".entry"));
  CHECK(!cache.find(other));
  CHECK(!cache.find(kKey));
}

TEST_CASE("the listing says what the entries are, the latest use first") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  for (const char* name : {"a", "b", "c"})
    cache.store(cache_key({name}), {std::string(100, 'x'), {{"name", name}}});
  for (const auto& item : cache.list())
    set_age(item.file, std::chrono::minutes(item.metadata.at("name")[0] - 'a' + 1));
  auto items = cache.list();
  REQUIRE(items.size() == 3);
  CHECK(items[0].metadata.at("name") == "a");
  CHECK(items[2].metadata.at("name") == "c");
  CHECK(items[0].readable);
  CHECK(items[0].bytes == fs::file_size(items[0].file));

  CHECK(cache.find(cache_key({"c"})));
  CHECK(cache.list()[0].metadata.at("name") == "c");

  write_file(folder.path() / "notes.txt", "not ours");
  write_file(part_of(folder, kKey), "of an interrupted process");
  CHECK(cache.list().size() == 3);
  CHECK(cache.clear() == 3);
  CHECK(cache.list().empty());
  CHECK(only_file(folder.path()).filename() == "notes.txt");
}

TEST_CASE("past the limit the entries that were not used for longest go") {
  TemporaryFolder folder;
  const auto key = [](int i) { return cache_key({std::to_string(i)}); };
  const CacheEntry entry = {std::string(1000, 'x'), {}};
  const uint64_t size = entry_bytes(key(0), entry).size();
  Cache cache({folder.path(), 4 * size, {}});
  for (int i = 0; i < 4; ++i) {
    cache.store(key(i), entry);
    set_age(folder.path() / (key(i).hex() + ".entry"), std::chrono::minutes(10 - i));
  }
  CHECK(cache.list().size() == 4);
  CHECK(cache.find(key(0)));  // now the latest
  cache.store(key(4), entry);
  cache.store(key(5), entry);
  CHECK(cache.find(key(0)));
  CHECK(!cache.find(key(1)));
  CHECK(!cache.find(key(2)));
  CHECK(cache.find(key(3)));
  CHECK(cache.find(key(4)));
  CHECK(cache.find(key(5)));

  cache.store(key(6), {std::string(5 * size, 'x'), {}});
  CHECK(!cache.find(key(6)));
  CHECK(cache.list().size() == 4);
}

TEST_CASE("files of interrupted processes go when they are old") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  const fs::path old = part_of(folder, cache_key({"old"})), fresh = part_of(folder, kKey);
  write_file(old, "x");
  set_age(old, std::chrono::minutes(90));
  write_file(fresh, "x");
  cache.store(kKey, kEntry);
  CHECK(!fs::exists(old));
  CHECK(fs::exists(fresh));
}

TEST_CASE("files that only look like entries are nobody's business here") {
  TemporaryFolder folder;
  const std::string hex = kKey.hex();
  const std::vector<std::string> names = {
      "left.part",   "thesis.entry",     hex + "0.entry", "A" + hex.substr(1) + ".entry",
      hex + ".part", hex + "-0123.part", ".entry"};
  for (const std::string& name : names) {
    write_file(folder / name, std::string(1000, 'x'));
    set_age(folder / name, std::chrono::hours(24 * 365));
  }
  Cache cache({folder.path(), 500, {}});
  cache.store(kKey, kEntry);
  CHECK(cache.find(kKey));
  CHECK(cache.list().size() == 1);
  CHECK(cache.clear() == 1);
  CHECK(file_count(folder.path()) == names.size());
}

TEST_CASE("entries of versions with longer keys go like others") {
  TemporaryFolder folder;
  const fs::path former = folder / (std::string(64, 'a') + ".entry");
  write_file(former, std::string(1000, 'x'));
  set_age(former, std::chrono::minutes(1));
  Cache cache({folder.path(), 1000, {}});
  CHECK(cache.list().size() == 1);
  cache.store(kKey, kEntry);
  CHECK(!fs::exists(former));
  CHECK(cache.find(kKey));
}

TEST_CASE("an entry of terabytes is passed over, goes first, and takes no memory") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  cache.store(cache_key({"good"}), kEntry);
  const fs::path huge = folder / (kKey.hex() + ".entry");
  fs::copy_file(folder / (cache_key({"good"}).hex() + ".entry"), huge);
  std::error_code unsupported;
  fs::resize_file(huge, std::uintmax_t{10} << 40, unsupported);
  if (unsupported) fs::resize_file(huge, std::uintmax_t{1} << 40);
  CHECK(!cache.find(kKey));
  CHECK(cache.list().size() == 2);
  cache.store(cache_key({"other"}), kEntry);
  CHECK(!fs::exists(huge));
  CHECK(same(cache.find(cache_key({"good"})), kEntry));
  CHECK(same(cache.find(cache_key({"other"})), kEntry));
}

TEST_CASE("processes that write and read the same keys see whole entries or none") {
  TemporaryFolder folder;
  const auto entry = [](int i) {
    return CacheEntry{std::string(20000, static_cast<char>('a' + i)), {{"i", std::to_string(i)}}};
  };
  const auto work = [&](int process) {
    Cache cache({folder.path(), 150000, {}});
    bool good = true;
    for (int round = 0; round < 300; ++round) {
      const CacheKey key = cache_key({std::to_string((round * 7 + process) % 10)});
      cache.store(key, entry((round + process) % 26));
      if (const auto found = cache.find(key))
        good = good && found->payload.size() == 20000 &&
               found->payload == entry(found->payload[0] - 'a').payload &&
               found->metadata.at("i") == std::to_string(found->payload[0] - 'a');
    }
    return good;
  };
  std::vector<pid_t> children;
  for (int process = 0; process < 4; ++process)
    children.push_back(in_child([&, process] { return work(process); }));
  for (const pid_t child : children) CHECK(succeeded(child));
  uint64_t total = 0;
  for (const auto& item : Cache({folder.path(), 150000, {}}).list()) {
    CHECK(item.readable);
    total += item.bytes;
  }
  CHECK(total <= 150000);
  for (const auto& left : fs::directory_iterator(folder.path()))
    CHECK(left.path().extension() == ".entry");
}

TEST_CASE("threads share one cache") {
  TemporaryFolder folder;
  Cache cache({folder.path(), 1 << 20, {}});
  std::vector<std::jthread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        const CacheKey key = cache_key({std::to_string(t), std::to_string(i)});
        cache.store(key, kEntry);
        wrong[t] += !same(cache.find(key), kEntry);
      }
    });
  threads.clear();
  CHECK(wrong == std::vector<int>(4, 0));
}
