// Runs diagc in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "runtime/system/temporary_folder.h"

struct Finished {
  int code = 0;  ///< exit code; 128 + signal where one ended it
  std::string out;
  std::string err;
};

/// A temporary folder, removed at the end, in which commands run. Kernels that they compile are kept for all commands of the test program, or,
/// with a cache of its own, in .cache.
class Folder {
 public:
  enum class Cache { shared, own };
  explicit Folder(Cache cache = Cache::shared);

  const std::filesystem::path& path() const { return folder_.path(); }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;
  std::vector<std::string> files() const;  ///< names, sorted; the cache left out

  /// `diagc ARGUMENTS`, the arguments as a shell takes them.
  Finished diagc(const std::string& arguments) const;
  /// A whole shell command; `$DIAGC` is the program.
  Finished shell(const std::string& command) const;

 private:
  diagc::TemporaryFolder folder_;
  std::filesystem::path cache_;
};

/// A file of grammars/, as a path.
std::string grammar(const std::string& name);
