// Markdown of the repository keeps the rule of CONTRIBUTING.md: no line past 160 columns but rows of tables, which cannot be broken.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_columns = 160;

/// Code points, for bytes of UTF-8.
std::size_t columns(const std::string& line) {
  std::size_t count = 0;
  for (const char byte : line) count += (static_cast<unsigned char>(byte) & 0xc0) != 0x80;
  return count;
}

bool is_too_long(const std::string& line) {
  const std::size_t text = line.find_first_not_of(' ');
  return text != line.npos && line[text] != '|' && columns(line) > most_columns;
}

/// All files of Markdown below these folders and beside them.
std::vector<fs::path> documents() {
  const fs::path root = DIAGC_SOURCE_DIR;
  std::vector<fs::path> found;
  const auto add = [&](const fs::path& path) {
    if (path.extension() == ".md") found.push_back(path);
  };
  for (const auto& entry : fs::directory_iterator(root)) add(entry.path());
  for (const char* folder : {"docs", "examples", "generated", "gpu", "grammars", "python", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) add(entry.path());
  return found;
}

}  // namespace

TEST_CASE("no line of Markdown is longer than 160 columns") {
  std::string found;
  const auto paths = documents();
  for (const fs::path& path : paths) {
    std::ifstream file(path);
    REQUIRE(file);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      if (is_too_long(line)) found += path.string() + ":" + std::to_string(number) + "\n";
    }
  }
  INFO(found);
  CHECK(found.empty());
  CHECK(paths.size() > 40);
}

TEST_CASE("lines that are too long are told from rows of tables and from many bytes") {
  CHECK(is_too_long(std::string(161, 'x')));
  CHECK_FALSE(is_too_long(std::string(160, 'x')));
  CHECK_FALSE(is_too_long("  | " + std::string(200, 'x') + " |"));
  std::string greek;
  for (int i = 0; i < 160; ++i) greek += "β";
  CHECK_FALSE(is_too_long(greek));
  CHECK(is_too_long(greek + "x"));
}
