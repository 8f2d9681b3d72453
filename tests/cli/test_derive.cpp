// diagc derive, and theories where other commands take rule files.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace {

const std::string hubbard_theory =
    "grammar hubbard\n"
    "\"Density.\"\n"
    "\n"
    "static n : int  # order\n"
    "param N : real\n"
    "input G[0..n, 0..n] : real\n"
    "\n"
    "field psi[N](a, b) : fermion = G[a, b]\n"
    "vertex U[i in 1..n] = -1/2 * psi+(i) psi(i) psi+(i) psi(i)\n"
    "output density = connected(psi+(0) psi(0))\n";

const std::string derived_hubbard =
    "grammar hubbard\n"
    "\"Density.\"\n"
    "\n"
    "static n : int  # order\n"
    "param N : real\n"
    "input G[0..n, 0..n] : real\n"
    "\n"
    "def W(k, open, s, v) \"The loop of psi that began at s has reached v; of the external line s "
    "is "
    "0.\" =\n"
    "    [k < n] * G[v, k+1] * W(k+1, open + {k+1}, s, k+1)\n"
    "  + sum(i in open) G[v, i] * W(k, open - {i}, s, i)\n"
    "  + [s == 0] * G[v, s] * rest(k, open)\n"
    "  - [s != 0] * N * G[v, s] * rest(k, open)\n"
    "\n"
    "def rest(k, open) \"Nothing is under way: go on at the lowest open vertex.\" =\n"
    "  if open == {} then [k >= n] * (-1)^n else let j = min(open) in W(k, open - {j}, j, j)\n"
    "\n"
    "output density = W(0, {}, 0, 0)\n";

}  // namespace

TEST_CASE("a theory is derived into rules in canonical form") {
  const Folder folder;
  folder.write("hubbard.diag", hubbard_theory);
  const Finished run = folder.diagc("derive hubbard.diag");
  CHECK(run.code == 0);
  CHECK(run.err.empty());
  CHECK(run.out == derived_hubbard);
  CHECK(folder.diagc("derive hubbard.diag -o rules.diag").code == 0);
  CHECK(folder.read("rules.diag") == derived_hubbard);
}

TEST_CASE("every command takes a theory where it takes a rule file") {
  const Folder folder;
  folder.write("hubbard.diag", hubbard_theory);
  folder.write("rules.diag", derived_hubbard);
  const std::string stats = "--json -D n=3 | grep -v _s";
  CHECK(folder.shell("\"$DIAGC\" stats hubbard.diag " + stats).out ==
        folder.shell("\"$DIAGC\" stats rules.diag " + stats).out);
  const Finished explained = folder.diagc("explain hubbard.diag -D n=3 'rest(2,{1})'");
  CHECK(explained.code == 0);
  CHECK(explained.out.starts_with(
      "rest(2, {1})\n"
      "\n"
      "hubbard.diag:10:18:\n"
      "    def rest(k, open) \"Nothing is under way: go on at the lowest open vertex.\" =\n"
      "      if open == {} then [k >= n] * (-1)^n else let j = min(open) in W(k, open - {j}, j, "
      "j)\n"
      "arguments\n"
      "    k = 2, open = {1}\n"));
}

TEST_CASE("--walk is an option of every command that takes a theory") {
  const Folder folder;
  const auto edges = [&](const std::string& walk) {
    const Finished run = folder.diagc("stats phi4 -D n=5 --json" + walk);
    REQUIRE(run.code == 0);
    return nlohmann::json::parse(run.out).at(0).at("edges").get<int>();
  };
  CHECK(edges(" --walk lowest") == edges(""));
  CHECK(edges(" --walk line") > edges(""));
  const std::string family = "leg_", line = " --walk line";
  const Finished lowest = folder.diagc("compile phi4 -D n=2 --emit rules"),
                 slots = folder.diagc("compile phi4 -D n=2 --emit rules" + line);
  CHECK(lowest.out.find(family) != std::string::npos);
  CHECK(slots.out.find(family) == std::string::npos);
  CHECK(folder.diagc("derive phi4" + line).out == slots.out);
  CHECK(folder.diagc("explain phi4 -D n=2 'rest(1, 0, {1})'" + line).code == 0);
  CHECK(folder.diagc("explain phi4 -D n=2 'rest(1, 0, {1})'").code == 1);
  for (const std::string command :
       {"compile phi4 -D n=2", "audit phi4 -D n=2 --configurations 10", "bench phi4 -D n=2",
        "explore phi4 -D n=2 -o page.html", "compile phi4 -D n=2 --emit graph"}) {
    CAPTURE(command);
    CHECK(folder.diagc(command + line).code == 0);
  }
  const Finished written = folder.diagc("stats hubbard_sun_density -D n=2" + line);
  CHECK(written.code == 1);
  CHECK(written.err.find("error: found no field, expected a theory: the walk `line` says how rules "
                         "are derived, and these are written already\n") != std::string::npos);
}

TEST_CASE("derive --walk overrides the walk of the smallest graph, not what is summed") {
  const Folder folder;
  const auto row = [&](const std::string& rules) {
    const Finished run = folder.diagc("stats " + rules + " -D n=5 --json");
    REQUIRE(run.code == 0);
    return nlohmann::json::parse(run.out).at(0);
  };
  const nlohmann::json smallest = row("phi4");
  for (const std::string walk : {"lowest", "trail", "line"}) {
    CAPTURE(walk);
    REQUIRE(folder.diagc("derive phi4 --walk " + walk + " -o " + walk + ".diag").code == 0);
    const nlohmann::json found = row(walk + ".diag");
    CHECK(found.at("terms") == smallest.at("terms"));
    if (walk == "lowest")
      CHECK(found.at("edges") == smallest.at("edges"));
    else
      CHECK(found.at("edges") > smallest.at("edges"));
  }
  CHECK(folder.read("line.diag") != folder.read("trail.diag"));
  CHECK(folder.diagc("derive phi4 --walk highest").code == 2);
}

TEST_CASE("what derive refuses") {
  const Folder folder;
  folder.write("rules.diag", "grammar rules\noutput y = 1\n");
  const Finished plain = folder.diagc("derive rules.diag");
  CHECK(plain.code == 1);
  CHECK(plain.err ==
        "rules.diag: found no field, expected a theory: its rules are written already, nothing is "
        "to be derived\n");
  folder.write("odd.diag",
               "grammar odd\nstatic n : int\ninput D[0..n, 0..n] : real\nfield phi(a, b) : real = "
               "D[a, b]\nvertex g[i in 1..n] = -1/24 * phi(i)^4\noutput y = connected(phi(0))\n");
  const Finished odd = folder.diagc("stats odd.diag -D n=2");
  CHECK(odd.code == 1);
  CHECK(odd.err ==
        "odd.diag:6:12: error: found an odd number of operators of the real field `phi`, expected "
        "an even number: every vertex has an even number of them, so that one is left over\n"
        "output y = connected(phi(0))\n"
        "           ^\n");
}
