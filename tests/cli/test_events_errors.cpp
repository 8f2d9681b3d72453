// Jobs and grids that diagc events refuses, and disks that are full.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "events_job.h"

using namespace events_job;
using nlohmann::json;

TEST_CASE("wrong jobs of events are told at their keys") {
  const auto message = [](const std::string& text) {
    const Folder folder;
    folder.write("job.toml", text);
    const Finished run = folder.diagc("events job.toml");
    CHECK(run.code == 1);
    CHECK(folder.files() == std::vector<std::string>{"job.toml"});
    return run.err;
  };
  CHECK(message("[process]\njets = 1\n") ==
        "job.toml:2:8: error: found 1, expected an integer from 2 to 10\njets = 1\n       ^\n");
  CHECK(message("[[histogram]]\nobservable = \"HTT\"\nrange = [0, 1]\n") ==
        "job.toml:2:14: error: found the text `HTT`, expected HT, min_dR, mass, pt_K or y_K, K a "
        "jet's place by transverse momentum from 1 on\nobservable = \"HTT\"\n             ^\n");
  CHECK(message("[process]\njets = 3\n[[histogram]]\nobservable = \"pt_4\"\nrange = [0, 1]\n") ==
        "job.toml:4:14: error: found the text `pt_4`, expected one of 3 jets\n"
        "observable = \"pt_4\"\n             ^\n");
  CHECK(message("[[histogram]]\nobservable = \"HT\"\n[[histogram]]\nbin = 3\n") ==
        "job.toml:4:1: error: found the unknown key `bin` in [histogram], expected observable, "
        "bins, range, cuts: did you mean `bins`?\nbin = 3\n^\n");
  CHECK(message("[[histogram]]\nobservable = \"HT\"\n") ==
        "job.toml:2:1: error: found a table [[histogram]] without `range`, expected it\n"
        "observable = \"HT\"\n^\n");
  CHECK(message("[cuts]\npt = 4000\n") ==
        "job.toml:2:1: error: found 4 jets of at least 4000 GeV each, which 14000 GeV do not "
        "make: expected less transverse momentum or more energy\npt = 4000\n^\n");
  CHECK(message("[cuts]\ndr = 3.2\n") ==
        "job.toml:2:6: error: found 3.2, expected a distance below pi\ndr = 3.2\n     ^\n");
  CHECK(message("[pdf]\nmember = 5\n") ==
        "job.toml:2:1: error: analytic: found member 5, expected one from 0 to 0\nmember = 5\n^\n");
  CHECK(message("[process]\njets = 5\ncolour = \"full\"\n") ==
        "job.toml:3:1: error: found exact sums over colours for 5 jets, expected at most 4 jets: "
        "the next sum has a million operations\ncolour = \"full\"\n^\n");
  CHECK(message("[couplings]\nalpha_s = \"grid\"\n") ==
        "job.toml:2:1: error: found no alpha_s in analytic, expected AlphaS_Qs and AlphaS_Vals in "
        "the .info file of an LHAPDF6 set, or a number here\nalpha_s = \"grid\"\n^\n");
  CHECK(message("[couplings]\nalpha_s = \"grid\"\nloops = 2\n") ==
        "job.toml:3:1: error: found loops of an alpha_s that the grid brings, expected one of the "
        "two\nloops = 2\n^\n");
  CHECK(message("[process]\npartons = \"quarks\"\n") ==
        "job.toml:2:11: error: found the text `quarks`, expected \"gluons\" or \"qcd\"\n"
        "partons = \"quarks\"\n          ^\n");
  CHECK(message("[pdf]\nfile = \"none.tbl\"\n").starts_with("job.toml:2:1: error: none.tbl"));
}

