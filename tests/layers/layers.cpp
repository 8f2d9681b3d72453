#include "tests/layers/layers.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace diagc::layers {

namespace {

/// Each may include itself and what stands before it. The folder of a file is the longest that fits.
constexpr std::string_view folders[] = {
    "compiler/source", "compiler/syntax",   "compiler/rules", "compiler/graph",  "compiler/expand",
    "compiler/passes", "compiler/schedule", "compiler/emit",  "compiler/driver", "toolchain",
    "runtime/batch",   "runtime/cache",     "runtime/cpu",    "runtime/cuda",    "include/diagc",
    "library",         "programs",
};

bool is_inside(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/';
}

std::optional<std::size_t> place_of(std::string_view path) {
  for (std::size_t i = 0; i < std::size(folders); ++i) {
    if (is_inside(path, folders[i])) return i;
  }
  return std::nullopt;
}

/// What stands between the quotes or brackets of an include, with them; empty in other lines.
std::string_view included(std::string_view line) {
  const auto skip = [&](std::string_view what) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with(what)) return false;
    line.remove_prefix(what.size());
    return true;
  };
  if (!skip("#") || !skip("include") || !skip("")) return {};
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return {};
  const std::size_t end = line.find(line[0] == '"' ? '"' : '>', 1);
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end + 1);
}

/// What is wrong with a file of folder `place` including a header of this repository; empty: nothing.
std::string wrong_header(std::size_t place, std::string_view name) {
  const std::string path =
      name.starts_with("diagc/") ? fmt::format("include/{}", name) : std::string(name);
  const std::string_view folder = folders[place];
  const std::optional<std::size_t> target = place_of(path);
  if (!target) return "a path from the root of the repository, in one of its folders";
  if (*target > place) {
    return fmt::format("only folders that stand before {}", folder);
  }
  const bool from_compiler = folders[*target].starts_with("compiler/");
  if (folder.starts_with("runtime/") && from_compiler) return "nothing of compiler in runtime";
  if (folder == "toolchain" && from_compiler) return "nothing of compiler in toolchain";
  if (folder == "include/diagc" && *target != place) {
    return "nothing but include/diagc and the standard library in a public header";
  }
  return {};
}

/// The same for a header of the system.
std::string wrong_system_header(std::size_t place, std::string_view name) {
  if (name.starts_with("boost/graph/") && folders[place] != "compiler/graph") {
    return "Boost.Graph in compiler/graph only";
  }
  const bool of_llvm = std::ranges::any_of(
      std::initializer_list<std::string_view>{"llvm/", "llvm-c/", "clang/", "clang-c/", "lld/"},
      [&](std::string_view prefix) { return name.starts_with(prefix); });
  if (of_llvm && folders[place] != "toolchain") return "LLVM and Clang in toolchain only";
  return {};
}

}  // namespace

std::vector<std::string> violations(const std::string& path, std::string_view text) {
  const std::optional<std::size_t> place = place_of(path);
  if (!place) return {fmt::format("{}: found a source in no folder of the order", path)};
  std::vector<std::string> result;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view name = included(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name.empty()) continue;
    const std::string_view bare = name.substr(1, name.size() - 2);
    const std::string expected =
        name[0] == '"' ? wrong_header(*place, bare) : wrong_system_header(*place, bare);
    if (expected.empty()) continue;
    result.push_back(fmt::format("{}:{}: found {}, expected {}", path, number, name, expected));
  }
  return result;
}

}  // namespace diagc::layers
