// Every error of syntax and of names, word for word: cases/NAME.diag gives the messages in
// cases/NAME.txt.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "compiler/rules/rules.h"
#include "compiler/syntax/parse.h"

using namespace diagc;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(DIAGC_SOURCE_DIR) / "tests/rules/cases";

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> rule_files() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".diag") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<Diagnostic> errors_of(const std::string& name, std::string text) {
  try {
    rules::load(std::make_shared<const Source>(name, std::move(text)));
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

}  // namespace

TEST_CASE("the messages of every case are those written down") {
  REQUIRE(rule_files().size() >= 20);
  for (const fs::path& path : rule_files()) {
    INFO(path.filename().string());
    std::string messages;
    for (const Diagnostic& error : errors_of(path.filename().string(), contents(path))) {
      messages += render(error) + "\n";
    }
    CHECK(messages == contents(fs::path(path).replace_extension(".txt")));
  }
}

TEST_CASE("errors come sorted by position, none twice") {
  for (const fs::path& path : rule_files()) {
    INFO(path.filename().string());
    std::pair<std::uint32_t, std::uint32_t> last = {0, 0};
    std::set<std::string> seen;
    for (const Diagnostic& error : errors_of("x", contents(path))) {
      const std::pair here(error.position.line, error.position.column);
      CHECK(last <= here);
      CHECK(seen.insert(render(error)).second);
      last = here;
    }
  }
}

TEST_CASE("every prefix of a file is understood or refused with a position in it") {
  for (const fs::path& path : rule_files()) {
    const std::string text = contents(path);
    for (std::size_t size = 0; size < text.size(); size += 1 + text.size() / 400) {
      const Source prefix("x", text.substr(0, size));
      for (const Diagnostic& error : errors_of("x", text.substr(0, size))) {
        CHECK(error.position.line >= 1);
        CHECK(prefix.line(error.position.line).size() + 1 >= error.position.column);
        CHECK_FALSE(error.message.empty());
      }
    }
  }
}

TEST_CASE("errors carry their codes") {
  const auto code = [](const std::string& body) {
    const auto errors = errors_of("x", "grammar g\n" + body);
    REQUIRE(errors.size() == 1);
    return std::string(to_string(errors[0].code));
  };
  CHECK(code("output y = (") == "syntax");
  CHECK(code("output y = " + std::string(1001, '-') + "1") == "nesting");
  CHECK(code("output y = 1 output y = 2") == "duplicate");
  CHECK(code("output sum = 1") == "duplicate");
  CHECK(code("output y = z") == "unknown-name");
  CHECK(code("output y = dot(1)") == "arity");
  CHECK(code("output y = {1..2}") == "kind");
  CHECK(code("# \xFF") == "file");
}

TEST_CASE("an error in one declaration hides none in the others") {
  const auto errors =
      errors_of("x", "grammar g\ndef A(k = 1\ndef B(k) = A(k) + unknown\noutput y = B()\n");
  REQUIRE(errors.size() == 3);
  CHECK(errors[0].code == Code::syntax);
  CHECK(errors[1].code == Code::unknown_name);
  CHECK(errors[2].code == Code::arity);
}

TEST_CASE("a hundred thousand errors in one line are found in short time") {
  std::string text = "grammar g output y = x";
  for (int i = 0; i < 100'000; ++i) text += " + name" + std::to_string(i);
  CHECK(errors_of("x", text).size() == 100'001);
}
