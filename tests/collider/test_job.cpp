// Jobs of diagc events: defaults, tables that repeat, examples and documentation.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "physics/collider/job/job.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

Job job_of(const std::string& text) {
  return read_job(std::make_shared<const Source>("job.toml", text));
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a job of events has defaults, and any number of cuts and histograms") {
  const Job empty = job_of("");
  CHECK(empty.process.jets == 4);
  CHECK(empty.pdf == "analytic");
  CHECK(empty.run.sampler == Sampler::antenna);
  CHECK(empty.run.time_limit == 60);
  REQUIRE(empty.cuts.size() == 1);
  CHECK(empty.cuts[0].pt == 20);
  CHECK(empty.histograms.empty());
  CHECK(empty.output.plot.empty());

  const Job one = job_of("[cuts]\npt = 30\n[couplings]\nscale = \"HT/4\"\n");
  REQUIRE(one.cuts.size() == 1);
  CHECK(one.cuts[0].pt == 30);
  CHECK(one.cuts[0].eta == 2.5);
  CHECK(one.couplings.scale == 0);
  CHECK(one.couplings.scale_factor == 0.25);

  const Job several = job_of(
      "[[cuts]]\n[[cuts]]\npt = 60\neta = 2\ndr = 0\n"
      "[[histogram]]\nobservable = \"y_3\"\nrange = [-1, 1]\nbins = 7\ncuts = 2\n"
      "[[histogram]]\nobservable = \"mass\"\nrange = [0, 10]\n");
  REQUIRE(several.cuts.size() == 2);
  CHECK(several.cuts[0].pt == 20);
  CHECK(several.cuts[1].pt == 60);
  CHECK(several.cuts[1].dr == 0);
  REQUIRE(several.histograms.size() == 2);
  CHECK(several.histograms[0].observable == Observable::rapidity);
  CHECK(several.histograms[0].rank == 2);
  CHECK(several.histograms[0].cuts == 1);
  CHECK(several.histograms[0].bins == 7);
  CHECK(several.histograms[1].observable == Observable::mass);
  CHECK(several.histograms[1].cuts == 0);
  CHECK(several.output.plot == "job.svg");
}

TEST_CASE("a job of events is read key by key") {
  const Job job = job_of(R"([process]
partons = "gluons"        # or "qcd"
jets = 4                  # n = jets + 2
colour = "leading"        # or "full"
[collider]
energy = 14000            # GeV
[pdf]
file = "cteq6l1.tbl"      # CTEQ .tbl, LHAPDF .info, or "analytic"
[couplings]
alpha_s = 0.130           # at M_Z
scale = 91.188            # GeV, or "HT/2"
[cuts]
pt = 20
eta = 2.5
dr = 0.4
[run]
sampler = "rambo"
events = 1e7              # or target_error (relative), or time_limit
seed = 1
)");
  CHECK_FALSE(job.process.quarks);
  CHECK(job.process.jets == 4);
  CHECK(job.process.colour == Colour::leading);
  CHECK(job.energy == 14000);
  CHECK(job.pdf == "cteq6l1.tbl");
  CHECK(job.couplings.alpha_s == 0.13);
  CHECK(job.couplings.scale == 91.188);
  REQUIRE(job.cuts.size() == 1);
  CHECK(job.cuts[0].pt == 20);
  CHECK(job.cuts[0].eta == 2.5);
  CHECK(job.cuts[0].dr == 0.4);
  CHECK(job.run.sampler == Sampler::rambo);
  CHECK(job.run.events == 1e7);
  CHECK(job.run.target_error == 0);
  CHECK(job.run.time_limit == 0);
  CHECK(job.run.seed == 1);
}

TEST_CASE("the jobs of examples/events are jobs") {
  for (const auto& entry :
       std::filesystem::directory_iterator(DIAGC_SOURCE_DIR "/examples/events")) {
    CAPTURE(entry.path());
    CHECK_NOTHROW(job_of(contents(entry.path())));
  }
  CHECK_NOTHROW(job_of(runs::example_file(job_schema)));
}

TEST_CASE("docs/events.md holds the table of keys as it is") {
  const std::string path = DIAGC_SOURCE_DIR "/docs/events.md";
  const std::string begin_mark =
      "<!-- keys of job files: written by test_collider, DIAGC_UPDATE_GOLDEN=1 -->\n";
  const std::string end_mark = "<!-- end of keys -->\n";
  std::string text = contents(path);
  const std::size_t begin = text.find(begin_mark), end = text.find(end_mark);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const std::size_t from = begin + begin_mark.size();
  const std::string expected = "\n" + runs::keys_in_markdown(job_schema) + "\n";
  if (std::getenv("DIAGC_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << text.substr(0, from) + expected + text.substr(end);
    text = contents(path);
  }
  CHECK(text.substr(from, text.find(end_mark) - from) == expected);
}
