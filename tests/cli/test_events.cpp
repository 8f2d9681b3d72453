// diagc events as a process: cross sections, files, and that neither threads, ranks nor interruptions change a number.
#include <cmath>
#include <cstdio>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "physics/collider/coupling.h"
#include "physics/collider/pdf/analytic.h"
#include "process.h"
#include "tests/collider/lhapdf_writer.h"

using nlohmann::json;

namespace {

/// Two jets, with `run` and more.
std::string job(const std::string& run, const std::string& more = "") {
  return "[process]\njets = 2\n[couplings]\nscale = 91.188\n[run]\nevents = 1e6\n" + run + more;
}

constexpr const char* histograms =
    "[[histogram]]\nobservable = \"HT\"\nbins = 20\nrange = [40, 200]\n"
    "[[histogram]]\nobservable = \"y_2\"\nbins = 10\nrange = [-1, 1]\ncuts = 2\n";
constexpr const char* two_cuts = "[[cuts]]\n[[cuts]]\npt = 30\neta = 2\n";

json result_of(const Folder& folder, const std::string& name, const std::string& options = "") {
  const Finished run = folder.diagc("events " + name + " --json " + options);
  INFO(run.err);
  REQUIRE(run.code == 0);
  return json::parse(run.out);
}

/// All that does not depend on how long it took, or on how many worked.
json numbers(json result) {
  for (const char* name : {"events_per_s", "run", "job"}) result.erase(name);
  return result;
}

double of(const json& result, const char* name) { return result[name].get<double>(); }

/// A CSV file of what is drawn against the bins: two plots a histogram, heights as steps and relative errors below them.
void check_picture(const std::string& csv, const json& result) {
  std::istringstream text(csv);
  std::string line;
  REQUIRE(std::getline(text, line));
  CHECK(line == "plot,label,x,y,low,high");
  std::vector<std::vector<double>> heights(result["histograms"].size()), errors(heights.size());
  while (std::getline(text, line)) {
    const std::size_t label = line.find(','), numbers = line.find("\",", label) + 2;
    const auto plot = static_cast<std::size_t>(std::stoi(line)) - 1;
    REQUIRE(plot / 2 < heights.size());
    double x = 0, y = 0, low = 0, high = 0;
    REQUIRE(std::sscanf(line.c_str() + numbers, "%lf,%lf,%lf,%lf", &x, &y, &low, &high) == 4);
    CHECK(low <= y);
    CHECK(y <= high);
    if (plot % 2 == 0)
      heights[plot / 2].push_back(y);
    else
      errors[plot / 2].push_back((high - low) / 2);
  }
  std::vector<std::size_t> at(heights.size());
  std::vector<double> unit(heights.size());
  for (const json& bin : result["bins"]) {
    const auto histogram = bin["histogram"].get<std::size_t>();
    const double value = of(bin, "cross_section"), width = of(bin, "high") - of(bin, "low");
    if (value == 0) continue;
    const std::size_t i = at[histogram]++;
    REQUIRE(2 * i + 1 < heights[histogram].size());
    REQUIRE(i < errors[histogram].size());
    if (i == 0) unit[histogram] = value / width / heights[histogram][0];
    CHECK(heights[histogram][2 * i] == Approx(value / width / unit[histogram]));
    CHECK(heights[histogram][2 * i + 1] == heights[histogram][2 * i]);
    CHECK(errors[histogram][i] == Approx(of(bin, "error") / value).epsilon(1e-6));
  }
  for (std::size_t h = 0; h < heights.size(); ++h) {
    CHECK(heights[h].size() == 2 * at[h]);
    CHECK(errors[h].size() == at[h]);
    CHECK(std::abs(std::remainder(std::log10(unit[h]), 3)) < 1e-9);  // pb, nb, µb, mb
  }
}

}  // namespace

