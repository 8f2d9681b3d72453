// The first steps of the README, as it writes them.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

namespace {

/// The indented blocks of a section, in order, without their indent.
std::vector<std::string> readme_blocks(const std::string& section) {
  std::ifstream readme(DIAGC_SOURCE_DIR "/README.md");
  REQUIRE(readme);
  std::vector<std::string> blocks;
  bool inside = false, in_block = false;
  std::string empty_lines;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("## ")) inside = line == "## " + section;
    if (!inside) continue;
    if (line.empty() && in_block) {
      empty_lines += '\n';
    } else if (line.starts_with("    ")) {
      if (!in_block) blocks.emplace_back();
      blocks.back() += (in_block ? empty_lines : "") + line.substr(4) + '\n';
      empty_lines.clear();
      in_block = true;
    } else {
      in_block = false;
      empty_lines.clear();
    }
  }
  return blocks;
}

/// A clone's folder after its build, with loops.diag as the README has it.
struct FirstSteps {
  FirstSteps() : blocks(readme_blocks("A first rule file of one's own")) {
    REQUIRE(blocks.size() == 4);  // the rule file, commands, what explain prints, an error
    folder.write("loops.diag", blocks[0]);
    REQUIRE(folder.shell("mkdir -p build/bin && ln -s \"$DIAGC\" build/bin/diagc").code == 0);
  }

  Folder folder;
  std::vector<std::string> blocks;
};

}  // namespace

TEST_CASE("the README's first rule file is explained as the README shows") {
  const FirstSteps steps;
  const Finished run = steps.folder.diagc("explain loops.diag -D n=4 'path(2,{3,4})'");
  CHECK(run.code == 0);
  CHECK(run.out == steps.blocks[2]);
}

TEST_CASE("the README's mistake reads as the README shows") {
  const FirstSteps steps;
  std::string rules = steps.blocks[0];
  const std::size_t at = rules.find("then G[v, 1]");
  REQUIRE(at != std::string::npos);
  rules.replace(at, 12, "then G[v, 0]");
  steps.folder.write("loops.diag", rules);
  const Finished run = steps.folder.diagc("stats loops.diag -D n=3");
  CHECK(run.code == 1);
  CHECK(run.err == steps.blocks[3]);
}

TEST_CASE("the README's theory has the graph of the demo but for signs") {
  const std::vector<std::string> blocks = readme_blocks("A first theory");
  REQUIRE(blocks.size() == 2);
  const Folder folder;
  folder.write("density.diag", blocks[0]);
  REQUIRE(folder.shell("mkdir -p build/bin && ln -s \"$DIAGC\" build/bin/diagc").code == 0);
  for (const char* each : {"derive ", "stats ", "explain "})
    CHECK(blocks[1].find(each) != std::string::npos);
  CHECK(folder.shell("set -e\n" + blocks[1]).code == 0);
  CHECK(folder.read("diagrams.svg").starts_with("<svg"));
  const Finished derived = folder.diagc("stats density.diag -D n=1..6 --json"),
                 written = folder.diagc("stats hubbard_sun_density -D n=1..6 --json");
  REQUIRE(derived.code == 0);
  REQUIRE(written.code == 0);
  const auto sizes = [](const std::string& text) {
    std::vector<std::pair<int, int>> all;
    for (const nlohmann::json& row : nlohmann::json::parse(text))
      all.emplace_back(row.at("nodes"), row.at("edges"));
    return all;
  };
  CHECK(sizes(derived.out).size() == 6);
  CHECK(sizes(derived.out) == sizes(written.out));
  for (const int n : {3, 4}) {
    const auto nodes = [&](const std::string& rules) {
      // No comments, no signs.
      return folder
          .shell("\"$DIAGC\" compile " + rules + " -D n=" + std::to_string(n) +
                 " --emit graph | sed -n '/^%/{s/ *@.*//;s/[-+]//g;p}'")
          .out;
    };
    const std::string signed_nodes = nodes("density.diag"), others = nodes("hubbard_sun_density");
    REQUIRE(!others.empty());
    CHECK(signed_nodes == others);
  }
}

TEST_CASE("the README's commands run one after the other", "[slow]") {
  const FirstSteps steps;
  const std::string& commands = steps.blocks[1];
  for (const char* each : {"stats ", "explain ", "compile ", "G.npy", "eval ", "bench ", "audit "})
    CHECK(commands.find(each) != std::string::npos);
  // Debian's python3 has the numpy that ./dev installs; another python3 may come first on the path.
  const Finished run = steps.folder.shell(
      "set -e\n"
      "if [ -x /usr/bin/python3 ]; then python3() { /usr/bin/python3 \"$@\"; }; fi\n" +
      commands);
  INFO(run.err);
  CHECK(run.code == 0);
  CHECK(steps.folder.has("G.npy"));
  // 1000 numbers of 8 bytes behind the header.
  CHECK(steps.folder.read("out.npy").size() == 128 + 8000);
}
