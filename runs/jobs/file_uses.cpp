#include "runs/jobs/file_uses.h"

#include <filesystem>

namespace diagc::runs {

std::optional<std::string> FileUses::claim(const std::string& path, const std::string& use) {
  if (path.empty()) return std::nullopt;
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  fs::path file = fs::weakly_canonical(absolute, error);
  if (error) file = absolute.lexically_normal();
  const auto [other, is_new] = uses_.emplace(file.string(), use);
  if (is_new) return std::nullopt;
  return other->second;
}

}  // namespace diagc::runs
