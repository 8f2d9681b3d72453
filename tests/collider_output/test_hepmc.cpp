// HepMC3 reads our files, and writes them again as they are.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include <HepMC3/Attribute.h>
#include <HepMC3/GenCrossSection.h>
#include <HepMC3/GenEvent.h>
#include <HepMC3/GenParticle.h>
#include <HepMC3/GenPdfInfo.h>
#include <HepMC3/GenVertex.h>
#include <HepMC3/ReaderFactory.h>
#include <HepMC3/WriterAscii.h>

#include "tests/collider_output/output_run.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

unsigned flow(const HepMC3::GenParticle& particle, const char* name) {
  const auto line = particle.attribute<HepMC3::IntAttribute>(name);
  return line ? static_cast<unsigned>(line->value()) : 0;
}

}  // namespace

TEST_CASE("HepMC3 reads events as they are") {
  // A thousand: the rest is alike.
  const OutputRun run(4, "", "events.hepmc");
  INFO("DIAGC_TEST_SEED=" << run.seed);
  const auto reader = HepMC3::deduce_reader(run.path);
  REQUIRE(reader);
  HepMC3::GenEvent event;
  std::size_t count = 0;
  double sum = 0;
  while (count < 1000 && (reader->read_event(event), !reader->failed())) {
    const OutputEvent expected = run.generated.events.event(count++);
    REQUIRE(event.particles().size() == 4 + 4);
    REQUIRE(event.weights().size() == 1);
    sum += event.weight();
    CHECK(event.event_number() == static_cast<int>(expected.number));
    CHECK(event.weight() == expected.weight);
    CHECK(event.cross_section()->xsec() ==
          Approx(run.generated.result.cross_section).epsilon(1e-8));
    CHECK(event.cross_section()->xsec_err() == Approx(run.generated.result.error).epsilon(1e-8));
    CHECK(event.pdf_info()->parton_id[0] == 21);
    CHECK(event.pdf_info()->x[1] == Approx(expected.x2).epsilon(1e-8));
    CHECK(event.pdf_info()->xf[0] == Approx(expected.xf1).epsilon(1e-8));
    CHECK(event.pdf_info()->scale == Approx(expected.scale).epsilon(1e-8));

    REQUIRE(event.beams().size() == 2);
    HepMC3::FourVector in, out;
    std::vector<OutputParton> partons;
    double energies = 0;
    for (const auto& particle : event.particles()) {
      const HepMC3::FourVector p = particle->momentum();
      if (particle->status() == 4) {
        CHECK(particle->pid() == 2212);
        continue;
      }
      CHECK(particle->pid() == 21);
      CHECK(particle->generated_mass() == 0);
      CHECK(std::abs(p.m2()) < 1e-11 * p.e() * p.e());
      if (particle->status() == 21) {
        in += p;
        REQUIRE(particle->end_vertex());
        CHECK(particle->end_vertex()->id() == -3);
      } else {
        CHECK(particle->status() == 1);
        out += p;
      }
      energies += p.e();
      partons.push_back({.id = particle->pid(),
                         .colour = flow(*particle, "flow1"),
                         .anticolour = flow(*particle, "flow2"),
                         .e = p.e(),
                         .x = p.px(),
                         .y = p.py(),
                         .z = p.pz()});
    }
    const HepMC3::FourVector left = in - out;
    for (const double component : {left.e(), left.px(), left.py(), left.pz()})
      CHECK(std::abs(component) < 1e-11 * energies);
    REQUIRE(partons.size() == 6);
    CHECK(is_ring(partons));
    for (std::size_t i = 0; i < partons.size(); ++i) {
      CHECK(partons[i].x == expected.partons[i].x);
      CHECK(partons[i].e == expected.partons[i].e);
      CHECK(partons[i].colour == expected.partons[i].colour);
    }
  }
  CHECK(count == std::min<std::size_t>(1000, run.generated.events.size()));
  CHECK(sum >= static_cast<double>(count));
}

TEST_CASE("HepMC3 writes what it has read as we do, to the last byte") {
  const std::string more = GENERATE("", "[variations]\nscales = \"3-point\"\n");
  const OutputRun run(2, "[unweighting]\nmaximum = 1e10\n" + more, "events.hepmc");
  const std::string again = (run.folder.path() / "again.hepmc").string();
  {
    const auto reader = HepMC3::deduce_reader(run.path);
    REQUIRE(reader);
    HepMC3::GenEvent event;
    std::unique_ptr<HepMC3::WriterAscii> writer;
    while (reader->read_event(event), !reader->failed()) {
      if (!writer) writer = std::make_unique<HepMC3::WriterAscii>(again, event.run_info());
      writer->write_event(event);
    }
    REQUIRE(writer);
  }
  const std::string ours = text_of(run.path), theirs = text_of(again);
  REQUIRE(ours.size() > 10'000);
  const auto differs = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  INFO("ours: " << std::string(differs.first, std::min(differs.first + 200, ours.end()))
                << "\ntheirs: "
                << std::string(differs.second, std::min(differs.second + 200, theirs.end())));
  CHECK((ours == theirs));
}
