// diagc events as a process: cross sections, histograms and their pictures.
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "events_job.h"
#include "physics/collider/coupling.h"
#include "physics/collider/pdf/analytic.h"
#include "physics/collider/results/result_file.h"
#include "tests/collider/lhapdf_writer.h"

using namespace events_job;
using nlohmann::json;

namespace {

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

TEST_CASE("bands of variations stand in results and in the picture, with its numbers") {
  const Folder folder;
  folder.write("job.toml", job("", std::string(two_cuts) + histograms +
                                       "[variations]\nscales = \"3-point\"\n"));
  const json result = result_of(folder, "job.toml");
  const std::size_t bins = result["bins"].size();
  REQUIRE(bins == 30);
  REQUIRE(result["varied_bins"].size() == 2 * bins);
  REQUIRE(result["bands"].size() == bins);
  const auto of_json = diagc::collider::read_result((folder.path() / "job.json").string()),
             of_hdf5 = diagc::collider::read_result((folder.path() / "job.h5").string());
  CHECK(of_json == of_hdf5);
  CHECK(of_json.varied_bins.size() == 2 * bins);
  // A step at both ends of a bin, in both plots of a histogram.
  std::map<std::string, std::vector<std::array<double, 4>>> rows;
  std::istringstream text(folder.read("job.csv"));
  for (std::string line; std::getline(text, line);) {
    const std::size_t numbers = line.find("\",");
    if (numbers == std::string::npos) continue;
    std::array<double, 4> row{};
    if (std::sscanf(line.c_str() + numbers + 2, "%lf,%lf,%lf,%lf", &row[0], &row[1], &row[2],
                    &row[3]) == 4)
      rows[line.substr(0, numbers + 1)].push_back(row);
  }
  for (const std::size_t histogram : {0U, 1U}) {
    const auto& heights = rows.at(fmt::format("{},\"scales\"", 2 * histogram + 1));
    const auto& ratios = rows.at(fmt::format("{},\"scales\"", 2 * histogram + 2));
    REQUIRE(heights.size() == ratios.size());
    std::size_t at = 0;
    for (std::size_t i = 0; i < bins; ++i) {
      const json &bin = result["bins"][i], &band = result["bands"][i];
      const double own = of(bin, "cross_section");
      if (bin["histogram"].get<std::size_t>() != histogram || own == 0) continue;
      CHECK(of(band, "minus") + of(band, "plus") > 0);
      for (int end = 0; end < 2; ++end, ++at) {
        REQUIRE(at < ratios.size());
        CHECK(ratios[at][0] == of(bin, end == 0 ? "low" : "high"));
        CHECK(ratios[at][1] == Approx(of(band, "centre") / own));
        CHECK(ratios[at][2] == Approx((of(band, "centre") - of(band, "minus")) / own));
        CHECK(ratios[at][3] == Approx((of(band, "centre") + of(band, "plus")) / own));
        CHECK(heights[at][3] / heights[at][1] == Approx(ratios[at][3] / ratios[at][1]));
      }
    }
    CHECK(at == ratios.size());
  }
  CHECK_THAT(folder.read("job.svg"), Catch::Contains("over the central one"));
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