TEST_CASE("both samplers of events give one cross section, all of it in the histograms") {
  const Folder folder;
  folder.write("antenna.toml", job("", std::string(two_cuts) + histograms));
  folder.write("rambo.toml", job("sampler = \"rambo\"\n"));
  const json antenna = result_of(folder, "antenna.toml"), rambo = result_of(folder, "rambo.toml");
  const double difference = of(antenna, "cross_section") - of(rambo, "cross_section");
  CHECK(std::abs(difference) < 4 * std::hypot(of(antenna, "error"), of(rambo, "error")));
  CHECK(of(antenna, "error") < of(rambo, "error") / 2);
  CHECK(of(antenna, "generated") >= 1e6);
  CHECK(of(antenna, "efficiency") == of(antenna, "passed") / of(antenna, "generated"));
  CHECK(of(antenna, "events_per_s") > 0);
  CHECK(antenna["trustworthy"] == true);

  REQUIRE(antenna["cuts"].size() == 2);
  const json &loose = antenna["cuts"][0], &tight = antenna["cuts"][1];
  CHECK(of(loose, "cross_section") == of(antenna, "cross_section"));
  CHECK(of(tight, "cross_section") < of(loose, "cross_section") / 2);
  CHECK(of(tight, "passed") < of(loose, "passed"));
  double sums[2] = {};
  for (std::size_t h = 0; h < 2; ++h)
    sums[h] = of(antenna["histograms"][h], "below") + of(antenna["histograms"][h], "above");
  for (const json& bin : antenna["bins"])
    sums[bin["histogram"].get<std::size_t>()] += of(bin, "cross_section");
  CHECK(sums[0] == Approx(of(loose, "cross_section")).epsilon(1e-5));
  CHECK(sums[1] == Approx(of(tight, "cross_section")).epsilon(1e-5));
  CHECK(folder.has("antenna.svg"));
  check_picture(folder.read("antenna.csv"), antenna);
  CHECK(json::parse(folder.read("antenna.json"))["runs"][0] == antenna);
}