TEST_CASE("wrong grids are told at their key, by file, line and field") {
  const Folder folder;
  folder.write("job.toml", "[process]\njets = 2\n[pdf]\nfile = \"set.info\"\n");
  folder.write("set.info", "NumMembers: 1\nFormat: lhagrid1\n");
  const auto message = [&](const std::string& values) {
    folder.write("set_0000.dat", "PdfType: central\n---\n0.1 0.5 1\n2 4\n1 21\n" + values);
    const Finished run = folder.diagc("events job.toml");
    CHECK(run.code == 1);
    CHECK(folder.files() == std::vector<std::string>{"job.toml", "set.info", "set_0000.dat"});
    return run.err;
  };
  const auto at_key = [](const std::string& what) {
    return "job.toml:4:1: error: " + what + "\nfile = \"set.info\"\n^\n";
  };
  CHECK(message("1 2\n3 nan\n5 6\n7 8\n9 10\n11 12\n---\n") ==
        at_key("set_0000.dat:7: field 2: found \"nan\", expected x f(x, Q)"));
  CHECK(message("1 2\n") == at_key("set_0000.dat:5: field 2: found a file that ends before 12 more "
                                   "numbers, expected x f(x, Q)"));
  CHECK(message("1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n") ==
        at_key("set_0000.dat:11: found the end of the file, expected a line of --- after a grid"));
}

TEST_CASE("a full disk costs a run its file of events, not its results") {
  const Folder folder;
  folder.write("job.toml", job("", "[output]\nevents = \"job.hepmc\"\nresults = \"job.json\"\n"));
  // 1 MB a file.
  const Finished run =
      folder.shell("trap '' XFSZ; ulimit -f 1000; \"$DIAGC\" events job.toml --json");
  CHECK(run.code == 1);
  CHECK(of(json::parse(run.out)["events"], "write_seconds") == 0);
  CHECK_THAT(run.err, Catch::EndsWith("job.hepmc: cannot be written: File too large\n"));
  CHECK(of(json::parse(run.out), "cross_section") > 0);
  CHECK_FALSE(folder.has("job.hepmc"));
  CHECK(folder.has("job.json"));
  // Neither do messages or the object that nobody can read.
  folder.write("short.toml", job("", "[output]\nresults = \"short.json\"\n"));
  CHECK(folder.shell("\"$DIAGC\" events short.toml --json > short.out 2> /dev/full").code == 0);
  CHECK(json::parse(folder.read("short.json"))["runs"][0] == json::parse(folder.read("short.out")));
  const Finished full = folder.shell("\"$DIAGC\" events short.toml --overwrite --json > /dev/full");
  CHECK(full.code == 1);
  CHECK_THAT(full.err, Catch::EndsWith("cannot be written: No space left on device\n"));
  CHECK(folder.has("short.json"));
}

TEST_CASE("wrong keys of files of events are told at their place") {
  const auto message = [](const std::string& text) {
    const Folder folder;
    folder.write("job.toml", text);
    const Finished run = folder.diagc("events job.toml");
    CHECK(run.code == 1);
    CHECK(folder.files() == std::vector<std::string>{"job.toml"});
    return run.err;
  };
  CHECK(message("[output]\nevents = \"x.root\"\n") ==
        "job.toml:2:10: error: found the text `x.root`, expected a path that ends in .lhe, "
        ".hepmc, .lhe.gz or .hepmc.gz\nevents = \"x.root\"\n         ^\n");
  CHECK(message("[output]\nevents = \"none/x.lhe\"\n") ==
        "job.toml:2:1: error: found the path `none/x.lhe`, expected its folder to exist\n"
        "events = \"none/x.lhe\"\n^\n");
  CHECK(message("[run]\nunweighted = 10\n[unweighting]\nweighted = true\n") ==
        "job.toml:2:1: error: found this beside `weighted = true`, expected events with or "
        "without weights\nunweighted = 10\n^\n");
  CHECK(message("[cuts]\nradius = 0.5\n") ==
        "job.toml:2:1: error: found a radius of partons, expected it beside jets = \"anti-kt\"\n"
        "radius = 0.5\n^\n");
  CHECK(message("[unweighting]\noverflow = 1\n") ==
        "job.toml:2:12: error: found 1, expected a number below 1\noverflow = 1\n"
        "           ^\n");
}
