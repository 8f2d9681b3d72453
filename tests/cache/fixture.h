// A key with its entry, and what tests ask of folders and processes.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "runtime/cache/cache.h"
#include "runtime/system/temporary_folder.h"

namespace diagc {

namespace fs = std::filesystem;

inline const CacheKey kKey = cache_key({"source", "options"});
inline const CacheEntry kEntry = {std::string("code\0with zero bytes\xff", 21),
                                  {{"grammar", "hubbard"}, {"n", "6"}, {"", ""}}};

inline bool same(const std::optional<CacheEntry>& found, const CacheEntry& expected) {
  return found && found->payload == expected.payload && found->metadata == expected.metadata;
}

inline fs::path only_file(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  REQUIRE(files.size() == 1);
  return files[0];
}

inline size_t file_count(const fs::path& folder) {
  return static_cast<size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// As a process that was interrupted leaves it.
inline fs::path part_of(const TemporaryFolder& folder, const CacheKey& key) {
  return folder / (key.hex() + "-0123456789abcdef.part");
}

inline void set_age(const fs::path& file, std::chrono::minutes age) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - age);
}

/// Runs in a process of its own; the exit status tells whether the work returned true.
inline pid_t in_child(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  return child;
}

inline bool succeeded(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace diagc
