// A reader of Les Houches event files that is not ours (HepMC3's LHEF.h, of L. Lönnblad) reads our files.
#include <catch2/catch.hpp>

#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

#include <HepMC3/LHEF.h>
#include <zlib.h>

#include "tests/collider_output/output_run.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

/// Reads a file to its end and holds it against the run; returns the mean of weights in pb, and its error.
std::pair<double, double> check(const OutputRun& run, std::size_t jets) {
  LHEF::Reader reader(run.path);
  const LHEF::HEPRUP& head = reader.heprup;
  const Result& result = run.generated.result;
  CHECK(head.version == 3);
  CHECK(head.IDBMUP == std::pair<long, long>(2212, 2212));
  CHECK(head.EBMUP == std::pair<double, double>(7000, 7000));
  CHECK(head.IDWTUP == 4);
  REQUIRE(head.NPRUP == 1);
  CHECK(head.XSECUP[0] == result.cross_section);
  CHECK(head.XERRUP[0] == result.error);
  std::size_t count = 0;
  double first = 0, second = 0, largest = 0;
  while (reader.readEvent()) {
    const LHEF::HEPEUP& event = reader.hepeup;
    ++count;
    first += event.XWGTUP;
    second += event.XWGTUP * event.XWGTUP;
    largest = std::max(largest, event.XWGTUP);
    if (count > 300) continue;  // the rest is alike
    const OutputEvent expected = run.generated.events.event(count - 1);
    REQUIRE(event.NUP == static_cast<int>(jets) + 2);
    CHECK(event.SCALUP == expected.scale);
    CHECK(event.AQCDUP == expected.alpha_s);
    std::vector<OutputParton> partons;
    double left[4] = {}, energies = 0;
    for (std::size_t i = 0; i < jets + 2; ++i) {
      const std::vector<double>& p = event.PUP[i];
      const double sign = i < 2 ? 1 : -1;
      CHECK(event.IDUP[i] == 21);
      CHECK(event.ISTUP[i] == (i < 2 ? -1 : 1));
      CHECK(event.MOTHUP[i] == (i < 2 ? std::pair(0, 0) : std::pair(1, 2)));
      CHECK(event.SPINUP[i] == 9);
      CHECK(p[4] == 0);
      CHECK(std::abs(p[3] * p[3] - p[0] * p[0] - p[1] * p[1] - p[2] * p[2]) < 1e-11 * p[3] * p[3]);
      for (std::size_t k = 0; k < 4; ++k) left[k] += sign * p[k];
      energies += p[3];
      partons.push_back({.id = 21,
                         .colour = static_cast<unsigned>(event.ICOLUP[i].first),
                         .anticolour = static_cast<unsigned>(event.ICOLUP[i].second)});
    }
    for (const double component : left) CHECK(std::abs(component) < 1e-11 * energies);
    CHECK(is_ring(partons));
  }
  CHECK(count == run.generated.events.size());
  CHECK(head.XMAXUP[0] == Approx(largest).epsilon(1e-12));
  const double n = static_cast<double>(count), mean = first / n;
  return {mean, std::sqrt(second) / n};
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Of a compressed file.
std::string unpacked(const std::string& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  REQUIRE(file);
  std::string text;
  std::array<char, 1 << 16> piece{};
  for (int count = 0; (count = gzread(file.get(), piece.data(), piece.size())) != 0;) {
    REQUIRE(count > 0);
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

TEST_CASE("LHEF.h reads unweighted events, whose weights have the cross section as their mean") {
  const OutputRun run(4, "", "events.lhe");
  INFO("DIAGC_TEST_SEED=" << run.seed);
  const auto [mean, error] = check(run, 4);
  CHECK(std::abs(mean - run.generated.result.cross_section) <
        4 * std::hypot(error, run.generated.result.error));
  CHECK(error < 0.1 * mean);
}

TEST_CASE("LHEF.h reads variations as weights with names") {
  const OutputRun run(2, "[variations]\nscales = true\n[unweighting]\nmaximum = 1e10\n",
                      "events.lhe");
  LHEF::Reader reader(run.path);
  const LHEF::HEPRUP& head = reader.heprup;
  REQUIRE(head.weightinfo.size() == 6);
  CHECK(head.weightgroup.at(0).combine == "envelope");
  CHECK(head.weightinfo[1].name == "muR0.5_muF1");
  CHECK(head.weightinfo[1].mur == 0.5);
  CHECK(head.weightinfo[1].muf == 1);
  for (std::size_t i = 0; i < 100 && reader.readEvent(); ++i) {
    const OutputEvent expected = run.generated.events.event(i);
    REQUIRE(reader.hepeup.weights.size() == 7);
    for (std::size_t v = 0; v < 6; ++v) {
      CHECK(reader.hepeup.weights[v + 1].second->name == head.weightinfo[v].name);
      CHECK(reader.hepeup.weights[v + 1].first / reader.hepeup.XWGTUP ==
            Approx(expected.ratios[v]).epsilon(1e-12));
    }
  }
}

TEST_CASE("LHEF.h reads weighted events, whose weights have the cross section as their mean") {
  const OutputRun run(2, "[unweighting]\nweighted = true\n[[cuts]]\npt = 100\n[[cuts]]\n",
                      "events.lhe");
  const auto [mean, error] = check(run, 2);
  CHECK(mean == Approx(run.generated.result.cross_section).epsilon(1e-9));
}

TEST_CASE("compressed files hold the text of those that are not") {
  for (const char* const kind : {"lhe", "hepmc"}) {
    const OutputRun run(3, "", std::string("events.") + kind);
    INFO("DIAGC_TEST_SEED=" << run.seed);
    const std::string packed = run.path + ".gz";
    CHECK(is_event_path(packed));
    write_events(packed, run.generated.head, run.generated.events, 2);
    // Several members of 1,024 events.
    REQUIRE(run.generated.events.size() > 5000);
    const std::string text = contents(run.path);
    CHECK((unpacked(packed) == text));
    CHECK(contents(packed).size() < text.size() / 2);
  }
}

TEST_CASE("LHEF.h reads what zlib unpacks") {
  const OutputRun run(2, "", "events.lhe.gz");
  std::istringstream text(unpacked(run.path));
  LHEF::Reader reader(text);
  CHECK(reader.heprup.XSECUP[0] == run.generated.result.cross_section);
  std::size_t count = 0;
  while (reader.readEvent()) ++count;
  CHECK(count == run.generated.events.size());
}
