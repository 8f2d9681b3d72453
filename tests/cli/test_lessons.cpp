// The pages of docs/lessons run as they stand: files are written, commands run, and what they print is compared.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "process.h"

namespace fs = std::filesystem;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A fenced block of a page: what stands behind the fence, and the text.
struct Block {
  std::string info;
  std::string text;
  std::size_t line = 0;  ///< of the fence
};

std::vector<Block> blocks_of(const fs::path& page) {
  std::ifstream file(page);
  REQUIRE(file);
  std::vector<Block> blocks;
  bool inside = false;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), {}, number});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  REQUIRE_FALSE(inside);
  return blocks;
}

constexpr std::string_view left_out = "…";

/// Whether a line is what the page shows, in which `…` stands for any text.
bool fits(std::string_view pattern, std::string_view line) {
  std::size_t hole = pattern.find(left_out);
  if (hole == std::string_view::npos) return pattern == line;
  if (!line.starts_with(pattern.substr(0, hole))) return false;
  line.remove_prefix(hole);
  while (true) {
    pattern.remove_prefix(hole + left_out.size());
    hole = pattern.find(left_out);
    if (hole == std::string_view::npos) return line.ends_with(pattern);
    const std::size_t at = line.find(pattern.substr(0, hole));
    if (at == std::string_view::npos) return false;
    line.remove_prefix(at + hole);
  }
}

/// The same for whole texts, in which a line `…` stands for any number of lines.
bool fits(const Lines& pattern, std::size_t from, const Lines& text, std::size_t at) {
  if (from == pattern.size()) return at == text.size();
  if (pattern[from] == left_out) {
    for (std::size_t rest = at; rest <= text.size(); ++rest) {
      if (fits(pattern, from + 1, text, rest)) return true;
    }
    return false;
  }
  return at < text.size() && fits(pattern[from], text[at]) && fits(pattern, from + 1, text, at + 1);
}

bool fits_page(const std::string& pattern, const std::string& text) {
  return fits(lines_of(pattern), 0, lines_of(text), 0);
}

/// Whether this machine has what a block asks for; a block that asks for nothing always runs.
bool can_run(const Folder& folder, const std::string& info) {
  if (info == "sh") return true;
  if (info == "sh if=nvrtc") {
    return folder.diagc("doctor").out.find("no NVRTC") == std::string::npos &&
           folder.diagc("stats determinant -D n=2 --target cuda --arch sm_90").code == 0;
  }
  if (info == "sh if=gpu") {
    return folder.diagc("bench determinant -D n=2 --target cuda").code == 0;
  }
  throw std::runtime_error("no condition '" + info + "'");
}

/// Runs a page; the commands that ran.
std::size_t run_page(const fs::path& page) {
  const Folder folder;
  std::size_t commands = 0;
  std::string printed;
  bool ran = false;
  for (const Block& block : blocks_of(page)) {
    INFO(page.filename().string() << ":" << block.line << ":\n" << block.text);
    if (block.info.starts_with("sh")) {
      ran = can_run(folder, block.info);
      if (!ran) continue;
      const Finished finished = folder.shell(
          "set -eo pipefail\nPATH=\"$(dirname \"$DIAGC\"):$PATH\"\n"
          "export DIAGC_INCLUDE='" DIAGC_SOURCE_DIR
          "/include' DIAGC_LIB=\"$(dirname \"$DIAGC\")/../lib\"\n" +
          block.text);
      printed = finished.out;
      INFO(finished.err);
      CHECK(finished.code == 0);
      ++commands;
    } else if (block.info == "text") {
      INFO("printed:\n" << printed);
      if (ran) CHECK(fits_page(block.text, printed));
    } else {
      const std::size_t space = block.info.find(' ');
      REQUIRE(space != std::string::npos);
      folder.write(block.info.substr(space + 1), block.text);
    }
  }
  return commands;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(DIAGC_SOURCE_DIR "/docs/lessons")) {
    if (entry.path().filename() != "README.md") found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

TEST_CASE("lessons run as they stand", "[slow][threads][lessons]") {
  REQUIRE(pages().size() == 10);
  for (const fs::path& page : pages()) CHECK(run_page(page) > 0);
}

TEST_CASE("the lessons' pages are all in their list") {
  std::ifstream file(DIAGC_SOURCE_DIR "/docs/lessons/README.md");
  std::ostringstream text;
  text << file.rdbuf();
  for (const fs::path& page : pages()) {
    CAPTURE(page);
    CHECK(text.str().find("(" + page.filename().string() + ")") != std::string::npos);
  }
}

TEST_CASE("text that a lesson leaves out") {
  CHECK(fits("a … c", "a b c"));
  CHECK(fits("… b …", "a b c"));
  CHECK_FALSE(fits("a … c", "a b d"));
  CHECK_FALSE(fits("a c", "a b c"));
  CHECK(fits_page("a\n…\nc\n", "a\nb\nb\nc\n"));
  CHECK(fits_page("…\n", ""));
  CHECK_FALSE(fits_page("a\n…\nc\n", "a\nb\n"));
  CHECK_FALSE(fits_page("a\n", "a\nb\n"));
}
