// docs/grammars.md shows what rule files declare, in the language that it describes.
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include <catch2/catch.hpp>

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("the inputs of every grammar stand in docs/grammars.md as its file declares them") {
  const std::string docs = contents(DIAGC_SOURCE_DIR "/docs/grammars.md");
  const std::regex declaration(R"(^input +(\w+(\[[^\]]*\])?))", std::regex::multiline);
  std::size_t inputs = 0;
  for (const auto& entry : fs::recursive_directory_iterator(DIAGC_SOURCE_DIR "/grammars")) {
    if (entry.path().extension() != ".diag") continue;
    const std::string name = entry.path().stem();
    CAPTURE(name);
    const bool is_shared = name == "hafnian" || name == "pfaffian";
    const std::string heading = is_shared ? "\n## hafnian and pfaffian\n" : "\n## " + name + "\n";
    const std::size_t begin = docs.find(heading);
    REQUIRE(begin != std::string::npos);
    const std::string section = docs.substr(begin, docs.find("\n## ", begin + 1) - begin);
    const std::string rules = contents(entry.path());
    for (std::sregex_iterator match(rules.begin(), rules.end(), declaration), end; match != end;
         ++match) {
      CAPTURE((*match)[1].str());
      CHECK(section.find("input " + (*match)[1].str()) != std::string::npos);
      ++inputs;
    }
  }
  CHECK(inputs >= 20);
}
