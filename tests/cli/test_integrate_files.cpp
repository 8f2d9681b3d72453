// Files of diagc integrate: none is lost, and runs go on from their checkpoints.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "integrate_job.h"
#include "process.h"

TEST_CASE("a second run replaces nothing of the first unless it is asked to") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  REQUIRE(folder.diagc("integrate atom.toml").code == 0);
  const std::string result = folder.read("atom.json"), checkpoint = folder.read("atom.checkpoint");
  const Finished again = folder.diagc("integrate atom.toml");
  CHECK(again.code == 1);
  CHECK(again.out.empty());
  CHECK(again.err ==
        "atom.toml: found files of an earlier run (atom.h5, atom.json, atom.svg, atom.csv, "
        "atom.checkpoint), "
        "expected none: `--resume` goes on with that run, `--overwrite` starts anew in its "
        "place\n");
  CHECK(folder.read("atom.json") == result);
  CHECK(folder.read("atom.checkpoint") == checkpoint);
  // One of them is enough: the samples of hours may be in it.
  for (const char* path : {"atom.h5", "atom.json", "atom.svg", "atom.csv"})
    folder.shell(std::string("rm ") + path);
  CHECK(
      folder.diagc("integrate atom.toml").err ==
      "atom.toml: found files of an earlier run (atom.checkpoint), expected none: `--resume` goes "
      "on with that run, `--overwrite` starts anew in its place\n");
  CHECK(folder.diagc("integrate atom.toml --emit 1").code == 0);
  const Finished both = folder.diagc("integrate atom.toml --resume --overwrite");
  CHECK(both.code == 2);
  CHECK(folder.read("atom.checkpoint") == checkpoint);
  folder.write("atom.toml", "# changed\n" + job);
  CHECK(folder.diagc("integrate atom.toml --overwrite").code == 0);
  CHECK(folder.read("atom.json") != result);
}

TEST_CASE("a new scan does not take the points of the one it replaces") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  job.insert(job.find("beta = 1"), "mu = [-0.5, 0.5]\n");
  folder.write("scan.toml", job);
  REQUIRE(folder.diagc("integrate scan.toml").code == 0);
  CHECK(folder.diagc("integrate scan.toml").err ==
        "scan.toml: found files of an earlier run (scan.h5, scan.json, scan.svg, scan.csv, "
        "scan.checkpoint.0, "
        "scan.checkpoint.1), expected none: `--resume` goes on with that run, `--overwrite` starts "
        "anew in its place\n");
  job.replace(job.find("-0.5, 0.5"), 9, "0.1, 0.2 ");
  job.replace(job.find("1e5"), 3, "1e9");
  folder.write("scan.toml", job);
  folder.shell(
      "\"$DIAGC\" integrate scan.toml --overwrite 2> log & pid=$!; "
      "for i in $(seq 600); do grep -q warm-up log && break; sleep 0.1; done; kill -KILL $pid");
  CHECK_FALSE(folder.has("scan.json"));
  CHECK_FALSE(folder.has("scan.checkpoint.1"));
}

TEST_CASE("a picture does not take the place of the result that it is made of") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  REQUIRE(folder.diagc("integrate atom.toml").code == 0);
  const std::string result = folder.read("atom.json");
  REQUIRE(folder.shell("ln -s atom.json link.svg").code == 0);
  for (const char* plot : {"atom.json", "./atom.json", "link.svg"}) {
    const Finished run = folder.diagc(std::string("resum atom.json --plot ") + plot);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(run.err == std::string("diagc: found --plot ") + plot +
                         ", which is the result that is read, expected a file of its own\n");
  }
  CHECK(folder.read("atom.json") == result);
}

TEST_CASE("an interrupted run says how to go on, and goes on") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e13");
  folder.write("atom.toml", job);
  // Interrupted once sampling has begun.
  const Finished stopped = folder.shell(
      "\"$DIAGC\" integrate atom.toml 2> log & pid=$!; "
      "for i in $(seq 600); do grep -q sampling log && break; sleep 0.1; done; kill -INT $pid; "
      "wait $pid; code=$?; "
      "cat log >&2; exit $code");
  INFO(stopped.err);
  CHECK(stopped.code == 1);
  CHECK(
      stopped.err.ends_with("atom.toml: interrupted; `diagc integrate atom.toml --resume` goes on "
                            "from atom.checkpoint\n"));
  const auto before = nlohmann::json::parse(folder.read("atom.json"));
  CHECK(before["points"][0]["run"]["ended_by"] == "interrupt");

  const Finished resumed = folder.shell(
      "\"$DIAGC\" integrate atom.toml --resume 2> log & pid=$!; "
      "for i in $(seq 600); do grep -q sampling log && break; sleep 0.1; done; kill -TERM $pid; "
      "wait $pid");
  CHECK(resumed.code == 1);
  const auto after = nlohmann::json::parse(folder.read("atom.json"));
  CHECK(after["points"][0]["run"]["steps"] > before["points"][0]["run"]["steps"]);
  CHECK(after["points"][0]["run"]["seconds"] > before["points"][0]["run"]["seconds"]);
  CHECK(after["points"][0]["run"]["steps_per_second"] > 0);
}