TEST_CASE("events do not depend on threads, ranks or interruptions", "[slow][threads]") {
  const Folder folder;
  const std::string more = std::string(two_cuts) + histograms;
  folder.write("one.toml", job("threads = 1\n", more));
  folder.write("two.toml", job("threads = 2\n", more));
  folder.write("four.toml", job("threads = 4\n", more));
  const json one = numbers(result_of(folder, "one.toml"));
  CHECK(numbers(result_of(folder, "two.toml")) == one);
  CHECK(numbers(result_of(folder, "four.toml")) == one);

  // Half of the events, then the others.
  std::string half = job("threads = 1\n", more);
  const auto replace = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  folder.write("long.toml", replace(half, "1e6", "3e6"));
  const json whole = numbers(result_of(folder, "long.toml"));
  folder.write("long.toml", half);
  result_of(folder, "long.toml", "--overwrite");
  folder.write("long.toml", replace(half, "1e6", "3e6"));
  CHECK(numbers(result_of(folder, "long.toml", "--resume")) == whole);

  if (folder.shell("command -v mpirun").code != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  folder.write("ranks.toml", job("threads = 1\n", more));
  const Finished together = folder.shell(
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "
      "\"$DIAGC\" events ranks.toml --json");
  INFO(together.err);
  REQUIRE(together.code == 0);
  CHECK(numbers(json::parse(together.out)) == one);
}

TEST_CASE(
    "channels of quarks and gluons are one run, which threads and interruptions do not change",
    "[slow][threads]") {
  const Folder folder;
  const auto text = [](const char* events, const char* threads) {
    return std::string("[process]\npartons = \"qcd\"\njets = 2\n[couplings]\nscale = 91.188\n") +
           "[run]\nevents = " + events + "\nthreads = " + threads + "\n" + two_cuts + histograms;
  };
  folder.write("job.toml", text("8e6", "1"));
  const json whole = numbers(result_of(folder, "job.toml"));
  folder.write("job.toml", text("8e6", "2"));
  CHECK(numbers(result_of(folder, "job.toml", "--overwrite")) == whole);
  folder.write("job.toml", text("3e6", "1"));
  CHECK(numbers(result_of(folder, "job.toml", "--overwrite")) != whole);
  folder.write("job.toml", text("8e6", "1"));
  CHECK(numbers(result_of(folder, "job.toml", "--resume")) == whole);

  CHECK(whole["partons"] == "qcd");
  CHECK(whole["quark_lines"] == 2);
  REQUIRE(whole["channels"].size() == 9);
  double sum = 0, square = 0, generated = 0, passed = 0;
  for (const json& channel : whole["channels"]) {
    sum += of(channel, "cross_section");
    square += std::pow(of(channel, "error"), 2);
    generated += of(channel, "generated");
    passed += of(channel, "passed");
  }
  CHECK(of(whole, "cross_section") == Approx(sum).epsilon(1e-12));
  CHECK(of(whole, "error") == Approx(std::sqrt(square)).epsilon(1e-12));
  CHECK(of(whole, "generated") == generated);
  CHECK(of(whole, "passed") == passed);
  double below_and_above = 0, bins = 0;
  below_and_above += of(whole["histograms"][0], "below") + of(whole["histograms"][0], "above");
  for (const json& bin : whole["bins"])
    if (bin["histogram"] == 0) bins += of(bin, "cross_section");
  CHECK(below_and_above + bins == Approx(sum).epsilon(1e-5));
  // Beams are alike, though parton 1 of a channel may come from either.
  const auto y_bins = [&](std::size_t from, std::size_t to) {
    double value = 0, variance = 0;
    for (std::size_t i = from; i < to; ++i) {
      value += of(whole["bins"][20 + i], "cross_section");
      variance += std::pow(of(whole["bins"][20 + i], "error"), 2);
    }
    return std::pair(value, variance);
  };
  const auto [backward, one] = y_bins(0, 5);
  const auto [forward, other] = y_bins(5, 10);
  CHECK(std::abs(backward - forward) < 4.5 * std::sqrt(one + other));
  // A channel that another number of flavours has is another one.
  folder.write("job.toml", text("8e6", "1").replace(10, 0, "flavours = 4\n"));
  const Finished other_job = folder.diagc("events job.toml --resume");
  CHECK(other_job.code == 1);
  CHECK_THAT(other_job.err, Catch::Contains("process: found qcd, colour leading, 5 flavours"));
}

TEST_CASE("a run of events goes on only with the job that began it") {
  const Folder folder;
  folder.write("job.toml", job(""));
  result_of(folder, "job.toml");
  const Finished again = folder.diagc("events job.toml");
  CHECK(again.code == 1);
  CHECK(again.err ==
        "job.toml: found files of an earlier run (job.h5, job.json, job.checkpoint), expected "
        "none: `--resume` goes on with that run, `--overwrite` starts anew in its place\n");
  folder.write("job.toml", job("seed = 2\n"));
  const Finished other = folder.diagc("events job.toml --resume");
  CHECK(other.code == 1);
  CHECK_THAT(other.err, Catch::Contains("seed: found 1, expected 2"));
}

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

TEST_CASE("a grid of the analytic density, and its α_s, give its cross section") {
  using namespace diagc::collider;
  const Folder folder;
  const AnalyticDensity exact;
  const auto running = running_coupling({.alpha_s_mz = 0.125});
  std::vector<double> x = log_knots(1e-5, 0.1, 60), alpha_s;
  for (int i = 1; i <= 90; ++i) x.push_back(0.1 + 0.01 * i);
  const std::vector<double> scales = log_knots(5, 8000, 60);
  for (const double q : scales) alpha_s.push_back(running->alpha_s(q));
  folder.write(
      "set_0000.dat",
      lhapdf_text([&](int f, double at, double q) { return exact.xf(f, at, q); }, x, {scales}));
  folder.write("set.info", fmt::format("NumMembers: 1\nFormat: lhagrid1\nAlphaS_Qs: [{}]\n"
                                       "AlphaS_Vals: [{}]\n",
                                       fmt::join(scales, ", "), fmt::join(alpha_s, ", ")));
  const auto text = [](const std::string& more) {
    return "[process]\npartons = \"qcd\"\njets = 2\n[couplings]\nscale = \"HT/2\"\n" + more +
           "[run]\nevents = 2e6\n";
  };
  folder.write("grid.toml", text("alpha_s = \"grid\"\n[pdf]\nfile = \"set.info\"\n"));
  folder.write("exact.toml", text("alpha_s = 0.125\n"));
  const json grid = result_of(folder, "grid.toml"), known = result_of(folder, "exact.toml");
  // A run goes on with the files alone that it began with.
  folder.write("set_0000.dat", folder.read("set_0000.dat") + "\n");
  const Finished other = folder.diagc("events grid.toml --resume");
  CHECK(other.code == 1);
  CHECK_THAT(other.err, Catch::Contains("densities: found"));
  CHECK(of(grid, "alpha_s") == Approx(0.125).epsilon(1e-5));
  for (std::size_t i = 0; i < known["channels"].size(); ++i) {
    const json &own = grid["channels"][i], &there = known["channels"][i];
    CAPTURE(there["name"].get<std::string>());
    // Random numbers are the same: differences are of the grid, and of what is fitted to it.
    CHECK(of(own, "cross_section") ==
          Approx(of(there, "cross_section"))
              .epsilon(3e-3)
              .margin(3 * std::hypot(of(own, "error"), of(there, "error"))));
  }
}

TEST_CASE("the example of events runs as it stands") {
  const Folder folder;
  const Finished example = folder.diagc("events --example");
  CHECK(example.code == 0);
  std::string text = example.out;
  const std::size_t at = text.find("events = 1e7");
  REQUIRE(at != std::string::npos);
  folder.write("example.toml", text.replace(at, 12, "events = 1e5"));
  CHECK(of(result_of(folder, "example.toml"), "cross_section") > 0);
}

TEST_CASE("files of events do not depend on threads, ranks or interruptions", "[slow][threads]") {
  const Folder folder;
  const auto write = [&](const std::string& name, const std::string& more,
                         const std::string& events = "1e6") {
    std::string text = job(more, "[output]\nevents = \"" + name + ".lhe\"\n");
    text.replace(text.find("1e6"), 3, events);
    folder.write(name + ".toml", text);
  };
  // The job's text stands in the head.
  const auto events_of = [&](const std::string& name) {
    const std::string text = folder.read(name + ".lhe");
    REQUIRE(text.ends_with("</event>\n</LesHouchesEvents>\n"));
    return text.substr(text.find("<init>"));
  };
  write("one", "threads = 1\n");
  write("four", "threads = 4\n");
  const json one = result_of(folder, "one.toml");
  result_of(folder, "four.toml");
  CHECK((events_of("four") == events_of("one")));
  CHECK(one["events"]["count"].get<double>() > 1000);

  write("long", "threads = 1\n", "3e6");
  result_of(folder, "long.toml");
  const std::string whole = events_of("long");
  write("long", "threads = 2\n");
  result_of(folder, "long.toml", "--overwrite");
  CHECK((events_of("long") == events_of("one")));
  write("long", "threads = 2\n", "3e6");
  result_of(folder, "long.toml", "--resume");
  CHECK((events_of("long") == whole));

  if (folder.shell("command -v mpirun").code != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  write("ranks", "threads = 1\n");
  const Finished together = folder.shell(
      "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 "
      "\"$DIAGC\" events ranks.toml --json");
  INFO(together.err);
  REQUIRE(together.code == 0);
  CHECK((events_of("ranks") == events_of("one")));
}

TEST_CASE("events go on after kills with the same bits, and write the same file") {
  const Folder folder;
  const auto write = [&](const std::string& name) {
    std::string text =
        job("", "[checkpoint]\ninterval = 0.0001\n[output]\nevents = \"" + name + ".hepmc\"\n");
    folder.write(name + ".toml", text.replace(text.find("1e6"), 3, "2e6"));
  };
  write("whole");
  const json whole = numbers(result_of(folder, "whole.toml"));
  write("killed");
  for (const char* seconds : {"0.3", "0.5", "0.7", "0.9", "1.2"}) {
    const bool there = folder.has("killed.checkpoint");
    folder.shell(std::string("timeout -s KILL ") + seconds + " \"$DIAGC\" events killed.toml " +
                 (there ? "--resume" : "--overwrite"));
  }
  const json killed = numbers(result_of(
      folder, "killed.toml", folder.has("killed.checkpoint") ? "--resume" : "--overwrite"));
  CHECK(of(killed, "cross_section") == of(whole, "cross_section"));
  CHECK(killed["bins"] == whole["bins"]);
  CHECK(killed["events"]["count"] == whole["events"]["count"]);
  CHECK((folder.read("killed.hepmc") == folder.read("whole.hepmc")));
}

TEST_CASE("an interrupted run of events says how to go on, and ends as one that was not") {
  const Folder folder;
  const auto write = [&](const std::string& name, double events) {
    std::string text = job("threads = 1\n",
                           std::string(two_cuts) + histograms +
                               "[checkpoint]\ninterval = 0.0001\n[unweighting]\nmaximum = 1e12\n" +
                               "[output]\nevents = \"" + name + ".lhe\"\n");
    folder.write(name + ".toml", text.replace(text.find("1e6"), 3, fmt::format("{}", events)));
  };
  write("job", 1e13);
  // Interrupted once a round is over, which the first checkpoint tells, and progress is shown.
  const Finished stopped = folder.shell(
      "\"$DIAGC\" events job.toml 2> log > out & pid=$!; "
      "for i in $(seq 600); do grep -q ^sampling log && [ -e job.checkpoint ] && break; sleep 0.1; "
      "done; kill -INT $pid; wait $pid; code=$?; cat out; cat log >&2; exit $code");
  INFO(stopped.err);
  CHECK(stopped.code == 1);
  CHECK_THAT(stopped.err, Catch::Contains("\nsampling ") && Catch::Contains(" events/s, "));
  CHECK_THAT(stopped.out, Catch::EndsWith("results: job.json\npicture: job.svg\n"));
  CHECK_THAT(stopped.err,
             Catch::EndsWith("job.toml: interrupted; `diagc events job.toml --resume` goes on from "
                             "job.checkpoint\n"));
  CHECK_FALSE(folder.has("job.lhe"));
  const json before = json::parse(folder.read("job.json"))["runs"][0];
  CHECK(before["run"]["ended_by"] == "interrupt");

  const double events = of(before, "generated") + 1e6;
  write("job", events);
  write("whole", events);
  json resumed = numbers(result_of(folder, "job.toml", "--resume"));
  json whole = numbers(result_of(folder, "whole.toml"));
  for (json* result : {&resumed, &whole}) (*result)["events"].erase("write_seconds");
  CHECK(resumed == whole);
  const auto events_of = [&](const std::string& name) {
    const std::string text = folder.read(name + ".lhe");
    return text.substr(text.find("<init>"));
  };
  CHECK((events_of("job") == events_of("whole")));
}

TEST_CASE("a run goes on with the members of a set alone that it began with") {
  using namespace diagc::collider;
  const Folder folder;
  const AnalyticDensity exact;
  const auto member = [&](double factor) {
    return lhapdf_text([&](int f, double x, double q) { return factor * exact.xf(f, x, q); },
                       log_knots(1e-5, 1, 40), {log_knots(5, 8000, 8)});
  };
  for (int i = 0; i < 3; ++i) folder.write(fmt::format("set_{:04}.dat", i), member(1 + 0.1 * i));
  folder.write("set.info", "NumMembers: 3\nFormat: lhagrid1\nErrorType: replicas\n");
  const auto write_job = [&](const char* events) {
    folder.write("job.toml", fmt::format("[process]\njets = 2\n[pdf]\nfile = \"set.info\"\n[run]\n"
                                         "events = {}\n[variations]\nmembers = \"all\"\n",
                                         events));
  };
  write_job("1e5");
  const json result = result_of(folder, "job.toml");
  CHECK(result["uncertainties"][0]["combined"] == "replicas");
  folder.write("set_0002.dat", member(1.21));
  write_job("2e5");
  const Finished other = folder.diagc("events job.toml --resume");
  CHECK(other.code == 1);
  CHECK_THAT(other.err, Catch::Contains("densities of variations: found"));
  folder.write("set_0002.dat", member(1.2));
  CHECK(of(result_of(folder, "job.toml", "--resume"), "generated") >= 2e5);
}

TEST_CASE("a run ends with as many unweighted events as it is to make") {
  const Folder folder;
  folder.write("job.toml", "[process]\njets = 2\n[run]\nunweighted = 2e5\n");
  const json result = result_of(folder, "job.toml");
  CHECK(result["events"]["count"].get<double>() == 2e5);
  CHECK(result["events"]["kept"].get<double>() >= 2e5);
  CHECK(result["events"]["kept"].get<double>() < 4e5);
  CHECK(result["run"]["ended_by"] == "unweighted events");
  CHECK(of(result["events"], "efficiency") ==
        Approx(of(result["events"], "kept") / of(result, "passed")));
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
