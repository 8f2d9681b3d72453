#include <filesystem>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.h"

using nlohmann::ordered_json;

TEST_CASE("stats of the Hubbard density are those of the papers") {
  const Folder folder;
  const Finished run = folder.diagc("stats hubbard_sun_density -D n=1..8 --json");
  REQUIRE(run.code == 0);
  CHECK(run.err.empty());
  const ordered_json rows = ordered_json::parse(run.out);
  REQUIRE(rows.size() == 8);
  std::vector<std::string> keys;
  for (const auto& [key, value] : rows[0].items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"n", "levels", "nodes", "edges", "terms", "flops",
                                         "cost_expanded", "cost", "max_live", "expand_s",
                                         "passes_s"});
  const std::vector<int> edges{5, 24, 92, 304, 911, 2552, 6810, 17524};
  const std::vector<std::string> terms{"2",    "10",     "74",      "706",
                                       "8162", "110410", "1708394", "29752066"};
  for (std::size_t i = 0; i < 8; ++i) {
    CHECK(rows[i]["n"] == i + 1);
    CHECK(rows[i]["levels"] == 2 * (i + 1) + 2);
    CHECK(rows[i]["edges"] == edges[i]);
    CHECK(rows[i]["terms"] == terms[i]);
  }
  CHECK(rows[3]["nodes"] == 126);
}

TEST_CASE("on no grammar do the passes add to the cost") {
  const Folder folder;
  std::size_t grammars = 0, smaller = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(DIAGC_SOURCE_DIR "/grammars")) {
    if (entry.path().extension() != ".diag") continue;
    const std::string text = folder.read(entry.path());
    if (text.find("\naxis ") != std::string::npos) continue;  // its array graph has no passes
    if (text.find("\nfield ") != std::string::npos)
      continue;  // derived rules are like those written by hand
    ++grammars;
    CAPTURE(entry.path().string());
    // The order is the static n, or m and one more where the measured point is integrated out.
    const bool one_less = text.find("\nstatic m : ") != std::string::npos;
    std::size_t orders = 0;
    for (int n = 1; n <= 6; ++n) {  // a grammar may have some of them only
      const Finished run = folder.diagc(
          "stats '" + entry.path().string() + "' -D " +
          (one_less ? "m=" + std::to_string(n - 1) : "n=" + std::to_string(n)) + " --json");
      if (run.code != 0) continue;
      ++orders;
      const auto row = ordered_json::parse(run.out).at(0);
      CAPTURE(row.dump());
      const auto before = row["cost_expanded"].get<std::uint64_t>();
      const auto after = row["cost"].get<std::uint64_t>();
      CHECK(after <= before);
      if (after < before) ++smaller;
    }
    CHECK(orders >= 2);
  }
  CHECK(grammars >= 15);
  CHECK(smaller >= grammars);
}

TEST_CASE("several ranges give their product, the last fastest; ranges may be negative") {
  const Folder folder;
  folder.write("g.diag",
               "grammar g\nstatic a : int\nstatic b : bool\nstatic c : int = 1\ninput x : "
               "real\noutput y = if b then x^(a^2) else x + x^2\n");
  const Finished run = folder.diagc("stats g.diag -D a=-2..-1 -D b=true -D c=3..4 --json");
  REQUIRE(run.code == 0);
  const ordered_json rows = ordered_json::parse(run.out);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0]["a"] == -2);
  CHECK(rows[0]["b"] == true);
  CHECK(rows[0]["c"] == 3);
  CHECK(rows[1]["a"] == -2);
  CHECK(rows[1]["c"] == 4);
  CHECK(rows[2]["a"] == -1);
  CHECK(rows[2]["c"] == 3);
}

TEST_CASE("terms are counted through divisions, and are null where they have functions") {
  const Folder folder;
  const Finished run = folder.diagc("stats scalar_current -D n=4..7 --json");
  REQUIRE(run.code == 0);
  std::vector<std::string> terms;
  for (const auto& row : ordered_json::parse(run.out)) terms.push_back(row["terms"]);
  CHECK(terms == std::vector<std::string>{"3", "10", "38", "154"});
  folder.write("e.diag", "grammar e\ninput x : real\noutput y = exp(x)\n");
  const Finished exponential = folder.diagc("stats e.diag --json");
  REQUIRE(exponential.code == 0);
  CHECK(ordered_json::parse(exponential.out)[0]["terms"].is_null());
}

TEST_CASE("the table has one header and aligned columns") {
  const Folder folder;
  const Finished run = folder.diagc("stats permanent -D n=2..3");
  REQUIRE(run.code == 0);
  std::istringstream lines(run.out);
  std::string header, first, second, rest;
  std::getline(lines, header);
  std::getline(lines, first);
  std::getline(lines, second);
  CHECK_FALSE(std::getline(lines, rest));
  CHECK(
      header ==
      "   n  levels      nodes       edges                 terms       flops  cost_expanded        "
      "cost  max_live   expand_s   passes_s");
  CHECK(
      first.starts_with("   2       3          4           4                     2           3     "
                        "         3         "
                        "  3         1"));
  CHECK(first.size() == header.size());
}

TEST_CASE("an error ends the rows with 1, and JSON stays one array") {
  const Folder folder;
  folder.write("g.diag", "grammar g\nstatic n : int\ninput x : real\noutput y = x / (2 - n)\n");
  const Finished run = folder.diagc("stats g.diag -D n=1..3 --json");
  CHECK(run.code == 1);
  const ordered_json rows = ordered_json::parse(run.out);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0]["n"] == 1);
  CHECK(run.err.starts_with("g.diag:4:14: error: "));
}

TEST_CASE("missing and unknown statics and files") {
  const Folder folder;
  const Finished missing = folder.diagc("stats permanent");
  CHECK(missing.code == 1);
  CHECK(missing.out.empty());
  CHECK(missing.err.find("error: found no value for the static `n`, expected ") !=
        std::string::npos);
  const Finished unknown = folder.diagc("stats permanent -D n=2 -D m=3");
  CHECK(unknown.code == 1);
  CHECK(unknown.err.find("error: found -D m=3, expected ") != std::string::npos);
  const Finished no_file = folder.diagc("stats nothing.diag");
  CHECK(no_file.code == 1);
  CHECK(no_file.err ==
        "nothing.diag: error: the file cannot be opened: No such file or directory\n");
  const Finished no_pass = folder.diagc("stats permanent -D n=2 --disable frobnicate");
  CHECK(no_pass.code == 1);
  CHECK(no_pass.err.find("frobnicate") != std::string::npos);
}
