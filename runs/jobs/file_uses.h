// Files of one run, none of which may overwrite another.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace diagc::runs {

/// The same file under another name counts as the same: "./a", a path through a symbolic link, a file that is not there yet.
class FileUses {
 public:
  /// What the file is used for already, or nothing: then it is used for this. An empty path is no file.
  std::optional<std::string> claim(const std::string& path, const std::string& use);

 private:
  std::map<std::string, std::string> uses_;
};

}  // namespace diagc::runs
