#include "physics/collider/output/hepmc.h"

#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "physics/collider/output/append_number.h"

namespace diagc::collider {

namespace {

/// Numbers of particles in the file: proton 1, parton 1, proton 2, parton 2, jets.
std::size_t particle_number(std::size_t parton) {
  return parton == 0 ? 2 : parton == 1 ? 4 : parton + 3;
}

void append_particle(std::string& text, std::size_t number, int origin, int id, double x, double y,
                     double z, double e, int status) {
  fmt::format_to(std::back_inserter(text), FMT_COMPILE("P {} {} {}"), number, origin, id);
  append_numbers(text, x, y, z, e);
  fmt::format_to(std::back_inserter(text), FMT_COMPILE(" 0.0000000000000000e+00 {}\n"), status);
}

}  // namespace

std::string hepmc_head(const EventFileHead& head) {
  std::string text = "HepMC::Version 3.01.02\nHepMC::Asciiv3-START_EVENT_LISTING\nW Default";
  for (const WeightName& weight : head.weights) text += "\\|" + weight.id;
  return text + fmt::format("\nT diagc\\|{}\\|multi-jet events at leading order\n", head.version);
}

void append_hepmc(std::string& text, const EventFileHead& head, const OutputEvent& event) {
  const auto to = std::back_inserter(text);
  const std::size_t partons = event.partons.size();
  fmt::format_to(to, FMT_COMPILE("E {} 3 {}\nU GEV MM\nW {:.22e}"), event.number, partons + 2,
                 event.weight);
  for (const double ratio : event.ratios)
    fmt::format_to(to, FMT_COMPILE(" {:.22e}"), ratio * event.weight);
  fmt::format_to(to, FMT_COMPILE("\nA 0 GenCrossSection {0:.8e} {1:.8e} {2} {3}"),
                 head.cross_section, head.error, head.passed, head.generated);
  for (const WeightName& weight : head.weights)
    fmt::format_to(to, FMT_COMPILE(" {:.8e} {:.8e}"), weight.cross_section, weight.error);
  fmt::format_to(
      to,
      FMT_COMPILE("\nA 0 GenPdfInfo {} {} {:.8e} {:.8e} {:.8e} {:.8e} {:.8e} 0 0\nA 0 alphaQCD "
                  "{:.8e}\nA 0 event_scale {:.8e}\n"),
      event.partons[0].id, event.partons[1].id, event.x1, event.x2, event.scale, event.xf1,
      event.xf2, event.alpha_s, event.scale);
  for (std::size_t i = 0; i < partons; ++i)
    if (event.partons[i].colour != 0)
      fmt::format_to(to, FMT_COMPILE("A {} flow1 {}\n"), particle_number(i),
                     event.partons[i].colour);
  for (std::size_t i = 0; i < partons; ++i)
    if (event.partons[i].anticolour != 0)
      fmt::format_to(to, FMT_COMPILE("A {} flow2 {}\n"), particle_number(i),
                     event.partons[i].anticolour);
  for (std::size_t i = 0; i < 2; ++i) {
    const OutputParton& p = event.partons[i];
    const int proton = i == 0 ? 1 : 3;
    append_particle(text, static_cast<std::size_t>(proton), 0, proton_id, 0, 0,
                    i == 0 ? head.beam : -head.beam, head.beam, 4);
    append_particle(text, particle_number(i), proton, p.id, p.x, p.y, p.z, p.e, 21);
  }
  text += "V -3 0 [2,4]\n";
  for (std::size_t i = 2; i < partons; ++i) {
    const OutputParton& p = event.partons[i];
    append_particle(text, particle_number(i), -3, p.id, p.x, p.y, p.z, p.e, 1);
  }
}

std::string hepmc_end() { return "HepMC::Asciiv3-END_EVENT_LISTING\n\n"; }

}  // namespace diagc::collider