TEST_CASE("a scan is a run a point; finished points are taken from their checkpoints") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "3e5");
  job.insert(job.find("beta = 1"), "mu = [-0.5, 0, 0.5]\n");
  folder.write("scan.toml", job);
  const Finished run = folder.diagc("integrate scan.toml");
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(run.out.find("density at U = 2\n") != std::string::npos);
  CHECK(run.err.find("point 2 of 3: cluster of 1 site, beta = 1, mu = 0,") != std::string::npos);
  const auto file = nlohmann::json::parse(folder.read("scan.json"));
  REQUIRE(file["points"].size() == 3);
  CHECK(file["points"][2]["model"]["mu"] == 0.5);

  const Finished again = folder.diagc("integrate scan.toml --resume");
  CHECK(again.code == 0);
  CHECK(again.out == run.out);
  CHECK(again.err.find("warm-up") == std::string::npos);
  CHECK(again.err.find("sampling") == std::string::npos);

  // Points of another lattice are not taken for these.
  job.replace(job.find("[[0]]"), 5, "[[0.25]]");
  folder.write("scan.toml", job);
  const Finished other = folder.diagc("integrate scan.toml --resume");
  CHECK(other.code == 1);
  CHECK(other.err.find("scan.checkpoint.0: found a checkpoint that cannot be resumed: it belongs "
                       "to another job: order 1, ") != std::string::npos);
  CHECK(nlohmann::json::parse(folder.read("scan.json"))["points"][1]["orders"] ==
        file["points"][1]["orders"]);

  job.replace(job.find("[[0.25]]"), 8, "[[0]]");
  folder.write("scan.toml", job);
  folder.shell("rm scan.checkpoint.1");
  CHECK(folder.diagc("integrate scan.toml --resume")
            .err.find("scan.checkpoint.1: found no checkpoint of point 2, expected those of all "
                      "points that "
                      "were begun: `--overwrite` starts anew\n") != std::string::npos);
}

TEST_CASE("a full disk costs a run its checkpoints, not its results") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  job += "[output]\nresults = \"atom.json\"\nplot = \"\"\n";
  folder.write("atom.toml", job);
  REQUIRE(folder.diagc("integrate atom.toml").code == 0);
  const auto orders = nlohmann::json::parse(folder.read("atom.json"))["points"][0]["orders"];
  // Files of up to 20 KiB: results are smaller, checkpoints are not.
  const Finished run =
      folder.shell("trap '' XFSZ; ulimit -f 20; \"$DIAGC\" integrate atom.toml --overwrite");
  INFO(run.err);
  CHECK(run.code == 0);
  const std::string note =
      "atom.checkpoint: cannot be written: File too large; the run goes on, its results are "
      "written at the end\n";
  const std::size_t told = run.err.find(note);
  CHECK(told != std::string::npos);
  CHECK(run.err.find(note, told + 1) == std::string::npos);
  CHECK_FALSE(folder.has("atom.checkpoint"));
  CHECK(nlohmann::json::parse(folder.read("atom.json"))["points"][0]["orders"] == orders);

  folder.shell("mkdir atom.checkpoint");
  const Finished blocked = folder.diagc("integrate atom.toml --overwrite");
  CHECK(blocked.code == 1);
  CHECK(blocked.err.find("atom.checkpoint: found a folder, expected the path of a checkpoint: a "
                         "file, or a name that is free\n") != std::string::npos);
  CHECK(blocked.err.find("warm-up") == std::string::npos);
}

TEST_CASE("a run whose messages nobody can read writes its results all the same") {
  const Folder folder;
  std::string job = atom;
  job.replace(job.find("3e6"), 3, "1e5");
  folder.write("atom.toml", job);
  const Finished full = folder.shell("\"$DIAGC\" integrate atom.toml 2> /dev/full");
  CHECK(full.code == 0);
  CHECK(folder.has("atom.json"));
  // As in `diagc integrate atom.toml 2>&1 | head -1`, whose reader goes before the run has begun to sample.
  const Finished left = folder.shell(
      "mkfifo pipe; (\"$DIAGC\" integrate atom.toml --overwrite > pipe 2>&1; echo $? > code) & "
      "rm atom.json; head -c 1 < pipe > begun; wait; rm pipe");
  CHECK(left.err.empty());
  CHECK(folder.read("code") == "141\n");
  CHECK(folder.has("atom.json"));
}
