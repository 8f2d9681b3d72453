#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "compiler/source/diagnostic.h"
#include "runtime/system/temporary_folder.h"

using namespace diagc;

namespace {

std::string rendered(const std::string& text, std::uint32_t offset) {
  return render(
      make_diagnostic(Code::syntax, Source("a/b.diag", text), {offset, offset + 1}, "message"));
}

std::string reading(const std::string& path) {
  try {
    read_source(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("position, line, caret") {
  CHECK(rendered("one\ntwo three\n", 8) == "a/b.diag:2:5: error: message\ntwo three\n    ^");
  CHECK(rendered("one\ntwo\n", 3) == "a/b.diag:1:4: error: message\none\n   ^");
  CHECK(rendered("one\n", 4) == "a/b.diag:2:1: error: message\n\n^");
  CHECK(rendered("", 0) == "a/b.diag:1:1: error: message\n\n^");
  CHECK(rendered("one", 99) == "a/b.diag:1:4: error: message\none\n   ^");
}

TEST_CASE("columns count code points; tabs stay tabs under a caret") {
  CHECK(rendered("\"größe\" x", 10) == "a/b.diag:1:9: error: message\n\"größe\" x\n        ^");
  CHECK(rendered("\ta\tb", 3) == "a/b.diag:1:4: error: message\n\ta\tb\n\t \t^");
}

TEST_CASE("line ends of other systems are no part of the line") {
  CHECK(rendered("one\r\ntwo\r\n", 5) == "a/b.diag:2:1: error: message\ntwo\n^");
}

TEST_CASE("what a terminal should not see is shown as U+FFFD") {
  CHECK(rendered("a\x1b[0m\xff b", 7) ==
        "a/b.diag:1:8: error: message\na\uFFFD[0m\uFFFD b\n       ^");
}

TEST_CASE("long lines are clipped around the caret") {
  const std::string a(300, 'a');
  const std::string head = "error: message\n";
  CHECK(rendered(a, 0) == "a/b.diag:1:1: " + head + a.substr(0, 100) + "…\n^");
  CHECK(rendered(a, 150) ==
        "a/b.diag:1:151: " + head + "…" + a.substr(0, 100) + "…\n" + std::string(61, ' ') + "^");
  CHECK(rendered(a, 300) ==
        "a/b.diag:1:301: " + head + "…" + a.substr(0, 100) + "\n" + std::string(101, ' ') + "^");
  CHECK(rendered(a.substr(0, 100), 99) ==
        "a/b.diag:1:100: " + head + a.substr(0, 100) + "\n" + std::string(99, ' ') + "^");
}

TEST_CASE("the chain of calls follows the caret") {
  Diagnostic diagnostic =
      make_diagnostic(Code::index, Source("x.diag", "G[3]\n"), {0, 1}, "out of range");
  diagnostic.call_chain = {"in W(2, {1}), called at x.diag:3:5", "in output density"};
  CHECK(render(diagnostic) ==
        "x.diag:1:1: error: out of range\nG[3]\n^\n  in W(2, {1}), called at x.diag:3:5\n  in "
        "output density");
}

TEST_CASE("errors without a position") {
  CHECK(render({.code = Code::definition, .path = "", .position = {}, .message = "no -D n"}) ==
        "error: no -D n");
  CHECK(render({.code = Code::file, .path = "x.diag", .position = {0, 0}, .message = "gone"}) ==
        "x.diag: error: gone");
}

TEST_CASE("errors are sorted by file and position, repetitions removed") {
  const auto at = [](std::uint32_t line, std::uint32_t column, const char* message) {
    return Diagnostic{
        .code = Code::syntax, .path = "x", .position = {line, column}, .message = message};
  };
  std::vector<Diagnostic> errors = {at(2, 1, "b"), at(1, 9, "c"), at(2, 1, "a"), at(1, 9, "c"),
                                    at(1, 10, "d")};
  sort_diagnostics(errors);
  std::string order;
  for (const Diagnostic& error : errors) order += error.message;
  CHECK(order == "cdab");
  CHECK(std::string(InputError(errors).what()) ==
        "x:1:9: error: c\nx:1:10: error: d\nx:2:1: error: a\nx:2:1: error: b");
}

TEST_CASE("very long names are shortened in messages") {
  CHECK(diagc::quoted("name") == "`name`");
  CHECK(diagc::quoted(std::string(1000, 'x')) == "`" + std::string(60, 'x') + "…`");
}

TEST_CASE("files that cannot be read") {
  const TemporaryFolder folder;
  CHECK(reading("/no/such/file.diag") ==
        "/no/such/file.diag: error: the file cannot be opened: No such file or directory");
  CHECK(reading(folder.path().string()) ==
        folder.path().string() + ": error: this is a folder, expected a rule file");
}

TEST_CASE("files too large to be rules are not read") {
  const TemporaryFolder folder;
  const auto path = folder / "large.diag";
  std::ofstream(path) << "grammar g\n";
  std::filesystem::resize_file(path, std::uintmax_t{1} << 31);  // sparse: takes no disk
  CHECK(reading(path.string()) ==
        path.string() + ": error: the file is larger than 1 GiB, expected a rule file");
}

TEST_CASE("files are read whole") {
  const TemporaryFolder folder;
  const auto path = folder / "long.diag";
  std::string text = "grammar g\n# ";
  text += std::string(200'000, 'x');
  std::ofstream(path, std::ios::binary) << text;
  CHECK(read_source(path.string())->text() == text);
}
