// Runs of diagc events: neither threads, ranks nor interruptions change a number.
#include <cmath>

#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "events_job.h"
#include "physics/collider/pdf/analytic.h"
#include "tests/collider/lhapdf_writer.h"

using namespace events_job;
using nlohmann::json;

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
