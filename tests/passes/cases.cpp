// Graph text in, graph text out: the files in cases/, one a pass. A case is
//
//   == what it shows
//   graph text
//   -> changed graph text (up to numbering), or `-> unchanged`
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/graph/operations.h"
#include "compiler/graph/verify.h"
#include "compiler/passes/pipeline.h"
#include "tests/passes/canonical.h"

using namespace diagc;

namespace {

struct Case {
  std::string name, before, after;
  bool unchanged = false;
};

std::vector<Case> read_cases(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  std::string* part = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({line.substr(3), "graph t\n", "graph t\n"});
      part = &cases.back().before;
    } else if (line.starts_with("->")) {
      cases.back().unchanged = line == "-> unchanged";
      part = &cases.back().after;
    } else if (part) {
      *part += line + '\n';
    }
  }
  return cases;
}

const Pass& pass_named(const std::string& name) {
  for (const Pass& pass : pass_list()) {
    if (pass.name == name) return pass;
  }
  throw std::logic_error("no pass " + name);
}

}  // namespace

TEST_CASE("every pass has cases, and every case comes out as written") {
  const std::filesystem::path folder =
      std::filesystem::path(DIAGC_SOURCE_DIR) / "tests/passes/cases";
  for (const Pass& pass : pass_list()) {
    CAPTURE(std::string(pass.name));
    CHECK(std::filesystem::exists(folder / (std::string(pass.name) + ".txt")));
  }
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const Pass& pass = pass_named(entry.path().stem());
    for (const Case& test : read_cases(entry.path())) {
      CAPTURE(std::string(pass.name), test.name);
      ++count;
      const Graph before = graph_of(test.before);
      const std::optional<Graph> after = pass.run(before);
      CHECK(after.has_value() == !test.unchanged);
      if (!after) continue;
      verify(*after);
      CHECK(canonical_text(*after) == canonical_text(graph_of(test.after)));
      CHECK(operations(*after).cost() <= operations(before).cost());
    }
  }
  CHECK(count > 50);
}
