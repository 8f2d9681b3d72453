// The examples of docs/language.md work as they stand there.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "compiler/rules/rules.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/syntax/same_tree.h"

using namespace diagc;

namespace {

struct Block {
  std::string language;
  std::string text;
};

std::vector<Block> code_blocks() {
  std::ifstream file(std::string(DIAGC_SOURCE_DIR) + "/docs/language.md");
  REQUIRE(file);
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) blocks.push_back({line.substr(3), ""});
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

std::string errors_of(const std::string& text) {
  std::string errors;
  try {
    rules::load(std::make_shared<const Source>("rules.diag", text));
  } catch (const InputError& error) {
    for (const Diagnostic& diagnostic : error.diagnostics()) errors += render(diagnostic) + "\n";
  }
  return errors;
}

}  // namespace

TEST_CASE("rule files in the documentation are right, and the wrong one is wrong in that way") {
  const std::vector<Block> blocks = code_blocks();
  int right = 0;
  int wrong = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (blocks[i].language == "diag") {
      CHECK(errors_of(blocks[i].text) == "");
      ++right;
    } else if (blocks[i].language == "diag error") {
      REQUIRE(i + 1 < blocks.size());
      CHECK(errors_of(blocks[i].text) == blocks[i + 1].text);
      ++wrong;
    }
  }
  CHECK(right >= 4);
  CHECK(wrong >= 1);
}

TEST_CASE("rule files in the documentation survive printing") {
  for (const Block& block : code_blocks()) {
    if (block.language != "diag") continue;
    const auto file = syntax::parse(std::make_shared<const Source>("rules.diag", block.text));
    const std::string text = syntax::print(file);
    const auto again = syntax::parse(std::make_shared<const Source>("printed.diag", text));
    CHECK(syntax::same_tree(file, again));
    CHECK(syntax::print(again) == text);
  }
}
